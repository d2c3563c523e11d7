//! The bounded queue of answer lines to the client.
//!
//! A single thread writes all answers, from the reader and the analysis threads, so that a client may send many queries
//! before reading the first answer.

use std::collections::VecDeque;
use std::io::{self, Write};

use parking_lot::{Condvar, Mutex};
use serde_json::Value;

/// The memory limit of waiting lines, in bytes. Each thread may add one more waiting line.
const MEMORY: usize = 64 << 20;

#[derive(Default)]
struct State {
    lines: VecDeque<String>,
    bytes: usize,
    is_closed: bool,
}

/// The lines waiting to be written.
#[derive(Default)]
pub(super) struct Output {
    state: Mutex<State>,
    changed: Condvar,
}

impl Output {
    /// Adds an answer, waiting while too much is unwritten; drops it if the output is closed.
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

    /// Lets the writer end once all lines are written; no more are accepted.
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

    /// A client that checks the memory whenever it reads a line.
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
            // The sender hits the limit before the first line is read.
            while output.state.lock().bytes <= MEMORY {
                std::thread::yield_now();
            }
            output.write(Client(&output)).unwrap();
        });
        assert_eq!(output.state.lock().bytes, 0);
    }
}
