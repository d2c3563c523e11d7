//! The fast board: stones, chains, liberties and 3x3 neighborhoods, updated incrementally.
//!
//! A [`Board`] has no history and knows only simple ko; [`crate::go::Position`] adds superko and passes. It consists of
//! plain arrays and is copied rather than undone. Playing a stone costs a constant number of additions per neighbor,
//! plus the number of captured stones, plus the size of the smaller chain when two chains join. A chain is a circular
//! list of stones, identified by one of them, its head.
//!
//! - `liberties` holds each chain's [`Liberties`] sums at its head.
//! - `neighborhoods` holds the 3x3 neighborhood code of each point: the cells of its eight neighbors, two
//!   bits each; north, east, south, west in bits 0-7, north-east, south-east, south-west, north-west in bits
//!   8-15.
//! - The key, the atari lists and bits, and the changed and stirred points are maintained only if the type's [`Tracking`]
//!   requests them.
//!
//! Elements for points without a stone (in `chain`, `liberties`) and for border points (in all arrays) are unspecified:
//! updates write there instead of branching.

mod liberties;
mod neighborhood;
mod play;
mod point;
mod set;
mod tracking;
mod zobrist;

pub use liberties::Liberties;
pub use neighborhood::{
    color_bits, direction, each_empty_around, empty_bits, exchange_colors, is_surrounded,
};
pub use point::{DIAGONAL, MAX_SIZE, MIN_SIZE, Map, NS, ORTHOGONAL, POINTS, Point, WE};
pub use set::PointSet;
pub use tracking::{Bare, Incremental, Keyed, Tactical, Tracking};
pub use zobrist::{color_key, stone_key};

use std::marker::PhantomData;

use crate::framework::Color;
use tracking::{Atari, AtariList};

/// The content of a point.
pub mod cell {
    /// An empty point.
    pub const EMPTY: u8 = 0;
    /// A black stone.
    pub const BLACK: u8 = super::Color::Black as u8;
    /// A white stone.
    pub const WHITE: u8 = super::Color::White as u8;
    /// A point off the board.
    pub const BORDER: u8 = 3;
}

const NEIGHBORHOOD_BYTES: usize = 2 * POINTS;

/// A Go board without history.
#[derive(Clone, Copy)]
pub struct Board<F: Tracking = Keyed> {
    size: u8,
    /// The point that `ko_color` must not retake, or null.
    ko: Point,
    ko_color: Color,
    key: u64,
    stones: [u16; 2],
    captured: [u16; 2],
    empty_count: u16,
    cells: Map<u8>,
    chain: Map<Point>,
    next: Map<Point>,
    chain_size: Map<u16>,
    liberties: Map<Liberties>,
    neighborhoods: [u8; NEIGHBORHOOD_BYTES + 8],
    empty: Map<Point>,
    empty_place: Map<u16>,
    atari_lists: [AtariList; 2],
    atari: Map<Atari>,
    atari_bits: Map<u8>,
    changes: PointSet,
    stirred: PointSet,
    tracking: PhantomData<F>,
}

impl<F: Tracking> Board<F> {
    /// Creates an empty board.
    ///
    /// # Panics
    /// When the size is not 2 to 19.
    pub fn new(size: u8) -> Self {
        assert!((MIN_SIZE..=MAX_SIZE).contains(&size), "board size {size} is not 2 to 19");
        let mut board = Self {
            size,
            ko: Point::NULL,
            ko_color: Color::Black,
            key: 0,
            stones: [0; 2],
            captured: [0; 2],
            empty_count: 0,
            cells: Map::new(cell::BORDER),
            chain: Map::new(Point::NULL),
            next: Map::new(Point::NULL),
            chain_size: Map::new(0),
            liberties: Map::new(Liberties::NONE),
            neighborhoods: [0; NEIGHBORHOOD_BYTES + 8],
            empty: Map::new(Point::NULL),
            empty_place: Map::new(0),
            atari_lists: [AtariList::EMPTY; 2],
            atari: Map::new(Atari::default()),
            atari_bits: Map::new(0),
            changes: PointSet::EMPTY,
            stirred: PointSet::EMPTY,
            tracking: PhantomData,
        };
        for n in 0..POINTS as u16 {
            let p = Point::from_number(n);
            board.chain[p] = p;
        }
        for p in board.points() {
            board.cells[p] = cell::EMPTY;
            board.push_empty(p);
        }
        for p in board.points() {
            let code =
                p.surroundings().iter().rev().fold(0, |code, &q| code << 2 | u16::from(board.cells[q]));
            board.neighborhoods[2 * p.index()..][..2].copy_from_slice(&code.to_le_bytes());
        }
        board
    }

