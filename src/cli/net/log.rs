//! The log of a training run: a line of tab-separated numbers per test, from which the page draws its curves.

use std::path::Path;

use crate::cli::fault::Fault;
use crate::net::Means;
use crate::util::{FileFault, FileKind, LineLog, decode};

/// The results of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) step: u64,
    /// Seconds of training so far.
    pub(super) seconds: f64,
    /// Losses on the test games.
    pub(super) test: Means,
    /// Losses on the batches since the last test.
    pub(super) training: Means,
}

/// Number of columns.
const COLUMNS: usize = 2 + 2 * Means::NAMES.len();

/// The files of logs.
static LOG: FileKind =
    FileKind { name: "a training log", is: |text| text.lines().next().is_some_and(|first| first == head()) };

/// A log and its file. An incomplete last line is ignored.
pub(super) struct Log {
    file: LineLog,
    entries: Vec<Entry>,
}

impl Log {
    /// Opens the log of a run at a step. Removes lines of later steps: the run was restarted, or resumed from an older
    /// state.
    pub(super) fn open(path: &Path, step: u64) -> Result<Self, Fault> {
        /// Largest accepted log, in bytes.
        const MAX: u64 = 1 << 26;
        let (mut file, bytes) = LineLog::open(path, &LOG, MAX)?;
        let text = decode(&bytes);
        let mut entries = Vec::new();
        for (line, row) in (2..).zip(text.lines().skip(1)) {
            let entry = Entry::read(row);
            entries.push(entry.ok_or_else(|| {
                let path = path.display();
                Fault::new(format!("{path}:{line}: expected {COLUMNS} numbers between tabs"))
            })?);
        }
        let count = entries.len();
        entries.retain(|entry| entry.step <= step);
        if text.is_empty() || entries.len() < count {
            let rows: String = entries.iter().map(|entry| entry.line() + "\n").collect();
            file.rewrite(&format!("{}\n{rows}", head()))?;
        }
        Ok(Self { file, entries })
    }

    /// The results of all tests, oldest first.
    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Seconds of training up to the last test.
    pub(super) fn seconds(&self) -> f64 {
        self.entries.last().map_or(0.0, |entry| entry.seconds)
    }

    /// Adds the results of a test.
    pub(super) fn push(&mut self, entry: Entry) -> Result<(), FileFault> {
        self.entries.push(entry);
        self.file.append(&(entry.line() + "\n"))
    }
}

/// The column names, on one line.
fn head() -> String {
    let names = ["test", "training"].map(|of| Means::NAMES.map(|name| format!("\t{of}_{name}")).concat());
    format!("step\tseconds{}", names.concat())
}

impl Entry {
    fn line(&self) -> String {
        let numbers = [self.test.numbers(), self.training.numbers()];
        let numbers: String = numbers.as_flattened().iter().map(|number| format!("\t{number:.5}")).collect();
        format!("{}\t{:.1}{numbers}", self.step, self.seconds)
    }

    fn read(line: &str) -> Option<Self> {
        let (step, numbers) = line.split_once('\t')?;
        let numbers =
            numbers.split('\t').map(|text| text.parse().ok().filter(|number: &f64| number.is_finite()));
        let numbers: Vec<f64> = numbers.collect::<Option<_>>()?;
        let (&seconds, losses) = numbers.split_first()?;
        let &[test, training] = losses.as_chunks::<{ Means::NAMES.len() }>().0 else { return None };
        (numbers.len() + 1 == COLUMNS).then_some(Self {
            step: step.parse().ok()?,
            seconds,
            test: test.into(),
            training: training.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn entry(step: u64) -> Entry {
        let means = |x: f64| Means::from([x, 2.0 * x, 3.5, 0.25, 0.125, 0.5]);
        Entry { step, seconds: 1.5 * step as f64, test: means(0.25), training: means(0.125) }
    }

    fn steps(log: &Log) -> Vec<u64> {
        log.entries().iter().map(|entry| entry.step).collect()
    }

    #[test]
    fn a_log_goes_on_after_a_stop() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("my.log.tsv");
        let mut log = Log::open(&path, 0).unwrap();
        let second = Log::open(&path, 0).err().unwrap().to_string();
        assert!(second.contains("my.log.tsv: another process is writing"), "{second}");
        for step in [10, 20, 30] {
            log.push(entry(step)).unwrap();
        }
        drop(log);
        // The process was killed while writing the last line.
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() - 3]).unwrap();
        let mut log = Log::open(&path, 20).unwrap();
        assert_eq!(log.entries(), [entry(10), entry(20)]);
        assert_eq!(log.seconds(), 30.0);
        log.push(entry(40)).unwrap();
        drop(log);
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 4);
        // A state at step 10 knows nothing of later tests.
        assert_eq!(steps(&Log::open(&path, 10).unwrap()), [10]);
        assert_eq!(steps(&Log::open(&path, 1000).unwrap()), [10]);
    }

    #[test]
    fn files_that_are_no_logs_are_refused_by_name_and_stay() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("my.log.tsv");
        let row = entry(1).line();
        for (text, expected) in [
            ("a poem\n".to_owned(), "my.log.tsv: the existing file is not a training log"),
            (format!("{}\n{row}\t1\n", head()), "my.log.tsv:2: expected 14 numbers"),
            (format!("{}\n{row}\n\n", head()), "my.log.tsv:3: expected 14 numbers"),
            (format!("{}\n{}\n", head(), row.replace("0.25", "NaN")), "my.log.tsv:2: expected 14 numbers"),
        ] {
            fs::write(&path, &text).unwrap();
            let error = Log::open(&path, 5).err().unwrap().to_string();
            assert!(error.contains(expected), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
