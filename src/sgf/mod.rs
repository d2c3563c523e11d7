//! Reading and writing SGF FF\[4\]: text to game tree and back, for any game.
//!
//! A move is a property value like any other, so every game with an SGF form can be read. The reader accepts deviations
//! that lose nothing (text before the first game, unusual white space, long FF\[3\] identifiers, repeated properties)
//! and reports an error for all others. Reading, walking, comparing, cloning, writing and dropping take linear time and
//! no recursion, whatever the input: the depth of a tree is bounded only by [`MAX_BYTES`].
//!
//! A tree holds Unicode and is written as UTF-8. In FF\[4\] a text without a `CA` property is ISO-8859-1, so
//! a caller that writes text other than ASCII sets `CA[UTF-8]` in the root.
//!
//! # References
//!
//! Arno Hollosi, "SGF File Format FF\[4\]", <https://www.red-bean.com/sgf/>, 1997-2006.
//!
//! # Examples
//!
//! ```
//! # use brasa::sgf::{self, Size};
//! let collection = sgf::parse(b"(;FF[4]SZ[9]KM[7];B[ee];W[])")?;
//! let game = &collection.games[0];
//! let size: Size = game[game.root()].get("SZ").unwrap_or("19").parse()?;
//! let moves: Vec<_> = game
//!     .main_line()
//!     .filter_map(|node| node.played())
//!     .map(|text| size.read_move(text))
//!     .collect::<Result<_, _>>()?;
//! assert_eq!(moves, [Some(sgf::Point::new(4, 4)), None]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod cursor;
mod parse;
mod point;
#[cfg(test)]
mod round_trip;
mod tree;
mod write;

use crate::util::FileKind;

/// Game record files, whose root names the program.
pub static SGF: FileKind = FileKind {
    name: "an SGF file made by brasa",
    is: |text| {
        let root = text.strip_prefix('(').and_then(|text| text.trim_start().strip_prefix(';'));
        // The properties before it hold no semicolon.
        root.is_some_and(|text| text.split(';').next().is_some_and(|root| root.contains("AP[brasa")))
    },
};

pub use cursor::{MAX_BYTES, MAX_PROPERTIES, ParseError};
pub use parse::{first_game, parse, salvage};
pub use point::{MAX_SIZE, Point, Size, ValueError};
pub use tree::{Collection, Node, NodeId, Property, Tree, Visit};
