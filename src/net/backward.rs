//! The gradient of the loss, by backpropagation.
//!
//! The loss of a position is the policy cross entropy, plus the weighted value cross entropy, lead Huber loss in board
//! widths, and mean ownership cross entropy.

use super::heads::{Evaluation, balance, heads, pooled_bias, width};
use super::layout::{Conv, HIDDEN, INPUTS, LEAK, Layout, Shape, hidden_len};
use super::losses::Losses;
use super::simd::{self, LANES, Simd, Work};
use super::winograd::{End, Output, Scratch, Tiles, add_gradient, convolve, pack, pack_backward, unpack};

/// Loss weights; the policy has weight 1.
const VALUE_WEIGHT: f32 = 2.0;
const LEAD_WEIGHT: f32 = 1.0;
const OWNER_WEIGHT: f32 = 2.0;

/// The bias of a convolution in the backward pass.
const ZEROS: [f32; Shape::MAX_CHANNELS] = [0.0; Shape::MAX_CHANNELS];

/// A training position. Values are for the player to move.
#[derive(Clone, Debug, Default)]
pub struct Example {
    /// Input planes: [`INPUTS`] numbers per point, row by row.
    pub planes: Vec<f32>,
    /// Target policy: moves and their probabilities. A move is the index of its point; a pass is the number of points.
    pub policy: Vec<(u16, f32)>,
    /// Target win probability, 0 to 1: a label or the game result; `None` when unknown.
    pub value: Option<f32>,
    /// Final lead divided by the number of points; `None` when unknown.
    pub lead: Option<f32>,
    /// Owner of each point, from 1 to -1; empty when unknown.
    pub owners: Vec<f32>,
}

/// Convolution weights in kernel order, for the forward and the backward pass.
#[derive(Clone, Debug, Default)]
pub(super) struct Packed {
    forward: Vec<Vec<f32>>,
    backward: Vec<Vec<f32>>,
}

/// One thread's share of a training step.
pub(super) struct Learner {
    tiles: Tiles,
    layout: Layout,
    channels: usize,
    input: Vec<f32>,
    /// Outputs of the stem, then of each convolution.
    numbers: Vec<Vec<f32>>,
    /// Pooled activations of each block and of the heads.
    pooled: Vec<Vec<f32>>,
    /// Bias of a convolution or its gradient, and the gradient of the pooled numbers.
    bias: Vec<f32>,
    by_pooled: Vec<f32>,
    /// Gradients with respect to a block's output, and inside the block.
    outer: Vec<f32>,
    inner: Vec<f32>,
    pub(super) evaluation: Evaluation,
    /// Sum of the owners divided by the board width, and the derivative of each owner.
    balance: f32,
    slopes: Vec<f32>,
    /// For each convolution, the accumulated gradient of its transformed weights.
    sums: Vec<Vec<f32>>,
    scratch: Scratch,
}

impl Learner {
    /// A learner for boards of `size` x `size` points.
    pub(super) fn new(shape: Shape, size: usize) -> Self {
        let (tiles, layout, channels) = (Tiles::new(size), Layout::new(shape), shape.channels);
        let layer = vec![0.0; tiles.places() * channels];
        Self {
            tiles,
            channels,
            input: vec![0.0; tiles.places() * INPUTS],
            numbers: vec![layer.clone(); 2 * shape.blocks + 1],
            pooled: vec![vec![0.0; 2 * channels]; shape.blocks + 1],
            bias: vec![0.0; channels],
            by_pooled: vec![0.0; 2 * channels],
            outer: layer.clone(),
            inner: layer,
            evaluation: Evaluation::default(),
            balance: 0.0,
            slopes: Vec::new(),
            sums: layout.convs().map(|conv| vec![0.0; tiles.products() * conv.inputs * channels]).collect(),
            scratch: Scratch::new(tiles, channels),
            layout,
        }
    }

    pub(super) fn pack(&self, parameters: &[f32]) -> Packed {
        let (kind, channels) = (self.tiles.kind, self.channels);
        let weights = |conv: &Conv| &parameters[conv.weights.clone()];
        let backward = |conv| pack_backward(kind, weights(conv), channels, channels);
        // The gradient of the input planes is not needed.
        let stem = std::iter::once(Vec::new());
        Packed {
            forward: self
                .layout
                .convs()
                .map(|conv| pack(kind, weights(conv), conv.inputs, channels))
                .collect(),
            backward: stem.chain(self.layout.convs().skip(1).map(backward)).collect(),
        }
    }

    /// Adds the losses of examples and, with `Some`, their gradients times `scale`.
    pub(super) fn learn(
        &mut self,
        parameters: &[f32],
        packed: &Packed,
        examples: &[Example],
        gradient: Option<&mut [f32]>,
        scale: f32,
    ) -> Losses {
        simd::run(Step { learner: self, parameters, packed, examples, gradient, scale })
    }

