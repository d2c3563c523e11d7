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
//! quarter higher than they need to be, so that the search does not jump to and fro between two subtrees.
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
//!   positions again where they meet them with another history, and this file replays the whole proof once instead.

use std::collections::{HashMap, HashSet};

use crate::framework::{Color, Control, Game, Limits, Move, MoveStat, Report, Search, Step, Stop};
use crate::util::Stopwatch;

crate::params! {
    /// What df-pn settles, and its table.
    pub struct DfPnParams {
        all_moves: bool = false, in .., "Settle each move of the position rather than only its value.";
        hash_entries: u64 = 1 << 21, in 1..=1 << 26, "Positions in the table, 32 bytes each at most; a search that fills it ends without an answer.";
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
            entries: self.params.hash_entries,
            nodes: 0,
            ended: None,
        };
        let mut proofs = Color::ALL.map(Proof::new);
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
                let Some(value) = run.value(&after, &mut proofs) else { break };
                run.trace(mv, 1.0 - value);
                found.push(stat(mv, 1.0 - value));
            }
            // Stable: equal moves stay in the order of the game.
            found.sort_by(|a, b| b.value.total_cmp(&a.value));
            let value = (found.len() == moves.len()).then(|| found.first().map_or(0.5, |best| best.value));
            (value, found)
        } else {
            let value = run.value(game, &mut proofs);
            let best = value.and_then(|value| best_move(game, value, &proofs));
            let found = best.zip(value);
            if let Some((mv, value)) = found {
                run.trace(mv, value);
            }
            (value, found.map(|(mv, value)| stat(mv, value)).into_iter().collect())
        };
        let promising = || proofs[game.to_play().index()].most_promising(game);
        let best = found.first().map(|stat| stat.mv).or_else(promising);
        let (time, nodes) = (run.start.elapsed(), run.nodes);
        let details = vec![
            ("Solved", u8::from(value.is_some()).to_string()),
            ("Nodes", nodes.to_string()),
            ("Nodes/s", format!("{:.0}", nodes as f64 / time.as_secs_f64().max(1e-9))),
            ("Positions", proofs.iter().map(|proof| proof.table.len()).sum::<usize>().to_string()),
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
            stop,
            ..Report::default()
        }
    }
}

/// A move that keeps the value of a settled position for the player to move; any move of a lost one.
fn best_move<G: Game>(game: &G, value: f64, proofs: &[Proof; 2]) -> Option<Move> {
    // A win is proven by the player to move; a draw is what the other player's proof could not prevent.
    let prover = if value == 1.0 { game.to_play() } else { !game.to_play() };
    proofs[prover.index()].most_promising(game)
}

/// The line of a proof: the winner plays proven moves, and the loser any.
fn line<G: Game>(game: &G, first: Move, value: Option<f64>, proofs: &[Proof; 2]) -> Vec<Move> {
    const LONGEST: usize = 40;
    let (mut line, mut game, mut value) = (vec![first], game.clone(), value);
    game.play_legal(first);
    while let (Some(here), None, true) = (value, game.decided(), line.len() < LONGEST) {
        let Some(mv) = best_move(&game, 1.0 - here, proofs) else { break };
        game.play_legal(mv);
        line.push(mv);
        value = Some(1.0 - here);
    }
    line
}

/// The limits of a search, and what it has spent.
struct Run<'a> {
    start: Stopwatch,
    limits: Limits,
    control: &'a Control,
    entries: u64,
    /// Positions expanded.
    nodes: u64,
    /// Why the search must end.
    ended: Option<Stop>,
}

