//! Knowledge of Go without a search: eyes, atari, nakade shapes and influence at a glance, ladders and life by
//! reading.

pub mod atari;
pub mod chains;
pub mod distance;
pub mod eyes;
pub mod groups;
pub mod influence;
pub mod ladder;
pub mod nakade;
pub mod safety;
pub mod seki;
