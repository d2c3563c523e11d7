//! Everything except convolutions: biases from pooled channels, and the heads.

use std::ops::Range;

use super::layout::{HIDDEN, LEAK, Layout, hidden_len};
use super::simd::{LANES, Lanes, Simd};
use super::tile::multiply;
use super::winograd::Tiles;

/// The evaluation of a position, for the player to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// Move logits: each point, row by row from A1, then the pass. Probabilities are their softmax over the legal moves.
    pub policy: Vec<f32>,
    /// Expected owner of each point, in the same order: 1 for the player to move, -1 for the opponent.
    pub owners: Vec<f32>,
    /// Win probability, in [0, 1].
    pub value: f32,
    /// Expected lead, komi included, divided by the number of points on the board.
    pub lead: f32,
}

/// The bias from the pooled channels for a block's first convolution.
#[inline(always)]
pub(super) fn pooled_bias<S: Simd>(simd: S, bias: &[f32], weights: &[f32], pooled: &[f32], sums: &mut [f32]) {
    multiply(simd, pooled, weights, bias.len(), sums);
    for (sum, bias) in sums.iter_mut().zip(bias) {
        *sum += bias;
    }
}

/// A linear unit: the dot product of weights and inputs; the weight after those of the inputs is the bias.
#[inline(always)]
fn linear<'a, S: Simd>(simd: S, weights: &[f32], inputs: impl Iterator<Item = &'a [f32; LANES]>) -> f32 {
    let (weights, rest) = weights.as_chunks();
    let mut sums = Lanes::splat(simd, 0.0);
    for (weights, inputs) in weights.iter().zip(inputs) {
        sums = sums.add_product(Lanes::new(simd, *weights), Lanes::new(simd, *inputs));
    }
    sums.sum() + rest[0]
}

/// The sum of the owners divided by the board width, because leads grow with the width.
#[inline(always)]
pub(super) fn balance(owners: &[f32]) -> f32 {
    owners.iter().sum::<f32>() / width(owners)
}

/// The width of a square board.
#[inline(always)]
pub(super) fn width(points: &[f32]) -> f32 {
    (points.len() as f32).sqrt()
}

/// Computes the heads from the last block's output and its pool. Returns the hidden units of the value head.
#[inline(always)]
pub(super) fn heads<S: Simd>(
    simd: S,
    tiles: Tiles,
    layout: &Layout,
    parameters: &[f32],
    numbers: &[f32],
    pooled: &[f32],
    evaluation: &mut Evaluation,
) -> [f32; HIDDEN] {
    let (numbers, (pooled, _)) = (numbers.as_chunks().0, pooled.as_chunks());
    let [policy, owner] = [&layout.policy, &layout.owner].map(|range| &parameters[range.clone()]);
    evaluation.policy.clear();
    evaluation.owners.clear();
    for p in tiles.points() {
        let point = numbers[p..].iter().step_by(tiles.places());
        evaluation.policy.push(linear(simd, policy, point.clone()));
        evaluation.owners.push(libm::tanhf(linear(simd, owner, point)));
    }
    evaluation.policy.push(linear(simd, &parameters[layout.pass.clone()], pooled.iter()));
    let (mut hidden, balance) = ([0.0; HIDDEN], balance(&evaluation.owners));
    let weights = parameters[layout.hidden.clone()].chunks_exact(hidden_len(pooled.len() * LANES / 2));
    for (unit, weights) in hidden.iter_mut().zip(weights) {
        let sum = simd.fma(weights[weights.len() - 1], balance, linear(simd, weights, pooled.iter()));
        *unit = if sum > 0.0 { sum } else { LEAK * sum };
    }
    let output = |range: &Range<usize>| {
        let weights = &parameters[range.clone()];
        simd.fma(weights[HIDDEN + 1], balance, linear(simd, weights, hidden.as_chunks().0.iter()))
    };
    evaluation.value = 1.0 / (1.0 + libm::expf(-output(&layout.value)));
    evaluation.lead = output(&layout.lead);
    hidden
}
