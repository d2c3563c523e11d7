//! The end of a program's standard error.

use std::collections::VecDeque;
use std::io::Read;

use parking_lot::Mutex;

/// Bytes of standard error to keep.
const MAX: usize = 64 << 10;

/// The end of a program's standard error, and its total size.
#[derive(Default)]
pub struct Stderr {
    /// The last bytes, at most 64 KiB.
    kept: VecDeque<u8>,
    /// The total size in bytes.
    size: usize,
}

impl Stderr {
    /// The total size written, in bytes.
    pub(super) const fn size(&self) -> usize {
        self.size
    }

    /// The text after a number of bytes, as far as it was kept.
    pub fn since(&self, size: usize) -> String {
        let new = (self.size - size).min(self.kept.len());
        let bytes: Vec<u8> = self.kept.iter().skip(self.kept.len() - new).copied().collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// Reads the input to its end and keeps the last 64 KiB.
pub fn drain(mut input: impl Read, stderr: &Mutex<Stderr>) {
    let mut buffer = [0; 1024];
    while let Ok(count @ 1..) = input.read(&mut buffer) {
        let mut stderr = stderr.lock();
        stderr.kept.extend(buffer.iter().take(count));
        stderr.size += count;
        let excess = stderr.kept.len().saturating_sub(MAX);
        stderr.kept.drain(..excess);
    }
}
