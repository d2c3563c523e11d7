//! Moves drawn in proportion to the values of a pattern database.
//!
//! For each empty point and player the policy keeps the value of a move far from the last one, suicide counting 0,
//! and the sums of these values. A value depends on the 3x3 code, on what the move captures, and on what is a
//! self-atari there; it is looked up again where the board says that one of these changed. Moves near the last one
//! are few, and get their values anew each turn, on a short list before all others. A move is drawn by walking that list,
//! the sums of blocks of 16 points, and the points of one block. A draw of what is near or ko among the others is
//! void and repeated, so that in the end the probability of a move is exactly its value over the sum of the values
//! of all legal moves.
//!
//! # References
//! - "GNU Go Program Documentation", edition 3.8, 2009, chapter "Monte Carlo Go".

use std::sync::Arc;

use super::{BoardPolicy, Moves, Rule, Turn};
use crate::go::board::{Board, Full, Map, Point, cell};
use crate::go::pattern::database::{Near, Table, Weights, effects, near_points};
use crate::util::Rng;

/// GNU Go's bound on the length of a playout on 9x9; larger boards have more, by area.
const MOST_MOVES: usize = 600;

/// The points of a block, a power of two.
const BLOCK_SHIFT: u32 = 4;

/// How many draws may be void before the points are gone through one by one.
const MOST_DRAWS: u32 = 8;

/// The policy; see the introduction of this file.
pub struct DatabasePolicy {
    table: Arc<Table>,
    far: Sums,
}

/// The values of moves far from the last one and their sums, by player to move.
#[derive(Clone)]
struct Sums {
    points: Map<[u32; 2]>,
    blocks: [[u64; 2]; 32],
    totals: [u64; 2],
}

impl Sums {
    const fn new() -> Self {
        Self { points: Map::new([0; 2]), blocks: [[0; 2]; 32], totals: [0; 2] }
    }

    #[inline(always)]
    fn set(&mut self, p: Point, new: [u32; 2]) {
        let old = std::mem::replace(&mut self.points[p], new);
        let block = &mut self.blocks[p.index() >> BLOCK_SHIFT & 31];
        for i in 0..2 {
            let change = u64::from(new[i]).wrapping_sub(u64::from(old[i]));
            block[i] = block[i].wrapping_add(change);
            self.totals[i] = self.totals[i].wrapping_add(change);
        }
    }

    /// Returns the point at `at`, a number below the total, on the line of a player's values.
    #[inline(always)]
    fn at(&self, player: usize, mut at: u64) -> Point {
        let mut block = 0;
        while block < 31 && at >= self.blocks[block][player] {
            at -= self.blocks[block][player];
            block += 1;
        }
        let first = (block << BLOCK_SHIFT) as u16;
        for n in first..first + (1 << BLOCK_SHIFT) {
            let p = Point::from_number(n);
            let value = u64::from(self.points[p][player]);
            if at < value {
                return p;
            }
            at -= value;
        }
        Point::NULL
    }
}

impl DatabasePolicy {
    /// Creates the policy of a database.
    #[must_use]
    pub fn new(table: Arc<Table>) -> Self {
        Self { table, far: Sums::new() }
    }

    /// Returns the values of moves at the empty point `p`.
    #[inline(always)]
    fn weights(&self, board: &Board<Full>, p: Point) -> Weights {
        if board.atari_bits(p) == 0
            && let Some(weights) = self.table.quiet(board.code(p))
        {
            weights
        } else {
            self.weights_by_effects(board, p)
        }
    }

    #[inline(never)]
    fn weights_by_effects(&self, board: &Board<Full>, p: Point) -> Weights {
        self.table.weights(board.code(p), effects(board, p))
    }

    /// Looks up again what the last move changed, but for the points near it.
    #[inline(always)]
    fn update(&mut self, board: &mut Board<Full>, last: Point) {
        let mut changes = *board.changes();
        board.clear_changes();
        if last != Point::NULL {
            changes.remove_area(last);
            // A suicide is not there.
            if board.cell(last) != cell::EMPTY {
                self.far.set(last, [0; 2]);
            }
        }
        changes.for_each(|p| {
            if board.cell(p) == cell::EMPTY {
                let [far, _] = self.weights(board, p);
                self.far.set(p, far);
            }
        });
    }

    /// Draws a move; null when all values are 0.
    #[inline(always)]
    fn draw(&mut self, board: &Board<Full>, turn: &Turn, rng: &mut Rng) -> (Point, Rule) {
        let player = turn.color.index();
        let near: Near = near_points(board, turn.last[0]);
        let ko = board.ko_for(turn.color);
        // What is near or ko stands among the others too, where a draw of it is void.
        let (mut values, mut sum, mut void) = ([0; Near::MOST], 0, 0);
        for (value, &p) in values.iter_mut().zip(near.as_slice()) {
            let [far, near] = self.weights(board, p);
            self.far.set(p, far);
            void += u64::from(far[player]);
            *value = if p == ko { 0 } else { u64::from(near[player]) };
            sum += *value;
        }
        if ko != Point::NULL && !near.contains(ko) {
            void += u64::from(self.far.points[ko][player]);
        }
        let total = sum + self.far.totals[player];
        if total == void {
            return (Point::NULL, Rule::Pass);
        }
        for _ in 0..MOST_DRAWS {
            let mut at = rng.below_u64(total);
            if at >= sum {
                let p = self.far.at(player, at - sum);
                if p != ko && !near.contains(p) {
                    return (p, Rule::Far);
                }
                continue;
            }
            for (&value, &p) in values.iter().zip(near.as_slice()) {
                if at < value {
                    return (p, Rule::Near);
                }
                at -= value;
            }
        }
        self.draw_singly(board, turn, rng.below_u64(total - void))
    }

    /// Returns the move at `at`, a number below the total, on the line of the values of all moves.
    #[cold]
    fn draw_singly(&self, board: &Board<Full>, turn: &Turn, mut at: u64) -> (Point, Rule) {
        for (p, value, rule) in self.values(board, turn) {
            if at < u64::from(value) {
                return (p, rule);
            }
            at -= u64::from(value);
        }
        (Point::NULL, Rule::Pass)
    }

    /// Returns the moves whose values are not 0, with them, in the order of the board's empty points.
    fn values<'a>(
        &'a self,
        board: &'a Board<Full>,
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
    type Features = Full;

    fn begin(&mut self, board: &mut Board<Full>) {
        self.far = Sums::new();
        for &p in board.empty_points() {
            let [far, _] = self.weights(board, p);
            self.far.set(p, far);
        }
        board.clear_changes();
    }

    fn length_limit(&self, size: u8) -> Option<usize> {
        let points = usize::from(size).pow(2);
        Some(if points > 81 { MOST_MOVES * points / 81 } else { MOST_MOVES })
    }

    #[inline(always)]
    fn pick(&mut self, board: &mut Board<Full>, turn: &Turn, rng: &mut Rng) -> (Point, Rule) {
        self.update(board, turn.last[0]);
        self.draw(board, turn, rng)
    }

    fn candidates(&mut self, board: &Board<Full>, turn: &Turn, moves: &mut Moves) -> Rule {
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
