//! Everything except convolutions: global pooling and the heads.

use std::ops::Range;

use super::layout::{HIDDEN, LEAK, Layout, hidden_len};
use super::simd::fma;

/// The evaluation of a position, for the player to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// Move logits: each point, row by row, then the pass.
    pub policy: Vec<f32>,
    /// Expected owner of each point: 1 for the player to move, -1 for the opponent.
    pub owners: Vec<f32>,
    /// Win probability.
    pub value: f32,
    /// Expected lead divided by the number of points on the board.
    pub lead: f32,
}

/// Channel means over the board, followed by channel maxima.
#[inline(always)]
pub(super) fn pool(points: impl Iterator<Item = usize> + Clone, numbers: &[f32], pooled: &mut [f32]) {
    /// Channels pooled at once.
    const LANES: usize = 16;
    let channels = pooled.len() / 2;
    let (means, most) = pooled.split_at_mut(channels);
    let (means, most) = (means.chunks_exact_mut(LANES), most.chunks_exact_mut(LANES));
    for ((first, means), most) in (0..channels).step_by(LANES).zip(means).zip(most) {
        let (mut sums, mut greatest, mut area) = ([0.0; LANES], [f32::MIN; LANES], 0.0);
        for p in points.clone() {
            let point = &numbers[p * channels + first..][..LANES];
            for i in 0..LANES {
                sums[i] += point[i];
                greatest[i] = if point[i] > greatest[i] { point[i] } else { greatest[i] };
            }
            area += 1.0;
        }
        means.copy_from_slice(&sums.map(|sum| sum / area));
        most.copy_from_slice(&greatest);
    }
}

/// The bias from the pooled channels for a block's first convolution.
#[inline(always)]
pub(super) fn pooled_bias<const F: bool>(bias: &[f32], weights: &[f32], pooled: &[f32], sums: &mut [f32]) {
    sums.copy_from_slice(bias);
    for (x, weights) in pooled.iter().zip(weights.chunks_exact(bias.len())) {
        for (sum, weight) in sums.iter_mut().zip(weights) {
            *sum = fma::<F>(*x, *weight, *sum);
        }
    }
}

/// A linear unit: the dot product of weights and inputs; the last weight is the bias.
#[inline(always)]
pub(super) fn linear<const F: bool>(weights: &[f32], inputs: &[f32]) -> f32 {
    /// Independent partial sums, so that the loop vectorizes.
    const LANES: usize = 8;
    let mut sums = [0.0; LANES];
    for (weights, inputs) in weights.chunks_exact(LANES).zip(inputs.chunks_exact(LANES)) {
        for i in 0..LANES {
            sums[i] = fma::<F>(weights[i], inputs[i], sums[i]);
        }
    }
    let bias = weights[inputs.len()];
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
pub(super) fn heads<const F: bool>(
    points: impl Iterator<Item = usize>,
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
    for p in points {
        let point = &numbers[p * channels..][..channels];
        evaluation.policy.push(linear::<F>(policy, point));
        evaluation.owners.push(libm::tanhf(linear::<F>(owner, point)));
    }
    evaluation.policy.push(linear::<F>(&parameters[layout.pass.clone()], pooled));
    let (mut hidden, balance) = ([0.0; HIDDEN], balance(&evaluation.owners));
    for (unit, weights) in
        hidden.iter_mut().zip(parameters[layout.hidden.clone()].chunks_exact(hidden_len(channels)))
    {
        let sum = fma::<F>(weights[pooled.len() + 1], balance, linear::<F>(weights, pooled));
        *unit = if sum > 0.0 { sum } else { LEAK * sum };
    }
    let output = |range: &Range<usize>| {
        let weights = &parameters[range.clone()];
        fma::<F>(weights[HIDDEN + 1], balance, linear::<F>(weights, &hidden))
    };
    evaluation.value = 1.0 / (1.0 + libm::expf(-output(&layout.value)));
    evaluation.lead = output(&layout.lead);
    hidden
}
