//! Moves drawn in proportion to the values of a pattern database.
//!
//! For each empty point and player the policy keeps a bound of the value of a move far from the last one, suicide
//! counting 0, and the sums of these bounds. A bound is the greatest of the values that differ only in what is a
//! self-atari; it depends on the 3x3 code and on what the move captures, and is looked up again where the board says
//! that one of these changed. Moves near the last one are few, and get their bounds anew each turn, on a short list
//! before all others. A move is drawn by walking that list, or the sums of rows and the points of one row.
//!
//! The value itself is computed only of a move that was drawn. If what was drawn lies above it, the draw is void: the
//! value takes the place of the bound for this turn, and the draw is repeated. So is a draw of what is near or ko
//! among the others, where its value is 0. Whatever the bounds are, a draw picks moves with probabilities in proportion
//! to their values or none at all, and so in the end the probability of a move is exactly its value over the sum of
//! the values of all legal moves.
//!
//! # References
//! - "GNU Go Program Documentation", edition 3.8, 2009, chapter "Monte Carlo Go".

use std::sync::Arc;

use super::{BoardPolicy, Moves, Rule, Turn};
use crate::go::board::{Board, Map, NS, POINTS, Point, Tracked, cell};
use crate::go::pattern::database::{Near, Table, Weights, effects, near_points};
use crate::util::Rng;

/// GNU Go's bound on the length of a playout on 9x9; larger boards have more, by area.
const MOST_MOVES: usize = 600;

/// The policy; see the introduction of this file.
pub struct DatabasePolicy {
    table: Arc<Table>,
    far: Sums,
    /// The points that have their values this turn, not bounds; each once at most, so that it never grows.
    refined: Vec<Point>,
}

/// The bounds of moves far from the last one and their sums, by player to move.
#[derive(Clone)]
struct Sums {
    points: Map<[u32; 2]>,
    rows: [[u64; 2]; POINTS.div_ceil(STRIDE)],
    totals: [u64; 2],
}

/// The distance between rows.
const STRIDE: usize = NS as usize;

impl Sums {
    const fn new() -> Self {
        Self { points: Map::new([0; 2]), rows: [[0; 2]; POINTS.div_ceil(STRIDE)], totals: [0; 2] }
    }

    #[inline(always)]
    fn set(&mut self, p: Point, new: [u32; 2]) {
        let old = std::mem::replace(&mut self.points[p], new);
        let row = &mut self.rows[p.index() / STRIDE];
        for i in 0..2 {
            let change = u64::from(new[i]).wrapping_sub(u64::from(old[i]));
            row[i] = row[i].wrapping_add(change);
            self.totals[i] = self.totals[i].wrapping_add(change);
        }
    }

    /// Returns the point at `at`, a number below the total, on the line of a player's bounds, and how far into its
    /// bound that is.
    #[inline(always)]
    fn at(&self, size: u8, player: usize, at: u64) -> (Point, u64) {
        let size = usize::from(size);
        let (row, at) = find(self.rows[1..=size].iter().map(|sums| sums[player]), at);
        let first = Point::from_number(((row + 1) * STRIDE + 1) as u16);
        let (col, at) = find(self.points.run(first, size).iter().map(|bounds| u64::from(bounds[player])), at);
        (first + col as i16, at)
    }
}

/// Returns which of some lengths laid end to end `at` falls into, and how far.
///
/// All are looked at, without a branch: where to stop would be hard to predict.
#[inline(always)]
fn find(lengths: impl Iterator<Item = u64>, at: u64) -> (usize, u64) {
    let (mut index, mut start, mut end) = (0, 0, 0);
    for length in lengths {
        end += length;
        let is_past = end <= at;
        index += usize::from(is_past);
        start = if is_past { end } else { start };
    }
    (index, at - start)
}

impl DatabasePolicy {
    /// Creates the policy of a database.
    #[must_use]
    pub fn new(table: Arc<Table>) -> Self {
        Self { table, far: Sums::new(), refined: Vec::with_capacity(POINTS) }
    }

    /// Returns the values of moves at the empty point `p`.
    #[inline(always)]
    fn weights(&self, board: &Board<Tracked>, p: Point) -> Weights {
        self.table.weights(board.code(p), effects(board, p))
    }

    /// Returns the bounds of moves at the empty point `p`.
    #[inline(always)]
    fn bounds(&self, board: &Board<Tracked>, p: Point) -> Weights {
        if board.atari_bits(p) == 0 {
            self.table.quiet(board.code(p))
        } else {
            self.bounds_by_effects(board, p)
        }
    }

    #[inline(never)]
    fn bounds_by_effects(&self, board: &Board<Tracked>, p: Point) -> Weights {
        self.table.bounds(board.code(p), effects(board, p))
    }

