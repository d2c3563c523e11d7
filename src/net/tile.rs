//! Winograd transforms for 3x3 convolutions.
//!
//! Per pair of channels, F(3x3, 3x3) computes a tile of 3x3 outputs from 5x5 inputs with 25 products in place of 81,
//! F(4x4, 3x3) a tile of 4x4 outputs from 6x6 inputs with 36 in place of 144, and F(5x5, 3x3) one of 5x5 from 7x7 with
//! 49 in place of 225. The transforms evaluate polynomials at the points 0, 1, -1, 2, infinity; 0, 1, -1, 2, -2,
//! infinity; and three pairs of points and infinity, chosen so that integers round no worse than with the second.
//!
//! # References
//! - A. Lavin and S. Gray, "Fast algorithms for convolutional neural networks", CVPR 2016.

use pulp::bytemuck::{Pod, Zeroable};

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
    type Sums: Pod;
    /// A vector of sums in registers.
    type Registers<S: Simd>: Pod;

    fn add<S: Simd>(
        simd: S,
        sums: Self::Registers<S>,
        input: Self::Input,
        weights: Self::Weights,
    ) -> Self::Registers<S>;
}

/// Floating-point numbers.
pub(super) struct Floats;

impl Factors for Floats {
    type Input = f32;
    type Weights = [f32; LANES];
    type Sums = [f32; LANES];
    type Registers<S: Simd> = S::Vector;

    #[inline(always)]
    fn add<S: Simd>(simd: S, sums: S::Vector, input: f32, weights: [f32; LANES]) -> S::Vector {
        simd.mul_add(pulp::cast([input; LANES]), pulp::cast(weights), sums)
    }
}

/// Pairs of integers of 16 bits.
pub(super) struct Pairs;

impl Factors for Pairs {
    type Input = [i16; 2];
    type Weights = [[i16; 2]; LANES];
    type Sums = [i32; LANES];
    type Registers<S: Simd> = S::Integers;

    #[inline(always)]
    fn add<S: Simd>(simd: S, sums: S::Integers, input: [i16; 2], weights: [[i16; 2]; LANES]) -> S::Integers {
        simd.add_products(sums, input, weights)
    }
}

/// One product of all tiles, for a group of outputs: inputs by tile and channel, an even number of channels; weights by
/// channel and output.
pub(super) struct Product<'a, F: Factors> {
    pub(super) inputs: &'a [F::Input],
    pub(super) weights: &'a [F::Weights],
    /// Its number, and how many products a tile has.
    pub(super) product: usize,
    pub(super) products: usize,
}

impl<F: Factors> Product<'_, F> {
    /// Multiplies `P` tiles by `N` vectors of outputs at once, and `ROUND` channels in a round of the innermost loop. The
    /// `P` x `N` sums stay in registers. `all` are the sums of all products, by tile, product and output.
    #[inline(always)]
    pub(super) fn multiply<S: Simd, const P: usize, const N: usize, const ROUND: usize>(
        self,
        simd: S,
        all: &mut [[F::Sums; N]],
    ) {
        let (weights, _) = self.weights.as_chunks::<N>().0.as_chunks::<ROUND>();
        let rounds = weights.len();
        let all = all.chunks_exact_mut(P * self.products);
        for (inputs, all) in self.inputs.chunks_exact(P * ROUND * rounds).zip(all) {
            // All have the same length, visible to the compiler, so there are no bounds checks.
            let (inputs, _) = inputs.as_chunks::<ROUND>();
            let mut rows = [&inputs[..rounds]; P];
            for (p, row) in rows.iter_mut().enumerate() {
                *row = &inputs[p * rounds..][..rounds];
            }
            let mut sums = [[F::Registers::<S>::zeroed(); N]; P];
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
                    all[p * self.products + self.product][n] = pulp::cast(sums[p][n]);
                }
            }
        }
    }
}

/// Computes the product of two matrices; the second one and the product have `columns` numbers in a row, 32, 48 or 64.
#[inline(always)]
pub(super) fn multiply<S: Simd>(simd: S, a: &[f32], b: &[f32], columns: usize, sums: &mut [f32]) {
    // Whole rows of the second matrix are the weights of one output group.
    let product = Product::<Floats> { inputs: a, weights: b.as_chunks().0, product: 0, products: 1 };
    let (vectors, _) = sums.as_chunks_mut();
    match columns / LANES {
        2 => product.multiply::<S, 1, 2, 1>(simd, vectors.as_chunks_mut().0),
        3 => product.multiply::<S, 1, 3, 1>(simd, vectors.as_chunks_mut().0),
        _ => product.multiply::<S, 1, 4, 1>(simd, vectors.as_chunks_mut().0),
    }
}

/// Tiles multiplied at once on a board of `tiles` tiles, at most `most`.
pub(super) const fn at_once(tiles: usize, most: usize) -> usize {
    if tiles.is_multiple_of(9) && most >= 9 {
        9
    } else if tiles.is_multiple_of(4) {
        4
    } else if tiles.is_multiple_of(5) {
        5
    } else {
        3
    }
}

/// A tile kind, chosen by board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Three,
    Four,
    Five,
}

impl Kind {
    /// The first ones are preferred to others that take as long.
    pub(super) const ALL: [Self; 3] = [Self::Four, Self::Three, Self::Five];

    /// The measured time of a product with its share of the transforms; 100 for the smaller tiles.
    pub(super) const fn effort(self) -> usize {
        match self {
            Self::Three | Self::Four => 100,
            Self::Five => 120,
        }
    }

    /// Inputs in a row.
    pub(super) const fn inputs(self) -> usize {
        match self {
            Self::Three => 5,
            Self::Four => 6,
            Self::Five => 7,
        }
    }

