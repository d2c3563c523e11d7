//! A position in a line of text, and the errors of reading a database.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use super::built_in;
use crate::util::{FileFault, excerpt};

/// Why there is no database; lines and columns count from 1, columns in characters.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum DatabaseError {
    /// A file was not read.
    #[error(transparent)]
    Read(#[from] FileFault),
    /// Nothing built in has the name, nor is there such a file.
    #[error("no pattern database '{name}': expected a file or one of {}", built_in::names().join(", "))]
    Unknown { name: String },
    /// A file or its number of patterns is above the limit.
    #[error("{file}: expected at most {expected}")]
    TooLarge { file: String, expected: String },
    /// The text is not a database.
    #[error("{file}:{line}:{column}: expected {expected}, found {found}")]
    Unexpected { file: String, line: usize, column: usize, expected: String, found: String },
}

/// The rest of a line, and its location in a file.
pub(super) struct Cursor<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(file: &'a str, line: usize, text: &'a str) -> Self {
        Self { file, line, column: 1, rest: text }
    }

    /// A cursor at the end of another line of the file, for errors about that line.
    pub(super) fn on_line(&self, line: usize) -> Self {
        Self { line, rest: "", ..*self }
    }

    /// The number of the line, from 1.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// The column in characters, from 1.
    pub(super) fn column(&self) -> usize {
        self.column
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let next = chars.next()?;
        self.rest = chars.as_str();
        self.column += 1;
        Some(next)
    }

    pub(super) fn skip_blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.bump();
        }
    }

    /// Consumes the characters up to a blank, a comma, a `#` or the end.
    pub(super) fn word(&mut self) -> &'a str {
        let ends = |c: char| c.is_whitespace() || c == ',' || c == '#';
        let (word, rest) =
            self.rest.split_at_checked(self.rest.find(ends).unwrap_or(self.rest.len())).unwrap_or_default();
        self.column += word.chars().count();
        self.rest = rest;
        word
    }

    /// Consumes the rest of the line.
    pub(super) fn rest(&mut self) -> &'a str {
        std::mem::take(&mut self.rest)
    }

    /// An error for the text at the cursor.
    pub(super) fn expected(&self, expected: impl Into<String>) -> DatabaseError {
        let found = self.peek().map(String::from).unwrap_or_default();
        self.expected_at(self.column, expected, &found)
    }

    /// An error for the text `found` at a column; empty text means the end of the line.
    pub(super) fn expected_at(
        &self,
        column: usize,
        expected: impl Into<String>,
        found: &str,
    ) -> DatabaseError {
        let found = match found {
            "" => "the end of the line".to_owned(),
            _ => format!("`{}`", excerpt(found)),
        };
        let (file, line) = (self.file.to_owned(), self.line);
        DatabaseError::Unexpected { file, line, column, expected: expected.into(), found }
    }
}
