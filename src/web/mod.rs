//! The board in the browser: a server on 127.0.0.1, and a page that shows one game in any number of tabs.
//!
//! `http.rs` reads and writes, [`Board`] answers requests, and the desk, a thread, owns the game and its searches.
//! Pages send commands (`command.rs`) and subscribe to changes (`hub.rs`). The page itself is in `page/`: HTML, CSS
//! and ES modules without a build step, embedded in the program. Nothing leaves the machine.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod assets;
mod board;
mod command;
mod desk;
mod gate;
mod http;
mod hub;
mod inbox;
mod request;
mod shelf;
#[cfg(test)]
mod tests;

pub use board::{Board, Opening};
pub use http::{listen, serve};
pub use shelf::Shelf;
