//! The reader's position in the input: lookahead, skipping and errors; and the reader's limits.
//!
//! The position never passes the end of the input. Lines and columns are counted only for an error.

/// The largest input: 16 MiB, far more than any game; its trees take at most about a hundred times as much
/// memory.
pub const MAX_BYTES: usize = 16 << 20;

/// The largest number of different properties of a node; FF\[4\] defines fewer in all.
pub const MAX_PROPERTIES: usize = 100;

/// Why some bytes are not SGF; lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum ParseError {
    /// The input is larger than [`MAX_BYTES`].
    #[error("the SGF has {bytes} bytes, expected at most {MAX_BYTES}")]
    TooLarge { bytes: usize },
    /// Some place of the input is not SGF.
    #[error("line {line}, column {column}: expected {expected}, found {found}")]
    Unexpected { line: usize, column: usize, expected: &'static str, found: String },
}

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
const END: &str = "the end of the file";

pub(super) struct Cursor<'a> {
    input: &'a [u8],
    /// Index of the next byte.
    position: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(input: &'a [u8]) -> Self {
        Self { input, position: 0 }
    }

    pub(super) fn position(&self) -> usize {
        self.position
    }

    /// Returns to an earlier position.
    pub(super) fn rewind(&mut self, position: usize) {
        self.position = position;
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.input.get(self.position).copied()
    }

    pub(super) fn bump(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.position += 1;
        Some(byte)
    }

    pub(super) fn expect(&mut self, byte: u8, expected: &'static str) -> Result<(), ParseError> {
        if self.peek() != Some(byte) {
            return Err(self.unexpected(expected));
        }
        self.position += 1;
        Ok(())
    }

    /// Skips white space, control characters and byte order marks.
    pub(super) fn skip_space(&mut self) {
        while let Some(byte) = self.peek() {
            if byte <= b' ' {
                self.position += 1;
            } else if self.rest().starts_with(BYTE_ORDER_MARK) {
                self.position += BYTE_ORDER_MARK.len();
            } else {
                break;
            }
        }
    }

    /// Skips to the first `(` before a `;`, or to the end.
    pub(super) fn skip_junk(&mut self) {
        while let Some(byte) = self.peek() {
            let start = self.position;
            self.position += 1;
            if byte == b'(' {
                self.skip_space();
                if self.peek() == Some(b';') {
                    self.position = start;
                    return;
                }
            }
        }
    }

    /// Skips a line break in any of the four conventions; returns whether there was one.
    pub(super) fn skip_line_break(&mut self) -> bool {
        let length = line_break(self.rest());
        self.position += length;
        length > 0
    }

    /// The error for text other than `expected`.
    pub(super) fn unexpected(&self, expected: &'static str) -> ParseError {
        let head = self.rest().get(..4).unwrap_or(self.rest());
        let found = match String::from_utf8_lossy(head).chars().next() {
            Some(char) => format!("`{}`", char.escape_debug()),
            None => END.to_owned(),
        };
        let (line, column) = self.line_and_column(self.position);
        ParseError::Unexpected { line, column, expected, found }
    }

    /// The error for an unterminated value that begins at `start`.
    pub(super) fn unclosed(&self, start: usize, expected: &'static str) -> ParseError {
        let (line, column) = self.line_and_column(start);
        ParseError::Unexpected { line, column, expected, found: END.to_owned() }
    }

    fn rest(&self) -> &'a [u8] {
        self.input.get(self.position..).unwrap_or_default()
    }

    fn line_and_column(&self, position: usize) -> (usize, usize) {
        let mut rest = self.input.get(..position).unwrap_or(self.input);
        let mut line = 1;
        let mut line_start = rest;
        while !rest.is_empty() {
            let length = line_break(rest);
            rest = rest.get(length.max(1)..).unwrap_or_default();
            if length > 0 {
                line += 1;
                line_start = rest;
            }
        }
        let line_start = line_start.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line_start);
        (line, String::from_utf8_lossy(line_start).chars().count() + 1)
    }
}

/// The length of the line break at the start of `bytes`; 0 without one.
fn line_break(bytes: &[u8]) -> usize {
    match bytes {
        [b'\r', b'\n', ..] | [b'\n', b'\r', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => 0,
    }
}
