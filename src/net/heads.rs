//! Everything except convolutions: global pooling and the heads.

use std::ops::Range;

use super::layout::{HIDDEN, LEAK, Layout, hidden_len};
use super::simd::{LANES, Lanes, Simd};
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

/// Channel means over the board, followed by channel maxima.
#[inline(always)]
pub(super) fn pool<S: Simd>(simd: S, tiles: Tiles, numbers: &[f32], pooled: &mut [f32]) {
    /// Vectors pooled at once.
    const AT_ONCE: usize = 2;
    let channels = pooled.len() / 2;
    let (means, most) = pooled.split_at_mut(channels);
    let area = (tiles.size * tiles.size) as f32;
    for first in (0..channels).step_by(AT_ONCE * LANES) {
        let mut sums = [Lanes::splat(simd, 0.0); AT_ONCE];
        let mut greatest = [Lanes::splat(simd, f32::MIN); AT_ONCE];
        for p in tiles.points() {
            let (point, _) = numbers[p * channels + first..].as_chunks();
            for i in 0..AT_ONCE {
                let x = Lanes::new(simd, point[i]);
                sums[i] = sums[i] + x;
                greatest[i] = x.max(greatest[i]);
            }
        }
        for i in 0..AT_ONCE {
            let at = first + i * LANES;
            means[at..][..LANES].copy_from_slice(&sums[i].to_array().map(|sum| sum / area));
            most[at..][..LANES].copy_from_slice(&greatest[i].to_array());
        }
    }
}

/// The bias from the pooled channels for a block's first convolution.
#[inline(always)]
pub(super) fn pooled_bias<S: Simd>(simd: S, bias: &[f32], weights: &[f32], pooled: &[f32], sums: &mut [f32]) {
    sums.copy_from_slice(bias);
    for (x, weights) in pooled.iter().zip(weights.chunks_exact(bias.len())) {
        let x = Lanes::splat(simd, *x);
        for (sum, weights) in sums.as_chunks_mut().0.iter_mut().zip(weights.as_chunks().0) {
            *sum = Lanes::new(simd, *sum).add_product(x, Lanes::new(simd, *weights)).to_array();
        }
    }
}

/// A linear unit: the dot product of weights and inputs; the last weight is the bias.
#[inline(always)]
pub(super) fn linear<S: Simd>(simd: S, weights: &[f32], inputs: &[f32]) -> f32 {
    let mut sums = Lanes::splat(simd, 0.0);
    for (weights, inputs) in weights.as_chunks().0.iter().zip(inputs.as_chunks().0) {
        sums = sums.add_product(Lanes::new(simd, *weights), Lanes::new(simd, *inputs));
    }
    let (sums, bias) = (sums.to_array(), weights[inputs.len()]);
    bias + ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]))
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
    let channels = pooled.len() / 2;
    let [policy, owner] = [&layout.policy, &layout.owner].map(|range| &parameters[range.clone()]);
    evaluation.policy.clear();
    evaluation.owners.clear();
    for p in tiles.points() {
        let point = &numbers[p * channels..][..channels];
        evaluation.policy.push(linear(simd, policy, point));
        evaluation.owners.push(libm::tanhf(linear(simd, owner, point)));
    }
    evaluation.policy.push(linear(simd, &parameters[layout.pass.clone()], pooled));
    let (mut hidden, balance) = ([0.0; HIDDEN], balance(&evaluation.owners));
    for (unit, weights) in
        hidden.iter_mut().zip(parameters[layout.hidden.clone()].chunks_exact(hidden_len(channels)))
    {
        let sum = simd.fma(weights[pooled.len() + 1], balance, linear(simd, weights, pooled));
        *unit = if sum > 0.0 { sum } else { LEAK * sum };
    }
    let output = |range: &Range<usize>| {
        let weights = &parameters[range.clone()];
        simd.fma(weights[HIDDEN + 1], balance, linear(simd, weights, &hidden))
    };
    evaluation.value = 1.0 / (1.0 + libm::expf(-output(&layout.value)));
    evaluation.lead = output(&layout.lead);
    hidden
}
