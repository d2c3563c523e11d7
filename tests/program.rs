//! The program, run with arguments in a directory.

use std::path::Path;
use std::process::{Command, Output};

/// The end of a run.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) output: String,
    pub(crate) error: String,
}

/// Runs the program to completion, without input.
pub(crate) fn brasa(directory: &Path, args: &[&str]) -> Run {
    run(Command::new(env!("CARGO_BIN_EXE_brasa")).current_dir(directory).args(args))
}

/// Runs a command to completion.
pub(crate) fn run(command: &mut Command) -> Run {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { status: status.code().unwrap(), output: text(stdout), error: text(stderr) }
}
