//! Small tools that know no game: random numbers, running statistics and the parameter table.

pub mod params;
mod rng;
mod stats;

pub use rng::Rng;
pub use stats::Running;
