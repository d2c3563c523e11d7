//! Regression tests: files of GTP commands and expected replies.
//!
//! Each line is a command. A command with an id is a test if the next line is `#? [REGEX]`: the whole reply must match.
//! A leading `!` negates the expression; a `*` after the bracket marks a known failure; a `&` marks a reply that is not
//! judged. Other text from `#` on is a comment. The program runs in the file's directory. An example:
//!
//! ```text
//! loadsgf games/ladder.sgf 12
//! 10 reg_genmove black
//! #? [C3|D4]
//! 20 reg_genmove white
//! #? [!PASS]*
//! ```
//!
//! # References
//! - M. Enzenberger, "GoGui: gogui-regress", manual, 2003-2011. Unlike there, `.` also matches line ends, so that
//!   expressions can match board drawings, and moves match case-insensitively.
//! - The GNU Go manual, chapter "Regression testing", 2009, for `&`.

mod page;
mod report;
mod run;
mod suite;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crossbeam_channel::{Sender, unbounded};

pub use page::page;
pub use report::{FileReport, RegressReport, TestReport, Verdict, VerdictCounts};
pub use run::{Answer, RegressError, RegressSettings, Trouble};
pub use suite::{Expected, Suite, SuiteError, SuiteStep};

use super::StartError;
use crate::util::{self, folder_of, threads};
use run::{Launcher, Run};

/// A progress event.
#[derive(Debug)]
pub enum Event<'a> {
    /// A test was run once.
    Test,
    /// All runs of a file are done; files are reported in order.
    File(&'a FileReport),
}

/// The work shared by the threads.
struct Work<'a> {
    suites: &'a [Suite],
    settings: &'a RegressSettings,
    program: &'a str,
    /// The number of the next run, across all files.
    next: AtomicUsize,
}

enum Message {
    Test,
    /// A finished run, with its number across all files.
    Run(usize, Run),
}

/// Runs test files and reports in the same order.
///
/// # Errors
/// When the program cannot be started. One that fails later fails tests.
pub fn run(
    suites: &[Suite],
    settings: &RegressSettings,
    mut told: impl FnMut(Event),
) -> Result<RegressReport, RegressError> {
    let program = &from_anywhere(&settings.program)?;
    let work = Work { suites, settings, program, next: AtomicUsize::new(0) };
    let mut report = RegressReport { program: work.launcher(0).probe()?, files: Vec::new() };
    let mut runs: Vec<Vec<(usize, Run)>> = suites.iter().map(|_| Vec::new()).collect();
    thread::scope(|scope| -> std::io::Result<()> {
        let (sender, receiver) = unbounded();
        let work = &work;
        let labor = move || work.labor(&sender);
        threads::start(scope, settings.threads.max(1), labor)?;
        for message in receiver {
            match message {
                Message::Test => told(Event::Test),
                Message::Run(number, run) => runs[number / settings.repeat()].push((number, run)),
            }
            while let Some(done) =
                runs.get_mut(report.files.len()).filter(|runs| runs.len() == settings.repeat())
            {
                let file = FileReport::new(&suites[report.files.len()], std::mem::take(done));
                told(Event::File(&file));
                report.files.push(file);
            }
        }
        Ok(())
    })?;
    // Files that were begun when the tests were stopped.
    for (suite, done) in suites.iter().zip(runs).skip(report.files.len()) {
        let file = FileReport::new(suite, done);
        if !file.tests.is_empty() {
            told(Event::File(&file));
            report.files.push(file);
        }
    }
    Ok(report)
}

impl Work<'_> {
    /// Executes runs until all are taken.
    fn labor(&self, sender: &Sender<Message>) {
        while !self.settings.control.stopped() {
            // Relaxed: the counter carries no data.
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(suite) = self.suites.get(number / self.settings.repeat()) else { return };
            // Cannot fail: the receiver outlives this thread.
            let run = run::run(suite, self.launcher(number), || drop(sender.send(Message::Test)));
            let _ = sender.send(Message::Run(number, run));
        }
    }

    /// The launcher of a run, by its number across all files.
    fn launcher(&self, number: usize) -> Launcher<'_> {
        let file =
            self.suites.get(number / self.settings.repeat()).map_or(Path::new(""), |suite| &suite.path);
        Launcher {
            settings: self.settings,
            program: self.program,
            directory: folder_of(file),
            number: number % self.settings.repeat(),
        }
    }
}

/// A command line that starts the same program in any directory: makes a relative program path absolute. Other words
/// stay, because they may be paths in the tests' directory.
fn from_anywhere(command: &str) -> Result<String, StartError> {
    let mut words = util::words(command).map_err(|_| StartError::Quote(command.to_owned()))?;
    if let Some(program) =
        words.first_mut().filter(|program| Path::new(program).components().nth(1).is_some())
        && let Ok(path) = std::path::absolute(&*program)
    {
        *program = path.to_string_lossy().into_owned();
    }
    Ok(shell_words::join(words))
}