impl Run<'_> {
    /// The value for the player to move, 1, ½ or 0; `None` if it is not found.
    fn value<G: Game>(&mut self, game: &G, proofs: &mut [Proof; 2]) -> Option<f64> {
        let player = game.to_play();
        let value =
            |winner: Option<Color>| winner.map_or(0.5, |winner| f64::from(u8::from(winner == player)));
        if let Some(outcome) = game.decided() {
            return Some(value(outcome.winner));
        }
        if proofs[player.index()].prove(game, self)? {
            return Some(1.0);
        }
        let is_exact = |proof: &Proof| !proof.is_cut;
        if is_exact(&proofs[player.index()]) && !proofs[player.index()].has_draws {
            return Some(0.0);
        }
        match proofs[(!player).index()].prove(game, self)? {
            true => Some(0.0),
            false => proofs.iter().all(is_exact).then_some(0.5),
        }
    }

    /// Counts a node; returns whether the search may go on.
    fn count(&mut self, positions: usize) -> bool {
        self.nodes += 1;
        if positions as u64 >= self.entries {
            self.ended = Some(Stop::Memory);
        } else if self.limits.playouts.is_some_and(|most| self.nodes >= most) {
            self.ended = Some(Stop::Playouts);
        } else if self.nodes.is_multiple_of(256) {
            if self.control.stopped() {
                self.ended = Some(Stop::Asked);
            } else if self.limits.time.is_some_and(|time| self.start.elapsed() >= time) {
                self.ended = Some(Stop::Time);
            }
        }
        self.ended.is_none()
    }

    fn trace(&self, mv: Move, value: f64) {
        if let Some(tracer) = self.control.tracer() {
            let found = if value == 1.0 {
                "wins"
            } else if value == 0.0 {
                "loses"
            } else {
                "draws"
            };
            tracer(Step::Look { mv, found });
        }
    }
}

/// The greatest length of a line.
const MOST_MOVES: usize = 1000;

/// The number of a goal that cannot be reached.
const NEVER: u32 = u32::MAX;

/// The distances from the two answers, in leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    /// To the goal of the player to move.
    own: u32,
    /// To the goal of the other player.
    other: u32,
}

impl Numbers {
    const UNKNOWN: Self = Self { own: 1, other: 1 };
    const REACHED: Self = Self { own: 0, other: NEVER };
    const MISSED: Self = Self { own: NEVER, other: 0 };
}

/// A position on the line that is searched.
struct Node<G> {
    game: G,
    key: u64,
    /// The moves, and the keys of the positions after them.
    moves: Vec<(Move, u64)>,
    /// The search leaves the node when one of its numbers is as large.
    limit: Numbers,
}

/// The question whether a player wins, and all that is known about it.
struct Proof {
    prover: Color,
    table: HashMap<u64, Numbers>,
    /// Whether a game ended in a draw, which the prover does not win.
    has_draws: bool,
    /// Whether a line was left because it repeats itself: it counts as not won by the prover.
    is_cut: bool,
}

impl Proof {
    fn new(prover: Color) -> Self {
        Self { prover, table: HashMap::new(), has_draws: false, is_cut: false }
    }

    /// Whether the prover wins; `None` if the limits end the search, or if the proof does not hold with the earlier
    /// positions of the game.
    fn prove<G: Game>(&mut self, game: &G, run: &mut Run) -> Option<bool> {
        let wins = self.search(game, run)?;
        let winner = if wins { self.prover } else { !self.prover };
        (game.table_key().is_some() || self.holds(game, winner, 0, run)).then_some(wins)
    }

    /// Whether the prover wins, as if there were no earlier positions.
    fn search<G: Game>(&mut self, root: &G, run: &mut Run) -> Option<bool> {
        let mut path = HashSet::new();
        let all = Numbers { own: NEVER, other: NEVER };
        let mut line = vec![self.node(root.clone(), root.state_key(), all)];
        path.insert(root.state_key());
        while let Some(node) = line.last() {
            let (numbers, best, second) = self.numbers(&node.moves, node.game.to_play(), &path);
            if numbers.own >= node.limit.own || numbers.other >= node.limit.other {
                self.table.insert(node.key, numbers);
                path.remove(&node.key);
                line.pop();
                continue;
            }
            if !run.count(self.table.len()) {
                return None;
            }
            if line.len() > MOST_MOVES {
                run.ended = Some(Stop::Memory);
                return None;
            }
            let (mv, key) = node.moves[best];
            let child = self.at(key);
            // The child's way to its goal is a part of the sum `other`; the rest of the sum is its siblings'.
            let limit = Numbers {
                own: match node.limit.other {
                    NEVER => NEVER,
                    limit => limit.saturating_sub(numbers.other - child.own),
                },
                other: node.limit.own.min(second.saturating_add(second / 4 + 1)),
            };
            let mut game = node.game.clone();
            game.play_legal(mv);
            path.insert(key);
            let node = self.node(game, key, limit);
            line.push(node);
        }
        Some((self.at(root.state_key()) == Numbers::REACHED) == (root.to_play() == self.prover))
    }

