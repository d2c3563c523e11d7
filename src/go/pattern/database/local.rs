//! The context of a move, read off the board, and which moves are near the last one.

use super::{Context, Effect};
use crate::framework::Color;
use crate::go::board::{Board, Features, Point, cell};
use crate::go::tactics::atari::liberties_after;

/// Returns what a stone of `color` at the empty point `p` would do, whether it is legal or not.
///
/// Costs a look at the four neighbors; where a capture of several stones leaves one liberty beside `p`, the
/// stone is played on a copy to see whether the captured stones leave others elsewhere.
#[inline]
#[must_use]
pub fn effect<F: Features>(board: &Board<F>, p: Point, color: Color) -> Effect {
    let captured = stones_captured(board, p, color);
    if board.empty_neighbors(p) >= 2 {
        return Effect { captured, self_atari: false, suicide: false };
    }
    let liberties = liberties_after(board, p, color);
    let is_hidden = || {
        let mut after = *board;
        after.clear_ko();
        after.play_legal(p, color);
        !after.in_atari(after.head(p))
    };
    Effect {
        captured,
        self_atari: liberties.is_one() && !(captured > 1 && is_hidden()),
        suicide: liberties.is_none(),
    }
}

/// Returns the number of stones that a stone of `color` at the empty point `p` captures.
#[inline]
fn stones_captured<F: Features>(board: &Board<F>, p: Point, color: Color) -> usize {
    let mut seen = [Point::NULL; 4];
    let mut captured = 0;
    for (i, q) in p.neighbors().into_iter().enumerate() {
        if board.cell(q) == !color as u8 && board.in_atari(board.head(q)) && !seen.contains(&board.head(q)) {
            seen[i] = board.head(q);
            captured += board.chain_size(seen[i]);
        }
    }
    captured
}

/// Returns the context of a move of `color` at `p`; none when the move is not legal, suicide and simple ko
/// being illegal. The opponent's move there is judged without regard to ko.
#[inline]
#[must_use]
pub fn context<F: Features>(board: &Board<F>, p: Point, color: Color, is_near: bool) -> Option<Context> {
    if board.cell(p) != cell::EMPTY || !board.is_legal_empty(p, color) {
        return None;
    }
    Some(Context::new(is_near, effect(board, p, color), effect(board, p, !color)))
}

/// The points near the last move, each once.
#[derive(Clone, Copy, Debug, Default)]
pub struct Near {
    points: [Point; Self::MOST],
    len: usize,
}

impl Near {
    // A neighbor is an empty point or one of at most four stones, whose chain has two liberties to give.
    const MOST: usize = 16;

    /// Returns the points.
    #[inline(always)]
    #[must_use]
    pub fn as_slice(&self) -> &[Point] {
        &self.points[..self.len.min(Self::MOST)]
    }

    /// Returns whether the point is near.
    #[inline(always)]
    #[must_use]
    pub fn contains(&self, p: Point) -> bool {
        self.as_slice().contains(&p)
    }

    #[inline(always)]
    fn insert(&mut self, p: Point) {
        if !self.contains(p) {
            self.points[self.len & (Self::MOST - 1)] = p;
            self.len += 1;
        }
    }
}

/// Returns the empty points near the last move: those of the eight points around it, and the liberties of
/// chains of at most two liberties, of either color, that it belongs to or touches. None after a pass.
#[inline]
#[must_use]
pub fn near_points<F: Features>(board: &Board<F>, last: Point) -> Near {
    let mut near = Near::default();
    if last == Point::NULL {
        return near;
    }
    for q in last.surroundings() {
        if board.cell(q) == cell::EMPTY {
            near.insert(q);
        }
    }
    for q in [last].into_iter().chain(last.neighbors()) {
        if board.color_at(q).is_some() {
            let (liberties, count) = board.find_liberties::<3>(board.head(q));
            if count <= 2 {
                liberties[..count].iter().for_each(|&p| near.insert(p));
            }
        }
    }
    near
}
