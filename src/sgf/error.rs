//! The limits of the reader, and its errors.

/// The largest input: 16 MiB, far more than any game; its trees take at most about a hundred times as much
/// memory.
pub const MAX_BYTES: usize = 16 << 20;

/// The largest number of different properties of a node; FF\[4\] defines fewer in all.
pub const MAX_PROPERTIES: usize = 100;

/// Why some bytes are not SGF; lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// The input is larger than [`MAX_BYTES`].
    #[error("the SGF has {bytes} bytes, expected at most {MAX_BYTES}")]
    TooLarge {
        /// The size of the input.
        bytes: usize,
    },
    /// Some place of the input is not SGF.
    #[error("line {line}, column {column}: expected {expected}, found {found}")]
    Unexpected {
        /// The line of the place.
        line: usize,
        /// The column of the place.
        column: usize,
        /// The text that would have been valid.
        expected: &'static str,
        /// The text found there.
        found: String,
    },
}