    /// Copies a board that tracks at least what this one does.
    ///
    /// The set of changes starts empty.
    #[inline]
    pub fn copy_from<E: Tracking>(&mut self, other: &Board<E>) {
        const {
            let is_enough = E::ATARI >= F::ATARI && E::KEY >= F::KEY && E::STIRRED >= F::STIRRED;
            assert!(is_enough, "the source does not track enough");
        };
        let len = (usize::from(other.size) + 2) * NS as usize;
        if self.size > other.size {
            self.cells.fill(cell::BORDER);
        }
        self.size = other.size;
        self.ko = other.ko;
        self.ko_color = other.ko_color;
        if F::KEY {
            self.key = other.key;
        }
        self.stones = other.stones;
        self.captured = other.captured;
        self.empty_count = other.empty_count;
        self.cells.copy_prefix(&other.cells, len);
        self.chain.copy_prefix(&other.chain, len);
        self.next.copy_prefix(&other.next, len);
        self.chain_size.copy_prefix(&other.chain_size, len);
        self.liberties.copy_prefix(&other.liberties, len);
        self.neighborhoods[..2 * len].copy_from_slice(&other.neighborhoods[..2 * len]);
        let empty = usize::from(other.empty_count);
        self.empty.copy_prefix(&other.empty, empty);
        self.empty_place.copy_prefix(&other.empty_place, len);
        if F::ATARI {
            for (list, from) in self.atari_lists.iter_mut().zip(&other.atari_lists) {
                list.copy_from(from);
            }
            self.atari.copy_prefix(&other.atari, len);
            self.atari_bits.copy_prefix(&other.atari_bits, len);
        }
        if F::CHANGES {
            self.changes = PointSet::EMPTY;
        }
        if F::STIRRED {
            self.stirred = other.stirred;
        }
    }

    // ----- Points and stones ---------------------------------------------------------------------

    /// The board size, 2 to 19.
    #[inline(always)]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The content of a point, one of [`cell`]'s constants.
    #[inline(always)]
    pub fn cell(&self, p: Point) -> u8 {
        self.cells[p]
    }

    /// The color of the stone at `p`; `None` when there is no stone.
    #[inline]
    pub fn color_at(&self, p: Point) -> Option<Color> {
        match self.cells[p] {
            cell::BLACK => Some(Color::Black),
            cell::WHITE => Some(Color::White),
            _ => None,
        }
    }

    /// Whether `p` is on the board.
    #[inline]
    pub fn is_on_board(&self, p: Point) -> bool {
        self.cells[p] != cell::BORDER
    }

    /// The points of the board, A1 first, row by row.
    pub fn points(&self) -> impl DoubleEndedIterator<Item = Point> + Clone + use<F> {
        let size = self.size;
        (0..size).flat_map(move |row| (0..size).map(move |col| Point::at(col, row)))
    }

    /// The number of empty points.
    #[inline(always)]
    pub fn empty_count(&self) -> usize {
        usize::from(self.empty_count)
    }

    /// The empty points, in no particular order.
    #[inline(always)]
    pub fn empty_points(&self) -> &[Point] {
        self.empty.prefix(usize::from(self.empty_count))
    }

    /// The `i`-th empty point in the current order; null when `i` is [`Self::empty_count`] or more.
    #[inline(always)]
    pub fn empty_at(&self, i: usize) -> Point {
        self.empty[Point::from_number(i as u16)]
    }

