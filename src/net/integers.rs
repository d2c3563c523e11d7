//! The convolutions of inference: Winograd products in integers of 16 bits.
//!
//! Two products of integers and their sum take one instruction, and sums of integers are the same on every machine. A
//! transformed input is rounded to a multiple of a step that depends on the greatest input of the layer, a transformed
//! weight to one that depends on its output's weights. The steps are as small as can be without overflow.

use std::array;

use super::simd::{LANES, Lanes, Simd, Work};
use super::tile::{GROUP, Kind, Pairs, Tile, VECTORS, Winograd};
use super::winograd::{End, Job, Tiles, multiply_all, pack, transform};

/// The greatest rounded input.
const MAX_INPUT: f32 = 16_383.0;
/// The greatest absolute value of a rounded weight.
const MAX_WEIGHT: f32 = 32_767.0;
/// The greatest sum of the absolute weights of an output: times `MAX_INPUT` it fits 32 bits, whatever the rounding.
const MAX_WEIGHTS: f32 = 131_000.0;

/// The rounded weights of a convolution.
#[derive(Debug)]
pub(super) struct Weights {
    /// By output group, product, pair of inputs, and outputs of the group.
    rounded: Vec<[[i16; 2]; LANES]>,
    /// By output group, product and output: what 1 stands for in a sum if the greatest input is 1.
    steps: Vec<[f32; LANES]>,
}

impl Weights {
    /// Rounds weights in tap, input, output order.
    pub(super) fn new(kind: Kind, weights: &[f32], inputs: usize, outputs: usize) -> Self {
        let (mut rounded, mut steps) = (Vec::new(), Vec::new());
        let packed = pack(kind, weights, inputs, outputs);
        for (i, packed) in packed.chunks_exact(inputs * GROUP).enumerate() {
            let (row, col) = (i / kind.inputs() % kind.inputs(), i % kind.inputs());
            let input = kind.growth(row, col) / MAX_INPUT;
            // The smallest step with which neither a weight nor the sum of an output is too large.
            let mut step = [f32::MIN_POSITIVE; GROUP];
            let mut sums = [0.0; GROUP];
            for weights in packed.chunks_exact(GROUP) {
                for ((step, sum), weight) in step.iter_mut().zip(&mut sums).zip(weights) {
                    *sum += weight.abs() / MAX_WEIGHTS;
                    *step = step.max(weight.abs() / MAX_WEIGHT).max(*sum);
                }
            }
            for pair in packed.chunks_exact(2 * GROUP) {
                let round =
                    |output: usize, i: usize| (pair[i * GROUP + output] / step[output]).round() as i16;
                rounded.extend(
                    (0..GROUP)
                        .step_by(LANES)
                        .map(|first| array::from_fn(|i| [round(first + i, 0), round(first + i, 1)])),
                );
            }
            let (step, _) = step.as_chunks();
            steps.extend(step.iter().map(|step| step.map(|step| step * input)));
        }
        Self { rounded, steps }
    }
}

/// Buffers for the transformed numbers of a layer.
pub(super) struct Buffers {
    inputs: Vec<[i16; LANES]>,
    /// Those of an output group, so that they stay in the cache.
    products: Vec<[i32; LANES]>,
    steps: Vec<[f32; LANES]>,
}

impl Buffers {
    /// Creates buffers for layers of up to `channels` channels.
    pub(super) fn new(tiles: Tiles, channels: usize) -> Self {
        let len = tiles.products() * tiles.count;
        Self {
            inputs: vec![[0; LANES]; len * channels / LANES],
            products: vec![[0; LANES]; len * GROUP / LANES],
            steps: Vec::new(),
        }
    }
}

/// Computes a convolution of numbers from 0 to `greatest`, or from -`greatest` / 2 to `greatest` / 2; returns the
/// greatest output.
pub(super) fn convolve(
    tiles: Tiles,
    weights: &Weights,
    end: End<'_>,
    (input, greatest): (&[f32], f32),
    output: &mut [f32],
    buffers: &mut Buffers,
) -> f32 {
    /// Replaces 0 in a layer without positive numbers, because inputs are divided by the greatest.
    const LEAST: f32 = 1e-9;
    let arguments = (weights, end, input, greatest.max(LEAST), output);
    Job { tile: tiles.kind, tiles, scratch: buffers, arguments }.run(true)
}

impl<const N: usize> Work for Job<'_, Tile<N>, Buffers, (&Weights, End<'_>, &[f32], f32, &mut [f32])>
where
    Tile<N>: Winograd<N>,
{
    type Output = f32;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> f32 {
        let Self { tiles, scratch: Buffers { inputs, products, steps }, arguments, .. } = self;
        let (weights, end, input, greatest, output) = arguments;
        let scales: [[f32; N]; N] =
            array::from_fn(|row| array::from_fn(|col| MAX_INPUT / (Tile::growth(row, col) * greatest)));
        transform(
            simd,
            tiles,
            N,
            #[inline(always)]
            |line| Tile::transform(line),
            input,
            inputs,
            #[inline(always)]
            |row, col, lanes| (lanes * scales[row][col]).round(),
        );
        steps.clear();
        steps.extend(weights.steps.iter().map(|step| step.map(|step| step * greatest)));
        let steps: &[[[[_; VECTORS]; N]; N]] = steps.as_chunks().0.as_chunks().0.as_chunks().0;
        multiply_all::<S, Pairs, N>(
            simd,
            tiles,
            end,
            (inputs.as_flattened().as_chunks().0, &weights.rounded),
            products,
            #[inline(always)]
            |group, [row, col, vector], sums| {
                Lanes::from_integers(simd, sums) * Lanes::new(simd, steps[group][row][col][vector])
            },
            output,
        )
    }
}
