//! Overlong lines of GTP, and command files.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use super::protocol;
use crate::util::MAX_LINE;
pub(super) use crate::util::{Received, next_line};

/// The reply to an overlong line, given its start; `None` for a comment.
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
