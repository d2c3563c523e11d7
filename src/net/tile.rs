//! The transforms of fast 3x3 convolutions.
//!
//! F(3x3, 3x3) makes tiles of 3x3 outputs from 5x5 inputs with 25 products in place of 81 per pair of channels, and
//! F(4x4, 3x3) tiles of 4x4 outputs from 6x6 inputs with 36 in place of 144. The transforms evaluate polynomials at the points
//! 0, 1, -1, 2, infinity, and 0, 1, -1, 2, -2, infinity.
//!
//! # References
//! - A. Lavin and S. Gray, "Fast algorithms for convolutional neural networks", CVPR 2016.

use std::ops::{Add, Mul, Sub};

/// Channels that are transformed at once.
pub(super) const LANES: usize = 8;

/// One number for each of some channels.
#[derive(Clone, Copy)]
pub(super) struct Lanes(pub(super) [f32; LANES]);

impl Lanes {
    pub(super) const ZERO: Self = Self([0.0; LANES]);

    #[inline(always)]
    pub(super) fn load(from: &[f32]) -> Self {
        let mut lanes = [0.0; LANES];
        lanes.copy_from_slice(&from[..LANES]);
        Self(lanes)
    }
}

impl Add for Lanes {
    type Output = Self;

    #[inline(always)]
    fn add(mut self, other: Self) -> Self {
        for i in 0..LANES {
            self.0[i] += other.0[i];
        }
        self
    }
}

impl Sub for Lanes {
    type Output = Self;

    #[inline(always)]
    fn sub(mut self, other: Self) -> Self {
        for i in 0..LANES {
            self.0[i] -= other.0[i];
        }
        self
    }
}

impl Mul<f32> for Lanes {
    type Output = Self;

    #[inline(always)]
    fn mul(mut self, factor: f32) -> Self {
        for i in 0..LANES {
            self.0[i] *= factor;
        }
        self
    }
}

/// A linear map from `N` to `K` numbers.
pub(super) trait Map<const N: usize, const K: usize> {
    fn map(numbers: [Lanes; N]) -> [Lanes; K];
}

/// The transforms for tiles of `M` x `M` outputs from `T` x `T` inputs.
///
/// The maps transform inputs, products to outputs, and output gradients to product gradients.
pub(super) trait Tile<const M: usize, const T: usize>:
    Map<T, T> + Map<T, M> + Map<M, T> + Send + 'static
{
    /// The transform of a row of three weights.
    const WEIGHTS: [[f32; 3]; T];
}

/// F(3x3, 3x3).
pub(super) struct Tile3;

impl Tile<3, 5> for Tile3 {
    const WEIGHTS: [[f32; 3]; 5] = [
        [1.0 / 2.0, 0.0, 0.0],
        [-1.0 / 2.0, -1.0 / 2.0, -1.0 / 2.0],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 6.0, 1.0 / 3.0, 2.0 / 3.0],
        [0.0, 0.0, 1.0],
    ];
}

impl Map<5, 5> for Tile3 {
    #[inline(always)]
    fn map([a, b, c, d, e]: [Lanes; 5]) -> [Lanes; 5] {
        let odd = d - b;
        [(a - c) * 2.0 + odd, d - b * 2.0 - c, d + b * 2.0 - c * 3.0, odd, e - c - odd * 2.0]
    }
}

impl Map<5, 3> for Tile3 {
    #[inline(always)]
    fn map([a, b, c, d, e]: [Lanes; 5]) -> [Lanes; 3] {
        let (sum, double) = (b + c, d + d);
        [a + sum + d, b - c + double, sum + double + double + e]
    }
}

impl Map<3, 5> for Tile3 {
    #[inline(always)]
    fn map([a, b, c]: [Lanes; 3]) -> [Lanes; 5] {
        let even = a + c;
        [a, even + b, even - b, a + b * 2.0 + c * 4.0, c]
    }
}

/// F(4x4, 3x3).
pub(super) struct Tile4;

impl Tile<4, 6> for Tile4 {
    const WEIGHTS: [[f32; 3]; 6] = [
        [1.0 / 4.0, 0.0, 0.0],
        [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
        [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
        [0.0, 0.0, 1.0],
    ];
}

impl Map<6, 6> for Tile4 {
    #[inline(always)]
    fn map([a, b, c, d, e, f]: [Lanes; 6]) -> [Lanes; 6] {
        let (even, odd) = (e - c * 4.0, d - b * 4.0);
        let (close, twice) = (e - c, (d - b) * 2.0);
        [a * 4.0 - c * 5.0 + e, even + odd, even - odd, close + twice, close - twice, b * 4.0 - d * 5.0 + f]
    }
}

impl Map<6, 4> for Tile4 {
    #[inline(always)]
    fn map([a, b, c, d, e, f]: [Lanes; 6]) -> [Lanes; 4] {
        let (sum, difference, far, slope) = (b + c, b - c, d + e, d - e);
        [a + sum + far, difference + slope * 2.0, sum + far * 4.0, difference + slope * 8.0 + f]
    }
}

impl Map<4, 6> for Tile4 {
    #[inline(always)]
    fn map([a, b, c, d]: [Lanes; 4]) -> [Lanes; 6] {
        let (even, odd) = (a + c, b + d);
        let (far, twice) = (a + c * 4.0, b * 2.0 + d * 8.0);
        [a, even + odd, even - odd, far + twice, far - twice, d]
    }
}
