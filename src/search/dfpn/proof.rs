//! The proof-number search for one question, whether a player wins: its limits, its state and the check of its proof.

use std::collections::HashSet;

use super::table::{NEVER, Numbers, Table};
use crate::framework::{Color, Control, Game, Limits, Move, Step, Stop};
use crate::util::Stopwatch;

/// The limits of a search, and what it has spent.
pub(super) struct Run<'a> {
    pub(super) start: Stopwatch,
    pub(super) limits: Limits,
    pub(super) control: &'a Control,
    /// Positions expanded.
    pub(super) nodes: u64,
    /// The stop reason, once set.
    pub(super) ended: Option<Stop>,
    /// The last question, in words, with what is known about it.
    pub(super) open: String,
    /// The move that the first question is about.
    pub(super) promising: Option<Move>,
}

impl Run<'_> {
    /// Counts a node, unless the search must end; returns whether it may go on.
    fn goes_on(&mut self) -> bool {
        if self.ended.is_some() {
            return false;
        }
        self.nodes += 1;
        if self.limits.playouts.is_some_and(|most| self.nodes >= most) {
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

    pub(super) fn trace(&self, mv: Move, value: f64) {
        let found = match value {
            1.0 => "wins",
            0.0 => "loses",
            _ => "draws",
        };
        self.control.trace(|| Step::Look { mv, found });
    }
}

/// Maximum length of a line.
const MAX_MOVES: usize = 1000;

/// A move from a position on the current line.
struct Child {
    mv: Move,
    /// The key of the position after it.
    key: u64,
    /// The latest numbers of that position. The line keeps its own copy because the table may drop them: otherwise a
    /// small table could repeatedly lose a node's results before the node uses them.
    numbers: Numbers,
}

/// A position on the current line.
struct Node<G> {
    game: G,
    key: u64,
    children: Vec<Child>,
    /// The thresholds: the search leaves the node when one of its numbers reaches its limit.
    limit: Numbers,
    /// The number of positions expanded before it.
    opened: u64,
}

/// What a search knows about its root.
#[derive(Clone, Copy)]
pub(super) struct Answer {
    numbers: Numbers,
    /// The most promising move for the player to move.
    pub(super) best: Option<Move>,
}

/// The question whether a player wins, and everything known about it.
pub(super) struct Proof {
    pub(super) prover: Color,
    table: Table,
    /// Whether any line ended in a draw, which is not a win for the prover.
    pub(super) has_draws: bool,
    /// Whether a line was cut because of repetition, which counts as not won by the prover.
    pub(super) is_cut: bool,
}

impl Proof {
    pub(super) fn new(prover: Color, entries: u64) -> Self {
        Self { prover, table: Table::new(entries), has_draws: false, is_cut: false }
    }

    /// The number of positions in the table.
    pub(super) fn positions(&self) -> usize {
        self.table.len()
    }

    /// Whether the prover wins, and the best move; `None` if the limits end the search, or if the proof does not hold
    /// with the game's history.
    pub(super) fn prove<G: Game>(&mut self, game: &G, run: &mut Run) -> Option<(bool, Option<Move>)> {
        let answer = self.search(game, run);
        let is_first = game.to_play() == self.prover;
        run.open = format!(
            "whether {} wins, with proof number {} and disproof number {}",
            self.prover,
            if is_first { answer.numbers.own } else { answer.numbers.other },
            if is_first { answer.numbers.other } else { answer.numbers.own },
        );
        run.promising = run.promising.or(answer.best);
        let wins = answer.wins(is_first)?;
        let winner = if wins { self.prover } else { !self.prover };
        if game.table_key().is_some() || self.holds(game, winner, 0, run) {
            return Some((wins, answer.best));
        }
        run.open = format!("whether {} wins: the proof does not hold after the moves played", self.prover);
        None
    }

    /// Whether the prover wins, ignoring the history.
    fn search<G: Game>(&mut self, root: &G, run: &mut Run) -> Answer {
        let mut path = HashSet::from([root.state_key()]);
        let mut line = vec![self.node(root.clone(), root.state_key(), Numbers::NO_LIMIT, run)];
        let mut answer = Answer { numbers: Numbers::UNKNOWN, best: None };
        while let Some(node) = line.last_mut() {
            let player = node.game.to_play();
            let (numbers, best, second) = self.numbers(&mut node.children, player, &path);
            let is_done = numbers.own >= node.limit.own || numbers.other >= node.limit.other;
            if is_done || !run.goes_on() {
                answer = Answer { numbers, best: node.children.get(best).map(|child| child.mv) };
                self.table.insert(node.key, numbers, run.nodes - node.opened);
                path.remove(&node.key);
                line.pop();
                continue;
            }
            let child = &node.children[best];
            // The child's distance is one term of the sum `other`; subtract its siblings' share.
            let limit = Numbers {
                own: match node.limit.other {
                    NEVER => NEVER,
                    limit => limit.saturating_sub(numbers.other - child.numbers.own),
                },
                other: node.limit.own.min(second.saturating_add(second / 4 + 1)),
            };
            let key = child.key;
            let mut game = node.game.clone();
            game.play_legal(child.mv);
            if line.len() >= MAX_MOVES {
                run.ended = Some(Stop::Memory);
                continue;
            }
            path.insert(key);
            let node = self.node(game, key, limit, run);
            line.push(node);
        }
        answer
    }

    /// Creates a node. Positions after its moves get their answer where the game is decided.
    fn node<G: Game>(&mut self, game: G, key: u64, limit: Numbers, run: &Run) -> Node<G> {
        let list = game.moves();
        let mut children = Vec::with_capacity(list.len());
        let mut after = game.clone();
        for (i, &mv) in list.iter().enumerate() {
            if i > 0 {
                after.copy_from(&game);
            }
            after.play_legal(mv);
            let key = after.state_key();
            let numbers = self.table.get(key).or_else(|| self.decided(&after, key));
            children.push(Child { mv, key, numbers: numbers.unwrap_or(Numbers::UNKNOWN) });
        }
        Node { game, key, children, limit, opened: run.nodes }
    }

    /// The numbers of a decided game, which are then stored in the table.
    fn decided<G: Game>(&mut self, game: &G, key: u64) -> Option<Numbers> {
        let outcome = game.decided()?;
        self.has_draws |= outcome.winner.is_none();
        let is_won = outcome.winner == Some(self.prover);
        let is_reached = is_won == (game.to_play() == self.prover);
        let numbers = if is_reached { Numbers::REACHED } else { Numbers::MISSED };
        self.table.insert(key, numbers, 0);
        Some(numbers)
    }

    /// The numbers of a node, its best child, and the `own` distance through the second-best child.
    fn numbers(
        &mut self,
        children: &mut [Child],
        player: Color,
        path: &HashSet<u64>,
    ) -> (Numbers, usize, u32) {
        let (mut least, mut second, mut best, mut sum, mut is_never) = (NEVER, NEVER, 0, 0_u32, false);
        for (i, child) in children.iter_mut().enumerate() {
            child.numbers = self.table.get(child.key).unwrap_or(child.numbers);
            let mut numbers = child.numbers;
            if path.contains(&child.key) {
                // A cycle, which is not a win for the prover.
                self.is_cut = true;
                numbers = if player == self.prover { Numbers::REACHED } else { Numbers::MISSED };
            }
            is_never |= numbers.own == NEVER;
            sum = sum.saturating_add(numbers.own).min(NEVER - 1);
            if numbers.other < least {
                (least, second, best) = (numbers.other, least, i);
            } else {
                second = second.min(numbers.other);
            }
        }
        let other = if is_never { NEVER } else { sum };
        (Numbers { own: least, other }, best, second)
    }

    /// Whether `winner`'s answer holds with the game's full history: the winner has a move with a known answer, and
    /// each reply leads to such a position again. Entries dropped from the table are searched again.
    fn holds<G: Game>(&mut self, game: &G, winner: Color, depth: usize, run: &mut Run) -> bool {
        if let Some(outcome) = game.decided() {
            return (outcome.winner == Some(self.prover)) == (winner == self.prover);
        }
        if depth > MAX_MOVES / 4 || !run.goes_on() {
            return false;
        }
        let is_winner = game.to_play() == winner;
        let Node { children, .. } = self.node(game.clone(), game.state_key(), Numbers::NO_LIMIT, run);
        let is_known = |proof: &Self, child: &Child| {
            let numbers = proof.table.get(child.key).unwrap_or(child.numbers);
            if is_winner { numbers.other == 0 } else { numbers.own == 0 }
        };
        // On the heap, because the recursion is deep.
        let mut after: Box<G> = Box::new(game.clone());
        let mut leads_to = |proof: &mut Self, mv: Move, is_known: bool, run: &mut Run| {
            after.copy_from(game);
            after.play_legal(mv);
            // With the actual history, the opponent has moves that the proof has not covered.
            let is_known = is_known || proof.is_won_by(winner, &*after, run).is_some();
            is_known && proof.holds(&*after, winner, depth + 1, run)
        };
        if !is_winner {
            return children.iter().all(|child| leads_to(self, child.mv, is_known(self, child), run));
        }
        if children.iter().any(|child| is_known(self, child)) {
            return children.iter().any(|child| is_known(self, child) && leads_to(self, child.mv, true, run));
        }
        let best = self.is_won_by(winner, game, run).and_then(|answer| answer.best);
        best.is_some_and(|mv| leads_to(self, mv, true, run))
    }

    /// Searches a position; returns its answer if it is in favor of `winner`.
    fn is_won_by<G: Game>(&mut self, winner: Color, game: &G, run: &mut Run) -> Option<Answer> {
        let answer = self.search(game, run);
        let wins = answer.wins(game.to_play() == self.prover);
        (wins == Some(winner == self.prover)).then_some(answer)
    }

    /// The most promising move for the player to move, according to the table, and whether it reaches the goal.
    pub(super) fn most_promising<G: Game>(&self, game: &G) -> Option<(Move, bool)> {
        let moves = game.moves();
        let distance = |mv: Move| {
            let mut after = game.clone();
            after.play_legal(mv);
            self.table.get(after.state_key()).unwrap_or(Numbers::UNKNOWN).other
        };
        let nearest = moves.into_iter().map(|mv| (mv, distance(mv))).min_by_key(|&(_, distance)| distance);
        nearest.map(|(mv, distance)| (mv, distance == 0))
    }
}

impl Answer {
    /// Whether the prover wins; `None` if open.
    fn wins(&self, is_first: bool) -> Option<bool> {
        match self.numbers {
            Numbers { own: 0, .. } => Some(is_first),
            Numbers { other: 0, .. } => Some(!is_first),
            _ => None,
        }
    }
}