    /// The forward pass. Returns the hidden units of the value head.
    #[inline(always)]
    pub(super) fn forward<S: Simd>(
        &mut self,
        simd: S,
        parameters: &[f32],
        packed: &Packed,
        planes: &[f32],
    ) -> [f32; HIDDEN] {
        let Self { tiles, layout, input, numbers, pooled, bias, evaluation, scratch, .. } = self;
        let tiles = *tiles;
        for (p, planes) in tiles.points().zip(planes.chunks_exact(INPUTS)) {
            input[p * INPUTS..][..INPUTS].copy_from_slice(planes);
        }
        let end = End::new(&parameters[layout.stem.bias.clone()]).rectified();
        let stem = Output { numbers: &mut numbers[0], pooled: &mut pooled[0] };
        convolve(tiles, &packed.forward[0], end, input, stem, scratch);
        for (i, block) in layout.blocks.iter().enumerate() {
            let [before, inner, after] = &mut numbers[2 * i..2 * i + 3] else { continue };
            let (own, weights) = (&parameters[block.first.bias.clone()], &parameters[block.pool.clone()]);
            pooled_bias(simd, own, weights, &pooled[i], bias);
            let (end, pooled) = (End::new(bias).rectified(), &mut pooled[i + 1]);
            let output = Output { numbers: inner, pooled };
            convolve(tiles, &packed.forward[2 * i + 1], end, before, output, scratch);
            let end = End::new(&parameters[block.second.bias.clone()]).rectified().adding();
            after.copy_from_slice(before);
            convolve(
                tiles,
                &packed.forward[2 * i + 2],
                end,
                inner,
                Output { numbers: after, pooled },
                scratch,
            );
        }
        let blocks = layout.blocks.len();
        heads(simd, tiles, layout, parameters, &numbers[2 * blocks], &pooled[blocks], evaluation)
    }

    /// Computes the gradients of the heads' outputs; returns the losses, and the derivatives of value and lead.
    fn losses(&mut self, example: &Example) -> (Losses, f32, f32) {
        let Evaluation { policy, owners, value, lead } = &mut self.evaluation;
        self.balance = balance(owners);
        // d tanh(x)/dx = 1 - tanh²(x).
        self.slopes.clear();
        self.slopes.extend(owners.iter().map(|owner| 1.0 - owner * owner));
        let mut losses = Losses { positions: 1, ..Losses::default() };
        let most = policy.iter().copied().fold(f32::MIN, f32::max);
        let sum: f32 = policy.iter().map(|x| libm::expf(x - most)).sum();
        let log_sum = most + libm::logf(sum);
        let likeliest = example.policy.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((mv, _)) = likeliest {
            let strength = policy[usize::from(mv)];
            // Equal moves count as better, and so does anything compared with NaN: a network that knows nothing is never
            // right.
            let better = policy.len() - 1 - policy.iter().filter(|&&x| x < strength).count();
            losses.moves = 1;
            (losses.first, losses.five) = (u64::from(better == 0), u64::from(better < 5));
        }
        for &(mv, share) in &example.policy {
            losses.policy += f64::from(share * (log_sum - policy[usize::from(mv)]));
        }
        let known: f32 = example.policy.iter().map(|&(_, share)| share).sum();
        for x in policy.iter_mut() {
            *x = known * libm::expf(*x - log_sum);
        }
        for &(mv, share) in &example.policy {
            policy[usize::from(mv)] -= share;
        }
        let likely = |share: f32, p: f32| -share * libm::logf(p.max(1e-9));
        losses.total = losses.policy;
        let by_value = example.value.map_or(0.0, |target| {
            losses.valued = 1;
            losses.value = f64::from(likely(target, *value) + likely(1.0 - target, 1.0 - *value));
            losses.value_error = f64::from(*value - target).powi(2);
            losses.total += f64::from(VALUE_WEIGHT) * losses.value;
            VALUE_WEIGHT * (*value - target)
        });
        let by_lead = example.lead.map_or(0.0, |target| {
            let width = width(&self.slopes);
            let error = (*lead - target) * width;
            let bounded = error.clamp(-1.0, 1.0);
            losses.total += f64::from(LEAD_WEIGHT * bounded * (error - bounded / 2.0));
            LEAD_WEIGHT * bounded * width
        });
        if example.owners.is_empty() {
            owners.fill(0.0);
        } else {
            let share = 1.0 / owners.len() as f32;
            for (owner, target) in owners.iter_mut().zip(&example.owners) {
                let (error, [p, q]) = (*owner - target, [(1.0 + *owner) / 2.0, (1.0 + target) / 2.0]);
                losses.owner += f64::from(share * error * error);
                losses.total += f64::from(OWNER_WEIGHT * share * (likely(q, p) + likely(1.0 - q, 1.0 - p)));
                // Before tanh, whose slope cancels that of the cross entropy.
                *owner = OWNER_WEIGHT * share * error;
            }
            losses.owned = 1;
        }
        (losses, by_value, by_lead)
    }

