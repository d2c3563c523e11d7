//! Replies that a client sees while their command runs, and the lines of input that end the command.

use std::io::{self, Write};
use std::sync::Arc;

use parking_lot::Mutex;

use super::protocol;
use crate::framework::Control;

/// The input as the running command sees it. Commands have the numbers of their lines, from 1.
pub(super) struct Input {
    control: Arc<Control>,
    state: Mutex<State>,
}

/// The state of the input; its lock is held over each change of the control, so that none gets lost.
#[derive(Default)]
struct State {
    /// The last command that must end early.
    interrupted: u64,
    /// The last line that was read.
    read: u64,
    /// The command that runs.
    running: u64,
    /// True if the next line ends the command that runs.
    yields: bool,
}

impl Input {
    /// Creates the input of commands that `control` ends early.
    pub(super) fn new(control: Arc<Control>) -> Self {
        Self { control, state: Mutex::default() }
    }

    /// Begins the command of a number.
    pub(super) fn begin(&self, number: u64) {
        let mut state = self.state.lock();
        (state.running, state.yields) = (number, false);
        if number <= state.interrupted {
            self.control.stop();
        } else {
            self.control.reset();
        }
    }

    /// Ends the commands up to a number early, even those that have not begun.
    pub(super) fn interrupt(&self, number: u64) {
        let mut state = self.state.lock();
        state.interrupted = number;
        self.control.stop();
    }

    /// Whether the next line ended the command that runs.
    fn has_yielded(&self) -> bool {
        let state = self.state.lock();
        state.yields && state.read > state.running
    }

    /// Records that the line of a number was read; the end of the input is a line too.
    pub(super) fn note(&self, number: u64) {
        let mut state = self.state.lock();
        state.read = number;
        if state.yields {
            self.control.stop();
        }
    }

    /// Makes the next line end the command that runs; at once if it was read already.
    fn yield_to_next(&self) {
        let mut state = self.state.lock();
        state.yields = true;
        if state.read > state.running {
            self.control.stop();
        }
    }
}

/// The client of a server: its input and its output.
#[derive(Clone)]
pub(super) struct Client {
    pub(super) input: Arc<Input>,
    pub(super) output: Arc<Mutex<dyn Write + Send>>,
}

impl Client {
    /// Writes text at once.
    pub(super) fn write(&self, text: &str) -> io::Result<()> {
        let mut output = self.output.lock();
        output.write_all(text.as_bytes())?;
        output.flush()
    }

    /// Writes a line of a reply that has begun. Without an output the command ends early; the server then finds the
    /// same fault.
    pub(super) fn line(&self, text: &str) {
        if self.write(&format!("{text}\n")).is_err() {
            self.input.control.stop();
        }
    }
}

/// The reply to the command that runs, if a client sees it.
pub(super) struct LiveReply {
    client: Client,
    id: Option<u32>,
    has_begun: bool,
}

impl LiveReply {
    /// Creates the reply to the command with an id.
    pub(super) fn new(client: Client, id: Option<u32>) -> Self {
        Self { client, id, has_begun: false }
    }

    /// Writes the start of a success, after which the command must not fail, and returns the client.
    pub(super) fn begin(&mut self) -> Client {
        self.has_begun = true;
        self.client.line(&protocol::head(self.id));
        self.client.clone()
    }

    /// Makes the next line of the input end the command.
    pub(super) fn yield_to_next_line(&self) {
        self.client.input.yield_to_next();
    }

    /// Whether the next line of the input ended the command.
    pub(super) fn has_yielded(&self) -> bool {
        self.client.input.has_yielded()
    }

    /// Whether the start was written.
    pub(super) fn has_begun(&self) -> bool {
        self.has_begun
    }
}
