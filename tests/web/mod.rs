//! `brasa board`: its server through sockets, and its page in a browser.

mod axe;
mod chromium;
mod habits;
mod journeys;
mod page;
mod server;

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A running board, with a folder for its games; dropping it ends it.
struct Program {
    child: Child,
    port: u16,
    folder: tempfile::TempDir,
}

impl Program {
    /// Starts a board with arguments.
    fn start(args: &str) -> Self {
        Self::start_in(tempfile::tempdir().unwrap(), args)
    }

    /// Starts a board with a folder for its games.
    fn start_in(folder: tempfile::TempDir, args: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_brasa"))
            .args(["board", "--no-open", "--port", "0", "--threads", "1", "--srand", "1", "--nobook"])
            .args(args.split_whitespace())
            .env("XDG_DATA_HOME", folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port = line.strip_prefix("http://127.0.0.1:").and_then(|rest| rest.strip_suffix("/\n"));
        let port = port.unwrap_or_else(|| panic!("{line}")).parse().unwrap();
        Self { child, port, folder }
    }

    fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
