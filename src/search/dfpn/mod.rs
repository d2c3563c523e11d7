//! Df-pn: proves who wins under best play by both, by depth-first proof-number search.
//!
//! A proof answers a question with two answers: does the *prover* win? Two numbers say how far a position is from the
//! answer. The *proof number* is the least number of open leaves that must be won to prove a win, the *disproof number*
//! the least number that must be lost or drawn to refute it. Where the prover is to move, the proof number is the least
//! one of the children, because one move is enough, and the disproof number is the sum over the children, because all
//! moves must fail; where the other player is to move, it is the other way round. One of the two is 0 when the answer is
//! known. The table keeps them from the point of view of the player to move: `own` is its way to its own goal, and the
//! goal of the other player is to stop the prover.
//!
//! The search always goes on at the leaf that the numbers point to. It stays in a subtree as long as both numbers are
//! below thresholds, above which another subtree is more promising. So it needs a table, and no tree. The thresholds are a
//! quarter higher than they need to be, so that the search does not jump to and fro between two subtrees. A table of any
//! size is enough, because a smaller one only makes the search repeat work: it ends with an answer, or at its limits.
//!
//! If the player to move does not win, a second proof asks whether the other one does; if neither, the game is a draw.
//!
//! The table takes positions as equal when they differ only in the positions before them, see [`Game::state_key`]. For
//! games whose rules consider these, such as Go with superko, the search replays each proof in the true order of moves,
//! and searches on where it meets a position without an answer. A proof that fails then is no result.
//!
//! # References
//! - L. V. Allis, M. van der Meulen and H. J. van den Herik, "Proof-number search", Artificial Intelligence 66(1), 1994.
//! - A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", dissertation, University of Tokyo, 2002.
//! - J. Pawlewicz and Ł. Lew, "Improving depth-first PN-search: 1 + ε trick", Computers and Games, 2006.
//! - A. Kishimoto and M. Müller, "A general solution to the graph history interaction problem", AAAI 2004; they prove
//!   positions again where they meet them with another history, and this search replays the whole proof once instead.

mod proof;
mod table;

use self::proof::{Proof, Run};
use crate::framework::{Color, Control, Game, Limits, Move, MoveStat, Report, Search, Stop};
use crate::util::Stopwatch;

crate::params! {
    /// What df-pn settles, and its table.
    pub struct DfPnParams {
        all_moves: bool = false, in .., "Settle each move of the position rather than only its value.";
        hash_entries: u64 = 1 << 21, in 1..=1 << 26, "Positions in the table of each player's question, 50 bytes each at most; a full table drops those that cost the least work.";
    }
}

/// Proof-number search.
pub struct DfPn {
    params: DfPnParams,
}

impl DfPn {
    /// Each search has a table of its own.
    pub fn new(params: DfPnParams) -> Self {
        Self { params }
    }
}

impl<G: Game> Search<G> for DfPn {
    /// A playout limit bounds the positions expanded.
    fn search(&mut self, game: &G, limits: Limits, control: &Control) -> Report {
        if game.outcome().is_some() {
            return Report { stop: Stop::Over, value: 0.5, ..Report::default() };
        }
        let mut run = Run {
            start: Stopwatch::start(limits.time_mode),
            limits,
            control,
            nodes: 0,
            ended: None,
            open: String::new(),
            promising: None,
        };
        let mut proofs = Color::ALL.map(|prover| Proof::new(prover, self.params.hash_entries));
        let mut moves = Vec::new();
        game.candidates(&mut moves);
        let stat = |mv, value: f64| MoveStat {
            mv,
            value,
            estimate: value,
            bound: value,
            proven: (value != 0.5).then_some(value == 1.0),
            ..MoveStat::default()
        };
        let (value, found) = if self.params.all_moves {
            let mut found = Vec::new();
            for &mv in &moves {
                let mut after = game.clone();
                after.play_legal(mv);
                let Some((value, _)) = value_of(&mut run, &after, &mut proofs) else {
                    run.open = format!("after {}, {}", game.move_text(mv), run.open);
                    run.promising = None;
                    break;
                };
                run.trace(mv, 1.0 - value);
                found.push(stat(mv, 1.0 - value));
            }
            // Stable: equal moves stay in the order of the game.
            found.sort_by(|a, b| b.value.total_cmp(&a.value));
            let value = (found.len() == moves.len()).then(|| found.first().map_or(0.5, |best| best.value));
            (value, found)
        } else {
            let found = value_of(&mut run, game, &mut proofs);
            let best = found.and_then(|(value, best)| best.map(|mv| stat(mv, value)));
            if let Some(best) = &best {
                run.trace(best.mv, best.value);
            }
            (found.map(|(value, _)| value), best.into_iter().collect())
        };
        let best = found.first().map(|stat| stat.mv).or(run.promising).or(moves.first().copied());
        let (time, nodes) = (run.start.elapsed(), run.nodes);
        let details = vec![
            ("Solved", u8::from(value.is_some()).to_string()),
            ("Nodes", nodes.to_string()),
            ("Nodes/s", format!("{:.0}", nodes as f64 / time.as_secs_f64().max(1e-9))),
            ("Positions", proofs.iter().map(|proof| proof.positions()).sum::<usize>().to_string()),
        ];
        let stop = match (value, run.ended) {
            (Some(_), _) => Stop::Proven,
            (None, Some(stop)) => stop,
            (None, None) => Stop::Settled,
        };
        let sequence = best.map_or(Vec::new(), |best| line(game, best, value, &proofs));
        Report {
            best,
            value: value.unwrap_or(0.5),
            margin: value.map_or(0.0, |value| 2.0 * value - 1.0),
            longest: sequence.len() as u64,
            time,
            nodes,
            moves: found,
            sequence,
            details,
            open: value.is_none().then_some(run.open),
            stop,
            ..Report::default()
        }
    }
}

