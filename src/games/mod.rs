//! The teaching games: small enough to be solved, and played by every search and player.
//!
//! A game is one file that implements [`Game`](crate::framework::Game) and [`Grid`](crate::framework::Grid), and an
//! entry in `engine/registry`.

mod clobber;
mod tictactoe;

pub use clobber::{Clobber, MAX_SIDE};
pub use tictactoe::TicTacToe;
