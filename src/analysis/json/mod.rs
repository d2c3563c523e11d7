//! The analysis engine: KataGo's protocol of JSON objects, one per line.
//!
//! A *query* names a game and which of its positions to analyze; each position gets its own answer. Several positions
//! are analyzed at once, each by its own search. An *action* is answered at once. Errors and warnings name the field at
//! fault.
//!
//! The reader checks a query on arrival and queues its positions, the analysis threads take them from the queue, and
//! the main thread writes all answers. Memory is bounded: a line is at most [`MAX_LINE`](crate::util::MAX_LINE) bytes,
//! the reader and the threads wait when the queue or the pending answers reach their limits, and the searches share the
//! memory of one.
//!
//! # References
//! - D. Wu, "KataGo Parallel Analysis Engine", documentation of KataGo 1.16, 2024 (the protocol). Differences: no move
//!   is found to be symmetric to another, a field `null` counts as absent, and `visits` counts playouts.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod engine;
mod fields;
mod output;
mod query;
mod queue;
mod reply;
mod socket;

pub use engine::{DEFAULT_VISITS, Engine, Options};
pub use query::Perspective;
pub use socket::serve;
