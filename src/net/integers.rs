//! The convolutions of inference: Winograd products in integers of 16 bits.
//!
//! Two products of integers and their sum take one instruction, and sums of integers are the same on every machine. A
//! transformed input is rounded to a multiple of a step that depends on the greatest input of the layer, a transformed
//! weight to one that depends on its output's weights. The steps are as small as can be without overflow.

use std::array;

use super::simd::{Aligned, LANES, Lanes, Simd, Work};
use super::tile::{Kind, Pairs, Tile, Winograd};
use super::winograd::{End, Job, Output, Tiles, multiply_all, pack, transform};

/// The greatest rounded input.
const MAX_INPUT: f32 = 16_383.0;
/// The greatest absolute value of a rounded weight.
const MAX_WEIGHT: f32 = 32_767.0;
/// The greatest sum of the absolute weights of an output: times `MAX_INPUT` it fits 32 bits, whatever the rounding.
const MAX_WEIGHTS: f32 = 131_000.0;

/// The rounded weights of a convolution.
#[derive(Debug)]
pub(super) struct Weights {
    /// By output group, product, pair of inputs, output of the group, and input.
    rounded: Aligned<i16>,
    /// By output group, product and output: what 1 stands for in a sum if the greatest input is 1.
    steps: Vec<[f32; LANES]>,
}

impl Weights {
    /// Rounds weights in tap, input, output order.
    pub(super) fn new(kind: Kind, weights: &[f32], inputs: usize, outputs: usize) -> Self {
        let (mut rounded, mut steps) = (Vec::new(), Vec::new());
        let packed = pack(kind, weights, inputs, outputs);
        for (i, packed) in packed.chunks_exact(inputs * LANES).enumerate() {
            let (row, col) = (i / kind.inputs() % kind.inputs(), i % kind.inputs());
            let input = kind.growth(row, col) / MAX_INPUT;
            // The smallest step with which neither a weight nor the sum of an output is too large.
            let mut step = [f32::MIN_POSITIVE; LANES];
            let mut sums = [0.0; LANES];
            for weights in packed.chunks_exact(LANES) {
                for ((step, sum), weight) in step.iter_mut().zip(&mut sums).zip(weights) {
                    *sum += weight.abs() / MAX_WEIGHTS;
                    *step = step.max(weight.abs() / MAX_WEIGHT).max(*sum);
                }
            }
            for pair in packed.chunks_exact(2 * LANES) {
                let round =
                    |output: usize, i: usize| (pair[i * LANES + output] / step[output]).round() as i16;
                rounded.extend((0..LANES).flat_map(|output| [round(output, 0), round(output, 1)]));
            }
            steps.push(step.map(|step| step * input));
        }
        Self { rounded: Aligned::from_iter(rounded.into_iter()), steps }
    }
}

/// Buffers for the transformed numbers of a layer.
pub(super) struct Buffers {
    inputs: Aligned<i16>,
    /// Those of an output group, so that they stay in the cache.
    products: Aligned<i32>,
}

impl Buffers {
    /// Creates buffers for layers of up to `channels` channels.
    pub(super) fn new(tiles: Tiles, channels: usize) -> Self {
        let len = tiles.products() * tiles.count;
        Self { inputs: Aligned::new(len * channels), products: Aligned::new(len * LANES) }
    }
}

/// Computes a convolution of numbers from 0 to `greatest`, or from -`greatest` / 2 to `greatest` / 2.
pub(super) fn convolve(
    tiles: Tiles,
    weights: &Weights,
    end: End<'_>,
    (input, greatest): (&[f32], f32),
    output: Output<'_>,
    buffers: &mut Buffers,
) {
    /// Replaces 0 in a layer without positive numbers, because inputs are divided by the greatest.
    const LEAST: f32 = 1e-9;
    let arguments = (weights, end, input, greatest.max(LEAST), output);
    Job { tile: tiles.kind, tiles, scratch: buffers, arguments }.run();
}

impl<const N: usize> Work for Job<'_, Tile<N>, Buffers, (&Weights, End<'_>, &[f32], f32, Output<'_>)>
where
    Tile<N>: Winograd<N>,
{
    const EXACT: bool = true;

    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { tiles, scratch: Buffers { inputs, products }, arguments, .. } = self;
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
            inputs.as_chunks_mut().0,
            #[inline(always)]
            |row, col, lanes| (lanes * scales[row][col]).round(),
        );
        let steps: &[[[_; N]; N]] = weights.steps.as_chunks().0.as_chunks().0;
        multiply_all::<S, Pairs, N>(
            simd,
            tiles,
            (end, greatest),
            (inputs.as_chunks().0, weights.rounded.as_chunks().0.as_chunks().0),
            products.as_chunks_mut().0,
            #[inline(always)]
            |group, row, col, sums| {
                Lanes::from_integers(simd, sums) * Lanes::new(simd, steps[group][row][col])
            },
            output,
        );
    }
}
