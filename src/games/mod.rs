//! The teaching games: small enough to be solved, and playable by every search and player.
//!
//! A game is one file that implements [`Game`](crate::framework::Game) and [`Grid`](crate::framework::Grid), which draws
//! its diagram, and an entry in `engine/games.rs`.

mod clobber;
mod nogo;
mod tictactoe;

pub use clobber::Clobber;
pub use nogo::NoGo;
pub use tictactoe::TicTacToe;

/// The maximum number of rows or columns of a board.
pub const MAX_SIDE: u8 = 19;
