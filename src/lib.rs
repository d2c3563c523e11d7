//! brasa, a Monte-Carlo Go engine: the modules in the order in which they build on each other.

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
