//! Winograd transforms for 3x3 convolutions.
//!
//! Per pair of channels, F(3x3, 3x3) computes a tile of 3x3 outputs from 5x5 inputs with 25 products in place of 81,
//! and F(4x4, 3x3) a tile of 4x4 outputs from 6x6 inputs with 36 in place of 144. The transforms evaluate polynomials
//! at the points 0, 1, -1, 2, infinity, and 0, 1, -1, 2, -2, infinity.
//!
//! # References
//! - A. Lavin and S. Gray, "Fast algorithms for convolutional neural networks", CVPR 2016.

use std::array;

use super::simd::{LANES, Lanes, Simd};

/// A row or column of a tile.
pub(super) type Line<S, const N: usize> = [Lanes<S>; N];

/// A tile of `N` x `N` inputs and (`N` - 2) x (`N` - 2) outputs.
#[derive(Clone, Copy)]
pub(super) struct Tile<const N: usize>;

/// The transforms of a tile; kernels are compiled per tile.
pub(super) trait Winograd<const N: usize> {
    /// The transform of a row of three weights.
    const WEIGHTS: [[f32; 3]; N];
    /// The sums of the positive and of the negative factors of the inputs in a transformed row.
    const FACTORS: [[f32; 2]; N];

    /// Transforms inputs.
    fn transform<S: Simd>(inputs: Line<S, N>) -> Line<S, N>;

    /// Transforms products to outputs; the last two numbers are no outputs.
    fn finish<S: Simd>(products: Line<S, N>) -> Line<S, N>;

    /// Transforms output gradients to product gradients; the last two inputs are unused.
    fn transform_back<S: Simd>(outputs: Line<S, N>) -> Line<S, N>;

    /// Multiplies the inputs of all tiles by the weights, as many tiles and outputs at once as the registers hold.
    fn multiply<S: Simd, F: Factors>(simd: S, product: Product<'_, F>);

    /// The greatest transformed input of a product if the inputs lie between 0 and 1.
    fn growth(row: usize, col: usize) -> f32 {
        let ([p, n], [q, m]) = (Self::FACTORS[row], Self::FACTORS[col]);
        (p * q + n * m).max(p * m + n * q)
    }
}

/// How numbers are multiplied.
pub(super) trait Factors {
    /// An input of the innermost loop.
    type Input: Copy;
    /// The weights from such an input to a vector of outputs.
    type Weights: Copy;
    /// A vector of sums in memory.
    type Sums: Copy;
    /// A vector of sums in registers.
    type Registers<S: Simd>: Copy;

    /// Outputs multiplied at once.
    fn group(kind: Kind, outputs: usize) -> usize;

    fn zero<S: Simd>(simd: S) -> Self::Registers<S>;
    fn add<S: Simd>(
        simd: S,
        sums: Self::Registers<S>,
        input: Self::Input,
        weights: Self::Weights,
    ) -> Self::Registers<S>;
    fn store<S: Simd>(simd: S, sums: Self::Registers<S>) -> Self::Sums;
}

/// Floating-point numbers.
pub(super) struct Floats;

impl Factors for Floats {
    type Input = f32;
    type Weights = [f32; LANES];
    type Sums = [f32; LANES];
    type Registers<S: Simd> = Lanes<S>;

    #[inline(always)]
    fn group(kind: Kind, outputs: usize) -> usize {
        match kind {
            Kind::Three if outputs.is_multiple_of(4 * LANES) => 4 * LANES,
            Kind::Three => 3 * LANES,
            Kind::Four => 2 * LANES,
        }
    }

    #[inline(always)]
    fn zero<S: Simd>(simd: S) -> Lanes<S> {
        Lanes::splat(simd, 0.0)
    }

    #[inline(always)]
    fn add<S: Simd>(simd: S, sums: Lanes<S>, input: f32, weights: [f32; LANES]) -> Lanes<S> {
        sums.add_product(Lanes::splat(simd, input), Lanes::new(simd, weights))
    }

