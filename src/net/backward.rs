//! The gradient of the loss, by backpropagation.
//!
//! The loss of a position is the cross entropy of the policy, plus the weighted cross entropy of the value, squared
//! error of the lead, and mean squared error of the owners.

use super::heads::{Evaluation, balance, heads, pool, pooled_bias, width};
use super::layout::{Conv, HIDDEN, INPUTS, LEAK, Layout, Shape, hidden_len};
use super::losses::Losses;
use super::simd::{self, Work};
use super::tile::Tile;
use super::winograd::{self, Build, Scratch, Tiles, add_gradient};

/// Weights of the losses; the policy has weight 1.
const VALUE_WEIGHT: f32 = 2.0;
const LEAD_WEIGHT: f32 = 0.5;
const OWNER_WEIGHT: f32 = 1.0;

/// A training position. Values are for the player to move.
#[derive(Clone, Debug, Default)]
pub struct Example {
    /// Input planes: [`INPUTS`] numbers for each point, row by row.
    pub planes: Vec<f32>,
    /// Target policy: moves and their probabilities. A move is the index of its point; the pass is the index after
    /// the last point.
    pub policy: Vec<(u16, f32)>,
    /// The result: 1 for a win, 0 for a loss.
    pub value: f32,
    /// The win rate that a search of the position expected, if there was one. The value target is then the mean of it
    /// and the result: the search judges the position itself, the result shows where searches err.
    pub expected: Option<f32>,
    /// Final lead divided by the number of points; `None` when unknown.
    pub lead: Option<f32>,
    /// Owner of each point, from 1 to -1; empty when unknown.
    pub owners: Vec<f32>,
}

/// Convolution weights in the order in which the kernels read them, for the forward and the backward pass.
#[derive(Clone, Debug, Default)]
pub(super) struct Packed {
    forward: Vec<Vec<f32>>,
    backward: Vec<Vec<f32>>,
}

/// One thread's share of a training step.
pub(super) trait Learner: Send {
    fn pack(&self, parameters: &[f32]) -> Packed;

    /// Adds the losses of some examples and, with `Some`, their gradients times `scale`.
    fn learn(
        &mut self,
        parameters: &[f32],
        packed: &Packed,
        examples: &[Example],
        gradient: Option<&mut [f32]>,
        scale: f32,
    ) -> Losses;
}

/// A learner for boards of `size` x `size` points.
pub(super) fn learner(shape: Shape, size: usize) -> Box<dyn Learner> {
    winograd::build(BuildLearner { shape, size }, size, shape.channels)
}

struct BuildLearner {
    shape: Shape,
    size: usize,
}

impl Build for BuildLearner {
    type Output = Box<dyn Learner>;

    fn build<
        W: Tile<M, T>,
        const M: usize,
        const T: usize,
        const C: usize,
        const P: usize,
        const G: usize,
    >(
        self,
    ) -> Box<dyn Learner> {
        Box::new(Buffers::<W, M, T, C, P, G>::new(self.shape, self.size))
    }
}

/// Activations and gradients of a network with `C` channels for one position, with the kernels of [`Build`].
struct Buffers<W, const M: usize, const T: usize, const C: usize, const P: usize, const G: usize> {
    tiles: Tiles,
    layout: Layout,
    input: Vec<f32>,
    /// Output of the stem, then of each convolution.
    numbers: Vec<Vec<f32>>,
    /// Pooled activations of each block, and of the heads.
    pooled: Vec<[[f32; C]; 2]>,
    /// Gradients with respect to the output of a block, and inside it.
    outer: Vec<f32>,
    inner: Vec<f32>,
    evaluation: Evaluation,
    /// Sum of the owners over the board's width, and the derivative of each owner.
    balance: f32,
    slopes: Vec<f32>,
    /// For each convolution, the accumulated gradient of its transformed weights.
    sums: Vec<Vec<f32>>,
    scratch: Scratch,
    tile: std::marker::PhantomData<W>,
}