    /// Swaps two entries of the list of empty points. Sampling without replacement reorders the list this way instead
    /// of removing points.
    #[inline(always)]
    pub fn swap_empty(&mut self, i: usize, j: usize) {
        let (i, j) = (i as u16, j as u16);
        let (p, q) = (self.empty[Point::from_number(i)], self.empty[Point::from_number(j)]);
        self.empty[Point::from_number(i)] = q;
        self.empty[Point::from_number(j)] = p;
        self.empty_place[q] = i;
        self.empty_place[p] = j;
    }

    /// The number of stones of `color` on the board.
    #[inline(always)]
    pub fn stones(&self, color: Color) -> usize {
        usize::from(self.stones[color.index()])
    }

    /// The number of captured stones of `color`.
    #[inline(always)]
    pub fn captured(&self, color: Color) -> usize {
        usize::from(self.captured[color.index()])
    }

    /// The Zobrist key of the stones, without the player to move and the ko.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        const { assert!(F::KEY) };
        self.key
    }

    /// The point forbidden to `color` by simple ko, or null.
    #[inline(always)]
    pub fn ko_for(&self, color: Color) -> Point {
        // Branch-free: both outcomes are likely.
        Point::from_number(self.ko.number() * u16::from(self.ko_color == color))
    }

    /// Clears the ko and the stirred points, as a pass does.
    #[inline(always)]
    pub fn clear_ko(&mut self) {
        self.ko = Point::NULL;
        if F::STIRRED {
            self.stirred = PointSet::EMPTY;
        }
    }

    // ----- Neighborhoods -------------------------------------------------------------------------

    /// The 3x3 neighborhood code of a point on the board, defined in the module documentation.
    #[inline(always)]
    pub fn neighborhood3x3(&self, p: Point) -> u16 {
        let i = 2 * p.index();
        u16::from_le_bytes([self.neighborhoods[i], self.neighborhoods[i + 1]])
    }

    /// One bit for each orthogonal neighbor of the empty point `p`, in the order of [`ORTHOGONAL`]:
    /// set if the neighbor belongs to a chain whose only liberty is `p`.
    #[inline(always)]
    pub fn atari_bits(&self, p: Point) -> u8 {
        const { assert!(F::ATARI) };
        self.atari_bits[p]
    }

    /// The number of empty orthogonal neighbors.
    #[inline(always)]
    pub fn empty_neighbors(&self, p: Point) -> u32 {
        empty_bits(self.neighborhood3x3(p)).count_ones()
    }

    /// A superset of the points whose 3x3 neighborhood or atari bits changed since [`Self::clear_changes`].
    #[inline(always)]
    pub fn changes(&self) -> &PointSet {
        const { assert!(F::CHANGES) };
        &self.changes
    }

    /// Empties the set of changes.
    #[inline(always)]
    pub fn clear_changes(&mut self) {
        self.changes = PointSet::EMPTY;
    }

    /// Points related to the last stone played, occupied ones included, that the current board no longer shows:
    /// captured stones and the points around them, the other liberty of each two-liberty chain that it joined, and the
    /// liberties of chains beside captured stones that had at most two before the capture.
    #[inline(always)]
    pub fn stirred(&self) -> &PointSet {
        const { assert!(F::STIRRED) };
        &self.stirred
    }

    // ----- Chains --------------------------------------------------------------------------------

    /// The head of the chain of the stone at `p`; unspecified when there is no stone.
    #[inline(always)]
    pub fn head(&self, p: Point) -> Point {
        self.chain[p]
    }

    /// The number of stones of the chain with head `head`.
    #[inline(always)]
    pub fn chain_size(&self, head: Point) -> usize {
        usize::from(self.chain_size[head])
    }

    /// The liberty sums of the chain with head `head`.
    #[inline(always)]
    pub fn liberties(&self, head: Point) -> Liberties {
        self.liberties[head]
    }

    /// Whether the chain with head `head` has exactly one liberty.
    #[inline(always)]
    pub fn in_atari(&self, head: Point) -> bool {
        self.liberties[head].is_one()
    }

    /// The heads of the chains of `color` in atari, in no particular order.
    #[inline(always)]
    pub fn chains_in_atari(&self, color: Color) -> &[Point] {
        const { assert!(F::ATARI) };
        self.atari_lists[color.index()].as_slice()
    }

    /// Iterates over the stones of the chain with head `head`.
    #[inline(always)]
    pub fn stones_of(&self, head: Point) -> impl Iterator<Item = Point> + use<'_, F> {
        let mut current = head;
        let mut left = self.chain_size[head];
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            left -= 1;
            let stone = current;
            current = self.next[stone];
            Some(stone)
        })
    }

    /// The heads of the chains of `color` beside `p`, without duplicates.
    #[inline(always)]
    pub fn chains_beside(&self, p: Point, color: Color) -> impl Iterator<Item = Point> + use<'_, F> {
        let mut seen = [Point::NULL; 4];
        p.neighbors().into_iter().enumerate().filter_map(move |(i, q)| {
            let head = self.chain[q];
            let is_new = self.cells[q] == color as u8 && !seen.contains(&head);
            is_new.then(|| {
                seen[i] = head;
                head
            })
        })
    }

    /// The heads of the chains of the other color beside the chain with head `head`, perhaps repeated.
    pub fn chains_around(&self, head: Point) -> impl Iterator<Item = Point> + use<'_, F> {
        let opponent = self.cells[head] ^ cell::BLACK ^ cell::WHITE;
        let beside = self.stones_of(head).flat_map(Point::neighbors);
        beside.filter(move |&q| self.cells[q] == opponent).map(|q| self.chain[q])
    }

    /// Whether the liberty sums of the chain with head `head` allow at most two liberties; false only
    /// if it has more than two.
    #[inline(always)]
    pub fn may_have_two_liberties(&self, head: Point) -> bool {
        // Each of two liberties counts at most four times. Stones around one point are not adjacent to each other, so
        // other stones of the chain connect them.
        let most = self.chain_size[head].clamp(2, 8);
        self.liberties[head].pseudo() <= u64::from(most)
    }

    /// The liberties of the chain with head `head` if it has exactly two.
    #[inline(always)]
    pub fn two_liberties(&self, head: Point) -> Option<[Point; 2]> {
        let liberties = self.liberties[head];
        if !self.may_have_two_liberties(head) || liberties.at_most_one() {
            return None;
        }
        liberties.two(|p| self.stones_beside(p, head))
    }

    /// The number of neighbors of `p` in the chain with head `head`; 0 if `p` is not empty.
    #[inline(always)]
    fn stones_beside(&self, p: Point, head: Point) -> u64 {
        let color = self.cells[head];
        let is_in = |q: Point| u64::from((self.cells[q] == color) & (self.chain[q] == head));
        let is_empty = u64::from(self.cells[p] == cell::EMPTY);
        p.neighbors().into_iter().map(is_in).sum::<u64>() * is_empty
    }

    /// Up to `N` liberties of the chain with head `head`, and their number.
    ///
    /// Linear in the stones visited until `N` liberties are found.
    #[inline]
    pub fn find_liberties<const N: usize>(&self, head: Point) -> ([Point; N], usize) {
        let (mut found, mut count) = ([Point::NULL; N], 0);
        let mut pseudo = self.liberties[head].pseudo();
        for stone in self.stones_of(head) {
            let mut empty = empty_bits(self.neighborhood3x3(stone));
            while empty != 0 {
                let liberty = stone + direction(empty);
                empty &= empty - 1;
                pseudo -= 1;
                if !found[..count].contains(&liberty) {
                    found[count] = liberty;
                    count += 1;
                    if count == N {
                        return (found, count);
                    }
                }
            }
            if pseudo == 0 {
                break;
            }
        }
        (found, count)
    }
}

#[cfg(test)]
mod tests;
