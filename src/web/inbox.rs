//! The game thread's command queue: commands with a reply channel, and reasons to stop a search.
//!
//! The search's stop flag changes only under the queue's lock: a search starts only if no command is waiting, and a
//! command arriving later stops it.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use crossbeam_channel::{Receiver, Sender, bounded};
use parking_lot::{Condvar, Mutex};
use serde_json::Value;

use super::command::{Command, Manner, Refusal};
use crate::framework::Control;

pub(super) type Answer = Result<Value, Refusal>;

/// A command and the channel for its answer.
pub(super) type Letter = (Command, Sender<Answer>);

/// What the game thread does while no command waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// Finds the engine's move.
    Move,
    /// Finds the result of a finished game.
    Result,
    /// Analyzes the position while a page is open.
    Analysis,
    /// Analyzes the positions of the game one by one.
    Review,
}

/// What the game thread does next.
pub(super) enum Next {
    /// Answers a command.
    Letter(Letter),
    /// Does the work.
    Work,
    /// Checks the clock: the deadline has passed.
    Deadline,
    /// Ends.
    End,
}

/// The command queue.
pub(super) struct Inbox {
    control: Arc<Control>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    letters: VecDeque<Letter>,
    doing: Option<Work>,
    /// The answer to [`Command::Record`] while the engine searches for its move.
    record: Value,
    /// Open pages.
    viewers: usize,
    is_closed: bool,
}

impl Inbox {
    /// The control ends the session's searches.
    pub(super) fn new(control: Arc<Control>) -> Self {
        Self { control, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Sends a command and waits for its answer.
    pub(super) fn ask(&self, command: Command) -> Answer {
        let receiver = self.post(command)?;
        receiver.recv().unwrap_or_else(|_| Err(Refusal::new(500, "the board has been closed")))
    }

    fn post(&self, mut command: Command) -> Result<Receiver<Answer>, Refusal> {
        /// Limit of waiting commands.
        const MAX: usize = 64;
        let mut state = self.state.lock();
        if state.letters.len() >= MAX {
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
        if is_thinking && command == Command::Move {
            command = Command::Hurry;
        }
        let (sender, receiver) = bounded(1);
        if is_thinking && command == Command::Record && state.letters.is_empty() {
            let _ = sender.send(Ok(state.record.clone()));
            return Ok(receiver);
        }
        state.letters.push_back((command, sender));
        self.changed.notify_all();
        Ok(receiver)
    }

    /// Sets the record of the game before a search for the engine's move.
    pub(super) fn set_record(&self, record: Value) {
        self.state.lock().record = record;
    }

    /// Waits for the next command or the deadline if there is no work.
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

    /// Whether the next command changes the game, making the engine's current search obsolete.
    pub(super) fn is_overtaken(&self) -> bool {
        let state = self.state.lock();
        let next = state.letters.iter().find(|(command, _)| command.manner() == Manner::Interrupts);
        state.is_closed || next.is_some_and(|(command, _)| !matches!(command, Command::Hurry))
    }

    /// Waits while a page is open and no command arrives.
    pub(super) fn pause(&self, until: Instant) {
        let mut state = self.state.lock();
        while state.viewers > 0 && state.letters.is_empty() && !state.is_closed {
            if self.changed.wait_until(&mut state, until).timed_out() {
                break;
            }
        }
    }

    /// A page was opened.
    pub(super) fn enter(&self) {
        self.state.lock().viewers += 1;
        self.changed.notify_all();
    }

    /// A page was closed. Stops an analysis that no page shows.
    pub(super) fn leave(&self) {
        let mut state = self.state.lock();
        state.viewers = state.viewers.saturating_sub(1);
        if state.viewers == 0 && state.doing == Some(Work::Analysis) {
            self.control.stop();
        }
    }

    /// Ends the game thread.
    pub(super) fn close(&self) {
        let mut state = self.state.lock();
        state.is_closed = true;
        state.letters.clear();
        self.control.stop();
        self.changed.notify_all();
    }
}
