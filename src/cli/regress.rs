//! `brasa regress`: regression tests in the format of gogui-regress.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::fault::Fault;
use super::interrupt::{INTERRUPTED, stop_by_signal};
use super::numbers::timeout;
use crate::arena::regress::{self, Event, FileReport, RegressSettings, Suite, TestReport, Verdict};
use crate::gtp::remark;
use crate::util::{Output, PAGE};

/// Run test files: GTP commands and expected replies.
///
/// Each line is a command. A command with an id is a test if the next line is `#? [REGEX]`; the whole reply must match.
/// `#? [!REGEX]` means that the reply must not match, `#? [REGEX]*` marks a test that is known to fail, and # begins a
/// comment. Each run of a file starts the program anew, in the file's directory.
///
/// Prints the tests with unexpected results, then the counts; Ctrl-C ends the tests early. The exit status is 0 if all
/// results are as expected, 1 if a test failed unexpectedly, 2 if the tests could not run, 130 if they were
/// interrupted.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    brasa regress tests/*.tst --playouts 1000\n  \
    brasa regress life.tst --program \"gnugo --mode gtp --level 1\" --html life.html\n  \
    brasa regress life.tst --repeat 20 --threads 2 --setup \"go_param timelimit 0.5\"")]
pub(super) struct Options {
    /// Test files.
    #[arg(value_name = "FILE.tst", required = true)]
    files: Vec<PathBuf>,
    /// Test this program instead of the built-in engine; %SRAND is replaced by the run number.
    #[arg(long, value_name = "CMD")]
    program: Option<String>,
    /// Runs per file; a test passes if more than half of its runs pass.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    repeat: u32,
    /// Programs to run at once.
    #[arg(long, value_name = "K", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// GTP commands to send in each position before its first test, such as a time or playout limit.
    #[arg(long, value_name = "GTP;GTP", default_value = "", hide_default_value = true)]
    setup: String,
    /// Time limit per reply; a test that exceeds it fails, and the program is restarted.
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = timeout)]
    timeout: Duration,
    /// Write an HTML page of all tests, with the boards of failed ones.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print a JSON object per test instead.
    #[arg(long)]
    json: bool,
    /// Print all tests, not only unexpected results; implied by --repeat.
    #[arg(long, short)]
    verbose: bool,
    #[command(flatten)]
    engine: Engine,
}

/// Options of the built-in engine.
#[derive(Args)]
#[group(id = "engine", multiple = true, conflicts_with = "program")]
struct Engine {
    /// Preset of the built-in engine; `brasa help presets` lists them.
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// Set a parameter of the built-in engine; repeatable.
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Playouts per move of the built-in engine.
    #[arg(long, value_name = "N")]
    playouts: Option<String>,
    /// Seconds per move of the built-in engine, fractions allowed.
    #[arg(long, value_name = "SEC")]
    time: Option<String>,
}

impl Engine {
    /// The command line of the engine: this program in another process, so that a crash fails only one test.
    fn command(&self) -> io::Result<String> {
        let program = std::env::current_exe()?.to_string_lossy().into_owned();
        let mut words =
            vec![program, "gtp".to_owned(), "--srand=%SRAND".to_owned(), "--set=number_threads=1".to_owned()];
        words.extend(self.set.iter().map(|set| format!("--set={set}")));
        let options = [("preset", &self.preset), ("playouts", &self.playouts), ("time", &self.time)];
        words
            .extend(options.iter().filter_map(|(name, value)| Some(format!("--{name}={}", value.as_ref()?))));
        Ok(shell_words::join(words))
    }
}

impl Options {
    fn settings(&self) -> Result<RegressSettings, Fault> {
        let program = match &self.program {
            Some(program) => program.clone(),
            None => self.engine.command()?,
        };
        let setup = self.setup.split(';').map(str::trim).filter(|command| !command.is_empty());
        Ok(RegressSettings {
            program,
            setup: setup.map(str::to_owned).collect(),
            timeout: self.timeout,
            repeat: self.repeat as usize,
            threads: usize::from(self.threads),
            boards: self.html.is_some(),
            control: Arc::default(),
        })
    }

    /// Prints the results of a file.
    fn print(&self, report: &FileReport) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if self.json {
            return report.tests.iter().try_for_each(|test| writeln!(out, "{}", as_json(report, test)));
        }
        let file = report.path.display();
        for trouble in &report.troubles {
            writeln!(out, "{file}, line {}: {}: {}", trouble.line, trouble.command, trouble.reason)?;
        }
        let all = self.verbose || self.repeat > 1;
        let is_shown =
            |test: &&TestReport| all || matches!(test.verdict(), Verdict::Fail | Verdict::UnexpectedPass);
        for test in report.tests.iter().filter(is_shown) {
            writeln!(out, "{file}:{test}")?;
        }
        writeln!(out, "{file}: {}", report.counts())
    }
}

/// Runs the tests and returns the exit status.
pub(super) fn run(options: &Options) -> Result<ExitCode, Fault> {
    let suites = options.files.iter().map(|file| Suite::read(file)).collect::<Result<Vec<_>, _>>()?;
    let settings = options.settings()?;
    let page = options.html.as_deref().map(|path| Output::claim(path, &PAGE, &options.files)).transpose()?;
    let bar =
        bar(suites.iter().map(|suite| suite.tests().count() as u64).sum::<u64>() * u64::from(options.repeat));
    stop_by_signal(&settings.control);
    let mut written = Ok(());
    let report = regress::run(&suites, &settings, |event| match event {
        Event::Test => bar.inc(1),
        Event::File(report) if written.is_ok() => written = bar.suspend(|| options.print(report)),
        Event::File(_) => {}
    })?;
    bar.finish_and_clear();
    written?;
    let total = report.counts();
    if report.files.len() > 1 && !options.json {
        writeln!(io::stdout(), "total: {total}")?;
    }
    if let Some(mut page) = page {
        page.write(regress::page(&report))?;
    }
    if settings.control.stopped() {
        remark("interrupted; the other tests did not run");
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(if total.fail == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A progress bar, hidden unless the output is a terminal.
fn bar(tests: u64) -> ProgressBar {
    if !io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} tests, {eta} left");
    ProgressBar::new(tests).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn as_json(report: &FileReport, test: &TestReport) -> String {
    json!({
        "file": report.path.display().to_string(),
        "id": test.id,
        "line": test.line,
        "command": test.command,
        "expected": test.expected.to_string(),
        "verdict": test.verdict().to_string(),
        "runs": test.answers.len(),
        "passed": test.passes(),
        "seconds": test.time().as_secs_f64(),
        "replies": test.answers.iter().map(|answer| match &answer.reply {
            Ok(text) => json!({ "text": text }),
            Err(reason) => json!({ "error": reason }),
        }).collect::<Vec<_>>(),
    })
    .to_string()
}
