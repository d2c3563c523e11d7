//! Fast 3x3 convolutions, forward and backward.
//!
//! A tile of outputs takes fewer products when its inputs are transformed first (`tile.rs`). The same holds for the
//! backward pass: the gradient of the inputs is a convolution too, and the gradient of the weights is a sum of
//! products of transformed inputs and transformed output gradients, which needs one inverse transform per batch.

use super::layout::TAPS;
use super::simd::fma;
use super::tile::{LANES, Lanes, Map, Tile, Tile3, Tile4};

/// A type built for the kernels of a board size and a number of channels.
pub(super) trait Build {
    /// The type that is built.
    type Output;

    /// Builds it for tiles of `M` x `M` outputs and `C` channels; the kernel multiplies `P` tiles by `G` outputs at a
    /// time.
    fn build<W: Tile<M, T>, const M: usize, const T: usize, const C: usize, const P: usize, const G: usize>(
        self,
    ) -> Self::Output;
}

/// Builds with the fastest kernels for boards of `size` x `size` points.
pub(super) fn build<B: Build>(build: B, size: usize, channels: usize) -> B::Output {
    if Tiles::cost(size, 3) < Tiles::cost(size, 4) {
        match channels {
            32 => build.build::<Tile3, 3, 5, 32, 3, 32>(),
            48 => build.build::<Tile3, 3, 5, 48, 3, 24>(),
            _ => build.build::<Tile3, 3, 5, 64, 3, 32>(),
        }
    } else {
        match channels {
            32 => build.build::<Tile4, 4, 6, 32, 5, 16>(),
            48 => build.build::<Tile4, 4, 6, 48, 5, 16>(),
            _ => build.build::<Tile4, 4, 6, 64, 5, 16>(),
        }
    }
}

/// Transforms weights from the order tap, input, output to that in which the kernel reads them: products, groups of
/// outputs, inputs, outputs.
pub(super) fn pack<W: Tile<M, T>, const M: usize, const T: usize>(
    weights: &[f32],
    (inputs, outputs, group): (usize, usize, usize),
) -> Vec<f32> {
    let mut packed = Vec::with_capacity(T * T * inputs * outputs);
    let mut sums = vec![0.0; group];
    for product in 0..T * T {
        for first in (0..outputs).step_by(group) {
            for input in 0..inputs {
                sums.fill(0.0);
                for tap in 0..TAPS {
                    let factor = factor::<W, M, T>(product, tap);
                    let weights = &weights[(tap * inputs + input) * outputs + first..][..group];
                    for (sum, weight) in sums.iter_mut().zip(weights) {
                        *sum += factor * f64::from(*weight);
                    }
                }
                packed.extend(sums.iter().map(|&sum| sum as f32));
            }
        }
    }
    packed
}

/// The same for the backward pass, from outputs to inputs: with the taps rotated by 180 degrees.
pub(super) fn pack_backward<W: Tile<M, T>, const M: usize, const T: usize>(
    weights: &[f32],
    (inputs, outputs, group): (usize, usize, usize),
) -> Vec<f32> {
    let mut turned = Vec::with_capacity(weights.len());
    for weights in weights.chunks_exact(inputs * outputs).rev() {
        for output in 0..outputs {
            turned.extend(weights.iter().skip(output).step_by(outputs));
        }
    }
    pack::<W, M, T>(&turned, (outputs, inputs, group))
}

/// Accumulates the gradient of the weights, given that of the transformed weights by product, input and output.
#[inline(always)]
pub(super) fn unpack<W: Tile<M, T>, const M: usize, const T: usize>(sums: &[f32], weights: &mut [f32]) {
    let pairs = weights.len() / TAPS;
    for (product, sums) in sums.chunks_exact(pairs).enumerate() {
        for (tap, weights) in weights.chunks_exact_mut(pairs).enumerate() {
            let factor = factor::<W, M, T>(product, tap) as f32;
            for (weight, sum) in weights.iter_mut().zip(sums) {
                *weight += factor * sum;
            }
        }
    }
}

/// The factor of a tap's weight in the transformed weight of a product.
fn factor<W: Tile<M, T>, const M: usize, const T: usize>(product: usize, tap: usize) -> f64 {
    f64::from(W::WEIGHTS[product / T][tap / 3]) * f64::from(W::WEIGHTS[product % T][tap % 3])
}

/// The tiles of a board, whose rows have `stride` points; a margin of one empty point surrounds the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tiles {
    pub(super) size: usize,
    /// Tiles in a row.
    across: usize,
    pub(super) stride: usize,
    /// Number of tiles, rounded up to a multiple of those computed at once.
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

    /// Products of a channel with another one.
    pub(super) const fn cost(size: usize, outputs: usize) -> usize {
        let across = size.div_ceil(outputs);
        across * across * (outputs + 2) * (outputs + 2)
    }

    /// Numbers per channel in a layer.
    pub(super) const fn places(self) -> usize {
        self.stride * self.stride
    }

    /// Transformed numbers per channel in a layer.
    pub(super) const fn products(self, tile: usize) -> usize {
        tile * tile * self.count
    }

    /// Indices of the points of the board, row by row.
    pub(super) fn points(self) -> impl Iterator<Item = usize> + Clone {
        (1..=self.size).flat_map(move |row| (1..=self.size).map(move |col| row * self.stride + col))
    }

    fn all(self) -> impl Iterator<Item = (usize, usize, usize)> {
        (0..self.across)
            .flat_map(move |row| (0..self.across).map(move |col| (row * self.across + col, row, col)))
    }
}

