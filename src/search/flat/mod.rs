//! Flat Monte Carlo: run many playouts after each move, and play the move with the best results.
//!
//! There is no tree, and no memory between moves. The algorithms of this family differ in two small parts,
//! each a trait with its implementations in a file; any two of them combine to a [`Variant`]:
//!
//! - the [`Allocation`] chooses the first move of the next playout, and the move that is finally played;
//! - the [`Credit`] chooses the moves credited with a playout's result.
//!
//! | search | allocation | credit |
//! |---|---|---|
//! | simple Monte Carlo | [`EqualTries`] | [`FirstMoveOnly`] |
//! | all moves as first | [`EqualTries`] | [`Amaf`] |
//! | UCB | [`ManualUcb`] or [`Ucb1`] | [`FirstMoveOnly`] |
//!
//! [`FlatSearch`] is the algorithm itself. All statistics are arrays indexed by move number, allocated once per search;
//! a playout allocates nothing.
//!
//! # References
//! - B. Brügmann, "Monte Carlo Go", 1993, without its annealing.
//! - B. Abramson, "Expected-outcome: a general model of static evaluation", IEEE Transactions on Pattern
//!   Analysis and Machine Intelligence 12(2), 1990.

mod allocation;
mod credit;
mod params;
mod statistics;
#[cfg(test)]
mod tests;

pub use allocation::{Allocation, EqualTries, ManualUcb, Ucb1};
pub use credit::{Amaf, Credit, FirstMoveOnly};
pub use params::{AmafParams, FlatParams, MonteCarloParams, MoveSharing, UcbFormula, UcbParams};
pub use statistics::{FirstMoves, MeanValue};

use std::time::{Duration, Instant};

use crate::framework::{
    Candidate, Color, Control, Ending, Game, Knowledge, Limits, Move, MoveStat, PlayoutLimit, PlayoutPolicy,
    RaveStat, Report, Search, Sequence, Step, Stop,
};
use crate::util::{Rng, Running, Stopwatch};

/// A variant of flat Monte Carlo.
#[derive(Debug)]
pub struct Variant {
    /// Which moves are tried.
    pub allocation: Box<dyn Allocation>,
    /// Which moves a playout is credited to.
    pub credit: Box<dyn Credit>,
    /// Minimum number of playouts per candidate move. It supersedes the time: the search continues while there is
    /// time left *or* the minimum is not reached, and without a time limit it ends at the minimum. At 0 only time
    /// decides.
    pub simulations: u64,
}

/// Equal tries and credit for the first move only, limited by time.
impl Default for Variant {
    fn default() -> Self {
        Self { allocation: Box::new(EqualTries), credit: Box::new(FirstMoveOnly), simulations: 0 }
    }
}

/// A flat Monte-Carlo search.
pub struct FlatSearch<G: Game> {
    variant: Variant,
    policy: Box<dyn PlayoutPolicy<G>>,
    filters: Vec<Box<dyn Knowledge<G>>>,
    mercy: bool,
    modification: f32,
    seed: u64,
}

impl<G: Game> FlatSearch<G> {
    /// Creates the search. Filters remove moves before they are tried; `mercy` lets playouts stop early; `modification`
    /// is the share of a playout's value that depends on the lead.
    pub fn new(
        policy: Box<dyn PlayoutPolicy<G>>,
        filters: Vec<Box<dyn Knowledge<G>>>,
        mercy: bool,
        modification: f32,
        seed: u64,
    ) -> Self {
        Self { variant: Variant::default(), policy, filters, mercy, modification, seed }
    }

    /// A variant over all moves of the game; a playout counts 1 for a win, ½ for a draw and 0 for a loss.
    pub fn of(variant: Variant, policy: Box<dyn PlayoutPolicy<G>>, seed: u64) -> Self {
        Self::new(policy, Vec::new(), false, 0.0, seed).with_variant(variant)
    }

    /// Replaces the variant.
    pub fn with_variant(self, variant: Variant) -> Self {
        Self { variant, ..self }
    }

    /// The moves to try.
    fn moves(&mut self, game: &G, rng: &mut Rng) -> Vec<Move> {
        let mut candidates = game.moves().into_iter().map(Candidate::new).collect();
        for filter in &mut self.filters {
            filter.edit(game, &mut candidates, rng);
        }
        candidates.iter().map(|candidate| candidate.mv).collect()
    }

