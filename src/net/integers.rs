//! The convolutions of inference: Winograd products in integers of 16 bits.
//!
//! Two products of integers and their sum take one instruction, and sums of integers are the same on every machine. A
//! transformed input is rounded to a multiple of a step that depends on the greatest input of the layer, a transformed
//! weight to one that depends on its output's weights. The steps are as small as can be without overflow.

use super::simd::{LANES, Lanes, Simd, Work};
use super::tile::{Factors, Kind, Pairs, Tile};
use super::winograd::{End, Job, Tiles, finish, multiply_all, pack, transform};

/// The greatest rounded input.
const MAX_INPUT: f32 = 16_383.0;
/// The greatest absolute value of a rounded weight.
const MAX_WEIGHT: f32 = 32_767.0;
/// The greatest sum of the absolute weights of an output: times `MAX_INPUT` it fits 32 bits, whatever the rounding.
const MAX_WEIGHTS: f32 = 131_000.0;

/// The rounded weights of a convolution.
#[derive(Debug)]
pub(super) struct Weights {
    /// By product, output group, pair of inputs, and outputs of the group.
    rounded: Vec<[[i16; 2]; LANES]>,
    /// By product and output: what 1 stands for in a sum if the greatest input is 1.
    steps: Vec<f32>,
    inputs: usize,
}

impl Weights {
    /// Rounds weights in tap, input, output order.
    pub(super) fn new(kind: Kind, weights: &[f32], inputs: usize, outputs: usize) -> Self {
        let (group, growth) = (Pairs::group(kind, outputs), kind.growth());
        let (mut rounded, mut steps) = (Vec::new(), Vec::new());
        for (product, packed) in
            pack::<Pairs>(kind, weights, inputs, outputs).chunks_exact(inputs * outputs).enumerate()
        {
            let input = growth[product / kind.inputs()][product % kind.inputs()] / MAX_INPUT;
            for packed in packed.chunks_exact(inputs * group) {
                // The smallest step with which neither a weight nor the sum of an output is too large.
                let mut step = vec![f32::MIN_POSITIVE; group];
                let mut sums = vec![0.0; group];
                for weights in packed.chunks_exact(group) {
                    for ((step, sum), weight) in step.iter_mut().zip(&mut sums).zip(weights) {
                        *sum += weight.abs() / MAX_WEIGHTS;
                        *step = step.max(weight.abs() / MAX_WEIGHT).max(*sum);
                    }
                }
                for pair in packed.chunks_exact(2 * group) {
                    let round =
                        |output: usize, i: usize| (pair[i * group + output] / step[output]).round() as i16;
                    rounded.extend(
                        (0..group)
                            .step_by(LANES)
                            .map(|first| std::array::from_fn(|i| [round(first + i, 0), round(first + i, 1)])),
                    );
                }
                steps.extend(step.iter().map(|step| step * input));
            }
        }
        Self { rounded, steps, inputs }
    }
}

/// Buffers for the transformed numbers of a layer.
pub(super) struct Buffers {
    inputs: Vec<i16>,
    products: Vec<[i32; LANES]>,
    steps: Vec<f32>,
}

impl Buffers {
    /// Creates buffers for layers of up to `channels` channels.
    pub(super) fn new(tiles: Tiles, channels: usize) -> Self {
        let len = tiles.products() * tiles.count * channels;
        Self { inputs: vec![0; len], products: vec![[0; LANES]; len / LANES], steps: Vec::new() }
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

impl<W: Tile> Work for Job<'_, W, Buffers, (&Weights, End<'_>, &[f32], f32, &mut [f32])> {
    type Output = f32;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> f32 {
        let Self { tiles, scratch: Buffers { inputs, products, steps }, arguments, .. } = self;
        let (weights, end, input, greatest, output) = arguments;
        let (channels, outputs) = (weights.inputs, end.bias.len());
        let scales = tiles.kind.growth().map(|row| row.map(|growth| MAX_INPUT / (growth * greatest)));
        transform::<S, W>(
            simd,
            tiles,
            (W::INPUTS, 0),
            #[inline(always)]
            |line| W::transform(line),
            channels,
            input,
            #[inline(always)]
            |product, at, lanes| {
                let rounded = (lanes * scales[product / W::INPUTS][product % W::INPUTS]).round();
                inputs[at..at + LANES].copy_from_slice(&rounded);
            },
        );
        let (inputs, _) = inputs.as_chunks();
        multiply_all::<S, W, Pairs>(simd, tiles, outputs / LANES, inputs, &weights.rounded, products);
        steps.clear();
        steps.extend(weights.steps.iter().map(|step| step * greatest));
        finish::<S, W>(
            simd,
            tiles,
            end,
            #[inline(always)]
            |product, at| {
                let first = at % outputs;
                let steps = Lanes::load(simd, &steps[product * outputs + first..]);
                Lanes::from_integers(simd, products[at / LANES]) * steps
            },
            output,
        )
    }
}
