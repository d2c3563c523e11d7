//! Databases of 3x3 patterns that give moves their values in playouts, in the text format of GNU Go 3.8.
//!
//! A pattern is a figure and some lines of a value and the properties a move must have for it; the first
//! that fits counts, in the order of the file, and a move that none fits has the value 1. `patterns/README.md`
//! teaches the format.
//!
//! # References
//! - "GNU Go Program Documentation", edition 3.8, 2009, chapter "Monte Carlo Go".

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod built_in;
mod context;
mod cursor;
mod drawing;
mod error;
mod explain;
mod figure;
mod local;
mod number;
mod parse;
mod pattern;
mod table;
pub mod tune;
mod warnings;

pub use built_in::BUILT_IN;
pub use context::{Context, Contexts, Effect, PROPERTIES, Property};
pub use error::DatabaseError;
pub use explain::Explanation;
pub use figure::{Figure, Shape};
pub use local::{Near, context, effects, near_points};
pub use parse::{MAX_BYTES, MAX_PATTERNS};
pub use pattern::{Entry, Pattern};
pub use table::{Table, Weights};
pub use warnings::{Doubt, LARGE_VALUE, Warning};

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::framework::Color;
use crate::util::decode;

/// The patterns of a file in their order.
#[derive(Clone, Debug)]
pub struct Database {
    name: String,
    patterns: Vec<Pattern>,
}

impl Database {
    /// Reads a database; `name` is what errors call the text.
    ///
    /// # Errors
    /// When the text is not in the format, says where and why.
    pub fn parse(name: &str, text: &str) -> Result<Self, DatabaseError> {
        Ok(Self { name: name.to_owned(), patterns: parse::patterns(name, text)? })
    }

    /// Reads the database of a file. Comments may be in any encoding.
    ///
    /// # Errors
    /// When the file cannot be read or is no database.
    pub fn read(path: &Path) -> Result<Self, DatabaseError> {
        Self::parse(&path.display().to_string(), &read(path)?)
    }

    /// Returns the built-in database of a name, with or without `mc_`, in any case.
    #[must_use]
    pub fn built_in(name: &str) -> Option<Self> {
        let built_in = built_in::find(name)?;
        Self::parse(built_in.name, built_in.text).ok()
    }

    /// Returns the built-in database of a name, or else the one in the file of that path.
    ///
    /// # Errors
    /// When there is neither, or the file is no database.
    pub fn open(name: &str) -> Result<Self, DatabaseError> {
        Self::open_with_text(name).map(|(database, _)| database)
    }

    /// Returns the same with its text.
    ///
    /// # Errors
    /// As [`Database::open`].
    pub fn open_with_text(name: &str) -> Result<(Self, String), DatabaseError> {
        let (name, text) = match built_in::find(name) {
            Some(built_in) => (built_in.name, built_in.text.to_owned()),
            None if !Path::new(name).exists() => {
                return Err(DatabaseError::Unknown { name: name.to_owned() });
            }
            None => (name, read(Path::new(name))?),
        };
        Ok((Self::parse(name, &text)?, text))
    }

    /// Returns the name of the file, or the name of what is built in.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the patterns.
    #[must_use]
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// Returns the first pattern and entry that fit a move, off the fast path: linear in the patterns.
    #[must_use]
    pub fn matching(&self, code: u16, color: Color, context: Context) -> Option<(&Pattern, &Entry)> {
        let shape = Shape::new(code, color);
        self.patterns.iter().filter(|pattern| pattern.figure.matches(shape)).find_map(|pattern| {
            let entry = pattern.entries.iter().find(|entry| entry.contexts.contains(context))?;
            Some((pattern, entry))
        })
    }

    /// Returns the entries that count for a shape, each with the contexts that earlier ones leave to it.
    fn uses(&self, shape: Shape) -> Vec<(&Entry, Contexts)> {
        let mut uses = Vec::new();
        let spreads = shape.spreads();
        let mut left = Contexts::ALL;
        for pattern in self.patterns.iter().filter(|pattern| pattern.figure.matches_any(&spreads)) {
            for entry in &pattern.entries {
                let taken = left.and(entry.contexts);
                if !taken.is_empty() {
                    uses.push((entry, taken));
                    left = left.without(taken);
                }
            }
            if left.is_empty() {
                break;
            }
        }
        uses
    }
}

/// Returns the text of a file.
fn read(path: &Path) -> Result<String, DatabaseError> {
    let bytes = || {
        // A pipe or terminal could keep us waiting for ever.
        if !std::fs::metadata(path)?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file"));
        }
        let mut bytes = Vec::new();
        File::open(path)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    match bytes() {
        Ok(bytes) => Ok(decode(&bytes).into_owned()),
        Err(error) => Err(DatabaseError::Read { file: path.display().to_string(), error }),
    }
}

#[cfg(test)]
mod tests;
