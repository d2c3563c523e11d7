//! The Go Text Protocol, version 2: reading lines, running commands, writing replies.
//!
//! [`protocol`] only parses and writes text; [`commands`] is the table of commands over a
//! [`Session`](crate::engine::Session); [`Server`] joins the two and owns the threads.
//!
//! # References
//! - G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", 2002.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod commands;
mod formats;
mod live;
mod persona;
pub mod protocol;
mod server;
mod watch;

pub use formats::win_rates;
pub use persona::{PERSONAS, Persona};
pub use server::{Ended, ServeError, Server};
pub use watch::{flush, observers, remark, tell};