impl<W: Tile<M, T>, const M: usize, const T: usize, const C: usize, const P: usize, const G: usize>
    Buffers<W, M, T, C, P, G>
{
    fn new(shape: Shape, size: usize) -> Self {
        let (tiles, layout) = (Tiles::new(size, M, P), Layout::new(shape));
        let layer = vec![0.0; tiles.places() * C];
        Self {
            tiles,
            input: vec![0.0; tiles.places() * INPUTS],
            numbers: vec![layer.clone(); 2 * shape.blocks + 1],
            pooled: vec![[[0.0; C]; 2]; shape.blocks + 1],
            outer: layer.clone(),
            inner: layer,
            evaluation: Evaluation::default(),
            balance: 0.0,
            slopes: Vec::new(),
            sums: layout.convs().map(|conv| vec![0.0; T * T * conv.inputs * C]).collect(),
            scratch: Scratch::new(tiles.products(T) * C.max(INPUTS)),
            layout,
            tile: std::marker::PhantomData,
        }
    }

    /// The forward pass. Returns the hidden units of the value head.
    #[inline(always)]
    fn forward<const F: bool>(
        &mut self,
        parameters: &[f32],
        packed: &Packed,
        planes: &[f32],
    ) -> [f32; HIDDEN] {
        let Self { tiles, layout, input, numbers, pooled, evaluation, scratch, .. } = self;
        for (p, planes) in tiles.points().zip(planes.chunks_exact(INPUTS)) {
            input[p * INPUTS..][..INPUTS].copy_from_slice(planes);
        }
        let stem = (&packed.forward[0][..], &parameters[layout.stem.bias.clone()]);
        winograd::convolve::<F, W, M, T, INPUTS, C, P, G, false, true>(
            *tiles,
            stem,
            input,
            &mut numbers[0],
            scratch,
        );
        for (i, block) in layout.blocks.iter().enumerate() {
            let [before, inner, after] = &mut numbers[2 * i..2 * i + 3] else { continue };
            pool::<C>(tiles.points(), before, &mut pooled[i]);
            let (bias, weights) = (&parameters[block.first.bias.clone()], &parameters[block.pool.clone()]);
            let bias = pooled_bias::<F, C>(bias, weights, pooled[i].as_flattened());
            let first = (&packed.forward[2 * i + 1][..], &bias[..]);
            winograd::convolve::<F, W, M, T, C, C, P, G, false, true>(*tiles, first, before, inner, scratch);
            let second = (&packed.forward[2 * i + 2][..], &parameters[block.second.bias.clone()]);
            after.copy_from_slice(before);
            winograd::convolve::<F, W, M, T, C, C, P, G, true, true>(*tiles, second, inner, after, scratch);
        }
        let (last, pooled) = (&numbers[2 * layout.blocks.len()], &mut pooled[layout.blocks.len()]);
        pool::<C>(tiles.points(), last, pooled);
        heads::<F, C>(tiles.points(), layout, parameters, last, pooled.as_flattened(), evaluation)
    }

    /// Computes the gradients of the heads' outputs; returns the losses, and the derivatives of the value and the
    /// lead.
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
            let better = policy.iter().filter(|&&x| x > strength).count();
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
        let result = example.value;
        let target = example.expected.map_or(result, |expected| f32::midpoint(result, expected));
        losses.value = f64::from(likely(target, *value) + likely(1.0 - target, 1.0 - *value));
        losses.value_error = f64::from(*value - result).powi(2);
        losses.total = losses.policy + f64::from(VALUE_WEIGHT) * losses.value;
        let by_value = VALUE_WEIGHT * (*value - target);
        let by_lead = example.lead.map_or(0.0, |target| {
            losses.total += f64::from(LEAD_WEIGHT * (*lead - target).powi(2));
            2.0 * LEAD_WEIGHT * (*lead - target)
        });
        if example.owners.is_empty() {
            owners.fill(0.0);
        } else {
            let share = 1.0 / owners.len() as f32;
            for ((owner, target), slope) in owners.iter_mut().zip(&example.owners).zip(&self.slopes) {
                let error = *owner - target;
                losses.owner += f64::from(share * error * error);
                *owner = OWNER_WEIGHT * share * 2.0 * error * slope;
            }
            losses.owned = 1;
            losses.total += f64::from(OWNER_WEIGHT) * losses.owner;
        }
        (losses, by_value, by_lead)
    }

    /// Accumulates the gradients of the heads' parameters, and computes that of the last block's output.
    #[inline(always)]
    fn heads_backward(
        &mut self,
        parameters: &[f32],
        gradient: &mut [f32],
        hidden: &[f32; HIDDEN],
        by_outputs: [f32; 2],
    ) {
        let Self { tiles, layout, numbers, pooled, outer, evaluation, balance, slopes, .. } = self;
        let blocks = layout.blocks.len();
        let pooled = pooled[blocks].as_flattened();
        let (mut by_pooled, mut by_balance) = ([[0.0; C]; 2], 0.0);
        for (range, d) in [&layout.value, &layout.lead].into_iter().zip(by_outputs) {
            for (place, x) in range.clone().zip(hidden.iter().chain([&1.0, &*balance])) {
                gradient[place] += d * x;
            }
            by_balance += d * parameters[range.start + HIDDEN + 1];
        }
        for (unit, &x) in hidden.iter().enumerate() {
            let slope = if x > 0.0 { 1.0 } else { LEAK };
            let d = slope
                * (by_outputs[0] * parameters[layout.value.start + unit]
                    + by_outputs[1] * parameters[layout.lead.start + unit]);
            let start = layout.hidden.start + unit * hidden_len(C);
            add_linear(&parameters[start..], &mut gradient[start..], pooled, d, by_pooled.as_flattened_mut());
            gradient[start + 2 * C + 1] += d * *balance;
            by_balance += d * parameters[start + 2 * C + 1];
        }
        let by_owner = by_balance / width(slopes);
        for (owner, slope) in evaluation.owners.iter_mut().zip(&*slopes) {
            *owner += by_owner * *slope;
        }
        let by_pass = evaluation.policy[slopes.len()];
        let start = layout.pass.start;
        add_linear(
            &parameters[start..],
            &mut gradient[start..],
            pooled,
            by_pass,
            by_pooled.as_flattened_mut(),
        );
        let numbers = &numbers[2 * blocks];
        outer.fill(0.0);
        for (i, p) in tiles.points().enumerate() {
            let (point, by_point) = (&numbers[p * C..][..C], &mut outer[p * C..][..C]);
            for (start, d) in
                [(layout.policy.start, evaluation.policy[i]), (layout.owner.start, evaluation.owners[i])]
            {
                add_linear(&parameters[start..], &mut gradient[start..], point, d, by_point);
            }
        }
        pool_backward::<C>(*tiles, numbers, &self.pooled[blocks], &by_pooled, outer);
    }

    /// Accumulates the loss and gradient of an example.
    #[inline(always)]
    fn learn_one<const F: bool>(
        &mut self,
        parameters: &[f32],
        packed: &Packed,
        example: &Example,
        gradient: Option<&mut [f32]>,
        scale: f32,
    ) -> Losses {
        let hidden = self.forward::<F>(parameters, packed, &example.planes);
        let (losses, by_value, by_lead) = self.losses(example);
        let Some(gradient) = gradient else { return losses };
        for d in self.evaluation.policy.iter_mut().chain(&mut self.evaluation.owners) {
            *d *= scale;
        }
        self.heads_backward(parameters, gradient, &hidden, [by_value * scale, by_lead * scale]);
        let Self { tiles, layout, input, numbers, pooled, outer, inner, sums, scratch, .. } = self;
        let tiles = *tiles;
        for (i, block) in layout.blocks.iter().enumerate().rev() {
            let [before, middle, after] = &numbers[2 * i..2 * i + 3] else { continue };
            let [first, second] = &packed.backward[2 * i + 1..2 * i + 3] else { continue };
            mask(outer, after);
            add_gradient::<F, W, M, T, C, C>(tiles, middle, outer, &mut sums[2 * i + 2], scratch);
            add_bias::<C>(&block.second, outer, gradient);
            winograd::convolve::<F, W, M, T, C, C, P, G, false, false>(
                tiles,
                (second, &[0.0; C]),
                outer,
                inner,
                scratch,
            );
            mask(inner, middle);
            add_gradient::<F, W, M, T, C, C>(tiles, before, inner, &mut sums[2 * i + 1], scratch);
            let by_bias = add_bias::<C>(&block.first, inner, gradient);
            let mut by_pooled = [[0.0; C]; 2];
            let weights = block.pool.clone().step_by(C);
            for ((x, by_x), start) in
                pooled[i].as_flattened().iter().zip(by_pooled.as_flattened_mut()).zip(weights)
            {
                for c in 0..C {
                    gradient[start + c] += by_bias[c] * x;
                    *by_x += by_bias[c] * parameters[start + c];
                }
            }
            winograd::convolve::<F, W, M, T, C, C, P, G, true, false>(
                tiles,
                (first, &[0.0; C]),
                inner,
                outer,
                scratch,
            );
            pool_backward::<C>(tiles, before, &pooled[i], &by_pooled, outer);
        }
        mask(outer, &numbers[0]);
        add_gradient::<F, W, M, T, INPUTS, C>(tiles, input, outer, &mut sums[0], scratch);
        add_bias::<C>(&layout.stem, outer, gradient);
        losses
    }

    /// Accumulates the losses and gradients of some examples.
    #[inline(always)]
    fn learn_all<const F: bool>(&mut self, step: Step<'_>) -> Losses {
        let Step { parameters, packed, examples, mut gradient, scale } = step;
        let mut losses = Losses::default();
        if gradient.is_some() {
            self.sums.iter_mut().for_each(|sums| sums.fill(0.0));
        }
        for example in examples {
            losses.add(&self.learn_one::<F>(parameters, packed, example, gradient.as_deref_mut(), scale));
        }
        if let Some(gradient) = gradient {
            for (conv, sums) in self.layout.convs().zip(&self.sums) {
                winograd::unpack::<W, M, T>(sums, &mut gradient[conv.weights.clone()]);
            }
        }
        losses
    }
}

