//! The pipes of a child process, each served by a thread with a bounded queue: a program that does not read, or writes
//! without end, neither blocks this process nor exhausts its memory.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};

use crossbeam_channel::{Receiver, Sender, bounded};
use parking_lot::Mutex;

use crate::util::threads;

/// Sends texts to a program. A full queue means that it does not read; the pipe closes with the sender.
///
/// # Errors
/// When the system refuses the thread.
pub(crate) fn feed(pipe: impl Write + Send + 'static, unread: usize) -> io::Result<Sender<String>> {
    let (sender, texts) = bounded::<String>(unread);
    threads::spawn(pipe, move |mut pipe| {
        for text in texts {
            // A closed pipe shows up as missing answers.
            if pipe.write_all(text.as_bytes()).and_then(|()| pipe.flush()).is_err() {
                break;
            }
        }
    })?;
    Ok(sender)
}

/// The lines of a program's output, split after `longest` bytes.
///
/// # Errors
/// When the system refuses the thread.
pub(crate) fn lines(pipe: impl Read + Send + 'static, longest: u64) -> io::Result<Receiver<String>> {
    const MAX_UNREAD: usize = 16;
    let (sender, lines) = bounded(MAX_UNREAD);
    threads::spawn(pipe, move |pipe| {
        let mut pipe = BufReader::new(pipe);
        let mut bytes = Vec::new();
        while let Ok(1..) = {
            bytes.clear();
            (&mut pipe).take(longest).read_until(b'\n', &mut bytes)
        } {
            if sender.send(String::from_utf8_lossy(&bytes).into_owned()).is_err() {
                break;
            }
        }
    })?;
    Ok(lines)
}

/// Bytes of standard error to keep.
const MAX_STDERR: usize = 64 << 10;

/// The last bytes of a program's standard error, and its total size.
#[derive(Default)]
pub(crate) struct Stderr {
    kept: VecDeque<u8>,
    size: usize,
}

impl Stderr {
    /// The total size written, in bytes.
    pub(super) const fn size(&self) -> usize {
        self.size
    }

    /// The text after a number of bytes, as far as it was kept.
    pub(crate) fn since(&self, size: usize) -> String {
        let new = (self.size - size).min(self.kept.len());
        let bytes: Vec<u8> = self.kept.iter().skip(self.kept.len() - new).copied().collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// Reads the input to its end and keeps its end.
pub(crate) fn drain(mut input: impl Read, stderr: &Mutex<Stderr>) {
    let mut buffer = [0; 1024];
    while let Ok(count @ 1..) = input.read(&mut buffer) {
        let mut stderr = stderr.lock();
        stderr.kept.extend(buffer.iter().take(count));
        stderr.size += count;
        let excess = stderr.kept.len().saturating_sub(MAX_STDERR);
        stderr.kept.drain(..excess);
    }
}
