//! brasa, a Monte-Carlo Go engine: the modules in the order in which they build on each other.
//!
//! Begin with the contracts in [`framework`]: what a game, a search, a playout policy and a player promise each
//! other. [`games`] has games of a page each, [`search`] and [`players`] what plays them, [`go::simple`] players of Go
//! with one idea each, [`engine::course`] a lesson in simulations. [`engine`] lists what can be chosen by name. The
//! README has a recipe for adding to each.

// Small tools, the contracts, and game records, which know no game.
pub mod framework;
pub mod sgf;
pub mod util;

// The games, and the searches, which do not know them.
pub mod games;
pub mod go;
pub mod search;

// Who decides on moves, and how all of this is put together.
pub mod engine;
pub mod players;

// Programs against each other, ours or not.
pub mod arena;

// The faces.
pub mod cli;
pub mod gtp;
