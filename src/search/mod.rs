//! Searches: ways to find a good move in any game.

pub mod flat;
mod policy;
pub mod uct;

pub use flat::FlatSearch;
pub use policy::PolicySearch;
