//! Moves drawn in proportion to the values of a pattern database.
//!
//! What a move is worth depends on its 3x3 code, on what it captures, and on whether it is a self-atari. The
//! first two change only where the board lists a change; the third can change from afar, and is looked at only
//! when a move is about to be made. For each point and player the policy keeps the greatest value that the move can
//! have whatever it is in this respect, and the sums of these bounds. A move is drawn by its bound and accepted
//! with the probability of its value over its bound, so that in the end the probability of a move is exactly its
//! value over the sum of the values of all legal moves. When too many draws fail, all values are computed.
//!
//! Bounds are kept for moves far from the last one; those near it are few, and get theirs anew each turn. A move is
//! drawn by walking the sums of blocks of 16 points, then the points of one block.
//!
//! # References
//! - "GNU Go Program Documentation", edition 3.8, 2009, chapter "Monte Carlo Go".
//! - J. von Neumann, "Various techniques used in connection with random digits", 1951 (rejection).

use std::sync::Arc;

use super::{BoardPolicy, Moves, Rule, Turn};
use crate::framework::Color;
use crate::go::board::{Board, Full, Map, Point, cell, empty_bits};
use crate::go::pattern::database::{Context, Effect, Near, Table, context, near_points};
use crate::util::Rng;

/// GNU Go's bound on the length of a playout on 9x9; larger boards have more, by area.
const MOST_MOVES: usize = 600;

/// The points of a block, a power of two.
const BLOCK_SHIFT: u32 = 4;

/// How many draws may fail before all values are computed.
const MOST_DRAWS: u32 = 8;

/// The policy; see the introduction of this file.
pub struct DatabasePolicy {
    table: Arc<Table>,
    /// By the player to move.
    bounds: [Bounds; 2],
}

/// The greatest values that moves far from the last one can have, 0 for suicide, and their sums.
#[derive(Clone)]
struct Bounds {
    points: Map<u32>,
    blocks: [u64; 32],
    total: u64,
}

impl Bounds {
    const fn new() -> Self {
        Self { points: Map::new(0), blocks: [0; 32], total: 0 }
    }

    #[inline(always)]
    fn set(&mut self, p: Point, value: u32) {
        if self.points[p] == value {
            return;
        }
        let old = u64::from(std::mem::replace(&mut self.points[p], value));
        let change = u64::from(value).wrapping_sub(old);
        let block = &mut self.blocks[p.index() >> BLOCK_SHIFT & 31];
        *block = block.wrapping_add(change);
        self.total = self.total.wrapping_add(change);
    }

