//! The position of each parameter in the parameter array.

use std::fmt;
use std::ops::Range;

use crate::util::counted;

/// Input planes.
pub const INPUTS: usize = 16;
/// Hidden units of the value head.
pub(super) const HIDDEN: usize = 32;
/// Leaky ReLU slope below 0, so that a unit with only negative inputs still has a gradient.
pub(super) const LEAK: f32 = 0.125;
/// Taps of a 3x3 convolution.
pub(super) const TAPS: usize = 9;

pub(super) const fn hidden_len(channels: usize) -> usize {
    2 * channels + 2
}

/// The size of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Residual blocks, 1 to 40.
    pub blocks: usize,
    /// Channels: 32, 48 or 64.
    pub channels: usize,
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} channels", counted(self.blocks, "block"), self.channels)
    }
}

impl Shape {
    /// The channel counts that have kernels.
    pub const CHANNELS: [usize; 3] = [32, 48, 64];
    pub(super) const MAX_CHANNELS: usize = 64;
    /// Maximum number of blocks.
    pub const MAX_BLOCKS: usize = 40;

    /// Whether kernels exist for this shape.
    pub fn is_valid(self) -> bool {
        (1..=Self::MAX_BLOCKS).contains(&self.blocks) && Self::CHANNELS.contains(&self.channels)
    }

    /// The number of parameters.
    pub fn parameters(self) -> usize {
        Layout::new(self).len()
    }
}

/// A 3x3 convolution: weights by tap, input channel and output channel, and one bias per output.
#[derive(Clone, Debug)]
pub(super) struct Conv {
    pub(super) inputs: usize,
    pub(super) weights: Range<usize>,
    pub(super) bias: Range<usize>,
}

/// A residual block.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) first: Conv,
    /// Weights from the pooled channels to the first convolution's bias, by pooled number and output.
    pub(super) pool: Range<usize>,
    pub(super) second: Conv,
}

/// The channels connected by a parameter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// Its block number; 0 outside blocks.
    pub(super) block: usize,
    /// Whether it belongs to its block's second convolution.
    pub(super) is_second: bool,
    /// The input channel; `None` for a bias, and where it reads no channel.
    pub(super) input: Option<usize>,
    /// The output channel.
    pub(super) output: Option<usize>,
}

/// All parameters. A head's last parameter is its bias.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) stem: Conv,
    pub(super) blocks: Vec<Block>,
    /// From a point's channels to its move logit.
    pub(super) policy: Range<usize>,
    /// From the pooled channels to the pass logit.
    pub(super) pass: Range<usize>,
    /// From a point's channels to its owner.
    pub(super) owner: Range<usize>,
    /// From the pooled channels to the hidden units; each unit also has a bias and a weight for the balance.
    pub(super) hidden: Range<usize>,
    /// From the hidden units to value and lead; the balance weight follows the bias.
    pub(super) value: Range<usize>,
    pub(super) lead: Range<usize>,
    shape: Shape,
}

impl Layout {
    pub(super) fn new(shape: Shape) -> Self {
        let c = shape.channels;
        let mut end = 0;
        let mut take = |len: usize| {
            let start = end;
            end += len;
            start..end
        };
        let conv = |take: &mut dyn FnMut(usize) -> Range<usize>, inputs: usize| Conv {
            inputs,
            weights: take(TAPS * inputs * c),
            bias: take(c),
        };
        let stem = conv(&mut take, INPUTS);
        let blocks = (0..shape.blocks)
            .map(|_| Block { first: conv(&mut take, c), pool: take(2 * c * c), second: conv(&mut take, c) })
            .collect();
        Self {
            stem,
            blocks,
            policy: take(c + 1),
            pass: take(2 * c + 1),
            owner: take(c + 1),
            hidden: take(HIDDEN * hidden_len(c)),
            value: take(HIDDEN + 2),
            lead: take(HIDDEN + 2),
            shape,
        }
    }

    /// The number of parameters.
    pub(super) const fn len(&self) -> usize {
        self.lead.end
    }

    /// Each parameter's connection, in layout order.
    pub(super) fn links(&self) -> Vec<Link> {
        let Shape { blocks, channels } = self.shape;
        let mut links = Vec::with_capacity(self.len());
        let mut add = |block, is_second, count, inputs: Option<usize>, outputs: Option<usize>| {
            for _ in 0..count {
                for input in 0..inputs.unwrap_or(1) {
                    for output in 0..outputs.unwrap_or(1) {
                        let [input, output] = [inputs.map(|_| input), outputs.map(|_| output)];
                        links.push(Link { block, is_second, input, output });
                    }
                }
            }
        };
        let (none, all) = (None, Some(channels));
        add(0, false, TAPS * INPUTS + 1, none, all);
        for block in 0..blocks {
            add(block, false, TAPS, all, all);
            add(block, false, 1, none, all);
            add(block, false, 2, all, all);
            add(block, true, TAPS, all, all);
            add(block, true, 1, none, all);
        }
        // Policy, pass, owner, hidden units, value and lead.
        for (heads, pooled, others) in [(1, 1, 1), (1, 2, 1), (1, 1, 1), (HIDDEN, 2, 2), (2, 0, HIDDEN + 2)] {
            for _ in 0..heads {
                add(0, false, pooled, all, none);
                add(0, false, others, none, none);
            }
        }
        links
    }

    /// The convolutions, from input to output.
    pub(super) fn convs(&self) -> impl Iterator<Item = &Conv> {
        std::iter::once(&self.stem).chain(self.blocks.iter().flat_map(|block| [&block.first, &block.second]))
    }

    /// The weight matrices of the blocks, in order, with one column per channel.
    pub(super) fn matrices(&self) -> impl Iterator<Item = Range<usize>> {
        self.blocks
            .iter()
            .flat_map(|block| [&block.first.weights, &block.pool, &block.second.weights].map(Range::clone))
    }

    /// Randomly initialized ranges with their standard deviations; all others start at 0.
    pub(super) fn random_ranges(&self) -> Vec<(Range<usize>, f32)> {
        /// Scale of the second convolution's initial weights, so that a block starts near the identity.
        const SMALL: f32 = 0.3;
        let he = |inputs: usize| (2.0 / inputs as f32).sqrt();
        let c = self.shape.channels;
        let mut ranges = vec![(self.stem.weights.clone(), he(TAPS * INPUTS))];
        for block in &self.blocks {
            ranges.push((block.first.weights.clone(), he(TAPS * c)));
            ranges.push((block.second.weights.clone(), SMALL * he(TAPS * c)));
        }
        let linear = |inputs: usize| 0.3 / (inputs as f32).sqrt();
        ranges.push((self.policy.start..self.policy.end - 1, linear(c)));
        ranges.push((self.pass.start..self.pass.end - 1, linear(2 * c)));
        ranges.push((self.owner.start..self.owner.end - 1, linear(c)));
        for unit in self.hidden.clone().step_by(hidden_len(c)) {
            ranges.push((unit..unit + 2 * c, he(2 * c)));
            ranges.push((unit + 2 * c + 1..unit + 2 * c + 2, 0.3));
        }
        ranges.push((self.value.start..self.value.start + HIDDEN, linear(HIDDEN)));
        ranges.push((self.lead.start..self.lead.start + HIDDEN, linear(HIDDEN)));
        ranges
    }
}
