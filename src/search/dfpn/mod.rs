//! Df-pn: depth-first proof-number search, which proves the winner under best play.
//!
//! A proof answers a yes/no question: does the *prover* win? Two numbers measure the distance to the answer. The *proof
//! number* is the minimum number of open leaves that must be won to prove a win, the *disproof number* the minimum that
//! must be lost or drawn to refute it. At nodes where the prover moves, the proof number is the minimum over the
//! children, because one winning move is enough, and the disproof number is their sum, because all moves must fail; at
//! the opponent's nodes it is the reverse. Once the answer is known, one of the two is 0. The table stores them
//! relative to the player to move: `own` is the distance to that player's goal, and the other player's goal is to stop
//! the prover.
//!
//! The search always expands the most-proving leaf. It stays in a subtree while both numbers are below thresholds, at
//! which another subtree becomes more promising, so it needs a table but no tree. The thresholds are raised by a
//! quarter, so that the search does not alternate between two subtrees. A table of any size works; a small one only
//! repeats work. The search ends with an answer or at its limits.
//!
//! If the player to move does not win, a second proof asks whether the opponent does; if neither does, the game is a
//! draw.
//!
//! The table identifies positions that differ only in their history, see [`Game::state_key`]. For games whose rules
//! depend on history, such as Go with superko, the search replays each proof with the actual history and continues the
//! search at positions without an answer. A proof that fails the replay gives no result.
//!
//! # References
//! - L. V. Allis, M. van der Meulen and H. J. van den Herik, "Proof-number search", Artificial Intelligence 66(1), 1994.
//! - A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", dissertation, University of Tokyo, 2002.
//! - J. Pawlewicz and Ł. Lew, "Improving depth-first PN-search: 1 + ε trick", Computers and Games, 2006.
//! - A. Kishimoto and M. Müller, "A general solution to the graph history interaction problem", AAAI 2004; they
//!   re-prove positions reached with another history, while this search replays the whole proof once.

mod proof;
mod table;

use self::proof::{Proof, Run};
use crate::framework::{Color, Control, Game, Limits, Move, MoveStat, Report, Search, Stop};
use crate::util::Stopwatch;

crate::params! {
    /// The question that df-pn answers, and its table size.
    pub struct DfPnParams {
        all_moves: bool = false, in .., "Settle every move of the position rather than only its value.";
        hash_entries: u64 = 1 << 21, in 1..=1 << 26, "Positions per table, one table for each player's question, at most 50 bytes each; a full table drops those that cost the least work.";
    }
}

/// Depth-first proof-number search.
pub struct DfPn {
    params: DfPnParams,
}

impl DfPn {
    /// Each search uses its own table.
    pub fn new(params: DfPnParams) -> Self {
        Self { params }
    }
}

impl<G: Game> Search<G> for DfPn {
    /// A playout limit bounds the number of expanded positions.
    fn search(&mut self, game: &G, limits: Limits, control: &Control) -> Report {
        if game.outcome().is_some() {
            return Report::instant(None);
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
        let moves = game.moves();
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
            // Stable: ties keep the game's move order.
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

/// The principal variation of a proof: the winner plays proven moves, the loser any move.
fn line<G: Game>(game: &G, first: Move, value: Option<f64>, proofs: &[Proof; 2]) -> Vec<Move> {
    const LONGEST: usize = 40;
    let (mut line, mut game, mut value) = (vec![first], game.clone(), value);
    game.play_legal(first);
    while let (Some(here), None, true) = (value, game.decided(), line.len() < LONGEST) {
        let value_here = 1.0 - here;
        let player = game.to_play();
        // If draws are possible, only a proof of the player's own win shows a win.
        let shows =
            |prover: &Color| value_here < 1.0 || *prover == player || !proofs[prover.index()].has_draws;
        let nearest = |prover: Color| proofs[prover.index()].most_promising(&game);
        let reached = [player, !player]
            .into_iter()
            .filter(shows)
            .find_map(|prover| nearest(prover).filter(|&(_, is_reached)| is_reached));
        // In a lost position any move will do. A winning move that the table has dropped ends the line.
        let any = if value_here == 0.0 { nearest(!player) } else { None };
        let Some((mv, _)) = reached.or(any) else { break };
        game.play_legal(mv);
        line.push(mv);
        value = Some(value_here);
    }
    line
}

/// The value for the player to move (1, ½ or 0) and a move that achieves it; `None` if not found.
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
        run.open = "whether a player wins, because moves form a cycle".to_owned();
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