/// Backward pass of a linear unit: accumulates the gradients of its weights and of its inputs, given that of its
/// output.
#[inline(always)]
fn add_linear(weights: &[f32], gradient: &mut [f32], inputs: &[f32], d: f32, by_inputs: &mut [f32]) {
    let len = inputs.len();
    for (((weight, gradient), x), by_x) in weights.iter().zip(&mut gradient[..len]).zip(inputs).zip(by_inputs)
    {
        *gradient += d * x;
        *by_x += d * weight;
    }
    gradient[len] += d;
}

/// Accumulates and returns the gradient of a convolution's bias, the sum of the output gradients.
#[inline(always)]
fn add_bias<const C: usize>(conv: &Conv, by_outputs: &[f32], gradient: &mut [f32]) -> [f32; C] {
    let mut sums = [0.0; C];
    // The margin around the board has no gradient.
    for d in by_outputs.chunks_exact(C) {
        for c in 0..C {
            sums[c] += d[c];
        }
    }
    for (gradient, sum) in gradient[conv.bias.clone()].iter_mut().zip(sums) {
        *gradient += sum;
    }
    sums
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
fn pool_backward<const C: usize>(
    tiles: Tiles,
    numbers: &[f32],
    [_, most]: &[[f32; C]; 2],
    [by_means, by_most]: &[[f32; C]; 2],
    by_numbers: &mut [f32],
) {
    let share = 1.0 / (tiles.size * tiles.size) as f32;
    let mut is_left = [1.0; C];
    for p in tiles.points() {
        let (point, by_point) = (&numbers[p * C..][..C], &mut by_numbers[p * C..][..C]);
        for c in 0..C {
            // Among equals the first is the maximum.
            let is_most = if point[c] >= most[c] { is_left[c] } else { 0.0 };
            is_left[c] -= is_most;
            by_point[c] += by_means[c] * share + by_most[c] * is_most;
        }
    }
}

/// One thread's work in a step.
struct Step<'a> {
    parameters: &'a [f32],
    packed: &'a Packed,
    examples: &'a [Example],
    gradient: Option<&'a mut [f32]>,
    scale: f32,
}

