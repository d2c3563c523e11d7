//! The rules of the policies: functions that suggest moves on a board, after the last moves.
//!
//! # References
//! - S. Gelly, Y. Wang, R. Munos and O. Teytaud, "Modification of UCT with patterns in Monte-Carlo Go",
//!   INRIA RR-6062, 2006 (patterns and atari moves).
//! - M. Enzenberger and M. Müller, "Fuego", TR 09-08, University of Alberta, 2009 (low liberties, order).
//! - G. Chaslot, C. Fiter, J.-B. Hoock, A. Rimmel and O. Teytaud, "Adding expert knowledge and exploration
//!   in Monte-Carlo Tree Search", Advances in Computer Games 12, 2009, section 6.2 (nakade).

use crate::framework::Color;
use crate::go::board::{Board, POINTS, Point, Tracking, cell, each_empty_around};
use crate::go::pattern::Mogo;
use crate::go::tactics::atari::{gains_liberties, is_self_atari};
use crate::go::tactics::nakade::vital_point_against;
use crate::util::Rng;

/// The player to move and the last two moves.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// The player to move.
    pub color: Color,
    /// The last move and the one before; null for a pass or where there was none.
    pub last: [Point; 2],
}

/// A list of points on the stack.
#[derive(Clone)]
pub struct Moves {
    points: [Point; POINTS],
    len: usize,
}

impl Default for Moves {
    fn default() -> Self {
        Self { points: [Point::NULL; POINTS], len: 0 }
    }
}

impl Moves {
    /// Empties the list.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Whether the list is empty.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The points.
    #[inline(always)]
    pub fn as_slice(&self) -> &[Point] {
        &self.points[..self.len.min(POINTS)]
    }

    /// Adds a point.
    #[inline(always)]
    pub fn push(&mut self, p: Point) {
        self.points[self.len & (POINTS - 1)] = p;
        self.len += 1;
    }

    /// Adds a point unless the list contains it.
    #[inline(always)]
    pub fn insert(&mut self, p: Point) {
        if !self.as_slice().contains(&p) {
            self.push(p);
        }
    }

    /// Keeps the points that satisfy a condition.
    pub fn retain(&mut self, keep: impl Fn(Point) -> bool) {
        let mut kept = 0;
        for i in 0..self.len.min(POINTS) {
            let p = self.points[i];
            if keep(p) {
                self.points[kept] = p;
                kept += 1;
            }
        }
        self.len = kept;
    }

    /// Samples points without replacement until `accept` returns true; returns the accepted point, or null if there is
    /// none. Removes rejected points.
    #[inline(always)]
    pub fn draw(&mut self, rng: &mut Rng, accept: impl Fn(Point) -> bool) -> Point {
        while self.len > 0 {
            let i = if self.len == 1 { 0 } else { rng.below(self.len) } & (POINTS - 1);
            let p = self.points[i];
            if accept(p) {
                return p;
            }
            self.len -= 1;
            self.points[i] = self.points[self.len & (POINTS - 1)];
        }
        Point::NULL
    }
}

/// Suggests the vital points of small regions that are beside the last move and do not touch the player's stones.
#[inline]
pub(super) fn nakade<F: Tracking>(board: &Board<F>, turn: &Turn, moves: &mut Moves) {
    for q in turn.last[0].neighbors() {
        // A vital point needs a region of at least three points.
        if board.cell(q) == cell::EMPTY
            && board.empty_neighbors(q) > 0
            && let Some(p) = vital_point_against(board, q, turn.color)
        {
            moves.insert(p);
        }
    }
}

/// Suggests the capture of the chain of the last move if it is in atari.
#[inline]
pub(super) fn atari_capture<F: Tracking>(board: &Board<F>, turn: &Turn, moves: &mut Moves) {
    let liberties = board.liberties(board.head(turn.last[0]));
    if liberties.is_one() {
        moves.push(liberties.only());
    }
}