/// Multiplies `P` tiles by `G` outputs at a time.
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
    inputs: Vec<f32>,
    products: Vec<f32>,
}

impl Scratch {
    pub(super) fn new(len: usize) -> Self {
        Self { inputs: vec![0.0; len], products: vec![0.0; len] }
    }
}

/// Computes a convolution. `ADD` adds it to the previous output, `RELU` clips negative results to 0.
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
    const RELU: bool,
>(
    tiles: Tiles,
    (weights, bias): (&[f32], &[f32]),
    input: &[f32],
    output: &mut [f32],
    scratch: &mut Scratch,
) {
    transform::<W, M, T, T, I>(tiles, 0, input, &mut scratch.inputs);
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
    finish::<W, M, T, O, ADD, RELU>(tiles, bias, &scratch.products, output);
}

/// Transforms `N` x `N` numbers of each tile, beginning `margin` points right of and below its first input.
#[inline(always)]
fn transform<W: Map<N, T>, const M: usize, const N: usize, const T: usize, const C: usize>(
    tiles: Tiles,
    margin: usize,
    numbers: &[f32],
    transformed: &mut [f32],
) {
    for (tile, row, col) in tiles.all() {
        for first in (0..C).step_by(LANES) {
            let mut rows = [[Lanes::ZERO; T]; N];
            for (i, out) in rows.iter_mut().enumerate() {
                let start = (row * M + margin + i) * tiles.stride + col * M + margin;
                let numbers = &numbers[start * C..][..N * C];
                let mut line = [Lanes::ZERO; N];
                for (j, line) in line.iter_mut().enumerate() {
                    *line = Lanes::load(&numbers[j * C + first..]);
                }
                *out = W::map(line);
            }
            for j in 0..T {
                let mut line = [Lanes::ZERO; N];
                for (line, row) in line.iter_mut().zip(&rows) {
                    *line = row[j];
                }
                for (i, lanes) in W::map(line).into_iter().enumerate() {
                    let at = ((i * T + j) * tiles.count + tile) * C + first;
                    transformed[at..at + LANES].copy_from_slice(&lanes.0);
                }
            }
        }
    }
}

/// Accumulates the gradient of the transformed weights, given inputs and output gradients.
#[inline(always)]
pub(super) fn add_gradient<
    const F: bool,
    W: Tile<M, T>,
    const M: usize,
    const T: usize,
    const I: usize,
    const O: usize,
>(
    tiles: Tiles,
    inputs: &[f32],
    by_outputs: &[f32],
    sums: &mut [f32],
    scratch: &mut Scratch,
) {
    /// Inputs and outputs computed at once.
    const AT_ONCE: [usize; 2] = [4, 16];
    transform::<W, M, T, T, I>(tiles, 0, inputs, &mut scratch.inputs);
    transform::<W, M, M, T, O>(tiles, 1, by_outputs, &mut scratch.products);
    // Slots of tiles beyond the last hold leftovers.
    let count = tiles.across * tiles.across;
    for (product, sums) in sums.chunks_exact_mut(I * O).take(T * T).enumerate() {
        let inputs = &scratch.inputs[product * tiles.count * I..][..count * I];
        let by_outputs = &scratch.products[product * tiles.count * O..][..count * O];
        for i in (0..I).step_by(AT_ONCE[0]) {
            for o in (0..O).step_by(AT_ONCE[1]) {
                let mut block = [[0.0; AT_ONCE[1]]; AT_ONCE[0]];
                for tile in 0..count {
                    let x = &inputs[tile * I + i..][..AT_ONCE[0]];
                    let d = &by_outputs[tile * O + o..][..AT_ONCE[1]];
                    for (k, block) in block.iter_mut().enumerate() {
                        for j in 0..AT_ONCE[1] {
                            block[j] = fma::<F>(x[k], d[j], block[j]);
                        }
                    }
                }
                for (k, block) in block.iter().enumerate() {
                    let sums = &mut sums[(i + k) * O + o..][..AT_ONCE[1]];
                    for j in 0..AT_ONCE[1] {
                        sums[j] += block[j];
                    }
                }
            }
        }
    }
}

/// Transforms the products of all tiles to outputs.
#[inline(always)]
fn finish<
    W: Tile<M, T>,
    const M: usize,
    const T: usize,
    const O: usize,
    const ADD: bool,
    const RELU: bool,
>(
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
                *out = W::map(line);
            }
            let bias = Lanes::load(&bias[first..]);
            for j in 0..M {
                let mut line = [Lanes::ZERO; T];
                for (line, row) in line.iter_mut().zip(&rows) {
                    *line = row[j];
                }
                let outputs: [Lanes; M] = W::map(line);
                for (i, lanes) in outputs.into_iter().enumerate() {
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
                        *output = if !RELU || sum > 0.0 { sum } else { 0.0 };
                    }
                }
            }
        }
    }
}
