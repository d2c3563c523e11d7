//! Replies visible while their command runs, and the input lines that end the command.

use std::io::{self, Write};
use std::sync::Arc;

use parking_lot::Mutex;

use super::protocol;
use crate::framework::Control;

/// The running command's view of the input. Commands are numbered by line, from 1.
pub(super) struct Input {
    control: Arc<Control>,
    state: Mutex<State>,
}

/// The input's state; its lock is held across each change of the control, so that none is lost.
#[derive(Default)]
struct State {
    /// The last command that must end early.
    interrupted: u64,
    /// The last line that was read.
    read: u64,
    /// The command that runs.
    running: u64,
    /// Whether the next line ends the running command.
    yields: bool,
}

impl Input {
    pub(super) fn new(control: Arc<Control>) -> Self {
        Self { control, state: Mutex::default() }
    }

    /// Starts the command with a number.
    pub(super) fn begin(&self, number: u64) {
        let mut state = self.state.lock();
        (state.running, state.yields) = (number, false);
        if number <= state.interrupted {
            self.control.stop();
        } else {
            self.control.reset();
        }
    }

    /// Interrupts the commands up to a number, even those that have not started.
    pub(super) fn interrupt(&self, number: u64) {
        let mut state = self.state.lock();
        state.interrupted = number;
        self.control.stop();
    }

    /// Whether the next line ended the running command.
    pub(super) fn has_yielded(&self) -> bool {
        let state = self.state.lock();
        state.yields && state.read > state.running
    }

    /// Records that a numbered line was read; the end of the input counts as a line.
    pub(super) fn note(&self, number: u64) {
        let mut state = self.state.lock();
        state.read = number;
        if state.yields {
            self.control.stop();
        }
    }

    /// Makes the next line end the running command, at once if already read.
    pub(super) fn yield_to_next(&self) {
        let mut state = self.state.lock();
        state.yields = true;
        if state.read > state.running {
            self.control.stop();
        }
    }
}

/// A server's client: input and output.
#[derive(Clone)]
pub(super) struct Client {
    pub(super) input: Arc<Input>,
    pub(super) output: Arc<Mutex<dyn Write + Send>>,
}

impl Client {
    pub(super) fn write(&self, text: &str) -> io::Result<()> {
        let mut output = self.output.lock();
        output.write_all(text.as_bytes())?;
        output.flush()
    }

    /// Writes a line of a started reply. On a write error the command ends early; the server then finds the same fault.
    pub(super) fn line(&self, text: &str) {
        if self.write(&format!("{text}\n")).is_err() {
            self.input.control.stop();
        }
    }
}

/// The reply to the running command, if visible to a client.
pub(super) struct LiveReply {
    pub(super) client: Client,
    /// The id of the command.
    pub(super) id: Option<u32>,
    /// Whether the start was written.
    pub(super) has_begun: bool,
}

impl LiveReply {
    /// Writes the start of a success, after which the command must not fail; returns the client.
    pub(super) fn begin(&mut self) -> Client {
        self.has_begun = true;
        self.client.line(&protocol::head(self.id));
        self.client.clone()
    }
}
