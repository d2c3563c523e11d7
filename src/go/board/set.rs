//! A set of points as a bit set.

use super::point::{POINTS, Point};

/// A set of points of the padded board, border points included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointSet([u64; POINTS / 64]);

/// The bits of a 3x3 area, counted from its south-western corner; rows are 20 points apart.
const AREA: u64 = 0b111 | 0b111 << 20 | 0b111 << 40;
/// The difference of the point numbers of the center and that corner.
const CENTER: u16 = 21;

impl PointSet {
    /// The empty set.
    pub const EMPTY: Self = Self([0; POINTS / 64]);

    /// The 3x3 area around a point as two words of the set, each an index and its bits.
    #[inline(always)]
    fn area(p: Point) -> [(usize, u64); 2] {
        let first = usize::from(p.number().wrapping_sub(CENTER));
        let (word, shift) = (first >> 6 & 7, first & 63);
        // Two shifts, because a shift by 64 would overflow.
        [(word, AREA << shift), ((word + 1) & 7, AREA >> 1 >> (63 - shift))]
    }

    /// Adds a point.
    #[inline(always)]
    pub fn insert(&mut self, p: Point) {
        self.0[p.index() >> 6] |= 1 << (p.index() & 63);
    }

    /// Removes a point.
    #[inline(always)]
    pub fn remove(&mut self, p: Point) {
        self.0[p.index() >> 6] &= !(1 << (p.index() & 63));
    }

    /// Adds a point on the board and its eight neighbors.
    #[inline(always)]
    pub fn insert_area(&mut self, p: Point) {
        Self::area(p).into_iter().for_each(|(word, bits)| self.0[word] |= bits);
    }

    /// Removes the points of another set.
    #[inline(always)]
    pub fn remove_all(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, others)| *word &= !others);
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether the set contains a point.
    #[inline(always)]
    pub fn contains(&self, p: Point) -> bool {
        self.0[p.index() >> 6] >> (p.index() & 63) & 1 != 0
    }

    /// Calls `visit` with each point, in ascending order.
    #[inline(always)]
    pub fn for_each(&self, mut visit: impl FnMut(Point)) {
        // Most words are zero: skips them without a branch for each.
        let mut words = 0_u32;
        for (i, &word) in self.0.iter().enumerate() {
            words |= u32::from(word != 0) << i;
        }
        while words != 0 {
            let i = words.trailing_zeros();
            let mut bits = self.0[i as usize & 7];
            while bits != 0 {
                visit(Point::from_number((i * 64 + bits.trailing_zeros()) as u16));
                bits &= bits - 1;
            }
            words &= words - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_area_is_a_point_and_those_around_it() {
        for center in Point::by_rows(19) {
            let mut set = PointSet::EMPTY;
            set.insert_area(center);
            let mut points = Vec::new();
            set.for_each(|p| points.push(p));
            let mut expected = [center].into_iter().chain(center.surroundings()).collect::<Vec<_>>();
            expected.sort_unstable();
            assert_eq!(points, expected);
            for p in (0..POINTS as u16).map(Point::from_number) {
                assert_eq!(set.contains(p), expected.contains(&p), "{p}");
            }
            set.remove_all(&set.clone());
            assert!(set.is_empty());
            set.insert(center);
            assert!(set.contains(center));
            set.remove(center);
            assert_eq!(set, PointSet::EMPTY);
        }
    }
}
