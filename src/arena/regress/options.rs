//! The options of a run of regression tests, and the reasons why tests are not run.

use std::time::Duration;

use super::SuiteError;
use crate::arena::{ProgramError, StartError};

/// The options of a run.
#[derive(Clone, Debug)]
pub struct RegressOptions {
    /// The command line of the program, with `%SRAND` for the number of the run, from 1. It runs in the directory
    /// of each file, but a relative path to it is relative to ours.
    pub program: String,
    /// Commands to send for each position before its first test.
    pub setup: Vec<String>,
    /// How long the program may take for a reply.
    pub timeout: Duration,
    /// How often each file is run.
    pub repeat: usize,
    /// How many programs run at the same time.
    pub threads: usize,
    /// Whether to ask for the board after each failure.
    pub boards: bool,
}

impl RegressOptions {
    pub(super) fn repeat(&self) -> usize {
        self.repeat.max(1)
    }
}

/// The reason why tests were not run.
#[derive(Debug, thiserror::Error)]
pub enum RegressError {
    /// A test file was not read.
    #[error(transparent)]
    Suite(#[from] SuiteError),
    /// The program cannot be run.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The program failed before the first test.
    #[error("the program failed at its start: {0}")]
    Program(ProgramError),
}