    /// Returns whether the bounds of moves at the empty point `p` are known to be the values.
    #[inline(always)]
    fn is_exact(&self, board: &Board<Tracked>, p: Point) -> bool {
        (board.atari_bits(p) == 0) & self.table.is_exact(board.code(p))
    }

    /// Looks up again what the last move changed, but for the points near it.
    #[inline(always)]
    fn update(&mut self, board: &mut Board<Tracked>, last: Point, near: &Near) {
        let mut changes = *board.changes();
        board.clear_changes();
        for p in self.refined.drain(..) {
            changes.insert(p);
        }
        changes.remove_all(near.set());
        // A suicide is not there.
        if last != Point::NULL && board.cell(last) != cell::EMPTY {
            changes.remove(last);
            self.far.set(last, [0; 2]);
        }
        changes.for_each(|p| {
            if board.cell(p) == cell::EMPTY {
                let [far, _] = self.bounds(board, p);
                self.far.set(p, far);
            }
        });
    }

    /// Draws a move; null when all values are 0.
    #[inline(always)]
    fn draw(&mut self, board: &Board<Tracked>, turn: &Turn, near: &Near, rng: &mut Rng) -> (Point, Rule) {
        let player = turn.color.index();
        let ko = board.ko_for(turn.color);
        let (mut bounds, mut sum) = ([0; Near::MOST], 0);
        for (bound, &p) in bounds.iter_mut().zip(near.as_slice()) {
            let [far, near] = self.bounds(board, p);
            self.far.set(p, far);
            *bound = if p == ko { 0 } else { u64::from(near[player]) };
            sum += *bound;
        }
        loop {
            let total = sum + self.far.totals[player];
            if total == 0 {
                return (Point::NULL, Rule::Pass);
            }
            let at = rng.below_u64(total);
            if at < sum {
                let (i, rest) = find(bounds[..near.as_slice().len()].iter().copied(), at);
                let (p, bound) = (near.as_slice()[i], &mut bounds[i]);
                if self.is_exact(board, p) {
                    return (p, Rule::Near);
                }
                let value = u64::from(self.weights(board, p)[1][player]);
                if rest < value {
                    return (p, Rule::Near);
                }
                sum -= *bound - value;
                *bound = value;
            } else {
                let (p, rest) = self.far.at(board.size(), player, at - sum);
                // What is near or ko stands among the others too.
                let is_void = (p == ko) | near.contains(p);
                if !is_void & self.is_exact(board, p) {
                    return (p, Rule::Far);
                }
                let value = if is_void { [0; 2] } else { self.weights(board, p)[0] };
                if rest < u64::from(value[player]) {
                    return (p, Rule::Far);
                }
                self.far.set(p, value);
                self.refined.push(p);
            }
        }
    }

    /// Returns the moves whose values are not 0, with them, in the order of the board's empty points.
    fn values<'a>(
        &'a self,
        board: &'a Board<Tracked>,
        turn: &'a Turn,
    ) -> impl Iterator<Item = (Point, u32, Rule)> + 'a {
        let near = near_points(board, turn.last[0]);
        let ko = board.ko_for(turn.color);
        let moves = board.empty_points().iter().filter(move |&&p| p != ko);
        let values = moves.map(move |&p| {
            let [far_value, near_value] = self.weights(board, p).map(|values| values[turn.color.index()]);
            if near.contains(p) { (p, near_value, Rule::Near) } else { (p, far_value, Rule::Far) }
        });
        values.filter(|&(_, value, _)| value > 0)
    }
}

impl BoardPolicy for DatabasePolicy {
    type Features = Tracked;

    fn begin(&mut self, board: &mut Board<Tracked>) {
        self.far = Sums::new();
        for &p in board.empty_points() {
            let [far, _] = self.bounds(board, p);
            self.far.set(p, far);
        }
        self.refined.clear();
        board.clear_changes();
    }

    fn length_limit(&self, size: u8) -> Option<usize> {
        let points = usize::from(size).pow(2);
        Some(if points > 81 { MOST_MOVES * points / 81 } else { MOST_MOVES })
    }

    #[inline(always)]
    fn pick(&mut self, board: &mut Board<Tracked>, turn: &Turn, rng: &mut Rng) -> (Point, Rule) {
        let near = near_points(board, turn.last[0]);
        self.update(board, turn.last[0], &near);
        self.draw(board, turn, &near, rng)
    }

    fn candidates(&mut self, board: &Board<Tracked>, turn: &Turn, moves: &mut Moves) -> Rule {
        moves.clear();
        let mut rule = Rule::Pass;
        for (p, _, of) in self.values(board, turn) {
            moves.push(p);
            rule = if rule == Rule::Near { rule } else { of };
        }
        rule
    }
}

#[cfg(test)]
mod tests;
