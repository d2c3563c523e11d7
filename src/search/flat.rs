//! Flat Monte Carlo: every move is tried equally often, and the one with the best mean is played.
//!
//! No tree, no memory between moves. The moves are tried in turn, one playout each, so that they have seen
//! equally many whenever the search ends.
//!
//! # References
//! - B. Brügmann, "Monte Carlo Go", 1993, without its all-moves-as-first and annealing.

use std::time::Instant;

use crate::framework::{
    Candidate, Color, Control, Game, Knowledge, Limit, Limits, Line, MoveStat, PlayoutPolicy, Report, Search,
    Stop,
};
use crate::util::{Rng, Running};

/// The search.
pub struct FlatSearch<G: Game> {
    policy: Box<dyn PlayoutPolicy<G>>,
    filters: Vec<Box<dyn Knowledge<G>>>,
    mercy: bool,
    modification: f32,
    rng: Rng,
}

impl<G: Game> FlatSearch<G> {
    /// Creates the search. The filters remove moves before they are tried; `mercy` lets playouts end early, and
    /// `modification` is the share of a playout's value given for the size of the lead.
    pub fn new(
        policy: Box<dyn PlayoutPolicy<G>>,
        filters: Vec<Box<dyn Knowledge<G>>>,
        mercy: bool,
        modification: f32,
        seed: u64,
    ) -> Self {
        Self { policy, filters, mercy, modification, rng: Rng::new(seed) }
    }

    fn moves(&mut self, game: &G) -> Vec<Candidate> {
        let mut moves = Vec::new();
        game.candidates(&mut moves);
        let mut candidates = moves.into_iter().map(Candidate::new).collect();
        for filter in &mut self.filters {
            filter.edit(game, &mut candidates, &mut self.rng);
        }
        candidates
    }
}

impl<G: Game> Search<G> for FlatSearch<G> {
    fn search(&mut self, game: &G, limits: Limits, control: &Control) -> Report {
        let start = Instant::now();
        let moves = self.moves(game);
        let mut values = vec![Running::default(); moves.len()];
        let mut margin = Running::default();
        let (mut copy, mut line) = (game.clone(), Line::new());
        let limit = Limit { length: game.length_limit(), mercy: self.mercy };
        let mut games = 0;
        let stop = loop {
            if moves.is_empty() {
                break Stop::Over;
            } else if limits.playouts.is_some_and(|most| games >= most) {
                break Stop::Playouts;
            } else if limits.time.is_some_and(|time| start.elapsed() >= time) {
                break Stop::Time;
            } else if control.stopped() && games >= moves.len() as u64 {
                break Stop::Asked;
            }
            let i = (games % moves.len() as u64) as usize;
            copy.copy_from(game);
            copy.play_legal(moves[i].mv);
            line.clear();
            line.push(moves[i].mv);
            let outcome = copy
                .outcome()
                .unwrap_or_else(|| self.policy.playout(&mut copy, limit, &mut self.rng, &mut line));
            let value = f64::from(outcome.value(self.modification));
            values[i].add(if game.to_play() == Color::Black { value } else { 1.0 - value });
            margin.add(f64::from(outcome.margin));
            games += 1;
        };
        let mut stats: Vec<MoveStat> =
            moves.iter().zip(&values).map(|(candidate, value)| stat(candidate, value)).collect();
        // Stable: equal values keep the game's order.
        stats.sort_by(|a, b| b.value.total_cmp(&a.value));
        let best = stats.first().copied();
        let margin = margin.mean();
        Report {
            best: best.map(|stat| stat.mv),
            value: best.map_or(0.5, |stat| stat.value),
            margin: if game.to_play() == Color::Black { margin } else { -margin },
            count: games,
            games,
            time: start.elapsed(),
            sequence: best.iter().map(|stat| stat.mv).collect(),
            rules: self.policy.rule_counts(),
            moves: stats,
            stop,
            ..Report::default()
        }
    }
}

fn stat(candidate: &Candidate, value: &Running) -> MoveStat {
    // A move that was never tried is worth nothing.
    let mean = if value.count() > 0 { value.mean() } else { 0.0 };
    MoveStat {
        mv: candidate.mv,
        count: value.count(),
        value: mean,
        estimate: mean,
        bound: mean,
        ..MoveStat::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::Move;
    use crate::framework::nim::{Nim, Uniform};

    fn search(heap: u16, playouts: u64) -> Report {
        let mut search = FlatSearch::new(Box::new(Uniform), Vec::new(), false, 0.0, 1);
        search.search(
            &Nim::new(heap),
            Limits { playouts: Some(playouts), ..Limits::default() },
            &Control::default(),
        )
    }

    #[test]
    fn every_move_is_tried_equally_often() {
        let report = search(10, 1001);
        assert_eq!(report.moves.iter().map(|stat| stat.count).sum::<u64>(), 1001);
        assert!(report.moves.iter().all(|stat| stat.count.abs_diff(500) <= 1));
    }

    #[test]
    fn a_win_at_once_is_found_and_a_finished_game_is_not_searched() {
        let report = search(2, 100);
        assert_eq!((report.best, report.value), (Some(Move(2)), 1.0));
        let report = search(0, 100);
        assert_eq!((report.best, report.stop), (None, Stop::Over));
    }
}
