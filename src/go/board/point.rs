//! Points of the padded one-dimensional board.
//!
//! The stride is fixed: north is +20 ([`NS`]) and east +1 ([`WE`]) on every board size; A1 is 21 and T19 is 399. Row 0,
//! row `size + 1`, column 0 and column `size + 1` are border, so every neighbor of a point on the board can be read
//! without a bounds check.
//!
//! # References
//! - G. I. Lin, "Fuego Go: The Missing Manual", UC Santa Cruz, 2009 (board representation).

use std::fmt;
use std::ops::{Add, Index, IndexMut};

use crate::framework::{self, Move};

/// The offset to the northern neighbor.
pub const NS: i16 = 20;
/// The offset to the eastern neighbor.
pub const WE: i16 = 1;
/// The smallest board size.
pub const MIN_SIZE: u8 = 2;
/// The largest board size.
pub const MAX_SIZE: u8 = 19;
/// The length of a [`Map`]: a power of two above the largest number of a point or of a neighbor of one.
pub const POINTS: usize = 512;

/// The offsets to the north, east, south and west: the order of all lists of four neighbors.
pub const ORTHOGONAL: [i16; 4] = [NS, WE, -NS, -WE];
/// The offsets to the north-east, south-east, south-west and north-west.
pub const DIAGONAL: [i16; 4] = [NS + WE, -NS + WE, -NS - WE, NS - WE];
/// The offsets of the eight neighbors, orthogonal ones first.
pub(super) const SURROUNDINGS: [i16; 8] = {
    let ([a, b, c, d], [e, f, g, h]) = (ORTHOGONAL, DIAGONAL);
    [a, b, c, d, e, f, g, h]
};

/// A point of the padded board, or [`Point::NULL`].
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// No point; as a move, the pass.
    pub const NULL: Self = Self(0);

    /// The point in column `col` and row `row`, both from 0 at A1.
    ///
    /// # Panics
    /// When the column or the row is 19 or more.
    #[inline]
    pub const fn at(col: u8, row: u8) -> Self {
        assert!(col < MAX_SIZE && row < MAX_SIZE, "off the board");
        Self((row as u16 + 1) * NS as u16 + col as u16 + 1)
    }

    /// The points of a board of a size, row by row from the top left.
    pub fn by_rows(size: u8) -> impl Iterator<Item = Self> {
        (0..size).rev().flat_map(move |row| (0..size).map(move |col| Self::at(col, row)))
    }

    /// The point with a number below 512.
    #[inline(always)]
    pub const fn from_number(number: u16) -> Self {
        Self(number & (POINTS as u16 - 1))
    }

    /// The point's number: A1 is 21, T19 is 399.
    #[inline(always)]
    pub const fn number(self) -> u16 {
        self.0
    }

    /// The point as an array index below 512.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize & (POINTS - 1)
    }

    /// The column, 0 for A, of a point on the board; a build that checks overflow panics for [`Self::NULL`] and borders.
    #[inline]
    pub const fn col(self) -> u8 {
        (self.0 % NS as u16) as u8 - 1
    }

    /// The row, 0 for the first, of a point on the board; for others as [`Self::col`].
    #[inline]
    pub const fn row(self) -> u8 {
        (self.0 / NS as u16) as u8 - 1
    }

    /// The four orthogonal neighbors, in the order of [`ORTHOGONAL`].
    #[inline(always)]
    pub fn neighbors(self) -> [Self; 4] {
        [self + NS, self + WE, self + -NS, self + -WE]
    }

    /// The eight neighbors, orthogonal ones first.
    #[inline(always)]
    pub fn surroundings(self) -> [Self; 8] {
        SURROUNDINGS.map(|offset| self + offset)
    }

    /// The move at this point; the pass for [`Point::NULL`].
    #[inline(always)]
    pub const fn to_move(self) -> Move {
        Move(self.0)
    }

    /// The point of a move; [`Point::NULL`] for the pass.
    #[inline(always)]
    pub const fn of_move(mv: Move) -> Self {
        Self::from_number(mv.0)
    }
}

impl Add<i16> for Point {
    type Output = Self;

    #[inline(always)]
    fn add(self, offset: i16) -> Self {
        Self(self.0.wrapping_add_signed(offset))
    }
}

/// Writes the GTP vertex; `pass` for [`Point::NULL`].
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::NULL {
            return f.pad("pass");
        }
        f.pad(&framework::vertex(self.col(), self.row()))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An array indexed by points. Indices are masked, so access needs no bounds check.
#[derive(Clone, Copy)]
pub struct Map<T>([T; POINTS]);

impl<T: Copy> Map<T> {
    /// Creates a map with one value at all points.
    pub const fn new(value: T) -> Self {
        Self([value; POINTS])
    }

    /// Sets the value at all points.
    pub fn fill(&mut self, value: T) {
        self.0.fill(value);
    }

    /// The first `len` elements, at most 512.
    pub fn prefix(&self, len: usize) -> &[T] {
        &self.0[..len.min(POINTS)]
    }

    /// `len` elements starting at a point, fewer at the end of the map.
    #[inline(always)]
    pub fn run(&self, first: Point, len: usize) -> &[T] {
        let first = first.index();
        &self.0[first..(first + len).min(POINTS)]
    }

    /// Copies the first `len` elements of `other`, at most 512.
    #[inline(always)]
    pub fn copy_prefix(&mut self, other: &Self, len: usize) {
        let len = len.min(POINTS);
        self.0[..len].copy_from_slice(&other.0[..len]);
    }
}

impl<T> Index<Point> for Map<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, p: Point) -> &T {
        &self.0[p.index()]
    }
}

impl<T> IndexMut<Point> for Map<T> {
    #[inline(always)]
    fn index_mut(&mut self, p: Point) -> &mut T {
        &mut self.0[p.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_manual() {
        assert_eq!(Point::at(0, 0).number(), 21);
        assert_eq!(Point::at(18, 18).number(), 399);
        assert_eq!(Point::at(8, 4).to_string(), "J5");
        assert_eq!(Point::at(7, 4).to_string(), "H5");
        assert_eq!(Point::at(18, 18).to_string(), "T19");
        assert_eq!(Point::NULL.to_string(), "pass");
        let p = Point::at(3, 15);
        assert_eq!((p.col(), p.row()), (3, 15));
    }
}
