//! The program, run with arguments in a directory.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

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

/// Runs a command to completion, without input.
pub(crate) fn run(command: &mut Command) -> Run {
    run_with(command, "")
}

/// Runs a command to completion.
pub(crate) fn run_with(command: &mut Command, input: &str) -> Run {
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    // A program that exits at once does not read it.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { status: status.code().unwrap(), output: text(stdout), error: text(stderr) }
}

/// Returns the GNU Go program; `None`, with a message, if it is not installed.
pub(crate) fn gnugo() -> Option<&'static str> {
    let known = ["/usr/games/gnugo", "/usr/bin/gnugo", "/usr/local/bin/gnugo"];
    let found = known.into_iter().find(|path| Path::new(path).exists());
    if found.is_none() {
        eprintln!("skipped: there is no GNU Go");
    }
    found
}