    #[inline(always)]
    fn store<S: Simd>(_simd: S, sums: Lanes<S>) -> [f32; LANES] {
        sums.to_array()
    }
}

/// Pairs of integers of 16 bits.
pub(super) struct Pairs;

impl Factors for Pairs {
    type Input = [i16; 2];
    type Weights = [[i16; 2]; LANES];
    type Sums = [i32; LANES];
    type Registers<S: Simd> = S::Integers;

    /// Products need a register before they are added.
    #[inline(always)]
    fn group(_kind: Kind, _outputs: usize) -> usize {
        2 * LANES
    }

    #[inline(always)]
    fn zero<S: Simd>(simd: S) -> S::Integers {
        simd.load_integers([0; LANES])
    }

    #[inline(always)]
    fn add<S: Simd>(simd: S, sums: S::Integers, input: [i16; 2], weights: [[i16; 2]; LANES]) -> S::Integers {
        simd.add_products(sums, input, weights)
    }

    #[inline(always)]
    fn store<S: Simd>(simd: S, sums: S::Integers) -> [i32; LANES] {
        simd.store_integers(sums)
    }
}

/// One product of all tiles, for a group of outputs: inputs by tile and channel, an even number of channels; weights by
/// channel and output; products by tile and output.
pub(super) struct Product<'a, F: Factors> {
    pub(super) inputs: &'a [F::Input],
    pub(super) weights: &'a [F::Weights],
    pub(super) products: &'a mut [F::Sums],
    /// Vectors of outputs.
    pub(super) vectors: usize,
    /// Tiles of the board; there may be more inputs, for slots without a tile.
    pub(super) tiles: usize,
}

impl<F: Factors> Product<'_, F> {
    /// Multiplies `P` tiles by `N` vectors of outputs at once, and `ROUND` channels in a round of the innermost loop. The
    /// `P` x `N` sums stay in registers. Twelve sums fill the registers, so that the compiler would move sums to memory in
    /// a round of two channels.
    #[inline(always)]
    pub(super) fn multiply<S: Simd, const P: usize, const N: usize, const ROUND: usize>(self, simd: S) {
        let (weights, _) = self.weights.as_chunks::<N>().0.as_chunks::<ROUND>();
        let (products, _) = self.products.as_chunks_mut::<N>().0.as_chunks_mut::<P>();
        let rounds = weights.len();
        for (inputs, products) in self.inputs.chunks_exact(P * ROUND * rounds).zip(products) {
            // All have the same length, visible to the compiler, so there are no bounds checks.
            let rows: [_; P] = array::from_fn(|p| &inputs.as_chunks::<ROUND>().0[p * rounds..][..rounds]);
            let mut sums = [[F::zero(simd); N]; P];
            for i in 0..rounds {
                for k in 0..ROUND {
                    for n in 0..N {
                        for p in 0..P {
                            sums[p][n] = F::add(simd, sums[p][n], rows[p][i][k], weights[i][k][n]);
                        }
                    }
                }
            }
            for p in 0..P {
                for n in 0..N {
                    products[p][n] = F::store(simd, sums[p][n]);
                }
            }
        }
    }
}

/// A tile kind, chosen by board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Three,
    Four,
}

impl Kind {
    /// Inputs in a row.
    pub(super) const fn inputs(self) -> usize {
        match self {
            Self::Three => 5,
            Self::Four => 6,
        }
    }

    /// Outputs in a row.
    pub(super) const fn outputs(self) -> usize {
        self.inputs() - 2
    }

    /// Tiles multiplied at once on a board of `tiles` tiles.
    pub(super) const fn at_once(self, tiles: usize) -> usize {
        match self {
            Self::Three => 3,
            Self::Four if tiles.is_multiple_of(4) => 4,
            Self::Four => 5,
        }
    }

    /// The greatest transformed input of a product if the inputs lie between 0 and 1.
    pub(super) fn growth(self, row: usize, col: usize) -> f32 {
        match self {
            Self::Three => Tile::<5>::growth(row, col),
            Self::Four => Tile::<6>::growth(row, col),
        }
    }

