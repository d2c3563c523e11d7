//! A policy that samples moves in proportion to their values in a pattern database, by rejection sampling.
//!
//! A move's value depends on its 3x3 neighborhood and its context. For each empty point and player, the policy keeps an
//! upper bound on the value of a move far from the last one (0 for suicide), and the row and total sums of these
//! bounds. The bound is the maximum over the contexts that differ only in self-atari. It depends on the neighborhood
//! and on captures, and is looked up again when the board reports a change of either. The few moves near the last one
//! form a separate list, whose bounds are looked up each turn. Sampling walks this list, or the row sums and then the
//! points of one row.
//!
//! The exact value is computed only for a sampled point. If the random number lies above the value, the sample is
//! rejected, the value replaces the bound for this turn, and sampling repeats. Points near the last move and the ko
//! point have the value 0 among the far moves, so samples of them are rejected too. Each sample accepts a move with
//! probability proportional to its value, so a move's probability is exactly its value divided by the sum over all
//! legal moves.
//!
//! # References
//! - "GNU Go Program Documentation", edition 3.8, 2009, chapter "Monte Carlo Go".

use std::sync::Arc;

use super::{BoardPolicy, Moves, Rule, Turn};
use crate::go::board::{Board, Incremental, Map, NS, POINTS, Point, cell};
use crate::go::pattern::database::{Near, PatternTable, Weights, effects, near_points};
use crate::util::Rng;

/// GNU Go's limit on playout length on 9x9; scaled by area on larger boards.
const MAX_MOVES: usize = 600;

/// See the module documentation.
pub struct DatabasePolicy {
    table: Arc<PatternTable>,
    far: Sums,
    /// The points whose bounds are replaced by exact values this turn, without duplicates; it never reallocates.
    refined: Vec<Point>,
    near: Near,
    /// The bounds of the near points, in their order.
    near_bounds: [u64; Near::CAPACITY],
}

/// The bounds of moves far from the last one, and their sums, per player to move.
#[derive(Clone)]
struct Sums {
    points: Map<[u32; 2]>,
    rows: [[u64; 2]; POINTS.div_ceil(STRIDE)],
    totals: [u64; 2],
}

/// The difference of the point numbers of adjacent rows.
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

    /// Selects the point at offset `at`, below the total, when a player's bounds are laid end to end; returns it with
    /// the remaining offset in its bound.
    #[inline(always)]
    fn at(&self, size: u8, player: usize, at: u64) -> (Point, u64) {
        let size = usize::from(size);
        let (row, at) = find(self.rows[1..=size].iter().map(|sums| sums[player]), at);
        let first = Point::from_number(((row + 1) * STRIDE + 1) as u16);
        let (col, at) = find(self.points.run(first, size).iter().map(|bounds| u64::from(bounds[player])), at);
        (first + col as i16, at)
    }
}

/// Selects the length at offset `at` when the lengths are laid end to end; returns its index and the remaining offset.
///
/// The loop visits all lengths without branching, because the stopping place is hard to predict.
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
    pub fn new(table: Arc<PatternTable>) -> Self {
        Self {
            table,
            far: Sums::new(),
            refined: Vec::with_capacity(POINTS),
            near: Near::NONE,
            near_bounds: [0; Near::CAPACITY],
        }
    }

    /// The values of moves at the empty point `p`.
    #[inline(always)]
    fn weights(&self, board: &Board<Incremental>, p: Point) -> Weights {
        self.table.weights(board.neighborhood3x3(p), effects(board, p))
    }

    /// The bounds of moves at the empty point `p`.
    #[inline(always)]
    fn bounds(&self, board: &Board<Incremental>, p: Point) -> Weights {
        if board.atari_bits(p) == 0 {
            self.table.quiet(board.neighborhood3x3(p))
        } else {
            self.bounds_by_effects(board, p)
        }
    }

    #[inline(never)]
    fn bounds_by_effects(&self, board: &Board<Incremental>, p: Point) -> Weights {
        self.table.bounds(board.neighborhood3x3(p), effects(board, p))
    }

    /// Whether the bounds of moves at the empty point `p` are known to equal the values.
    #[inline(always)]
    fn is_exact(&self, board: &Board<Incremental>, p: Point) -> bool {
        (board.atari_bits(p) == 0) & self.table.is_exact(board.neighborhood3x3(p))
    }

    /// Updates the bounds of the points changed by the last move, except those near it.
    #[inline(always)]
    fn update(&mut self, board: &mut Board<Incremental>, last: Point) {
        let mut changes = *board.changes();
        board.clear_changes();
        for p in self.refined.drain(..) {
            changes.insert(p);
        }
        changes.remove_all(self.near.set());
        // After a suicide the point is empty.
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

    /// Samples a move; null when all values are 0.
    #[inline(always)]
    fn draw(&mut self, board: &Board<Incremental>, turn: &Turn, rng: &mut Rng) -> (Point, Rule) {
        let player = turn.color.index();
        let ko = board.ko_for(turn.color);
        let (len, mut sum) = (self.near.as_slice().len(), 0);
        for i in 0..len {
            let p = self.near.as_slice()[i];
            let [far, near] = self.bounds(board, p);
            self.far.set(p, far);
            self.near_bounds[i] = if p == ko { 0 } else { u64::from(near[player]) };
            sum += self.near_bounds[i];
        }
        loop {
            let total = sum + self.far.totals[player];
            if total == 0 {
                return (Point::NULL, Rule::Pass);
            }
            let at = rng.below_u64(total);
            if at < sum {
                let (i, rest) = find(self.near_bounds[..len].iter().copied(), at);
                let p = self.near.as_slice()[i];
                if self.is_exact(board, p) {
                    return (p, Rule::Near);
                }
                let value = u64::from(self.weights(board, p)[1][player]);
                if rest < value {
                    return (p, Rule::Near);
                }
                sum -= self.near_bounds[i] - value;
                self.near_bounds[i] = value;
            } else {
                let (p, rest) = self.far.at(board.size(), player, at - sum);
                // Near points and the ko point also occur among the far points, with value 0.
                let is_void = (p == ko) | self.near.contains(p);
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

    /// The moves with positive values, and these values, in the order of the board's empty points.
    fn values<'a>(
        &'a self,
        board: &'a Board<Incremental>,
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
    type Tracking = Incremental;

    fn begin(&mut self, board: &mut Board<Incremental>) {
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
        Some(if points > 81 { MAX_MOVES * points / 81 } else { MAX_MOVES })
    }

    #[inline(always)]
    fn pick(&mut self, board: &mut Board<Incremental>, turn: &Turn, rng: &mut Rng) -> (Point, Rule) {
        self.near.update(board, turn.last[0]);
        self.update(board, turn.last[0]);
        self.draw(board, turn, rng)
    }

    fn candidates(&mut self, board: &Board<Incremental>, turn: &Turn, moves: &mut Moves) -> Rule {
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