    /// Accumulates the gradients of the heads' parameters, and computes the gradient of the last block's output.
    #[inline(always)]
    fn heads_backward(
        &mut self,
        parameters: &[f32],
        gradient: &mut [f32],
        hidden: &[f32; HIDDEN],
        by_outputs: [f32; 2],
    ) {
        let Self { tiles, layout, channels, numbers, pooled, by_pooled, outer, evaluation, .. } = self;
        let (balance, slopes, channels) = (self.balance, &self.slopes, *channels);
        let blocks = layout.blocks.len();
        let pooled = &pooled[blocks];
        by_pooled.fill(0.0);
        let mut by_balance = 0.0;
        for (range, d) in [&layout.value, &layout.lead].into_iter().zip(by_outputs) {
            for (place, x) in range.clone().zip(hidden.iter().chain([&1.0, &balance])) {
                gradient[place] += d * x;
            }
            by_balance += d * parameters[range.start + HIDDEN + 1];
        }
        for (unit, &x) in hidden.iter().enumerate() {
            let slope = if x > 0.0 { 1.0 } else { LEAK };
            let d = slope
                * (by_outputs[0] * parameters[layout.value.start + unit]
                    + by_outputs[1] * parameters[layout.lead.start + unit]);
            let start = layout.hidden.start + unit * hidden_len(channels);
            add_linear(&parameters[start..], &mut gradient[start..], pooled, d, by_pooled);
            gradient[start + 2 * channels] += d;
            gradient[start + 2 * channels + 1] += d * balance;
            by_balance += d * parameters[start + 2 * channels + 1];
        }
        let by_owner = by_balance / width(slopes);
        for (owner, slope) in evaluation.owners.iter_mut().zip(slopes) {
            *owner += by_owner * *slope;
        }
        let by_pass = evaluation.policy[slopes.len()];
        let start = layout.pass.start;
        add_linear(&parameters[start..], &mut gradient[start..], pooled, by_pass, by_pooled);
        gradient[start + 2 * channels] += by_pass;
        let numbers = &numbers[2 * blocks];
        outer.fill(0.0);
        let heads = [(layout.policy.start, &evaluation.policy), (layout.owner.start, &evaluation.owners)];
        for (start, derivatives) in heads {
            gradient[start + channels] += derivatives[..slopes.len()].iter().sum::<f32>();
            for first in (0..channels).step_by(LANES) {
                let start = start + first;
                for (p, &d) in tiles.points().zip(derivatives) {
                    let place = (first * tiles.places() + p * LANES)..;
                    let (point, by_point) = (&numbers[place.clone()][..LANES], &mut outer[place][..LANES]);
                    add_linear(&parameters[start..], &mut gradient[start..], point, d, by_point);
                }
            }
        }
        pool_backward(*tiles, numbers, pooled, by_pooled, outer);
    }

    /// Accumulates the loss and gradient of an example.
    #[inline(always)]
    fn learn_one<S: Simd>(
        &mut self,
        simd: S,
        parameters: &[f32],
        packed: &Packed,
        example: &Example,
        gradient: Option<&mut [f32]>,
        scale: f32,
    ) -> Losses {
        let hidden = self.forward(simd, parameters, packed, &example.planes);
        let (losses, by_value, by_lead) = self.losses(example);
        let Some(gradient) = gradient else { return losses };
        for d in self.evaluation.policy.iter_mut().chain(&mut self.evaluation.owners) {
            *d *= scale;
        }
        self.heads_backward(parameters, gradient, &hidden, [by_value * scale, by_lead * scale]);
        let Self { tiles, layout, channels, input, numbers, pooled, outer, inner, sums, scratch, .. } = self;
        let (tiles, by_bias, by_pooled) = (*tiles, &mut self.bias, &mut self.by_pooled);
        let no_bias = End::new(&ZEROS[..*channels]);
        let unused = &mut [0.0; 2 * Shape::MAX_CHANNELS][..2 * *channels];
        for (i, block) in layout.blocks.iter().enumerate().rev() {
            let [before, middle, after] = &numbers[2 * i..2 * i + 3] else { continue };
            let [first, second] = &packed.backward[2 * i + 1..2 * i + 3] else { continue };
            mask(outer, after);
            add_gradient(tiles, middle, outer, &mut sums[2 * i + 2], scratch);
            add_bias(&block.second, outer, gradient, by_bias);
            convolve(tiles, second, no_bias, outer, Output { numbers: inner, pooled: unused }, scratch);
            mask(inner, middle);
            add_gradient(tiles, before, inner, &mut sums[2 * i + 1], scratch);
            add_bias(&block.first, inner, gradient, by_bias);
            let weights = parameters[block.pool.clone()].chunks_exact(*channels);
            let by_weights = gradient[block.pool.clone()].chunks_exact_mut(*channels);
            for (((x, by_x), weights), by_weights) in
                pooled[i].iter().zip(&mut *by_pooled).zip(weights).zip(by_weights)
            {
                *by_x = 0.0;
                for ((d, weight), by_weight) in by_bias.iter().zip(weights).zip(by_weights) {
                    *by_weight += d * x;
                    *by_x += d * weight;
                }
            }
            let output = Output { numbers: outer, pooled: unused };
            convolve(tiles, first, no_bias.adding(), inner, output, scratch);
            pool_backward(tiles, before, &pooled[i], by_pooled, outer);
        }
        mask(outer, &numbers[0]);
        add_gradient(tiles, input, outer, &mut sums[0], scratch);
        add_bias(&layout.stem, outer, gradient, by_bias);
        losses
    }
}

