//! Lines of an input, read in bounded memory.

use std::io::{self, BufRead, Read};

/// Length of the longest line in bytes: far more than a whole game, as a move takes at most ten.
pub const MAX_LINE: usize = 1 << 20;

/// A line of an input, with its line end.
pub enum Received {
    /// A complete line.
    Line(Vec<u8>),
    /// The start of a line longer than [`MAX_LINE`].
    TooLong(Vec<u8>),
}

/// Reads the next line; `None` at the end of the input.
///
/// # Errors
/// When the input cannot be read.
pub fn next_line(input: &mut impl BufRead) -> io::Result<Option<Received>> {
    let mut line = Vec::new();
    let length = input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line)?;
    Ok(match length {
        0 => None,
        _ if length > MAX_LINE && !line.ends_with(b"\n") => {
            input.skip_until(b'\n')?;
            Some(Received::TooLong(line))
        }
        _ => Some(Received::Line(line)),
    })
}
