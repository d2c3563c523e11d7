//! Local knowledge of Go: eyes, atari and nakade shapes at a glance, ladders and unconditional life by reading.

pub mod atari;
pub mod distance;
pub mod eyes;
pub mod groups;
pub mod ladder;
pub mod nakade;
pub mod safety;
pub mod seki;
