//! Tactical knowledge without a tree search: eyes, atari, nakade shapes, influence, ladders, and life.

pub mod atari;
pub mod chains;
pub mod distance;
pub mod eyes;
mod flood;
pub mod groups;
pub mod influence;
pub mod ladder;
pub mod nakade;
pub mod safety;
pub mod secure;
pub mod seki;
pub mod static_ladder;

pub use flood::flood;
