//! A chain's liberties as three running sums in one word.
//!
//! Each pair of a stone and an adjacent empty point is one *pseudo-liberty*. The word holds the number of
//! pseudo-liberties, the sum of their point numbers, and the sum of the squares. Playing or removing a stone costs one
//! addition per neighbor, and joining two chains one addition. By the Cauchy-Schwarz inequality,
//! `count * squares == sum * sum` exactly when all pseudo-liberties are the same point. So tests for atari and
//! self-atari and locating the last liberty need no search. The sum over several chains describes the chain that would
//! join them.
//!
//! # References
//! - Ł. Lew's libEGO counts pseudo-liberties and their sums (README of the library, 2006-2010).
//! - The inequality test for atari: B. Houston and R. Wu, computer-go mailing list, 2007.

use super::point::Point;

const SUM_SHIFT: u32 = 12;
const SQUARES_SHIFT: u32 = 32;
const SUM_MASK: u64 = (1 << (SQUARES_SHIFT - SUM_SHIFT)) - 1;
const COUNT_MASK: u64 = (1 << SUM_SHIFT) - 1;

/// The sums of a multiset of empty points: enough to tell whether it has zero, one or several distinct points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Liberties(u64);

impl Liberties {
    /// The empty multiset.
    pub const NONE: Self = Self(0);

    /// One pseudo-liberty at `p`.
    #[inline(always)]
    pub const fn at(p: Point) -> Self {
        let n = p.number() as u64;
        Self(1 | n << SUM_SHIFT | (n * n) << SQUARES_SHIFT)
    }

    /// Whether there is no liberty.
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The number of pseudo-liberties, which is at least the number of liberties.
    #[inline(always)]
    pub const fn pseudo(self) -> u64 {
        self.0 & COUNT_MASK
    }

    /// Whether there is no liberty or exactly one.
    #[inline(always)]
    pub const fn at_most_one(self) -> bool {
        let sum = (self.0 >> SUM_SHIFT) & SUM_MASK;
        self.pseudo().wrapping_mul(self.0 >> SQUARES_SHIFT) == sum.wrapping_mul(sum)
    }

    /// Whether there is exactly one liberty.
    #[inline(always)]
    pub const fn is_one(self) -> bool {
        self.0 != 0 && self.at_most_one()
    }

    /// The only liberty; unspecified unless [`Self::is_one`].
    #[inline(always)]
    pub const fn only(self) -> Point {
        // A point has four neighbors, so the count is 1 to 4: division by multiplication.
        const RECIPROCAL: [u64; 4] = [1 << 16, 1 << 15, (1 << 16) / 3 + 1, 1 << 14];
        let sum = (self.0 >> SUM_SHIFT) & SUM_MASK;
        Point::from_number(((sum * RECIPROCAL[(self.pseudo().wrapping_sub(1) & 3) as usize]) >> 16) as u16)
    }

    /// The two liberties if there are exactly two; `times` returns the multiplicity of a point, 0 to 4.
    ///
    /// If point `a` occurs `m` times and point `b` occurs `n` times, `count * squares - sum * sum` is
    /// `m * n * (a - b)^2`.
    #[inline(always)]
    pub fn two(self, times: impl Fn(Point) -> u64) -> Option<[Point; 2]> {
        const SPLITS: [&[(u64, u64)]; 9] = [
            &[],
            &[],
            &[(1, 1)],
            &[(1, 2)],
            &[(2, 2), (1, 3)],
            &[(2, 3), (1, 4)],
            &[(3, 3), (2, 4)],
            &[(3, 4)],
            &[(4, 4)],
        ];
        let (count, sum) = (self.pseudo(), (self.0 >> SUM_SHIFT) & SUM_MASK);
        let spread = count.wrapping_mul(self.0 >> SQUARES_SHIFT).wrapping_sub(sum.wrapping_mul(sum));
        let splits = SPLITS.get(count as usize).copied().unwrap_or_default();
        for &(m, n) in splits {
            let distance = (spread as f32 / (m * n) as f32).sqrt() as u64;
            if distance.wrapping_mul(distance).wrapping_mul(m * n) == spread {
                for (low, high) in [(m, n), (n, m)] {
                    let Some(rest) = sum.checked_sub(high * distance) else { continue };
                    let first = rest / count;
                    let [a, b] = [first, first + distance].map(|number| Point::from_number(number as u16));
                    if first * count == rest && times(a) == low && times(b) == high {
                        return Some([a, b]);
                    }
                }
            }
        }
        None
    }

    /// Adds a multiset.
    #[inline(always)]
    pub const fn add(&mut self, other: Self) {
        self.0 = self.0.wrapping_add(other.0);
    }

    /// Adds a multiset if `condition` holds, without a branch.
    #[inline(always)]
    pub const fn add_all_if(&mut self, other: Self, condition: bool) {
        self.0 = self.0.wrapping_add(other.0 & (condition as u64).wrapping_neg());
    }

    /// Adds a pseudo-liberty at `p` if `condition` holds, without a branch.
    #[inline(always)]
    pub const fn add_if(&mut self, p: Point, condition: bool) {
        self.0 = self.0.wrapping_add(Self::at(p).0 & (condition as u64).wrapping_neg());
    }

    /// Removes a pseudo-liberty at `p` if `condition` holds, without a branch.
    #[inline(always)]
    pub const fn remove_if(&mut self, p: Point, condition: bool) {
        self.0 = self.0.wrapping_sub(Self::at(p).0 & (condition as u64).wrapping_neg());
    }

    /// Removes a multiset, which must be contained in this one.
    #[inline(always)]
    pub const fn remove(&mut self, other: Self) {
        self.0 = self.0.wrapping_sub(other.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_point_up_to_four_times_is_one_liberty() {
        for n in 21..400 {
            let p = Point::from_number(n);
            let mut libs = Liberties::NONE;
            for _ in 0..4 {
                libs.add(Liberties::at(p));
                assert!(libs.is_one());
                assert_eq!(libs.only(), p);
            }
            libs.add(Liberties::at(Point::from_number(n + 1)));
            assert!(!libs.at_most_one());
        }
        assert!(Liberties::NONE.is_none() && Liberties::NONE.at_most_one() && !Liberties::NONE.is_one());
    }

    #[test]
    fn two_points_are_found_whatever_their_counts() {
        for (a, b) in [(21, 22), (21, 41), (21, 399), (210, 399), (180, 201)] {
            let [a, b] = [a, b].map(Point::from_number);
            for (m, n) in (1..=4).flat_map(|m| (1..=4).map(move |n| (m, n))) {
                let mut libs = Liberties::NONE;
                (0..m).for_each(|_| libs.add(Liberties::at(a)));
                (0..n).for_each(|_| libs.add(Liberties::at(b)));
                let times = |p| [(a, m), (b, n)].into_iter().find(|of| of.0 == p).map_or(0, |of| of.1);
                assert_eq!(libs.two(times), Some([a, b]), "{m} {a} {n} {b}");
            }
        }
    }

    #[test]
    fn the_fullest_board_does_not_overflow() {
        let mut libs = Liberties::NONE;
        Point::by_rows(19).flat_map(|p| [p; 2]).for_each(|p| libs.add(Liberties::at(p)));
        assert_eq!(libs.pseudo(), 722);
        assert!(!libs.at_most_one());
    }
}