    /// The transform of a row of three weights.
    pub(super) const fn weights(self) -> &'static [[f32; 3]] {
        match self {
            Self::Three => &Tile::<5>::WEIGHTS,
            Self::Four => &Tile::<6>::WEIGHTS,
        }
    }
}

/// F(3x3, 3x3).
impl Winograd<5> for Tile<5> {
    const WEIGHTS: [[f32; 3]; 5] = [
        [1.0 / 2.0, 0.0, 0.0],
        [-1.0 / 2.0, -1.0 / 2.0, -1.0 / 2.0],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 6.0, 1.0 / 3.0, 2.0 / 3.0],
        [0.0, 0.0, 1.0],
    ];
    const FACTORS: [[f32; 2]; 5] = [[3.0, 3.0], [1.0, 3.0], [3.0, 3.0], [1.0, 1.0], [3.0, 3.0]];

    #[inline(always)]
    fn transform<S: Simd>([a, b, c, d, e]: Line<S, 5>) -> Line<S, 5> {
        let odd = d - b;
        [(a - c) * 2.0 + odd, d - b * 2.0 - c, d + b * 2.0 - c * 3.0, odd, e - c - odd * 2.0]
    }

    #[inline(always)]
    fn finish<S: Simd>([a, b, c, d, e]: Line<S, 5>) -> Line<S, 5> {
        let (sum, double) = (b + c, d + d);
        [a + sum + d, b - c + double, sum + double + double + e, d, e]
    }

    #[inline(always)]
    fn transform_back<S: Simd>([a, b, c, ..]: Line<S, 5>) -> Line<S, 5> {
        let even = a + c;
        [a, even + b, even - b, a + b * 2.0 + c * 4.0, c]
    }

    #[inline(always)]
    fn multiply<S: Simd, F: Factors>(simd: S, product: Product<'_, F>) {
        match product.vectors {
            4 => product.multiply::<S, 3, 4, 1>(simd),
            3 => product.multiply::<S, 3, 3, 1>(simd),
            _ => product.multiply::<S, 3, 2, 2>(simd),
        }
    }
}

/// F(4x4, 3x3).
impl Winograd<6> for Tile<6> {
    const WEIGHTS: [[f32; 3]; 6] = [
        [1.0 / 4.0, 0.0, 0.0],
        [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
        [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
        [0.0, 0.0, 1.0],
    ];
    const FACTORS: [[f32; 2]; 6] = [[5.0, 5.0], [2.0, 8.0], [5.0, 5.0], [3.0, 3.0], [3.0, 3.0], [5.0, 5.0]];

    #[inline(always)]
    fn transform<S: Simd>([a, b, c, d, e, f]: Line<S, 6>) -> Line<S, 6> {
        let (even, odd) = (e - c * 4.0, d - b * 4.0);
        let (close, twice) = (e - c, (d - b) * 2.0);
        [a * 4.0 - c * 5.0 + e, even + odd, even - odd, close + twice, close - twice, b * 4.0 - d * 5.0 + f]
    }

    #[inline(always)]
    fn finish<S: Simd>([a, b, c, d, e, f]: Line<S, 6>) -> Line<S, 6> {
        let (sum, difference, far, slope) = (b + c, b - c, d + e, d - e);
        [a + sum + far, difference + slope * 2.0, sum + far * 4.0, difference + slope * 8.0 + f, e, f]
    }

    #[inline(always)]
    fn transform_back<S: Simd>([a, b, c, d, ..]: Line<S, 6>) -> Line<S, 6> {
        let (even, odd) = (a + c, b + d);
        let (far, twice) = (a + c * 4.0, b * 2.0 + d * 8.0);
        [a, even + odd, even - odd, far + twice, far - twice, d]
    }

    #[inline(always)]
    fn multiply<S: Simd, F: Factors>(simd: S, product: Product<'_, F>) {
        match Kind::Four.at_once(product.tiles) {
            4 => product.multiply::<S, 4, 2, 2>(simd),
            _ => product.multiply::<S, 5, 2, 2>(simd),
        }
    }
}
