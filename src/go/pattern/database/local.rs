//! The context of a move on a board, and the points near the last move.

use super::{Context, Effect};
use crate::framework::Color;
use crate::go::board::{Board, Liberties, Point, PointSet, Tracking, cell};

/// The effects of a stone of either color at the empty point `p`, legal or not.
///
/// A branch-free pass over the four neighbors. If a capture of several stones leaves one liberty beside `p`, it also
/// visits the captured stones, which may leave liberties elsewhere.
#[inline(always)]
pub fn effects<F: Tracking>(board: &Board<F>, p: Point) -> [Effect; 2] {
    let (code, atari_bits) = (board.neighborhood3x3(p), board.atari_bits(p));
    let neighbors = p.neighbors();
    let heads = neighbors.map(|q| board.head(q));
    let is_at = |i: usize, cell: u8| code >> (2 * i) & 3 == u16::from(cell);
    let is_new = |i: usize| heads[..i].iter().fold(true, |is_new, &head| is_new & (head != heads[i]));
    let (mut open, mut friends) = (Liberties::NONE, [Liberties::NONE; 2]);
    for (i, q) in neighbors.into_iter().enumerate() {
        open.add_if(q, is_at(i, cell::EMPTY));
        let (is_new, liberties) = (is_new(i), board.liberties(heads[i]));
        for color in Color::ALL {
            let (is_friend, friends) = (is_at(i, color as u8), &mut friends[color.index()]);
            friends.add_all_if(liberties, is_friend & is_new);
            friends.remove_if(p, is_friend);
        }
    }
    let mut captured = [0; 2];
    if atari_bits != 0 {
        for (i, q) in neighbors.into_iter().enumerate() {
            let is_in_atari = atari_bits >> i & 1 != 0;
            let size = board.chain_size(heads[i]) * usize::from(is_new(i));
            for color in Color::ALL {
                let is_prey = is_in_atari & is_at(i, !color as u8);
                friends[color.index()].add_if(q, is_prey);
                captured[color.index()] += size * usize::from(is_prey);
            }
        }
    }
    let effect = |color: Color| {
        let (mut liberties, captured) = (friends[color.index()], captured[color.index()]);
        liberties.add(open);
        let suicide = liberties.is_none();
        let is_low = liberties.at_most_one();
        let is_false = is_low & (captured > 1) && frees_more(board, heads, color, liberties.only());
        Effect { captured, self_atari: is_low & !is_false, suicide }
    };
    [effect(Color::Black), effect(Color::White)]
}

/// Whether the capture of the chains in atari among `heads` gives the chains of `color` among `heads`
/// a liberty other than `known`.
#[cold]
fn frees_more<F: Tracking>(board: &Board<F>, heads: [Point; 4], color: Color, known: Point) -> bool {
    let is_prey = |&head: &Point| board.cell(head) == !color as u8 && board.in_atari(head);
    let preys = heads.into_iter().filter(is_prey);
    preys.flat_map(|prey| board.stones_of(prey)).any(|stone| {
        let beside = |q: Point| board.cell(q) == color as u8 && heads.contains(&board.head(q));
        stone != known && stone.neighbors().into_iter().any(beside)
    })
}

/// The context of a move of `color` at `p`; `None` if illegal. Suicide and simple ko are illegal; ko is ignored for the
/// opponent's move there.
#[inline]
pub fn context<F: Tracking>(board: &Board<F>, p: Point, color: Color, is_near: bool) -> Option<Context> {
    if board.cell(p) != cell::EMPTY || board.ko_for(color) == p {
        return None;
    }
    let effects = effects(board, p);
    let own = effects[color.index()];
    (!own.suicide).then(|| Context::new(is_near, own, effects[color.opponent().index()]))
}

/// The points near the last move, without duplicates.
#[derive(Clone, Debug)]
pub struct Near {
    points: [Point; Self::CAPACITY],
    len: usize,
    /// The points, and possibly points that are not empty.
    set: PointSet,
}

impl Near {
    /// A power of two above the number of points on a board.
    pub const CAPACITY: usize = 512;

    /// No points.
    pub const NONE: Self = Self { points: [Point::NULL; Self::CAPACITY], len: 0, set: PointSet::EMPTY };

    /// The points.
    #[inline(always)]
    pub fn as_slice(&self) -> &[Point] {
        &self.points[..self.len.min(Self::CAPACITY)]
    }

    /// A set of the points, and possibly of points that are not empty.
    #[inline(always)]
    pub fn set(&self) -> &PointSet {
        &self.set
    }

    /// Whether an empty point is near.
    #[inline(always)]
    pub fn contains(&self, p: Point) -> bool {
        self.set.contains(p)
    }

    /// Adds the liberties of a chain if it has at most two.
    #[inline(always)]
    fn add_low<F: Tracking>(&mut self, board: &Board<F>, head: Point) {
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
            self.points[self.len & (Self::CAPACITY - 1)] = p;
            self.len += 1;
            self.set.insert(p);
        }
    }

    /// Sets the points to the empty points near the last move, none after a pass. These are
    ///
    /// - the eight points around it;
    /// - the liberties of chains with at most two liberties, of either color, that contain it or are adjacent to it;
    /// - the points that the board reports as [stirred](Board::stirred).
    #[inline(always)]
    pub fn update<F: Tracking>(&mut self, board: &Board<F>, last: Point) {
        (self.len, self.set) = (0, PointSet::EMPTY);
        if last == Point::NULL {
            return;
        }
        // Branch-free: writes every point; the next one overwrites it if not empty.
        let code = board.neighborhood3x3(last);
        for (i, p) in last.surroundings().into_iter().enumerate() {
            self.points[self.len & (Self::CAPACITY - 1)] = p;
            self.len += usize::from(code >> (2 * i) & 3 == u16::from(cell::EMPTY));
        }
        self.set.insert_area(last);
        // The point is empty only after a suicide.
        self.set.remove(last);
        // Branch-free, because chains with few liberties are hard to predict.
        let [n, e, s, w] = last.neighbors();
        let stones = [last, n, e, s, w];
        let mut low = 0_u32;
        for (i, &p) in stones.iter().enumerate() {
            let (cell, head) = (board.cell(p), board.head(p));
            let is_stone = (cell == cell::BLACK) | (cell == cell::WHITE);
            // Neighbors of the same color belong to the chain of the last stone.
            let is_new = (i == 0) | (cell != board.cell(last));
            low |= u32::from(is_stone & is_new & board.may_have_two_liberties(head)) << i;
        }
        while low != 0 {
            self.add_low(board, board.head(stones[low.trailing_zeros() as usize % stones.len()]));
            low &= low - 1;
        }
        if !board.stirred().is_empty() {
            board.stirred().for_each(|p| {
                if board.cell(p) == cell::EMPTY {
                    self.insert(p);
                }
            });
        }
    }
}

/// The empty points near the last move.
pub fn near_points<F: Tracking>(board: &Board<F>, last: Point) -> Near {
    let mut near = Near::NONE;
    near.update(board, last);
    near
}
