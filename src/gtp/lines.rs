//! The lines of an input, read in bounded memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use super::protocol;

/// The length of the longest line, in bytes: far more than a whole game, as a move takes at most ten.
const MAX_LINE: usize = 1 << 20;

/// A line of the input.
pub(super) enum Received {
    Line(Vec<u8>),
    /// The start of a line that is too long.
    TooLong(Vec<u8>),
}

/// Reads the next line, in bounded memory; `None` at the end.
pub(super) fn next_line(input: &mut impl BufRead) -> io::Result<Option<Received>> {
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

/// Returns the reply to a line that is too long, from its start; `None` when the line is a comment.
pub(super) fn too_long(start: &[u8]) -> Option<String> {
    let id = match protocol::parse(start) {
        Ok(None) => return None,
        Ok(Some(line)) => line.id,
        Err(error) => error.id(),
    };
    Some(protocol::reply(id, Err::<&str, _>(format!("syntax error: a line longer than {MAX_LINE} bytes"))))
}

/// Opens a file of commands.
pub(super) fn open(path: &Path) -> io::Result<BufReader<File>> {
    File::open(path).map(BufReader::new)
}
