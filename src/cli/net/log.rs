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

const COLUMNS: usize = 2 + 2 * Means::NAMES.len();

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
        let text = |number: &f64| if number.is_nan() { "\t-".to_owned() } else { format!("\t{number:.5}") };
        let numbers: String = numbers.as_flattened().iter().map(text).collect();
        format!("{}\t{:.1}{numbers}", self.step, self.seconds)
    }

    fn read(line: &str) -> Option<Self> {
        let (step, numbers) = line.split_once('\t')?;
        let number = |text: &str| match text {
            // A mean over no positions.
            "-" => Some(f64::NAN),
            _ => text.parse().ok().filter(|number: &f64| number.is_finite()),
        };
        let numbers: Vec<f64> = numbers.split('\t').map(number).collect::<Option<_>>()?;
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

    #[test]
    fn files_that_are_no_logs_are_refused_by_name_and_stay() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("my.log.tsv");
        let means = |x: f64| Means::from([x, 2.0 * x, f64::NAN, 0.25, 0.125, 0.5]);
        let row = Entry { step: 1, seconds: 1.5, test: means(0.25), training: means(0.125) }.line();
        for (text, expected) in [
            (format!("{}\n{row}\t1\n", head()), "my.log.tsv:2: expected 14 numbers"),
            (format!("{}\n{row}\n\n", head()), "my.log.tsv:3: expected 14 numbers"),
            (format!("{}\n{}\n", head(), row.replace("0.25", "inf")), "my.log.tsv:2: expected 14 numbers"),
        ] {
            fs::write(&path, &text).unwrap();
            let error = Log::open(&path, 5).err().unwrap().to_string();
            assert!(error.contains(expected), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        // A mean over no positions is a dash.
        fs::write(&path, format!("{}\n{row}\n", head())).unwrap();
        assert_eq!(Log::open(&path, 5).unwrap().entries()[0].line(), row);
        assert_eq!(row.matches("\t-").count(), 2);
        // A state of an earlier step knows nothing of the test.
        assert!(Log::open(&path, 0).unwrap().entries().is_empty());
    }
}