/// Suggests moves that save chains in atari beside the last move: extensions out of atari, and captures of adjacent
/// chains.
#[inline]
pub(super) fn atari_defense<F: Tracking>(board: &Board<F>, turn: &Turn, moves: &mut Moves) {
    let mut seen = [Point::NULL; 4];
    for (i, q) in turn.last[0].neighbors().into_iter().enumerate() {
        if board.cell(q) != turn.color as u8 {
            continue;
        }
        let head = board.head(q);
        let liberties = board.liberties(head);
        if seen.contains(&head) || !liberties.is_one() {
            continue;
        }
        seen[i] = head;
        let escape = liberties.only();
        if !is_self_atari(board, escape, turn.color) {
            moves.insert(escape);
        }
        for &prey in board.chains_in_atari(!turn.color) {
            let capture = board.liberties(prey).only();
            if capture != escape && are_adjacent(board, prey, head) {
                moves.insert(capture);
            }
        }
    }
}

/// Whether the chains `a` and `b` are adjacent.
fn are_adjacent<F: Tracking>(board: &Board<F>, a: Point, b: Point) -> bool {
    let (small, large) = if board.chain_size(a) <= board.chain_size(b) { (a, b) } else { (b, a) };
    let color = board.cell(large);
    board
        .stones_of(small)
        .any(|stone| stone.neighbors().iter().any(|&q| board.cell(q) == color && board.head(q) == large))
}

/// Suggests the liberties of two-liberty chains where the chain would gain liberties: the chain of the last move, and
/// the player's chains beside it.
#[inline]
pub(super) fn low_liberty<F: Tracking>(board: &Board<F>, turn: &Turn, moves: &mut Moves) {
    let last = turn.last[0];
    two_liberties(board, board.head(last), !turn.color, turn.color, moves);
    let mut seen = [Point::NULL; 4];
    for (i, q) in last.neighbors().into_iter().enumerate() {
        if board.cell(q) == turn.color as u8 {
            let head = board.head(q);
            if !seen.contains(&head) {
                seen[i] = head;
                two_liberties(board, head, turn.color, turn.color, moves);
            }
        }
    }
}

/// Suggests the liberties of a two-liberty chain where it would gain liberties.
#[inline]
fn two_liberties<F: Tracking>(board: &Board<F>, head: Point, owner: Color, player: Color, moves: &mut Moves) {
    if !board.may_have_two_liberties(head) {
        return;
    }
    // Not `Board::two_liberties`: the order of moves, here that of the chain's stones, affects the random choice.
    let ([a, b, _], count) = board.find_liberties::<3>(head);
    if count != 2 || share_neighbor(board, a, b, head, owner) {
        return;
    }
    for (p, other) in [(a, b), (b, a)] {
        if gains_liberties(board, head, p, other, owner) && !is_self_atari(board, p, player) {
            moves.insert(p);
        }
    }
}

/// Whether another chain of `owner` is adjacent to both points, and so already connected with `head`.
#[inline]
fn share_neighbor<F: Tracking>(board: &Board<F>, a: Point, b: Point, head: Point, owner: Color) -> bool {
    let chain = |p: Point| {
        p.neighbors().map(|q| if board.cell(q) == owner as u8 { board.head(q) } else { Point::NULL })
    };
    let beside_b = chain(b);
    chain(a).iter().any(|&c| c != Point::NULL && c != head && beside_b.contains(&c))
}

/// Suggests points around the last two moves where a MoGo pattern matches, without self-atari.
#[inline]
pub(super) fn patterns<F: Tracking>(board: &Board<F>, turn: &Turn, mogo: &Mogo, moves: &mut Moves) {
    let [last, before] = turn.last;
    let mut suggest = |p: Point| {
        if mogo.matches(board.neighborhood3x3(p), turn.color) && !is_self_atari(board, p, turn.color) {
            moves.push(p);
        }
    };
    each_empty_around(board.neighborhood3x3(last), last, &mut suggest);
    if before != Point::NULL {
        each_empty_around(board.neighborhood3x3(before), before, |p| {
            let (dx, dy) = (p.col().abs_diff(last.col()), p.row().abs_diff(last.row()));
            if dx.max(dy) > 1 {
                suggest(p);
            }
        });
    }
}

/// Suggests the capture of any chain in atari.
#[inline]
pub(super) fn captures<F: Tracking>(board: &Board<F>, turn: &Turn, moves: &mut Moves) {
    for &prey in board.chains_in_atari(!turn.color) {
        moves.push(board.liberties(prey).only());
    }
}
