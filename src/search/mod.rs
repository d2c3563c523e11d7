//! Searches: ways to find a good move in any game.

pub mod uct;
