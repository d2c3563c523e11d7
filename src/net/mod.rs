//! A small convolutional network for board games on square boards, its file format and its trainer.
//!
//! The network is a residual one. A 3x3 convolution, the stem, turns the input planes into `channels` numbers at each point.
//! Then come `blocks` blocks of two 3x3 convolutions, and each block adds its result to its input. The first convolution of a
//! block has a bias that depends on the mean and the greatest number of each channel over the board, so that one corner
//! knows about the others. The heads are linear at each point (policy, owner), or read the means and greatest numbers
//! (pass, value, lead). Nothing depends on the board size, so that one network serves all sizes.
//!
//! All parameters lie in one array, see [`Layout`]. That makes the optimizer, the average of weights and the file short.
//!
//! # References
//! - K. He, X. Zhang, S. Ren and J. Sun, "Deep residual learning for image recognition", CVPR 2016.
//! - D. Wu, "Accelerating self-play learning in Go", arXiv 1902.10565, 2019: pooling over the board as a bias, and the
//!   owner and the lead as further targets.
//! - A. Lavin and S. Gray, "Fast algorithms for convolutional neural networks", CVPR 2016: the fast convolutions.

mod backward;
mod conv;
mod file;
mod forward;
mod heads;
mod layout;
mod simd;
mod train;
mod winograd;

pub use backward::{Example, Losses};
pub use file::NetError;
pub use forward::{Evaluation, Evaluator};
pub use layout::{INPUTS, Shape};
pub use train::{Schedule, Trainer};

use layout::Layout;
use std::sync::Arc;

use crate::util::Rng;

/// A network: its shape and its parameters. Clones share the parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    shape: Shape,
    parameters: Arc<Vec<f32>>,
    /// The command that made the network, or an empty text.
    origin: Arc<str>,
}

impl Network {
    /// Creates a network of random parameters. The second convolution of each block begins small, so that a block hardly
    /// changes its input at first.
    #[must_use]
    pub fn random(shape: Shape, rng: &mut Rng) -> Self {
        let layout = Layout::new(shape);
        let mut parameters = vec![0.0; layout.len()];
        for (range, size) in layout.random_ranges() {
            for weight in &mut parameters[range] {
                // A sum of four uniform numbers is nearly normal; its variance is 1/3.
                let sum: f32 = (0..4).map(|_| unit(rng) - 0.5).sum();
                *weight = size * 3f32.sqrt() * sum;
            }
        }
        Self { shape, parameters: Arc::new(parameters), origin: "".into() }
    }

    /// Returns the shape.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the command that made the network, or an empty text.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }
}

/// Returns a random number in [0, 1).
fn unit(rng: &mut Rng) -> f32 {
    (rng.next_u64() >> 40) as f32 / (1u32 << 24) as f32
}

#[cfg(test)]
mod tests;
