//! Go in the engine: the full player, the opening book, the estimate of the final status, and what only a Go session
//! has: rules, handicap, set-up, SGF and clean-up.

pub mod analysis;
pub mod autobook;
pub mod book;
mod doubt;
pub mod endgame;
pub mod host;
pub mod kata_rules;
mod outlook;
pub mod player;
pub mod policies;
pub mod rules;
pub mod search;
pub mod selfplay;
mod session;
pub mod sgf;
pub mod status;
pub mod taste;
mod territory;
pub mod tree_sgf;

pub use session::{GoSession, SetUpError};
