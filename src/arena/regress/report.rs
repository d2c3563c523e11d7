//! Test results: verdicts, counts, and their text.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use super::run::{Answer, Run, Trouble};
use super::suite::{Expected, Suite, SuiteStep};

/// A test's verdict; it passes if more than half of its runs pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A pass, as expected.
    Pass,
    /// An unexpected failure.
    Fail,
    /// A failure of a known-failing test.
    ExpectedFail,
    /// A pass of a known-failing test.
    UnexpectedPass,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pass => "pass",
            Self::Fail => "FAIL",
            Self::ExpectedFail => "fail (expected)",
            Self::UnexpectedPass => "PASS (unexpected)",
        })
    }
}

/// A test's result over all runs of its file; as text its id, verdict and reason.
#[derive(Clone, Debug)]
pub struct TestReport {
    /// The id.
    pub id: u64,
    /// The line of the file, from 1.
    pub line: usize,
    /// The command.
    pub command: String,
    /// The expected reply.
    pub expected: Expected,
    /// The answer in each run.
    pub answers: Vec<Answer>,
}

impl TestReport {
    /// The number of runs that passed.
    pub fn passes(&self) -> usize {
        self.answers.iter().filter(|answer| answer.passed).count()
    }

    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        match (2 * self.passes() > self.answers.len(), self.expected.known_failure) {
            (true, false) => Verdict::Pass,
            (false, false) => Verdict::Fail,
            (false, true) => Verdict::ExpectedFail,
            (true, true) => Verdict::UnexpectedPass,
        }
    }

    /// The wall-clock time of all runs.
    pub fn time(&self) -> Duration {
        self.answers.iter().map(|answer| answer.time).sum()
    }

    /// The distinct replies in words, most frequent first.
    pub fn got(&self) -> String {
        let mut replies: Vec<(&Result<String, String>, usize)> = Vec::new();
        for Answer { reply, .. } in &self.answers {
            match replies.iter_mut().find(|(known, _)| *known == reply) {
                Some((_, count)) => *count += 1,
                None => replies.push((reply, 1)),
            }
        }
        replies.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let times = |count| if self.answers.len() > 1 { format!(" ({count}x)") } else { String::new() };
        let words = replies.into_iter().map(|(reply, count)| in_words(reply) + &times(count));
        words.collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for TestReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (verdict, got) = (self.verdict(), self.got());
        write!(f, "{}: {verdict}: {}: expected {}, got {got}", self.id, self.command, self.expected)?;
        if self.answers.len() > 1 {
            write!(f, ": {} of {} passed", self.passes(), self.answers.len())?;
        }
        Ok(())
    }
}

/// A reply as a single line.
fn in_words(reply: &Result<String, String>) -> String {
    match reply {
        Ok(text) if text.is_empty() => "an empty reply".to_owned(),
        Ok(text) => text.replace('\n', "\\n"),
        Err(reason) => format!("an error: {}", reason.replace('\n', "\\n")),
    }
}

/// The results of all tests.
#[derive(Clone, Debug)]
pub struct RegressReport {
    /// The program's name and version.
    pub program: String,
    /// The files, in order.
    pub files: Vec<FileReport>,
}

impl RegressReport {
    /// The counts of all files.
    pub fn counts(&self) -> VerdictCounts {
        VerdictCounts::of(self.files.iter().flat_map(|file| &file.tests))
    }
}

/// The results of a test file.
#[derive(Clone, Debug)]
pub struct FileReport {
    /// The file.
    pub path: PathBuf,
    /// The tests, in order.
    pub tests: Vec<TestReport>,
    /// Other commands that failed in any run.
    pub troubles: Vec<Trouble>,
}

impl FileReport {
    /// The results of numbered runs, without tests that did not run.
    pub(super) fn new(suite: &Suite, mut runs: Vec<(usize, Run)>) -> Self {
        runs.sort_by_key(|&(number, _)| number);
        let test = |(step, expected): (&SuiteStep, &Expected)| TestReport {
            id: step.id.unwrap_or(0),
            line: step.line,
            command: step.command.clone(),
            expected: expected.clone(),
            answers: Vec::new(),
        };
        let tests = suite.tests().map(test).collect();
        let mut report = Self { path: suite.path.clone(), tests, troubles: Vec::new() };
        for (_, run) in runs {
            for (test, answer) in report.tests.iter_mut().zip(run.answers) {
                test.answers.push(answer);
            }
            for trouble in run.troubles {
                if !report.troubles.contains(&trouble) {
                    report.troubles.push(trouble);
                }
            }
        }
        report.tests.retain(|test| !test.answers.is_empty());
        report
    }

    /// The counts.
    pub fn counts(&self) -> VerdictCounts {
        VerdictCounts::of(&self.tests)
    }
}

/// The number of tests with each verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VerdictCounts {
    /// Tests that passed, as expected.
    pub pass: usize,
    /// Tests that failed unexpectedly.
    pub fail: usize,
    /// Known-failing tests that failed.
    pub expected_fail: usize,
    /// Known-failing tests that passed.
    pub unexpected_pass: usize,
    /// Runs of all tests.
    pub runs: usize,
    /// Runs that passed.
    pub passed_runs: usize,
}

impl VerdictCounts {
    fn of<'a>(tests: impl IntoIterator<Item = &'a TestReport>) -> Self {
        let mut counts = Self::default();
        for test in tests {
            *match test.verdict() {
                Verdict::Pass => &mut counts.pass,
                Verdict::Fail => &mut counts.fail,
                Verdict::ExpectedFail => &mut counts.expected_fail,
                Verdict::UnexpectedPass => &mut counts.unexpected_pass,
            } += 1;
            counts.runs += test.answers.len();
            counts.passed_runs += test.passes();
        }
        counts
    }

    /// The number of tests.
    pub const fn tests(&self) -> usize {
        self.pass + self.fail + self.expected_fail + self.unexpected_pass
    }

    /// The pass rate of runs; 1 without runs.
    pub fn share(&self) -> f64 {
        if self.runs == 0 { 1.0 } else { self.passed_runs as f64 / self.runs as f64 }
    }
}

impl fmt::Display for VerdictCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = [
            (self.pass, Verdict::Pass),
            (self.fail, Verdict::Fail),
            (self.expected_fail, Verdict::ExpectedFail),
            (self.unexpected_pass, Verdict::UnexpectedPass),
        ];
        let words: Vec<_> = counts.iter().map(|(count, verdict)| format!("{count} {verdict}")).collect();
        write!(f, "{} of {}", words.join(", "), self.tests())?;
        if self.runs > self.tests() {
            write!(f, "; {:.1} % of {} runs passed", 100.0 * self.share(), self.runs)?;
        }
        Ok(())
    }
}
