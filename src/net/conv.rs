//! 3x3 convolutions, computed directly: for training, and as the reference for the fast ones.
//!
//! The numbers of a point lie together, and points lie in rows with one empty point after each row, and a row of empty points
//! above and below the board. The empty points always hold 0. A kernel computes [`POINTS`] points and [`OUTPUTS`] outputs at
//! once, in vector registers.

use super::layout::TAPS;
use super::simd::fma;

/// The number of points that a kernel computes at once.
const POINTS: usize = 6;
/// The number of outputs that a kernel computes at once.
pub(super) const OUTPUTS: usize = 16;

/// The places of the points of a square board.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    size: usize,
    /// The distance of a point from the point below it.
    stride: usize,
    /// 1 on the board, 0 beside it.
    mask: Vec<f32>,
}

impl Grid {
    pub(super) fn new(size: usize) -> Self {
        let stride = size + 1;
        let mut grid = Self { size, stride, mask: Vec::new() };
        grid.mask = vec![0.0; grid.origin() + grid.groups() * POINTS + stride + 1];
        for p in grid.points().collect::<Vec<_>>() {
            grid.mask[p] = 1.0;
        }
        grid
    }

    /// Returns the place of the first point.
    pub(super) const fn origin(&self) -> usize {
        self.stride + 1
    }

    /// Returns the number of groups of points that cover the board.
    const fn groups(&self) -> usize {
        (self.size * self.stride).div_ceil(POINTS)
    }

    /// Returns the number of places.
    pub(super) fn len(&self) -> usize {
        self.mask.len()
    }

    /// Returns the number of points of the board.
    pub(super) const fn area(&self) -> usize {
        self.size * self.size
    }

    /// Returns the places of the points of the board, row by row.
    #[inline(always)]
    pub(super) fn points(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        let (size, stride, origin) = (self.size, self.stride, self.origin());
        (0..size).flat_map(move |row| (0..size).map(move |col| origin + row * stride + col))
    }

    /// Returns the places from the first point of the board to the last one.
    fn span(&self) -> std::ops::Range<usize> {
        self.origin()..self.origin() + self.size * self.stride
    }

    /// Returns the distance of the neighbor that a tap reads, from the point.
    #[inline(always)]
    const fn neighbor(&self, p: usize, tap: usize) -> usize {
        p + tap / 3 * self.stride + tap % 3 - self.stride - 1
    }
}

/// Puts weights into the order in which the kernel reads them: groups of outputs, taps, inputs, outputs.
pub(super) fn pack(weights: &[f32], inputs: usize, outputs: usize, packed: &mut Vec<f32>) {
    packed.clear();
    for group in (0..outputs).step_by(OUTPUTS) {
        for row in weights.chunks_exact(outputs).take(TAPS * inputs) {
            packed.extend_from_slice(&row[group..group + OUTPUTS]);
        }
    }
}

/// The same for the way back, from the outputs of a convolution to its inputs: with taps turned around the center.
pub(super) fn pack_backward(weights: &[f32], inputs: usize, outputs: usize, packed: &mut Vec<f32>) {
    packed.clear();
    for group in (0..inputs).step_by(OUTPUTS) {
        for tap in 0..TAPS {
            for output in 0..outputs {
                let at = |input: usize| weights[((TAPS - 1 - tap) * inputs + input) * outputs + output];
                packed.extend((group..group + OUTPUTS).map(at));
            }
        }
    }
}

/// Computes a convolution with packed weights; `ADD` adds `other`, `RELU` replaces negative results by 0.
#[inline(always)]
pub(super) fn convolve<const F: bool, const I: usize, const O: usize, const ADD: bool, const RELU: bool>(
    grid: &Grid,
    (weights, bias): (&[f32], &[f32]),
    input: &[f32],
    other: &[f32],
    output: &mut [f32],
) {
    let group_len = TAPS * I * OUTPUTS;
    for (group, weights) in weights.chunks_exact(group_len).enumerate() {
        let first = group * OUTPUTS;
        let mut start = [0.0; OUTPUTS];
        if !bias.is_empty() {
            start.copy_from_slice(&bias[first..first + OUTPUTS]);
        }
        for points in 0..grid.groups() {
            let p = grid.origin() + points * POINTS;
            let mut sums = [start; POINTS];
            for (tap, weights) in weights.chunks_exact(I * OUTPUTS).enumerate() {
                let from = grid.neighbor(p, tap);
                accumulate::<F, I>(&mut sums, &input[from * I..][..POINTS * I], weights);
            }
            for (i, sums) in sums.iter().enumerate() {
                let mask = grid.mask[p + i];
                let at = (p + i) * O + first;
                for j in 0..OUTPUTS {
                    let sum = if ADD { sums[j] + other[at + j] } else { sums[j] };
                    output[at + j] = if RELU && sum <= 0.0 { 0.0 } else { sum * mask };
                }
            }
        }
    }
}

/// Adds the products of the inputs of some points with the weights of a tap.
#[inline(always)]
fn accumulate<const F: bool, const I: usize>(
    sums: &mut [[f32; OUTPUTS]; POINTS],
    input: &[f32],
    weights: &[f32],
) {
    let weights = &weights[..I * OUTPUTS];
    let input = &input[..POINTS * I];
    for i in 0..I {
        let weights = &weights[i * OUTPUTS..][..OUTPUTS];
        for (p, sums) in sums.iter_mut().enumerate() {
            let x = input[p * I + i];
            for j in 0..OUTPUTS {
                sums[j] = fma::<F>(x, weights[j], sums[j]);
            }
        }
    }
}

/// Adds the derivatives by the weights, given those by the outputs.
#[inline(always)]
pub(super) fn add_weight_gradient<const F: bool, const I: usize, const O: usize>(
    grid: &Grid,
    input: &[f32],
    outputs: &[f32],
    weights: &mut [f32],
) {
    /// The number of inputs that are computed at once.
    const INPUTS: usize = 4;
    let span = grid.span();
    let len = span.len();
    let outputs = &outputs[span.start * O..][..len * O];
    for tap in 0..TAPS {
        let input = &input[grid.neighbor(span.start, tap) * I..][..len * I];
        for i in (0..I).step_by(INPUTS) {
            for o in (0..O).step_by(OUTPUTS) {
                let mut sums = [[0.0; OUTPUTS]; INPUTS];
                for (x, d) in input.chunks_exact(I).zip(outputs.chunks_exact(O)) {
                    let (x, d) = (&x[i..i + INPUTS], &d[o..o + OUTPUTS]);
                    for (k, sums) in sums.iter_mut().enumerate() {
                        for j in 0..OUTPUTS {
                            sums[j] = fma::<F>(x[k], d[j], sums[j]);
                        }
                    }
                }
                for (k, sums) in sums.iter().enumerate() {
                    let weights = &mut weights[(tap * I + i + k) * O + o..][..OUTPUTS];
                    for j in 0..OUTPUTS {
                        weights[j] += sums[j];
                    }
                }
            }
        }
    }
}

/// Returns the derivatives by the bias: the sums of those by the outputs.
#[inline(always)]
pub(super) fn bias_gradient<const O: usize>(grid: &Grid, outputs: &[f32]) -> [f32; O] {
    let mut sums = [0.0; O];
    for d in outputs[grid.span().start * O..grid.span().end * O].chunks_exact(O) {
        for o in 0..O {
            sums[o] += d[o];
        }
    }
    sums
}
