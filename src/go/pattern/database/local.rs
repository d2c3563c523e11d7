//! The context of a move, read off the board, and which moves are near the last one.

use super::{Context, Effect};
use crate::framework::Color;
use crate::go::board::{
    Board, DIAGONAL, Features, Liberties, ORTHOGONAL, Point, cell, color_bits, direction,
};

/// Returns what a stone of either color at the empty point `p` would do, whether it is legal or not.
///
/// Costs a look at the four neighbors, and at the captured stones where a capture of several leaves one liberty
/// beside `p`: they may leave others elsewhere.
#[inline]
#[must_use]
pub fn effects<F: Features>(board: &Board<F>, p: Point) -> [Effect; 2] {
    let here = Liberties::at(p);
    let atari = board.atari_bits(p);
    let mut liberties = [Liberties::NONE; 2];
    let mut captured = [0; 2];
    let mut heads = [Point::NULL; 4];
    for (i, q) in p.neighbors().into_iter().enumerate() {
        let cell = board.cell(q);
        if cell == cell::EMPTY {
            liberties[0].add(Liberties::at(q));
            liberties[1].add(Liberties::at(q));
        } else if cell != cell::BORDER {
            let (own, foreign) = (usize::from(cell - 1) & 1, usize::from(2 - cell) & 1);
            let head = board.head(q);
            let is_new = !heads.contains(&head);
            heads[i] = head;
            if is_new {
                liberties[own].add(board.liberties(head));
            }
            liberties[own].remove(here);
            if atari >> i & 1 != 0 {
                liberties[foreign].add(Liberties::at(q));
                captured[foreign] += if is_new { board.chain_size(head) } else { 0 };
            }
        }
    }
    Color::ALL.map(|color| {
        let (liberties, captured) = (liberties[color.index()], captured[color.index()]);
        let is_one = liberties.is_one();
        Effect {
            captured,
            self_atari: is_one && !(captured > 1 && frees_more(board, heads, color, liberties.only())),
            suicide: liberties.is_none(),
        }
    })
}

/// Returns whether capturing the chains in atari among `heads`, around the point to be played, frees another point
/// than `known` beside the chains of `color` among them.
#[cold]
fn frees_more<F: Features>(board: &Board<F>, heads: [Point; 4], color: Color, known: Point) -> bool {
    let is_of = |head: Point, color: Color| head != Point::NULL && board.cell(head) == color as u8;
    let preys = heads.into_iter().filter(|&head| is_of(head, !color) && board.in_atari(head));
    preys.flat_map(|prey| board.stones_of(prey)).any(|stone| {
        let beside = |q: Point| board.cell(q) == color as u8 && heads.contains(&board.head(q));
        stone != known && stone.neighbors().into_iter().any(beside)
    })
}

/// Returns the context of a move of `color` at `p`; none when the move is not legal, suicide and simple ko
/// being illegal. The opponent's move there is judged without regard to ko.
#[inline]
#[must_use]
pub fn context<F: Features>(board: &Board<F>, p: Point, color: Color, is_near: bool) -> Option<Context> {
    if board.cell(p) != cell::EMPTY || !board.is_legal_empty(p, color) {
        return None;
    }
    let effects = effects(board, p);
    Some(Context::new(is_near, effects[color.index()], effects[color.opponent().index()]))
}

/// The offsets of the fields of a 3x3 code.
const SURROUNDINGS: [i16; 8] = {
    let ([a, b, c, d], [e, f, g, h]) = (ORTHOGONAL, DIAGONAL);
    [a, b, c, d, e, f, g, h]
};

/// The points near the last move, each once.
#[derive(Clone, Copy, Debug, Default)]
pub struct Near {
    points: [Point; Self::MOST],
    len: usize,
}

impl Near {
    // A neighbor is an empty point or one of at most four stones, whose chain has two liberties to give.
    /// The most points there can be.
    pub const MOST: usize = 16;

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
    fn push(&mut self, p: Point) {
        self.points[self.len & (Self::MOST - 1)] = p;
        self.len += 1;
    }

    /// Adds the liberties of a chain that has at most two.
    #[inline(always)]
    fn add_low<F: Features>(&mut self, board: &Board<F>, head: Point) {
        // A liberty is beside at most four stones.
        if board.liberties(head).pseudo() > 8 {
            return;
        }
        let (liberties, count) = board.find_liberties::<3>(head);
        if count <= 2 {
            for &p in &liberties[..count] {
                if !self.contains(p) {
                    self.push(p);
                }
            }
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
    let code = board.code(last);
    let mut empty = !(code | code >> 1) & 0x5555;
    while empty != 0 {
        near.push(last + SURROUNDINGS[(empty.trailing_zeros() / 2) as usize & 7]);
        empty &= empty - 1;
    }
    let mut stones = color_bits(code, Color::Black) | color_bits(code, Color::White);
    // The last move itself is not there if it was a suicide.
    if board.color_at(last).is_some() {
        near.add_low(board, board.head(last));
    }
    while stones != 0 {
        near.add_low(board, board.head(last + direction(stones)));
        stones &= stones - 1;
    }
    near
}
