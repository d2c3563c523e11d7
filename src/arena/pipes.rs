//! The pipes of a child process, each served by a thread with a bounded queue: a program that does not read, or writes
//! without end, neither blocks this process nor exhausts its memory.

use std::io::{self, BufRead, BufReader, Read, Write};

use crossbeam_channel::{Receiver, Sender, bounded};

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