/// The line of a proof: the winner plays proven moves, and the loser any.
fn line<G: Game>(game: &G, first: Move, value: Option<f64>, proofs: &[Proof; 2]) -> Vec<Move> {
    const LONGEST: usize = 40;
    let (mut line, mut game, mut value) = (vec![first], game.clone(), value);
    game.play_legal(first);
    while let (Some(here), None, true) = (value, game.decided(), line.len() < LONGEST) {
        let value_here = 1.0 - here;
        let player = game.to_play();
        // Where a draw is possible, only a proof of the player's own shows a win.
        let shows =
            |prover: &Color| value_here < 1.0 || *prover == player || !proofs[prover.index()].has_draws;
        let nearest = |prover: Color| proofs[prover.index()].most_promising(&game);
        let reached = [player, !player]
            .into_iter()
            .filter(shows)
            .find_map(|prover| nearest(prover).filter(|&(_, is_reached)| is_reached));
        // Any move of a lost position will do. A winning one that the table has dropped ends the line.
        let any = if value_here == 0.0 { nearest(!player) } else { None };
        let Some((mv, _)) = reached.or(any) else { break };
        game.play_legal(mv);
        line.push(mv);
        value = Some(value_here);
    }
    line
}

/// The value for the player to move, 1, ½ or 0, and a move that keeps it; `None` if it is not found.
fn value_of<G: Game>(run: &mut Run, game: &G, proofs: &mut [Proof; 2]) -> Option<(f64, Option<Move>)> {
    let player = game.to_play();
    let value = |winner: Option<Color>| winner.map_or(0.5, |winner| f64::from(u8::from(winner == player)));
    if let Some(outcome) = game.decided() {
        return Some((value(outcome.winner), None));
    }
    let (wins, best) = proofs[player.index()].prove(game, run)?;
    if wins {
        return Some((1.0, best));
    }
    let is_exact = |proof: &Proof| !proof.is_cut;
    if is_exact(&proofs[player.index()]) && !proofs[player.index()].has_draws {
        return Some((0.0, best));
    }
    let (loses, best) = proofs[(!player).index()].prove(game, run)?;
    if !loses && !proofs.iter().all(is_exact) {
        run.open = "whether a player wins, because moves led in a circle".to_owned();
        return None;
    }
    Some((if loses { 0.0 } else { 0.5 }, best))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::nim::Nim;
    use crate::util::params::Params;

    fn search(heap: u16, change: impl Fn(&mut DfPnParams, &mut Limits)) -> Report {
        let (mut params, mut limits) = (DfPnParams::for_size(9), Limits::default());
        change(&mut params, &mut limits);
        DfPn::new(params).search(&Nim::new(heap), limits, &Control::default())
    }

    #[test]
    fn nim_is_settled() {
        for heap in 1..60 {
            let report = search(heap, |_, _| {});
            let wins = heap % 3 != 0;
            assert_eq!((report.stop, report.value), (Stop::Proven, f64::from(u8::from(wins))), "heap {heap}");
            assert!(!wins || report.best == Some(Move(heap % 3)), "heap {heap}");
            let all = search(heap, |params, _| params.all_moves = true);
            let proven = |number: u16| all.moves.iter().find(|stat| stat.mv == Move(number))?.proven;
            assert_eq!(all.value, report.value);
            assert_eq!(
                [1, 2].map(proven),
                [1, 2].map(|n| (n <= heap).then(|| (heap - n) % 3 == 0)),
                "heap {heap}"
            );
        }
    }

    #[test]
    fn limits_end_it_without_an_answer() {
        let found = search(50, |_, limits| limits.playouts = Some(10));
        assert_eq!((found.stop, found.value, found.moves.len()), (Stop::Playouts, 0.5, 0));
        assert!(found.best.is_some());
        let open = found.open.unwrap();
        assert!(open.starts_with("whether black wins, with proof number "), "{open}");
        assert_eq!(search(0, |_, _| {}).stop, Stop::Over);
    }

    #[test]
    fn a_table_of_any_size_is_enough() {
        for entries in [1, 2, 5, 20] {
            for heap in 1..25 {
                let report = search(heap, |params, _| params.hash_entries = entries);
                let value = f64::from(u8::from(heap % 3 != 0));
                assert_eq!(
                    (report.stop, report.value),
                    (Stop::Proven, value),
                    "{entries} entries, heap {heap}"
                );
            }
        }
    }
}
