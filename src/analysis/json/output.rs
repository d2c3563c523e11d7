//! The lines of answers on their way to the client, in bounded memory.
//!
//! The answers of the reader and those of the threads are written by one thread, so that a client may send many queries
//! before it reads the first answer.

use std::collections::VecDeque;
use std::io::{self, Write};

use parking_lot::{Condvar, Mutex};
use serde_json::Value;

/// The memory of the lines that wait, in bytes. One more line may wait for each thread.
const MEMORY: usize = 64 << 20;

#[derive(Default)]
struct State {
    lines: VecDeque<String>,
    bytes: usize,
    is_closed: bool,
}

/// The lines that wait to be written.
#[derive(Default)]
pub(super) struct Output {
    state: Mutex<State>,
    changed: Condvar,
}

impl Output {
    /// Adds an answer, and waits while too much is unwritten; drops it when the output is closed.
    pub(super) fn send(&self, answer: &Value) {
        let line = format!("{answer}\n");
        let mut state = self.state.lock();
        while state.bytes > MEMORY && !state.is_closed {
            self.changed.wait(&mut state);
        }
        if state.is_closed {
            return;
        }
        state.bytes += line.len();
        state.lines.push_back(line);
        self.changed.notify_all();
    }

    /// Lets the writer end when it has written all lines; no more are added.
    pub(super) fn close(&self) {
        self.state.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Writes lines until the output is closed.
    pub(super) fn write(&self, mut to: impl Write) -> io::Result<()> {
        while let Some(line) = self.next() {
            to.write_all(line.as_bytes())?;
            to.flush()?;
        }
        Ok(())
    }

    fn next(&self) -> Option<String> {
        let mut state = self.state.lock();
        loop {
            if let Some(line) = state.lines.pop_front() {
                state.bytes -= line.len();
                self.changed.notify_all();
                return Some(line);
            }
            if state.is_closed {
                return None;
            }
            self.changed.wait(&mut state);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A client that looks at the memory whenever it reads a line.
    struct Client<'a>(&'a Output);

    impl Write for Client<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let waiting = self.0.state.lock().bytes;
            assert!(waiting <= MEMORY + bytes.len(), "{waiting}");
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn answers_that_nobody_reads_wait_in_bounded_memory() {
        let output = Output::default();
        let answer = Value::String("x".repeat(MEMORY / 3));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for _ in 0..12 {
                    output.send(&answer);
                }
                output.close();
            });
            // The sender runs into the limit before the first line is read.
            while output.state.lock().bytes <= MEMORY {
                std::thread::yield_now();
            }
            output.write(Client(&output)).unwrap();
        });
        assert_eq!(output.state.lock().bytes, 0);
    }
}