struct Job<'a, B>(&'a mut B, Step<'a>);

impl<W: Tile<M, T>, const M: usize, const T: usize, const C: usize, const P: usize, const G: usize> Work
    for Job<'_, Buffers<W, M, T, C, P, G>>
{
    type Output = Losses;

    #[inline(always)]
    fn run<const F: bool>(self) -> Losses {
        self.0.learn_all::<F>(self.1)
    }
}

impl<W: Tile<M, T>, const M: usize, const T: usize, const C: usize, const P: usize, const G: usize> Learner
    for Buffers<W, M, T, C, P, G>
{
    fn pack(&self, parameters: &[f32]) -> Packed {
        let weights = |conv: &Conv| (&parameters[conv.weights.clone()], (conv.inputs, C, G));
        let forward = |conv| {
            let (weights, shape) = weights(conv);
            winograd::pack::<W, M, T>(weights, shape)
        };
        let backward = |conv| {
            let (weights, shape) = weights(conv);
            winograd::pack_backward::<W, M, T>(weights, shape)
        };
        // The gradient of the input planes is not needed.
        let stem = std::iter::once(Vec::new());
        Packed {
            forward: self.layout.convs().map(forward).collect(),
            backward: stem.chain(self.layout.convs().skip(1).map(backward)).collect(),
        }
    }

    fn learn(
        &mut self,
        parameters: &[f32],
        packed: &Packed,
        examples: &[Example],
        gradient: Option<&mut [f32]>,
        scale: f32,
    ) -> Losses {
        simd::dispatch(Job(self, Step { parameters, packed, examples, gradient, scale }))
    }
}
