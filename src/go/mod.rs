//! The game of Go.
pub mod board;