/// Backward pass of a dot product: accumulates the gradients of its weights and inputs from its output gradient.
#[inline(always)]
fn add_linear(weights: &[f32], gradient: &mut [f32], inputs: &[f32], d: f32, by_inputs: &mut [f32]) {
    let len = inputs.len();
    for (((weight, gradient), x), by_x) in weights.iter().zip(&mut gradient[..len]).zip(inputs).zip(by_inputs)
    {
        *gradient += d * x;
        *by_x += d * weight;
    }
}

/// Accumulates the gradient of a convolution's bias, the sum of the output gradients.
#[inline(always)]
fn add_bias(conv: &Conv, by_outputs: &[f32], gradient: &mut [f32], sums: &mut [f32]) {
    sums.fill(0.0);
    let plane = by_outputs.len() / sums.len() * LANES;
    for (sums, plane) in sums.chunks_exact_mut(LANES).zip(by_outputs.chunks_exact(plane)) {
        // The margin around the board has no gradient.
        for d in plane.chunks_exact(LANES) {
            for (sum, d) in sums.iter_mut().zip(d) {
                *sum += d;
            }
        }
    }
    for (gradient, sum) in gradient[conv.bias.clone()].iter_mut().zip(sums) {
        *gradient += *sum;
    }
}

/// ReLU backward: clears the gradient where the activation was not positive.
#[inline(always)]
fn mask(derivatives: &mut [f32], numbers: &[f32]) {
    for (d, x) in derivatives.iter_mut().zip(numbers) {
        *d = if *x > 0.0 { *d } else { 0.0 };
    }
}

/// Backward pass of pooling: distributes the gradients of the means and of the maxima.
#[inline(always)]
fn pool_backward(tiles: Tiles, numbers: &[f32], pooled: &[f32], by_pooled: &[f32], by_numbers: &mut [f32]) {
    let share = 1.0 / (tiles.size * tiles.size) as f32;
    let channels = pooled.len() / 2;
    let ((_, most), (by_means, by_most)) = (pooled.split_at(channels), by_pooled.split_at(channels));
    for first in (0..channels).step_by(LANES) {
        let [most, by_means, by_most] = [most, by_means, by_most].map(|numbers| &numbers[first..][..LANES]);
        let mut is_left = [1.0; LANES];
        for p in tiles.points() {
            let place = (first * tiles.places() + p * LANES)..;
            let (point, by_point) = (&numbers[place.clone()][..LANES], &mut by_numbers[place][..LANES]);
            for c in 0..LANES {
                // On ties the first is the maximum.
                let is_most = if point[c] >= most[c] { is_left[c] } else { 0.0 };
                is_left[c] -= is_most;
                by_point[c] += by_means[c] * share + by_most[c] * is_most;
            }
        }
    }
}

/// One thread's work in a step.
struct Step<'a> {
    learner: &'a mut Learner,
    parameters: &'a [f32],
    packed: &'a Packed,
    examples: &'a [Example],
    gradient: Option<&'a mut [f32]>,
    scale: f32,
}

impl Work for Step<'_> {
    type Output = Losses;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Losses {
        let Step { learner, parameters, packed, examples, mut gradient, scale } = self;
        let mut losses = Losses::default();
        if gradient.is_some() {
            learner.sums.iter_mut().for_each(|sums| sums.fill(0.0));
        }
        for example in examples {
            losses.add(&learner.learn_one(simd, parameters, packed, example, gradient.as_deref_mut(), scale));
        }
        if let Some(gradient) = gradient {
            for (conv, sums) in learner.layout.convs().zip(&learner.sums) {
                unpack(learner.tiles.kind, sums, &mut gradient[conv.weights.clone()]);
            }
        }
        losses
    }
}
