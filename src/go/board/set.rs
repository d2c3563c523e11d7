//! A set of points, a bit each.

use super::point::{POINTS, Point};

/// A set of points of the padded board, border points included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointSet([u64; POINTS / 64]);

/// The 3x3 area as bits from its south-western corner on: rows are 20 points apart.
const AREA: u64 = 0b111 | 0b111 << 20 | 0b111 << 40;
/// How far the center is from that corner.
const CENTER: u16 = 21;

impl PointSet {
    /// No point.
    pub const EMPTY: Self = Self([0; POINTS / 64]);

    /// Returns the 3x3 area around a point of the board in the words that hold it.
    #[inline(always)]
    fn area(p: Point) -> [(usize, u64); 2] {
        let first = usize::from(p.number().wrapping_sub(CENTER));
        let (word, shift) = (first >> 6 & 7, first & 63);
        // In two steps, for a shift by 64 would be one by 0.
        [(word, AREA << shift), ((word + 1) & 7, AREA >> 1 >> (63 - shift))]
    }

    /// Adds a point.
    #[inline(always)]
    pub fn insert(&mut self, p: Point) {
        self.0[p.index() >> 6] |= 1 << (p.index() & 63);
    }

    /// Takes a point away.
    #[inline(always)]
    pub fn remove(&mut self, p: Point) {
        self.0[p.index() >> 6] &= !(1 << (p.index() & 63));
    }

    /// Adds a point of the board and the eight around it.
    #[inline(always)]
    pub fn insert_area(&mut self, p: Point) {
        Self::area(p).into_iter().for_each(|(word, bits)| self.0[word] |= bits);
    }

    /// Takes the points of another set away.
    #[inline(always)]
    pub fn remove_all(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, others)| *word &= !others);
    }

    /// Returns whether the set holds no point.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Returns whether the set holds a point.
    #[inline(always)]
    #[must_use]
    pub fn contains(&self, p: Point) -> bool {
        self.0[p.index() >> 6] >> (p.index() & 63) & 1 != 0
    }

    /// Calls `visit` with each point, in the order of their numbers.
    #[inline(always)]
    pub fn for_each(&self, mut visit: impl FnMut(Point)) {
        // Mostly few words hold any: no branch for each that does not.
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
        for center in (0..19).flat_map(|row| (0..19).map(move |col| Point::at(col, row))) {
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
