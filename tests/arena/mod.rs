//! Matches from the command line, against a script that fails in various ways, and against GNU Go.

#![cfg(unix)]

mod faults;
mod games;
mod gogui_twogtp;
mod other_games;
mod shares;
mod stops;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use tempfile::TempDir;

/// Returns the command of the scripted program in a given mode; see `data/arena/fake.sh`.
fn fake(mode: &str) -> String {
    format!("sh {}/tests/data/arena/fake.sh {mode}", env!("CARGO_MANIFEST_DIR"))
}

/// A temporary directory for a match.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn command(&self, options: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_brasa"));
        command.current_dir(self.0.path()).arg("match").args(options);
        command
    }

    fn run(&self, options: &[&str]) -> Output {
        self.command(options).output().unwrap()
    }

    /// Runs a match, which must succeed, and returns its output.
    fn played(&self, options: &[&str]) -> String {
        let output = self.run(options);
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{out}{err}");
        assert_eq!(err, "", "no progress bar where nobody looks");
        out.into_owned()
    }

    /// Plays two programs on 9x9.
    fn play(&self, black: &str, white: &str, options: &[&str]) -> String {
        self.played(
            &[&["--black", black, "--white", white, "--size", "9", "--sgffile", "x"], options].concat(),
        )
    }

    /// Returns the rows of a table, without the time columns and with spaces for tabs.
    fn rows(&self, name: &str) -> Vec<String> {
        let cells = |line: &str| -> Vec<String> { line.split('\t').map(str::to_owned).collect() };
        self.read(name)
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| {
                let cells = cells(line);
                assert_eq!(cells.len(), 13, "{line}");
                [&cells[..7], &cells[11..]].concat().join(" ").trim().to_owned()
            })
            .collect()
    }
}
