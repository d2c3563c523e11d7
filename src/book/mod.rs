//! Opening books for any game whose board has symmetries.
//!
//! A [`Book`] is a list of positions with replies, in Fuego's text format. An [`AutoBook`] is a graph of positions with
//! values, which a [`Builder`] grows by searches; a [`Book`] can be exported from it.

mod auto;
mod builder;
pub mod file;
mod graph;
mod lines;
mod params;
mod picture;
mod text;

pub use auto::{AutoBook, export, main_line, merge};
pub use builder::{BuildError, Builder, Expansion, Restrictions};
pub use file::{AUTO_BOOK, AutoBookError, Origin, SavedBook};
pub use graph::{Edge, Graph, Node, NodeId};
pub use lines::{Book, EditError, Extent, Line, Reply};
pub use params::{AutoBookParams, BookMoveSelect};
pub use picture::{PictureLimits, picture};
pub use text::{BOOK, Fault, LineError, MADE_BOOK, MAX_BYTES, Parsed, read_moves};