    /// Returns the point at `at`, a number below the total, on the line of all bounds.
    #[inline(always)]
    fn at(&self, mut at: u64) -> Point {
        let mut block = 0;
        while block < 31 && at >= self.blocks[block] {
            at -= self.blocks[block];
            block += 1;
        }
        let first = (block << BLOCK_SHIFT) as u16;
        for n in first..first + (1 << BLOCK_SHIFT) {
            let p = Point::from_number(n);
            let value = u64::from(self.points[p]);
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
        Self { table, bounds: [Bounds::new(), Bounds::new()] }
    }

    /// Returns the greatest values that a move at the empty point `p` can have for Black and for White.
    #[inline(always)]
    fn bounds_at(&self, board: &Board<Full>, p: Point, is_near: bool) -> [u32; 2] {
        let code = board.code(p);
        if board.atari_bits(p) == 0 {
            self.table.quiet(code, is_near)
        } else {
            self.bounds_beside_atari(board, p, is_near)
        }
    }

    /// Returns the bounds of a point that is the liberty of a chain in atari.
    #[inline(never)]
    fn bounds_beside_atari(&self, board: &Board<Full>, p: Point, is_near: bool) -> [u32; 2] {
        let code = board.code(p);
        let classes = self.table.classes(code);
        let effects = Color::ALL.map(|color| effect_on_atari(board, p, color));
        Color::ALL.map(|color| {
            let (own, foreign) = (effects[color.index()], effects[color.opponent().index()]);
            if own.suicide {
                return 0;
            }
            let (context, class) = (Context::new(is_near, own, foreign), classes[color.index()]);
            if empty_bits(code).count_ones() >= 2 {
                self.table.values(class)[context.index()]
            } else {
                self.table.greatest(class)[context.without_safety()]
            }
        })
    }

    /// Brings the bounds of a point up to date.
    #[inline(always)]
    fn update(&mut self, board: &Board<Full>, p: Point) {
        let bounds = match board.cell(p) {
            cell::EMPTY => self.bounds_at(board, p, false),
            cell::BORDER => return,
            _ => [0; 2],
        };
        self.bounds[0].set(p, bounds[0]);
        self.bounds[1].set(p, bounds[1]);
    }

    /// Returns the value of a legal move.
    #[inline]
    fn value(&self, board: &Board<Full>, p: Point, color: Color, is_near: bool) -> u32 {
        context(board, p, color, is_near).map_or(0, |context| self.table.value(board.code(p), color, context))
    }

    /// Returns the moves whose values are not 0, with them; the order is that of the board's empty points.
    fn values<'a>(
        &'a self,
        board: &'a Board<Full>,
        turn: &'a Turn,
    ) -> impl Iterator<Item = (Point, u32)> + 'a {
        let near = near_points(board, turn.last[0]);
        let value = move |p| self.value(board, p, turn.color, near.contains(p));
        board.empty_points().iter().map(move |&p| (p, value(p))).filter(|&(_, value)| value > 0)
    }

    /// Draws a move; null when all values are 0.
    #[inline(always)]
    fn draw(&mut self, board: &Board<Full>, turn: &Turn, rng: &mut Rng) -> (Point, Rule) {
        let color = turn.color;
        let near: Near = near_points(board, turn.last[0]);
        let bounds = &self.bounds[color.index()];
        let ko = board.ko_for(color);
        // What is near or ko stands among the bounds too, where it must not be drawn.
        let mut excluded = if near.contains(ko) { 0 } else { u64::from(bounds.points[ko]) };
        let (mut near_bounds, mut sum) = ([0; Near::MOST], 0);
        for (bound, &p) in near_bounds.iter_mut().zip(near.as_slice()) {
            *bound = if p == ko { 0 } else { self.bounds_at(board, p, true)[color.index()] };
            sum += u64::from(*bound);
            excluded += u64::from(bounds.points[p]);
        }
        if sum + bounds.total == excluded {
            return (Point::NULL, Rule::Pass);
        }
        for _ in 0..MOST_DRAWS {
            let mut at = rng.below_u64(sum + bounds.total);
            let (mut p, mut bound, mut is_near) = (Point::NULL, 0, true);
            if at < sum {
                for (&b, &q) in near_bounds.iter().zip(near.as_slice()) {
                    (p, bound) = (q, b);
                    if at < u64::from(b) {
                        break;
                    }
                    at -= u64::from(b);
                }
            } else {
                p = bounds.at(at - sum);
                if p == ko || near.contains(p) {
                    continue;
                }
                (bound, is_near) = (bounds.points[p], false);
            }
            // With two empty neighbors no move is a self-atari, and the bound is the value.
            if board.empty_neighbors(p) >= 2 || {
                let value = self.value(board, p, color, is_near);
                value == bound || rng.below_u64(u64::from(bound)) < u64::from(value)
            } {
                return (p, if is_near { Rule::Near } else { Rule::Far });
            }
        }
        self.draw_from_all(board, turn, &near, rng)
    }

    /// Draws a move by the values of all.
    #[inline(never)]
    fn draw_from_all(&self, board: &Board<Full>, turn: &Turn, near: &Near, rng: &mut Rng) -> (Point, Rule) {
        let total = self.values(board, turn).map(|(_, value)| u64::from(value)).sum();
        let mut at = rng.below_u64(total);
        for (p, value) in self.values(board, turn) {
            if at < u64::from(value) {
                return (p, if near.contains(p) { Rule::Near } else { Rule::Far });
            }
            at -= u64::from(value);
        }
        (Point::NULL, Rule::Pass)
    }
}

/// Returns what a stone at the liberty of a chain in atari would do, self-atari left open.
#[inline(always)]
fn effect_on_atari(board: &Board<Full>, p: Point, color: Color) -> Effect {
    let mut seen = [Point::NULL; 4];
    let (mut captured, mut lives) = (0, empty_bits(board.code(p)) != 0);
    for (i, q) in p.neighbors().into_iter().enumerate() {
        let in_atari = board.atari_bits(p) >> i & 1 != 0;
        if board.cell(q) == color as u8 {
            lives |= !in_atari;
        } else if in_atari && !seen.contains(&board.head(q)) {
            seen[i] = board.head(q);
            captured += board.chain_size(seen[i]);
        }
    }
    Effect { captured, self_atari: false, suicide: !lives && captured == 0 }
}

impl BoardPolicy for DatabasePolicy {
    type Features = Full;

    fn begin(&mut self, board: &mut Board<Full>) {
        self.bounds = [Bounds::new(), Bounds::new()];
        for i in 0..board.empty_count() {
            self.update(board, board.empty_at(i));
        }
        board.clear_changes();
    }

    fn length_limit(&self, size: u8) -> Option<usize> {
        let points = usize::from(size).pow(2);
        Some(if points > 81 { MOST_MOVES * points / 81 } else { MOST_MOVES })
    }

    #[inline(always)]
    fn pick(&mut self, board: &mut Board<Full>, turn: &Turn, rng: &mut Rng) -> (Point, Rule) {
        for i in 0..board.changes().len() {
            self.update(board, board.changes()[i]);
        }
        board.clear_changes();
        self.draw(board, turn, rng)
    }

    fn candidates(&mut self, board: &Board<Full>, turn: &Turn, moves: &mut Moves) -> Rule {
        moves.clear();
        self.values(board, turn).for_each(|(p, _)| moves.push(p));
        let near = near_points(board, turn.last[0]);
        match moves.as_slice() {
            [] => Rule::Pass,
            all if all.iter().any(|&p| near.contains(p)) => Rule::Near,
            _ => Rule::Far,
        }
    }
}
