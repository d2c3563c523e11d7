//! Fast 3x3 convolutions: a tile of outputs takes fewer products when its inputs are transformed first.
//!
//! F(3x3, 3x3) makes tiles of 3x3 outputs from 5x5 inputs with 25 products in place of 81 per pair of channels, and
//! F(4x4, 3x3) tiles of 4x4 outputs from 6x6 inputs with 36 in place of 144. The transforms evaluate polynomials at the points
//! 0, 1, -1, 2, infinity, and 0, 1, -1, 2, -2, infinity.
//!
//! # References
//! - A. Lavin and S. Gray, "Fast algorithms for convolutional neural networks", CVPR 2016.

use std::ops::{Add, Mul, Sub};

use super::layout::TAPS;
use super::simd::fma;

/// The number of channels that are transformed at once.
const LANES: usize = 8;

/// The numbers of some channels.
#[derive(Clone, Copy)]
pub(super) struct Lanes([f32; LANES]);

impl Lanes {
    const ZERO: Self = Self([0.0; LANES]);

    #[inline(always)]
    fn load(from: &[f32]) -> Self {
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

/// The transforms for tiles of `M` x `M` outputs from `T` x `T` inputs.
pub(super) trait Tile<const M: usize, const T: usize> {
    /// The transform of three weights.
    const WEIGHTS: [[f32; 3]; T];

    /// Returns the transform of inputs.
    fn of_inputs(x: [Lanes; T]) -> [Lanes; T];

    /// Returns the outputs from the products.
    fn outputs(y: [Lanes; T]) -> [Lanes; M];
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

    #[inline(always)]
    fn of_inputs([a, b, c, d, e]: [Lanes; 5]) -> [Lanes; 5] {
        let odd = d - b;
        [(a - c) * 2.0 + odd, d - b * 2.0 - c, d + b * 2.0 - c * 3.0, odd, e - c - odd * 2.0]
    }

    #[inline(always)]
    fn outputs([a, b, c, d, e]: [Lanes; 5]) -> [Lanes; 3] {
        let (sum, double) = (b + c, d + d);
        [a + sum + d, b - c + double, sum + double + double + e]
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

    #[inline(always)]
    fn of_inputs([a, b, c, d, e, f]: [Lanes; 6]) -> [Lanes; 6] {
        let (even, odd) = (e - c * 4.0, d - b * 4.0);
        let (close, twice) = (e - c, (d - b) * 2.0);
        [a * 4.0 - c * 5.0 + e, even + odd, even - odd, close + twice, close - twice, b * 4.0 - d * 5.0 + f]
    }

    #[inline(always)]
    fn outputs([a, b, c, d, e, f]: [Lanes; 6]) -> [Lanes; 4] {
        let (sum, difference, far, slope) = (b + c, b - c, d + e, d - e);
        [a + sum + far, difference + slope * 2.0, sum + far * 4.0, difference + slope * 8.0 + f]
    }
}

/// Transforms weights by tap, input and output. They are put in the order in which the kernel reads them: products, groups of
/// outputs, inputs, outputs.
pub(super) fn pack<W: Tile<M, T>, const M: usize, const T: usize>(
    weights: &[f32],
    (inputs, outputs, group): (usize, usize, usize),
) -> Vec<f32> {
    let mut packed = Vec::with_capacity(T * T * inputs * outputs);
    for (row, col) in (0..T).flat_map(|row| (0..T).map(move |col| (row, col))) {
        for first in (0..outputs).step_by(group) {
            for input in 0..inputs {
                for output in first..first + group {
                    let mut sum = 0.0;
                    for tap in 0..TAPS {
                        let factor =
                            f64::from(W::WEIGHTS[row][tap / 3]) * f64::from(W::WEIGHTS[col][tap % 3]);
                        sum += factor * f64::from(weights[(tap * inputs + input) * outputs + output]);
                    }
                    packed.push(sum as f32);
                }
            }
        }
    }
    packed
}

/// The tiles of a board. Its numbers lie in rows of `stride` points with a margin of one empty point around the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tiles {
    pub(super) size: usize,
    /// The number of tiles in a row.
    across: usize,
    pub(super) stride: usize,
    /// The number of tiles, rounded up to a multiple of those that are computed at once.
    count: usize,
}

impl Tiles {
    pub(super) const fn new(size: usize, outputs: usize, at_once: usize) -> Self {
        let across = size.div_ceil(outputs);
        Self {
            size,
            across,
            stride: across * outputs + 2,
            count: (across * across).div_ceil(at_once) * at_once,
        }
    }

    /// Returns the number of products of a channel with another one.
    pub(super) const fn cost(size: usize, outputs: usize) -> usize {
        let across = size.div_ceil(outputs);
        across * across * (outputs + 2) * (outputs + 2)
    }

    /// Returns the number of places of a layer.
    pub(super) const fn places(self) -> usize {
        self.stride * self.stride
    }

    /// Returns the number of transformed places of a layer.
    pub(super) const fn products(self, tile: usize) -> usize {
        tile * tile * self.count
    }

    /// Returns the places of the points of the board, row by row.
    pub(super) fn points(self) -> impl Iterator<Item = usize> + Clone {
        (1..=self.size).flat_map(move |row| (1..=self.size).map(move |col| row * self.stride + col))
    }

    fn all(self) -> impl Iterator<Item = (usize, usize, usize)> {
        (0..self.across)
            .flat_map(move |row| (0..self.across).map(move |col| (row * self.across + col, row, col)))
    }
}

/// Computes the products of `P` tiles with `G` outputs at once.
#[inline(always)]
fn multiply<const F: bool, const I: usize, const P: usize, const G: usize>(
    input: &[f32],
    weights: &[f32],
) -> [[f32; G]; P] {
    let (input, weights) = (&input[..P * I], &weights[..I * G]);
    let mut sums = [[0.0; G]; P];
    for i in 0..I {
        let weights = &weights[i * G..][..G];
        for (p, sums) in sums.iter_mut().enumerate() {
            let x = input[p * I + i];
            for j in 0..G {
                sums[j] = fma::<F>(x, weights[j], sums[j]);
            }
        }
    }
    sums
}

/// Buffers for the transformed numbers of a layer.
#[derive(Clone, Debug)]
pub(super) struct Scratch {
    pub(super) inputs: Vec<f32>,
    pub(super) products: Vec<f32>,
}

/// Computes the positive parts of a convolution; `ADD` adds the numbers that the output had before.
#[inline(always)]
pub(super) fn convolve<
    const F: bool,
    W: Tile<M, T>,
    const M: usize,
    const T: usize,
    const I: usize,
    const O: usize,
    const P: usize,
    const G: usize,
    const ADD: bool,
>(
    tiles: Tiles,
    (weights, bias): (&[f32], &[f32]),
    input: &[f32],
    output: &mut [f32],
    scratch: &mut Scratch,
) {
    transform::<W, M, T, I>(tiles, input, &mut scratch.inputs);
    for product in 0..T * T {
        let inputs = &scratch.inputs[product * tiles.count * I..][..tiles.count * I];
        let products = &mut scratch.products[product * tiles.count * O..][..tiles.count * O];
        for first in (0..O).step_by(G) {
            let weights = &weights[(product * O + first) * I..][..I * G];
            for (inputs, products) in inputs.chunks_exact(P * I).zip(products.chunks_exact_mut(P * O)) {
                let sums = multiply::<F, I, P, G>(inputs, weights);
                for (p, sums) in sums.iter().enumerate() {
                    products[p * O + first..][..G].copy_from_slice(sums);
                }
            }
        }
    }
    finish::<W, M, T, O, ADD>(tiles, bias, &scratch.products, output);
}

/// Transforms the inputs of all tiles.
#[inline(always)]
fn transform<W: Tile<M, T>, const M: usize, const T: usize, const I: usize>(
    tiles: Tiles,
    input: &[f32],
    transformed: &mut [f32],
) {
    for (tile, row, col) in tiles.all() {
        for first in (0..I).step_by(LANES) {
            let mut rows = [[Lanes::ZERO; T]; T];
            for (i, out) in rows.iter_mut().enumerate() {
                let input = &input[((row * M + i) * tiles.stride + col * M) * I..][..T * I];
                let mut line = [Lanes::ZERO; T];
                for (j, line) in line.iter_mut().enumerate() {
                    *line = Lanes::load(&input[j * I + first..]);
                }
                *out = W::of_inputs(line);
            }
            for j in 0..T {
                let mut line = [Lanes::ZERO; T];
                for (line, row) in line.iter_mut().zip(&rows) {
                    *line = row[j];
                }
                for (i, lanes) in W::of_inputs(line).into_iter().enumerate() {
                    let at = ((i * T + j) * tiles.count + tile) * I + first;
                    transformed[at..at + LANES].copy_from_slice(&lanes.0);
                }
            }
        }
    }
}

/// Computes the outputs of all tiles from their products.
#[inline(always)]
fn finish<W: Tile<M, T>, const M: usize, const T: usize, const O: usize, const ADD: bool>(
    tiles: Tiles,
    bias: &[f32],
    products: &[f32],
    output: &mut [f32],
) {
    for (tile, row, col) in tiles.all() {
        for first in (0..O).step_by(LANES) {
            let mut rows = [[Lanes::ZERO; M]; T];
            for (i, out) in rows.iter_mut().enumerate() {
                let mut line = [Lanes::ZERO; T];
                for (j, line) in line.iter_mut().enumerate() {
                    *line = Lanes::load(&products[((i * T + j) * tiles.count + tile) * O + first..]);
                }
                *out = W::outputs(line);
            }
            let bias = Lanes::load(&bias[first..]);
            for j in 0..M {
                let mut line = [Lanes::ZERO; T];
                for (line, row) in line.iter_mut().zip(&rows) {
                    *line = row[j];
                }
                for (i, lanes) in W::outputs(line).into_iter().enumerate() {
                    let (y, x) = (row * M + i, col * M + j);
                    if y >= tiles.size || x >= tiles.size {
                        continue;
                    }
                    let output = &mut output[((y + 1) * tiles.stride + x + 1) * O + first..][..LANES];
                    let mut sum = lanes + bias;
                    if ADD {
                        sum = sum + Lanes::load(output);
                    }
                    for (output, sum) in output.iter_mut().zip(sum.0) {
                        *output = if sum > 0.0 { sum } else { 0.0 };
                    }
                }
            }
        }
    }
}
