//! Errors of reading a database.

use std::io;

use super::built_in;

/// Why there is no database; lines and columns count from 1, columns in characters.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// A file was not read.
    #[error("{file}: {error}")]
    Read {
        /// The file.
        file: String,
        /// The error of the system.
        error: io::Error,
    },
    /// Nothing built in has the name, nor is there such a file.
    #[error("no pattern database '{name}': expected a file or one of {}", built_in::names().join(", "))]
    Unknown {
        /// The name.
        name: String,
    },
    /// A file or its number of patterns is above the limit.
    #[error("{file}: expected at most {expected}")]
    TooLarge {
        /// The file.
        file: String,
        /// The limit.
        expected: String,
    },
    /// The text is not a database.
    #[error("{file}:{line}:{column}: expected {expected}, found {found}")]
    Unexpected {
        /// The file.
        file: String,
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// The text that would have been valid.
        expected: String,
        /// The text found there.
        found: String,
    },
}