    /// The reason to stop now, if any.
    fn end(
        &self,
        games: u64,
        moves: usize,
        time: Duration,
        limits: &Limits,
        control: &Control,
    ) -> Option<Stop> {
        let least = self.variant.simulations.saturating_mul(moves as u64);
        let is_time_left = limits.time.map_or(least == 0, |most| time < most);
        if moves == 0 {
            Some(Stop::Over)
        } else if limits.playouts.is_some_and(|most| games >= most) {
            Some(Stop::Playouts)
        } else if control.stopped() && games >= moves as u64 {
            Some(Stop::Asked)
        } else if is_time_left || games < least {
            None
        } else {
            Some(if limits.time.is_some() { Stop::Time } else { Stop::Playouts })
        }
    }
}

impl<G: Game> Search<G> for FlatSearch<G> {
    fn search(&mut self, game: &G, limits: Limits, control: &Control) -> Report {
        let start = Stopwatch::start(limits.time_mode);
        let player = game.to_play();
        let mut rng = Rng::new(self.seed);
        let moves = self.moves(game, &mut rng);
        let mut first = FirstMoves::new(game.move_limit());
        self.variant.credit.clear(game.move_limit());
        let (mut margin, mut simulating) = (Running::default(), Duration::ZERO);
        let (mut copy, mut line) = (game.clone(), Sequence::new());
        let limit = PlayoutLimit { length: game.length_limit(), mercy: self.mercy };
        let mut longest = 0;
        let stop = loop {
            let games = first.playouts();
            if let Some(stop) = self.end(games, moves.len(), start.elapsed(), &limits, control) {
                break stop;
            }
            // Select a move and play it.
            let mv = self.variant.allocation.next(&moves, &first);
            let stats = || moves.iter().map(|&mv| self.stat(mv, &first)).collect();
            control.trace(|| Step::Choose { ply: 0, moves: stats(), mv });
            copy.copy_from(game);
            copy.play_legal(mv);
            line.clear();
            line.push(mv);
            // Play to the end by the policy.
            let before = Instant::now();
            let outcome =
                copy.outcome().unwrap_or_else(|| self.policy.playout(&mut copy, limit, &mut rng, &mut line));
            simulating += before.elapsed();
            longest = longest.max(line.len() as u64);
            // Learn from the result.
            let value = f64::from(outcome.value(self.modification));
            let value = if player == Color::Black { value } else { 1.0 - value };
            control.trace(|| Step::Playout { line: line.clone(), chosen: 1, outcome, value });
            first.add(mv, value);
            self.variant.credit.record(&line, value);
            if outcome.ending != Ending::BrokenOff {
                margin.add(f64::from(if player == Color::Black { outcome.margin } else { -outcome.margin }));
            }
        };
        // Rank the moves, best first.
        let mut stats: Vec<MoveStat> = moves.iter().map(|&mv| self.stat(mv, &first)).collect();
        // Stable: ties keep the game's move order.
        let rank = |stat: &MoveStat| self.variant.allocation.rank(stat);
        stats.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
        let best = stats.first().copied();
        let (games, time) = (first.playouts(), start.elapsed());
        let report = Report {
            best: best.map(|stat| stat.mv),
            value: best.map_or(0.5, |stat| stat.estimate),
            margin: margin.mean(),
            count: games,
            games,
            time,
            sequence: best.iter().map(|stat| stat.mv).collect(),
            details: details(games, time, simulating),
            rules: self.policy.take_rule_counts(),
            moves: stats,
            longest,
            stop,
            ..Report::default()
        };
        // The search is short, so observers get only the final state.
        control.observers().iter().for_each(|observer| (observer.see)(&report));
        report
    }
}

impl<G: Game> FlatSearch<G> {
    fn stat(&self, mv: Move, first: &FirstMoves) -> MoveStat {
        let (all, first, amaf) = (first.playouts(), first.of(mv), self.variant.credit.of(mv));
        MoveStat {
            mv,
            count: first.count,
            value: first.mean(),
            rave: (amaf.count > 0).then(|| RaveStat { count: amaf.count as f64, value: amaf.mean() }),
            estimate: self.variant.credit.estimate(mv, first),
            bound: self.variant.allocation.bound(first, all),
            ..MoveStat::default()
        }
    }
}

/// The number of playouts, their speed, and their share of the search time.
fn details(games: u64, time: Duration, simulating: Duration) -> Vec<(&'static str, String)> {
    let seconds = time.as_secs_f64().max(1e-9);
    vec![
        ("Count", games.to_string()),
        ("Games/s", format!("{:.0}", games as f64 / seconds)),
        ("PlayoutTime", format!("{:.1}%", 100.0 * simulating.as_secs_f64() / seconds)),
    ]
}
