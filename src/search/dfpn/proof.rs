//! The question whether a player wins: the search that answers it, what it may spend and has found, and the check of its
//! proof.

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
    /// Why the search must end.
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
const MAX_MOVES: usize = 1000;

/// A move of a position on the line.
struct Child {
    mv: Move,
    /// The key of the position after it.
    key: u64,
    /// The last numbers known of that position. The table may drop them, so that the line keeps its own: without this a
    /// small table could lose what a node has found before the node uses it, again and again.
    numbers: Numbers,
}

/// A position on the line that is searched.
struct Node<G> {
    game: G,
    key: u64,
    children: Vec<Child>,
    /// The search leaves the node when one of its numbers is as large.
    limit: Numbers,
    /// The positions expanded before it.
    opened: u64,
}

/// What a search knows about its root.
#[derive(Clone, Copy)]
pub(super) struct Answer {
    numbers: Numbers,
    /// The move nearest to the goal of the player to move.
    pub(super) best: Option<Move>,
}

/// The question whether a player wins, and all that is known about it.
pub(super) struct Proof {
    pub(super) prover: Color,
    table: Table,
    /// Whether a game ended in a draw, which the prover does not win.
    pub(super) has_draws: bool,
    /// Whether a line was left because it repeats itself: it counts as not won by the prover.
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

    /// Whether the prover wins, and the best move; `None` if the limits end the search, or if the proof does not hold with
    /// the earlier positions of the game.
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
        run.open =
            format!("whether {} wins: the proof does not hold after the earlier positions", self.prover);
        None
    }

    /// Whether the prover wins, as if there were no earlier positions.
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
            // The child's way to its goal is a part of the sum `other`; the rest of the sum is its siblings'.
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

    /// Makes a node. The positions after its moves get their answer where the game is decided.
    fn node<G: Game>(&mut self, game: G, key: u64, limit: Numbers, run: &Run) -> Node<G> {
        let mut list = Vec::new();
        game.candidates(&mut list);
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

    /// The numbers of a decided game, which the table then keeps.
    fn decided<G: Game>(&mut self, game: &G, key: u64) -> Option<Numbers> {
        let outcome = game.decided()?;
        self.has_draws |= outcome.winner.is_none();
        let is_won = outcome.winner == Some(self.prover);
        let is_reached = is_won == (game.to_play() == self.prover);
        let numbers = if is_reached { Numbers::REACHED } else { Numbers::MISSED };
        self.table.insert(key, numbers, 0);
        Some(numbers)
    }

    fn at(&self, key: u64) -> Numbers {
        self.table.get(key).unwrap_or(Numbers::UNKNOWN)
    }

    /// The numbers of a node, its best child, and the way of the player to move to its goal by the second best.
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
                // The moves lead in a circle, which the prover does not win.
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

    /// Whether the answer that `winner` is glad of holds with all earlier positions of the game: that player has a move
    /// whose answer is known, and each reply of the other one leads to such a position again. What the table has
    /// dropped is searched again.
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
        let mut after = game.clone();
        let mut leads_to = |proof: &mut Self, mv: Move, is_known: bool, run: &mut Run| {
            after.copy_from(game);
            after.play_legal(mv);
            // With the true history the other player has moves that the proof has not met.
            let is_known = is_known || proof.is_won_by(winner, &after, run).is_some();
            is_known && proof.holds(&after, winner, depth + 1, run)
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

    /// Searches a position; the answer if it is the one that `winner` is glad of.
    fn is_won_by<G: Game>(&mut self, winner: Color, game: &G, run: &mut Run) -> Option<Answer> {
        let answer = self.search(game, run);
        let wins = answer.wins(game.to_play() == self.prover);
        (wins == Some(winner == self.prover)).then_some(answer)
    }

    /// The move that brings the player to move nearest to its goal, as far as the table knows, and whether it reaches it.
    pub(super) fn most_promising<G: Game>(&self, game: &G) -> Option<(Move, bool)> {
        let mut moves = Vec::new();
        game.candidates(&mut moves);
        let distance = |mv: Move| {
            let mut after = game.clone();
            after.play_legal(mv);
            self.at(after.state_key()).other
        };
        let nearest = moves.into_iter().map(|mv| (mv, distance(mv))).min_by_key(|&(_, distance)| distance);
        nearest.map(|(mv, distance)| (mv, distance == 0))
    }
}

impl Answer {
    /// Whether the prover wins; `None` if that is open.
    fn wins(&self, is_first: bool) -> Option<bool> {
        match self.numbers {
            Numbers { own: 0, .. } => Some(is_first),
            Numbers { other: 0, .. } => Some(!is_first),
            _ => None,
        }
    }
}
