//! The context of a move, read off the board, and which moves are near the last one.

use super::{Context, Effect};
use crate::framework::Color;
use crate::go::board::{
    Board, Features, Liberties, Point, PointSet, cell, color_bits, direction, each_empty_around, empty_bits,
};

/// Returns what a stone of either color at the empty point `p` would do, whether it is legal or not.
///
/// Costs a look at the four neighbors, and at the captured stones where a capture of several leaves one liberty
/// beside `p`: they may leave others elsewhere.
#[inline(always)]
#[must_use]
pub fn effects<F: Features>(board: &Board<F>, p: Point) -> [Effect; 2] {
    let (here, code) = (Liberties::at(p), board.code(p));
    let mut open = Liberties::NONE;
    let mut empty = empty_bits(code);
    while empty != 0 {
        open.add(Liberties::at(p + direction(empty)));
        empty &= empty - 1;
    }
    let in_atari = spread(board.atari_bits(p));
    let mut heads = [Point::NULL; 4];
    // First what the players' own chains bring, then what captures add.
    let mut liberties = [open; 2];
    for color in Color::ALL {
        let mut stones = color_bits(code, color);
        while stones != 0 {
            let head = board.head(p + direction(stones));
            let liberties = &mut liberties[color.index()];
            // All four are compared: a branch for each costs more.
            if !heads.iter().fold(false, |seen, &other| seen | (other == head)) {
                liberties.add(board.liberties(head));
                heads[(stones.trailing_zeros() / 2) as usize & 3] = head;
            }
            liberties.remove(here);
            stones &= stones - 1;
        }
    }
    Color::ALL.map(|color| {
        let mut liberties = liberties[color.index()];
        let mut captured = 0;
        let mut preys = color_bits(code, !color) & in_atari;
        while preys != 0 {
            liberties.add(Liberties::at(p + direction(preys)));
            // The head of a chain stands at the first of its stones around the point.
            let head = heads[(preys.trailing_zeros() / 2) as usize & 3];
            captured += if head == Point::NULL { 0 } else { board.chain_size(head) };
            preys &= preys - 1;
        }
        let is_one = liberties.is_one();
        Effect {
            captured,
            self_atari: is_one && !(captured > 1 && frees_more(board, heads, color, liberties.only())),
            suicide: liberties.is_none(),
        }
    })
}

/// Moves bit `d` of four to bit `2 d`.
#[inline(always)]
fn spread(bits: u8) -> u16 {
    let bits = u16::from(bits);
    let bits = (bits | bits << 2) & 0x33;
    (bits | bits << 1) & 0x55
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
    if board.cell(p) != cell::EMPTY || board.ko_for(color) == p {
        return None;
    }
    let effects = effects(board, p);
    let own = effects[color.index()];
    (!own.suicide).then(|| Context::new(is_near, own, effects[color.opponent().index()]))
}

/// The points near the last move, each once.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    points: [Point; Self::MOST],
    len: usize,
    /// The points, and others that are not empty.
    set: PointSet,
}

impl Near {
    // A neighbor is an empty point or one of at most four stones, whose chain has two liberties to give.
    /// The most points there can be.
    pub const MOST: usize = 16;

    const NONE: Self = Self { points: [Point::NULL; Self::MOST], len: 0, set: PointSet::EMPTY };

    /// Returns the points.
    #[inline(always)]
    #[must_use]
    pub fn as_slice(&self) -> &[Point] {
        &self.points[..self.len.min(Self::MOST)]
    }

    /// Returns whether an empty point is near.
    #[inline(always)]
    #[must_use]
    pub fn contains(&self, p: Point) -> bool {
        self.set.contains(p)
    }

    #[inline(always)]
    fn push(&mut self, p: Point) {
        self.points[self.len & (Self::MOST - 1)] = p;
        self.len += 1;
    }

    /// Adds the liberties of a chain if it has at most two.
    #[inline(always)]
    fn add_low<F: Features>(&mut self, board: &Board<F>, head: Point) {
        let liberties = board.liberties(head);
        if liberties.is_one() {
            self.insert(liberties.only());
        } else if let Some([a, b]) = board.two_liberties(head) {
            self.insert(a);
            self.insert(b);
        }
    }

    #[inline(always)]
    fn insert(&mut self, p: Point) {
        if !self.contains(p) {
            self.push(p);
            self.set.insert(p);
        }
    }
}

/// Returns the empty points near the last move: those of the eight points around it, and the liberties of
/// chains of at most two liberties, of either color, that it belongs to or touches. None after a pass.
#[inline(always)]
#[must_use]
pub fn near_points<F: Features>(board: &Board<F>, last: Point) -> Near {
    let mut near = Near::NONE;
    if last == Point::NULL {
        return near;
    }
    each_empty_around(board.code(last), last, |p| near.push(p));
    near.set.insert_area(last);
    // Empty only after a suicide.
    near.set.remove(last);
    // Which chains may be low is found without a branch: it is hard to predict.
    let [n, e, s, w] = last.neighbors();
    let stones = [last, n, e, s, w];
    let mut low = 0_u32;
    for (i, &p) in stones.iter().enumerate() {
        let (cell, head) = (board.cell(p), board.head(p));
        let is_stone = (cell == cell::BLACK) | (cell == cell::WHITE);
        low |= u32::from(is_stone & board.may_be_low(head)) << i;
    }
    while low != 0 {
        near.add_low(board, board.head(stones[low.trailing_zeros() as usize % stones.len()]));
        low &= low - 1;
    }
    near
}
