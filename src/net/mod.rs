//! A small convolutional network for board games on square boards, its file format and its trainer.
//!
//! It is a residual network. A 3x3 convolution, the stem, turns the input planes into `channels` numbers per point. It
//! is followed by `blocks` blocks of two 3x3 convolutions, each adding its result to its input. The first convolution
//! of a block has a bias that depends on each channel's mean and maximum over the board, so that one corner knows about
//! the others. The heads are linear at each point (policy, owner), or read the means and maxima (pass, value, lead).
//! Nothing depends on the board size, so one network serves all sizes.
//!
//! [`Network`] is a network, [`Evaluator`] evaluates positions, [`Trainer`] trains. For a position of Go,
//! [`look`](crate::engine::go::search::look) is the short way.
//!
//! All parameters lie in one array, which keeps the optimizer, the weight averaging and the file format short.
//!
//! # References
//! - K. He, X. Zhang, S. Ren and J. Sun, "Deep residual learning for image recognition", CVPR 2016.
//! - D. Wu, "Accelerating self-play learning in Go", arXiv 1902.10565, 2019: pooling over the board as a bias, and the
//!   owner and the lead as further targets.
//! - A. Lavin and S. Gray, "Fast algorithms for convolutional neural networks", CVPR 2016: the fast convolutions.
//! - B. Jacob et al., "Quantization and training of neural networks for efficient integer-arithmetic-only inference", CVPR
//!   2018: sums of integer products in place of floating-point ones.

mod backward;
mod calibration;
mod crew;
mod file;
mod forward;
mod heads;
mod integers;
mod layout;
mod losses;
mod muon;
mod network;
mod simd;
mod tile;
mod train;
mod winograd;

pub use backward::Example;
pub use calibration::{Calibration, Estimate, Scale};
pub use crew::Tester;
pub use file::{NETWORK, NetError};
pub use forward::Evaluator;
pub use heads::Evaluation;
pub use layout::{INPUTS, Shape};
pub use losses::{Losses, Means};
pub use network::Network;
pub use train::{STATE, Schedule, StateError, Trainer};

#[cfg(test)]
mod tests;