    /// Outputs in a row.
    pub(super) const fn outputs(self) -> usize {
        self.inputs() - 2
    }

    /// The greatest transformed input of a product if the inputs lie between 0 and 1.
    pub(super) fn growth(self, row: usize, col: usize) -> f32 {
        match self {
            Self::Three => Tile::<5>::growth(row, col),
            Self::Four => Tile::<6>::growth(row, col),
            Self::Five => Tile::<7>::growth(row, col),
        }
    }

    /// The transform of a row of three weights.
    pub(super) const fn weights(self) -> &'static [[f32; 3]] {
        match self {
            Self::Three => &Tile::<5>::WEIGHTS,
            Self::Four => &Tile::<6>::WEIGHTS,
            Self::Five => &Tile::<7>::WEIGHTS,
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
}

/// A pair of points p and -p at which the transforms of F(5x5, 3x3) evaluate polynomials.
#[derive(Clone, Copy)]
struct Pair {
    point: f32,
    /// The sum and the product of the squares of the two other points.
    sum: f32,
    product: f32,
}

/// Of all multiples of 1/8, the points with the least rounding errors, for weights and inputs of equal variance.
const POINTS: [f32; 3] = [0.25, 0.875, 1.875];
const PAIRS: [Pair; 3] = [Pair::new(0), Pair::new(1), Pair::new(2)];
/// The coefficients of the polynomial with roots at all points, from the second highest on, without their signs.
const LAST: [f32; 3] = {
    let (square, Pair { sum, product, .. }) = (POINTS[0] * POINTS[0], PAIRS[0]);
    [square + sum, square * sum + product, square * product]
};

impl Pair {
    const fn new(i: usize) -> Self {
        let (q, r) = (POINTS[(i + 1) % 3], POINTS[(i + 2) % 3]);
        Self { point: POINTS[i], sum: q * q + r * r, product: q * q * r * r }
    }

    #[inline(always)]
    const fn power(self, power: usize) -> f32 {
        let (mut result, mut i) = (1.0, 0);
        while i < power {
            result *= self.point;
            i += 1;
        }
        result
    }

    const fn weights(self) -> [[f32; 3]; 2] {
        let p = self.point;
        let scale = 0.5 / (p * (p * p * (p * p - self.sum) + self.product));
        [[scale, scale * p, scale * p * p], [-scale, scale * p, -scale * p * p]]
    }

    const fn factors(self) -> [[f32; 2]; 2] {
        let Self { point: p, sum, product } = self;
        let outer = 1.0 + product;
        [[outer + p * outer, sum + p * sum], [outer + p * sum, sum + p * outer]]
    }

    #[inline(always)]
    fn transform<S: Simd>(self, [a, b, c, d, e, f, _]: Line<S, 7>) -> [Lanes<S>; 2] {
        let Self { point: p, sum, product } = self;
        let even = a * (p * product) - c * (p * sum) + e * p;
        let odd = b * product - d * sum + f;
        [odd + even, odd - even]
    }

    #[inline(always)]
    fn transform_back<S: Simd>(self, [a, b, c, d, e, ..]: Line<S, 7>) -> [Lanes<S>; 2] {
        let even = a + c * self.power(2) + e * self.power(4);
        let odd = b * self.power(1) + d * self.power(3);
        [even + odd, even - odd]
    }
}

/// The sum of three numbers, each times a power of its point.
#[inline(always)]
fn powers<S: Simd>([a, b, c]: Line<S, 3>, power: usize) -> Lanes<S> {
    let [p, q, r] = PAIRS;
    a * p.power(power) + b * q.power(power) + c * r.power(power)
}

/// F(5x5, 3x3).
impl Winograd<7> for Tile<7> {
    const WEIGHTS: [[f32; 3]; 7] = {
        let [[a, b], [c, d], [e, f]] = [PAIRS[0].weights(), PAIRS[1].weights(), PAIRS[2].weights()];
        [a, b, c, d, e, f, [0.0, 0.0, 1.0]]
    };
    const FACTORS: [[f32; 2]; 7] = {
        let [[a, b], [c, d], [e, f]] = [PAIRS[0].factors(), PAIRS[1].factors(), PAIRS[2].factors()];
        [a, b, c, d, e, f, [1.0 + LAST[1], LAST[0] + LAST[2]]]
    };

    #[inline(always)]
    fn transform<S: Simd>(inputs: Line<S, 7>) -> Line<S, 7> {
        let [p, q, r] = PAIRS;
        let ([a, b], [c, d], [e, f]) = (p.transform(inputs), q.transform(inputs), r.transform(inputs));
        let last = inputs[6] - inputs[4] * LAST[0] + inputs[2] * LAST[1] - inputs[0] * LAST[2];
        [a, b, c, d, e, f, last]
    }

    #[inline(always)]
    fn finish<S: Simd>([a, b, c, d, e, f, last]: Line<S, 7>) -> Line<S, 7> {
        let (sums, differences) = ([a + b, c + d, e + f], [a - b, c - d, e - f]);
        let (one, two) = (powers(differences, 1), powers(sums, 2));
        let (three, four) = (powers(differences, 3), powers(sums, 4));
        [sums[0] + sums[1] + sums[2], one, two, three, four + last, last, last]
    }

    #[inline(always)]
    fn transform_back<S: Simd>(outputs: Line<S, 7>) -> Line<S, 7> {
        let [p, q, r] = PAIRS;
        let ([a, b], [c, d], [e, f]) =
            (p.transform_back(outputs), q.transform_back(outputs), r.transform_back(outputs));
        [a, b, c, d, e, f, outputs[4]]
    }
}
