//! One run of a test file, and its settings: sends its commands, judges the replies, and restarts a program that died.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::suite::{Suite, SuiteStep};
use crate::arena::{Program, ProgramError, StartError};
use crate::framework::Control;

/// Tests cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum RegressError {
    /// The program cannot be run, or failed before the first test.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The system refuses even one thread.
    #[error("cannot start a thread for the tests: {0}")]
    Thread(#[from] std::io::Error),
}

/// The settings of a run of test files.
#[derive(Clone)]
pub struct RegressSettings {
    /// The command line of the program, with `%SRAND` for the number of the run, from 1. The program runs in the
    /// directory of each file; a relative path to the program starts from our directory.
    pub program: String,
    /// Commands to send for each position before its first test.
    pub setup: Vec<String>,
    /// Maximum time for a reply.
    pub timeout: Duration,
    /// The number of runs of each file.
    pub repeat: usize,
    /// The number of programs that run at the same time.
    pub threads: usize,
    /// Ends the tests early: those that did not run are left out of the report.
    pub control: Arc<Control>,
    /// Whether to ask for the board after each failure.
    pub boards: bool,
}

impl RegressSettings {
    pub(super) fn repeat(&self) -> usize {
        self.repeat.max(1)
    }
}

/// Commands that start a new position, whatever was on the board.
const BEGIN: [&str; 3] = ["loadsgf", "boardsize", "clear_board"];
/// Commands that change the position; if one fails, the following tests cannot be judged.
const BUILD: [&str; 13] = [
    "loadsgf",
    "boardsize",
    "clear_board",
    "play",
    "undo",
    "genmove",
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "gg-undo",
    "gogui-undo",
    "gogui-setup",
    "gogui-play_sequence",
];

/// A test's reply and judgment.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The reply text, or the reason why it is missing: the program refused, died or hung, or the position was not set
    /// up.
    pub reply: Result<String, String>,
    /// Whether the reply is as expected.
    pub passed: bool,
    /// The wall-clock time until the reply.
    pub time: Duration,
    /// The program's board drawing, if requested.
    pub board: Option<String>,
}

/// A failed command outside the tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The line of the file, from 1.
    pub line: usize,
    /// The command.
    pub command: String,
    /// The program's error message, or the reason for a missing reply.
    pub reason: String,
}

/// The results of one run of a file.
#[derive(Debug, Default)]
pub(super) struct Run {
    /// The answer to each test.
    pub(super) answers: Vec<Answer>,
    pub(super) troubles: Vec<Trouble>,
}

/// The command line, directory and settings for starting programs.
#[derive(Clone, Copy)]
pub(super) struct Launcher<'a> {
    pub(super) settings: &'a RegressSettings,
    pub(super) program: &'a str,
    pub(super) directory: &'a Path,
    /// The file's run number, from 0.
    pub(super) number: usize,
}

impl Launcher<'_> {
    fn start(&self) -> Result<Program, StartError> {
        let command = self.program.replace("%SRAND", &(self.number + 1).to_string());
        Program::start(&command, Some(self.directory), Arc::clone(&self.settings.control))
    }

    /// Starts the program briefly and returns its name and version.
    pub(super) fn probe(&self) -> Result<String, StartError> {
        let mut program = self.start()?;
        let mut ask = |command| match program.send(command, self.settings.timeout) {
            Err(error) if error.is_fatal() && error != ProgramError::Interrupted => {
                Err(StartError::Silent { command: self.program.to_owned(), error })
            }
            reply => Ok(reply.unwrap_or_default()),
        };
        let name = format!("{} {}", ask("name")?, ask("version")?);
        program.quit();
        Ok(name.trim().to_owned())
    }
}

/// Runs a file and calls `told` after each test. Restarts a program that dies. Ends early when stopped.
pub(super) fn run(suite: &Suite, launcher: Launcher<'_>, told: impl Fn()) -> Run {
    let mut state = State::new(launcher);
    let mut run = Run::default();
    let is_stopped = || launcher.settings.control.stopped();
    for step in &suite.steps {
        if BEGIN.contains(&step.name()) {
            state.begin(step.name());
        }
        let Some(expected) = &step.expected else {
            run.troubles.extend(state.prepare(step).filter(|_| !is_stopped()));
            continue;
        };
        let start = Instant::now();
        let reply = state.test(step);
        let time = start.elapsed();
        if is_stopped() {
            break;
        }
        let passed = reply.as_ref().is_ok_and(|text| expected.matches(text));
        let board = if passed { None } else { state.board() };
        run.answers.push(Answer { reply, passed, time, board });
        told();
    }
    if let Some(program) = state.program {
        program.quit();
    }
    run
}

