//! The letters to the thread that owns the game: commands with a way to answer, and reasons to end a search early.
//!
//! The flag that ends a search changes only under the lock of the inbox, so that a search begins only when no command
//! waits, and a command that arrives later ends it.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use crossbeam::channel::{Receiver, Sender, bounded};
use parking_lot::{Condvar, Mutex};
use serde_json::Value;

use super::command::{Command, Manner, Refusal};
use crate::framework::Control;

/// The answer to a command.
pub(super) type Answer = Result<Value, Refusal>;

/// A command and the way to answer it.
pub(super) type Letter = (Command, Sender<Answer>);

/// The work of the thread that owns the game while no command waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// The engine looks for its move.
    Move,
    /// The result of a finished game is found.
    Result,
    /// The position is analyzed while a page is open.
    Analysis,
    /// The positions of the game are analyzed one by one.
    Review,
}

/// The next thing to do.
pub(super) enum Next {
    /// To answer a command.
    Letter(Letter),
    /// To do the work.
    Work,
    /// To look at the clock, because the deadline has passed.
    Deadline,
    /// To end the thread.
    End,
}

/// The inbox.
pub(super) struct Inbox {
    control: Arc<Control>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    letters: VecDeque<Letter>,
    doing: Option<Work>,
    /// The number of open pages.
    viewers: usize,
    is_closed: bool,
}

impl Inbox {
    /// Creates the inbox of a session whose searches the control ends.
    pub(super) fn new(control: Arc<Control>) -> Self {
        Self { control, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Sends a command and waits for its answer.
    pub(super) fn ask(&self, command: Command) -> Answer {
        let receiver = self.post(command)?;
        receiver.recv().unwrap_or_else(|_| Err(Refusal::new(500, "the board has been closed")))
    }

    fn post(&self, command: Command) -> Result<Receiver<Answer>, Refusal> {
        /// The most commands that wait.
        const MOST: usize = 64;
        let mut state = self.state.lock();
        if state.letters.len() >= MOST {
            return Err(Refusal::new(503, "too many requests at once"));
        }
        let manner = command.manner();
        let is_thinking = state.doing == Some(Work::Move);
        if is_thinking && manner == Manner::Refused {
            return Err(Refusal::new(409, "the engine is thinking"));
        }
        if !is_thinking || manner == Manner::Interrupts {
            self.control.stop();
        }
        let (sender, receiver) = bounded(1);
        state.letters.push_back((command, sender));
        self.changed.notify_all();
        Ok(receiver)
    }

    /// Returns the next thing to do; waits until the deadline when there is nothing.
    pub(super) fn next(&self, work: Option<Work>, deadline: Option<Instant>) -> Next {
        let mut state = self.state.lock();
        loop {
            state.doing = None;
            if state.is_closed {
                return Next::End;
            }
            if let Some(letter) = state.letters.pop_front() {
                return Next::Letter(letter);
            }
            if let Some(work) = work.filter(|&work| work != Work::Analysis || state.viewers > 0) {
                state.doing = Some(work);
                self.control.reset();
                return Next::Work;
            }
            match deadline {
                None => self.changed.wait(&mut state),
                Some(deadline) => {
                    if self.changed.wait_until(&mut state, deadline).timed_out() {
                        return Next::Deadline;
                    }
                }
            }
        }
    }

    /// Returns whether the result of the engine's search is not wanted any more, because the next command changes the
    /// game.
    pub(super) fn is_overtaken(&self) -> bool {
        let state = self.state.lock();
        let next = state.letters.iter().find(|(command, _)| command.manner() == Manner::Interrupts);
        state.is_closed || next.is_some_and(|(command, _)| !matches!(command, Command::Move))
    }

    /// Counts a page that was opened.
    pub(super) fn enter(&self) {
        self.state.lock().viewers += 1;
        self.changed.notify_all();
    }

    /// Counts a page that was closed; nobody needs an analysis that nobody sees.
    pub(super) fn leave(&self) {
        let mut state = self.state.lock();
        state.viewers = state.viewers.saturating_sub(1);
        if state.viewers == 0 && state.doing == Some(Work::Analysis) {
            self.control.stop();
        }
    }

    /// Ends the thread that owns the game.
    pub(super) fn close(&self) {
        let mut state = self.state.lock();
        state.is_closed = true;
        state.letters.clear();
        self.control.stop();
        self.changed.notify_all();
    }
}
