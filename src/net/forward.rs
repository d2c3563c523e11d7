//! Network inference.

use std::sync::Arc;

use super::heads::{Evaluation, heads, pooled_bias};
use super::integers::{Buffers, convolve};
use super::layout::{INPUTS, Layout};
use super::network::{Network, Parameters};
use super::simd::{self, Aligned, LANES, Simd, Work};
use super::winograd::{End, Output, Tiles};

// The planes of a point are the one vector of its input.
const _: () = assert!(INPUTS == LANES);

/// Evaluates positions of one board size. It owns its buffers: use one per thread.
pub struct Evaluator {
    tiles: Tiles,
    layout: Layout,
    parameters: Arc<Parameters>,
    input: Aligned<f32>,
    /// The outputs of the last block, and of a block's first convolution.
    numbers: Aligned<f32>,
    inner: Aligned<f32>,
    /// The means and the maxima of the last convolution's channels.
    pooled: Vec<f32>,
    bias: Vec<f32>,
    buffers: Buffers,
    evaluation: Evaluation,
}

impl Evaluator {
    /// Creates an evaluator for boards of `size` x `size` points.
    ///
    /// # Panics
    /// When the size is not 2 to 25.
    pub fn new(network: &Network, size: usize) -> Self {
        assert!((2..=25).contains(&size), "board size {size} is not 2 to 25");
        let (layout, parameters) = (Layout::new(network.shape), network.parameters.clone());
        let (tiles, channels) = (Tiles::new(size), network.shape.channels);
        Self {
            tiles,
            input: Aligned::new(tiles.places() * INPUTS),
            numbers: Aligned::new(tiles.places() * channels),
            inner: Aligned::new(tiles.places() * channels),
            pooled: vec![0.0; 2 * channels],
            bias: vec![0.0; channels],
            buffers: Buffers::new(tiles, channels),
            evaluation: Evaluation::default(),
            layout,
            parameters,
        }
    }

    /// The last evaluation; empty before the first.
    pub const fn last(&self) -> &Evaluation {
        &self.evaluation
    }

    /// Whether this machine has the vector instructions needed for fast evaluation.
    pub fn is_fast() -> bool {
        simd::is_fast()
    }

    /// Evaluates a position, with the same result on every machine. The planes hold [`INPUTS`] numbers per point, row by
    /// row, as [`go::network::Planes`](crate::go::network::Planes) computes them.
    ///
    /// # Panics
    /// When the planes have another length.
    pub fn evaluate(&mut self, planes: &[f32]) -> &Evaluation {
        assert_eq!(planes.len(), self.tiles.size * self.tiles.size * INPUTS, "the length of the planes");
        let Self { tiles, layout, parameters, input, numbers, inner, pooled, bias, buffers, .. } = self;
        let tiles = *tiles;
        for (row, planes) in planes.chunks_exact(tiles.size * INPUTS).take(tiles.size).enumerate() {
            input[((row + 1) * tiles.stride + 1) * INPUTS..][..planes.len()].copy_from_slice(planes);
        }
        let Some((stem, rest)) = parameters.rounded(tiles.kind, layout).split_first() else {
            return &self.evaluation;
        };
        let greatest = 2.0 * planes.iter().fold(0.0f32, |greatest, x| greatest.max(x.abs()));
        let end = End::new(&parameters[layout.stem.bias.clone()]).rectified();
        convolve(tiles, stem, end, (input, greatest), Output { numbers, pooled }, buffers);
        let channels = bias.len();
        let greatest = |pooled: &[f32]| pooled[channels..].iter().copied().fold(0.0, f32::max);
        for (block, pair) in layout.blocks.iter().zip(rest.chunks_exact(2)) {
            let [first, second] = pair else { continue };
            let (own, weights) = (&parameters[block.first.bias.clone()], &parameters[block.pool.clone()]);
            simd::run(Bias { own, weights, pooled, bias });
            let (end, most) = (End::new(bias).rectified(), greatest(pooled));
            convolve(tiles, first, end, (numbers, most), Output { numbers: inner, pooled }, buffers);
            let end = End::new(&parameters[block.second.bias.clone()]).rectified().adding();
            let most = greatest(pooled);
            convolve(tiles, second, end, (inner, most), Output { numbers, pooled }, buffers);
        }
        simd::run(Heads { tiles, layout, parameters, numbers, pooled, evaluation: &mut self.evaluation });
        &self.evaluation
    }
}

/// Computes the bias of a block's first convolution.
struct Bias<'a> {
    own: &'a [f32],
    weights: &'a [f32],
    pooled: &'a [f32],
    bias: &'a mut [f32],
}

impl Work for Bias<'_> {
    const EXACT: bool = true;

    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        pooled_bias(simd, self.own, self.weights, self.pooled, self.bias);
    }
}

/// Computes the outputs from the last block's activations.
struct Heads<'a> {
    tiles: Tiles,
    layout: &'a Layout,
    parameters: &'a [f32],
    numbers: &'a [f32],
    pooled: &'a [f32],
    evaluation: &'a mut Evaluation,
}

impl Work for Heads<'_> {
    const EXACT: bool = true;

    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { tiles, layout, parameters, numbers, pooled, evaluation } = self;
        heads(simd, tiles, layout, parameters, numbers, pooled, evaluation);
    }
}
