//! The settings of a run of test files, and the reasons why tests cannot be run.

use std::time::Duration;

use super::suite::SuiteError;
use crate::arena::{ProgramError, StartError};

/// Tests cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum RegressError {
    /// A test file cannot be read.
    #[error(transparent)]
    Suite(#[from] SuiteError),
    /// The program cannot be run.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The system refuses even one thread.
    #[error("no thread for the tests: {0}")]
    Thread(#[from] std::io::Error),
    /// The program failed before the first test.
    #[error("the program failed at its start: {0}")]
    Program(ProgramError),
}

/// The settings of a run of test files.
#[derive(Clone, Debug)]
pub struct RegressSettings {
    /// The command line of the program, with `%SRAND` for the number of the run, from 1. The program runs in the
    /// directory of each file; a relative path to the program starts from our directory.
    pub program: String,
    /// Commands to send for each position before its first test.
    pub setup: Vec<String>,
    /// The longest time for a reply.
    pub timeout: Duration,
    /// The number of runs of each file.
    pub repeat: usize,
    /// The number of programs that run at the same time.
    pub threads: usize,
    /// Whether to ask for the board after each failure.
    pub boards: bool,
}

impl RegressSettings {
    pub(super) fn repeat(&self) -> usize {
        self.repeat.max(1)
    }
}
