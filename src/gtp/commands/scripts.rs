//! The chapter on commands that run other commands: command files, and comparisons for test files.
//!
//! A failure or a non-numeric reply does not undo earlier commands.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use super::dispatch::{Gtp, command, done};
use crate::framework::{Args, Command, Failure, Reply};
use crate::util::{FileFault, Received, bounded_line, open_file};

pub(super) static COMMANDS: &[Command<Gtp>] = &[
    command(
        "sg_exec FILE...",
        "Run the commands in a file without printing replies; stop at the first failure.",
        exec,
    ),
    command(
        "sg_compare_float NUMBER COMMAND [ARGUMENT...]",
        "Run a command that replies with a number; print -1 if it is less than NUMBER, else 1.",
        |gtp, args| {
            let number: f64 = args.number(0, f64::NEG_INFINITY..=f64::INFINITY)?;
            let reply: f64 = compared(gtp, args)?;
            Ok(if reply < number { "-1" } else { "1" }.to_owned())
        },
    ),
    command(
        "sg_compare_int NUMBER COMMAND [ARGUMENT...]",
        "Run a command that replies with an integer; print -1, 0 or 1 if it is less than, equal to, or greater than NUMBER.",
        |gtp, args| {
            let number: i64 = args.number(0, i64::MIN..=i64::MAX)?;
            let reply: i64 = compared(gtp, args)?;
            Ok((reply.cmp(&number) as i8).to_string())
        },
    ),
];

const MAX_NESTED: usize = 8;

/// Why a command file did not complete; earlier commands took effect.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum ScriptError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileFault),
    /// A command failed.
    #[error("{}:{line}: {reply}", path.display())]
    Failed { path: PathBuf, line: usize, reply: String },
}

impl Gtp {
    /// Runs a file's commands without writing their replies, until one fails or is `quit`.
    ///
    /// # Errors
    /// When the file cannot be read or one of the commands fails.
    pub fn run_file(&mut self, path: &Path) -> Result<(), ScriptError> {
        let mut file = open(path)?;
        for line in 1.. {
            let Some(text) = bounded_line(&mut file).map_err(FileFault::of(path))? else { break };
            let reply = self.answer_received(&Received::Line(text), None).unwrap_or_default();
            if let Some(reason) = reply.strip_prefix('?') {
                let reply = reason.trim().to_owned();
                return Err(ScriptError::Failed { path: path.to_owned(), line, reply });
            }
            if self.has_quit() {
                break;
            }
        }
        Ok(())
    }

    /// Runs commands within a command.
    fn nested<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> Result<T, Failure> {
        if self.nested >= MAX_NESTED {
            return Err(Failure::Other(format!("more than {MAX_NESTED} commands inside each other")));
        }
        self.nested += 1;
        // The reply is that of the outer command.
        let live = self.live.take();
        let result = run(self);
        self.live = live;
        self.nested -= 1;
        Ok(result)
    }
}

fn exec(gtp: &mut Gtp, args: &Args<'_>) -> Reply {
    let path = PathBuf::from(args.joined());
    let file = path.canonicalize().map_err(FileFault::of(&path))?;
    // Reading a pipe or a terminal could block forever.
    if !file.is_file() {
        return Err(Failure::Other(format!("{}: not a file", path.display())));
    }
    if gtp.scripts.contains(&file) {
        return Err(Failure::Other(format!("{} runs itself", path.display())));
    }
    gtp.scripts.push(file);
    let result = gtp.nested(|gtp| gtp.run_file(&path));
    gtp.scripts.pop();
    result??;
    done()
}

pub(in crate::gtp) fn open(path: &Path) -> Result<BufReader<File>, FileFault> {
    let mut file = open_file(path).map(BufReader::new)?;
    let start = file.fill_buf().map_err(FileFault::of(path))?;
    if start.trim_ascii_start().starts_with(b"(;") {
        return Err(FileFault::new(path, "an SGF file, not GTP commands: `brasa board FILE` opens it"));
    }
    Ok(file)
}

/// Runs the command in the arguments after the first, and parses its reply as a number.
fn compared<T: std::str::FromStr>(gtp: &mut Gtp, args: &Args<'_>) -> Result<T, Failure> {
    let name = args.text(1)?;
    let reply = gtp.nested(|gtp| gtp.run(name, args.list.get(2..).unwrap_or_default()))??;
    let not_a_number = || {
        let line = reply.lines().next().unwrap_or_default();
        Failure::Other(format!(
            "{name}: expected a number, got '{}'",
            line.chars().take(80).collect::<String>()
        ))
    };
    reply.trim().parse().map_err(|_| not_a_number())
}