    /// Makes a node. The positions after its moves get their answer where the game is decided.
    fn node<G: Game>(&mut self, game: G, key: u64, limit: Numbers) -> Node<G> {
        let mut list = Vec::new();
        game.candidates(&mut list);
        let mut moves = Vec::with_capacity(list.len());
        let mut after = game.clone();
        for (i, &mv) in list.iter().enumerate() {
            if i > 0 {
                after.copy_from(&game);
            }
            after.play_legal(mv);
            let key = after.state_key();
            moves.push((mv, key));
            if self.table.contains_key(&key) {
                continue;
            }
            if let Some(outcome) = after.decided() {
                self.has_draws |= outcome.winner.is_none();
                let is_won = outcome.winner == Some(self.prover);
                let is_reached = is_won == (after.to_play() == self.prover);
                self.table.insert(key, if is_reached { Numbers::REACHED } else { Numbers::MISSED });
            }
        }
        Node { game, key, moves, limit }
    }

    fn at(&self, key: u64) -> Numbers {
        self.table.get(&key).copied().unwrap_or(Numbers::UNKNOWN)
    }

    /// The numbers of a node, its best child, and the way of the player to move to its goal by the second best.
    fn numbers(
        &mut self,
        moves: &[(Move, u64)],
        player: Color,
        path: &HashSet<u64>,
    ) -> (Numbers, usize, u32) {
        let (mut least, mut second, mut best, mut sum, mut is_never) = (NEVER, NEVER, 0, 0_u32, false);
        for (i, &(_, key)) in moves.iter().enumerate() {
            let mut child = self.at(key);
            if path.contains(&key) {
                // The moves lead in a circle, which the prover does not win.
                self.is_cut = true;
                child = if player == self.prover { Numbers::REACHED } else { Numbers::MISSED };
            }
            is_never |= child.own == NEVER;
            sum = sum.saturating_add(child.own).min(NEVER - 1);
            if child.other < least {
                (least, second, best) = (child.other, least, i);
            } else {
                second = second.min(child.other);
            }
        }
        let other = if is_never { NEVER } else { sum };
        (Numbers { own: least, other }, best, second)
    }

    /// Whether the answer that `winner` is glad of holds with all earlier positions of the game: that player has a move
    /// whose answer is known, and each reply of the other one leads to such a position again.
    fn holds<G: Game>(&mut self, game: &G, winner: Color, depth: usize, run: &mut Run) -> bool {
        let is_glad = |is_won: bool| is_won == (winner == self.prover);
        if let Some(outcome) = game.decided() {
            return is_glad(outcome.winner == Some(self.prover));
        }
        if depth > MOST_MOVES / 4 || !run.count(self.table.len()) {
            return false;
        }
        let is_winner = game.to_play() == winner;
        let Node { moves, .. } = self.node(game.clone(), game.state_key(), Numbers::UNKNOWN);
        let mut after = game.clone();
        for (mv, key) in moves {
            let mut is_known = if is_winner { self.at(key).other == 0 } else { self.at(key).own == 0 };
            if is_winner && !is_known {
                continue;
            }
            after.copy_from(game);
            after.play_legal(mv);
            if !is_known {
                // With the true history the other player has moves that the proof has not met.
                is_known = self.search(&after, run) == Some(winner == self.prover);
            }
            if (is_known && self.holds(&after, winner, depth + 1, run)) == is_winner {
                return is_winner;
            }
        }
        !is_winner
    }

    /// The move that brings the player to move nearest to its goal.
    fn most_promising<G: Game>(&self, game: &G) -> Option<Move> {
        let mut moves = Vec::new();
        game.candidates(&mut moves);
        let distance = |mv: &Move| {
            let mut after = game.clone();
            after.play_legal(*mv);
            self.at(after.state_key()).other
        };
        moves.into_iter().min_by_key(distance)
    }
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
        assert_eq!(search(50, |params, _| params.hash_entries = 5).stop, Stop::Memory);
        assert_eq!(search(0, |_, _| {}).stop, Stop::Over);
    }
}