/// The state between two commands.
struct State<'a> {
    launcher: Launcher<'a>,
    /// The program; `None` before it starts and after it dies.
    program: Option<Program>,
    /// Why the program could not be started.
    lost: Option<String>,
    /// The commands that restore the position in a new program.
    replay: Vec<String>,
    /// The failed command because of which the position differs from the file's.
    broken: Option<Trouble>,
    /// Whether no test of this position has run yet.
    fresh: bool,
}

impl<'a> State<'a> {
    const fn new(launcher: Launcher<'a>) -> Self {
        Self { launcher, program: None, lost: None, replay: Vec::new(), broken: None, fresh: true }
    }

    /// Starts a position: faults of the previous one no longer matter.
    fn begin(&mut self, name: &str) {
        let clears = name == "clear_board";
        // Clearing a board of the wrong size does not help.
        self.broken =
            self.broken.take().filter(|trouble| clears && first_word(&trouble.command) == "boardsize");
        if !clears {
            self.replay.retain(|command| !BUILD.contains(&first_word(command)));
        }
        self.fresh = true;
    }

    /// Runs a command that is not a test.
    fn prepare(&mut self, step: &SuiteStep) -> Option<Trouble> {
        let builds = BUILD.contains(&step.name());
        if builds && self.broken.is_some() {
            return None;
        }
        let reason = self.send(&step.command).err()?;
        let trouble = Trouble { line: step.line, command: step.command.clone(), reason };
        if builds {
            self.broken = Some(trouble.clone());
        }
        Some(trouble)
    }

    fn test(&mut self, step: &SuiteStep) -> Result<String, String> {
        self.wake()?;
        if std::mem::take(&mut self.fresh) {
            for command in &self.launcher.settings.setup {
                // Not added to the replay: a new program is set up before its first test anyway.
                if let Err(reason) = self.exchange(command) {
                    let trouble = Trouble { line: step.line, command: command.clone(), reason };
                    self.broken.get_or_insert(trouble);
                }
            }
        }
        match &self.broken {
            Some(Trouble { line, command, reason }) => {
                Err(format!("could not set up (line {line}): {command}: {reason}"))
            }
            None => self.send(&step.command),
        }
    }

    /// Sends a command and records it for programs started later.
    fn send(&mut self, command: &str) -> Result<String, String> {
        self.wake()?;
        let reply = self.exchange(command)?;
        match command.split_once(' ') {
            None if command == "quit" => {
                self.program = None;
                self.replay.clear();
            }
            // The next program might choose another move.
            Some(("genmove", color)) if !reply.eq_ignore_ascii_case("resign") => {
                self.replay.push(format!("play {color} {reply}"));
            }
            Some(("genmove" | "reg_genmove", _)) => {}
            _ => self.replay.push(command.to_owned()),
        }
        Ok(reply)
    }

    /// Sends a command to the running program.
    fn exchange(&mut self, command: &str) -> Result<String, String> {
        let program = self.program.as_mut().ok_or("the program has ended")?;
        let reply = program.send(command, self.launcher.settings.timeout);
        if reply.as_ref().is_err_and(ProgramError::is_fatal) {
            self.program = None;
        }
        reply.map(|text| text.trim().to_owned()).map_err(|error| match error {
            ProgramError::Refused { reply, .. } => reply,
            error => error.to_string(),
        })
    }

    /// Starts the program if it is not running; does not retry after a failure.
    fn wake(&mut self) -> Result<(), String> {
        if self.program.is_none() && self.lost.is_none() {
            self.lost = self.restart().err().map(|reason| format!("could not start: {reason}"));
        }
        self.lost.clone().map_or(Ok(()), Err)
    }

    fn restart(&mut self) -> Result<(), String> {
        self.program = Some(self.launcher.start().map_err(|error| error.to_string())?);
        self.fresh = true;
        for command in self.replay.clone() {
            self.exchange(&command)?;
        }
        Ok(())
    }

    fn board(&mut self) -> Option<String> {
        if self.launcher.settings.boards && self.broken.is_none() {
            self.exchange("showboard").ok()
        } else {
            None
        }
    }
}

fn first_word(command: &str) -> &str {
    command.split(' ').next().unwrap_or("")
}
