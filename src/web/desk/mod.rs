//! The desk: the one game shown by all pages, owned by one thread.
//!
//! `game.rs` keeps the game tree, `moves.rs` changes the game, `setup.rs` starts one, `work.rs` does what takes time,
//! `views.rs` writes what pages show, `insight.rs` answers questions about the search, and `aside.rs` those that take
//! long.

mod analysis;
mod aside;
mod edit;
mod game;
mod insight;
mod keep;
mod markup;
mod mistakes;
mod moves;
mod rated;
mod run;
mod setup;
mod state;
mod views;
mod work;

pub(super) use state::Desk;
