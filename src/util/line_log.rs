//! A file that grows line by line, of which a killed process leaves whole lines only.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// An append-only file of lines with one writing process at a time.
#[derive(Debug)]
pub struct LineLog {
    file: File,
}

impl LineLog {
    /// Opens or creates the file, and returns it with its text. An unterminated last line, which a killed process may
    /// have left, is cut off.
    ///
    /// # Errors
    /// When the file cannot be read or written or has more than `most_bytes`. When another process is writing it, the
    /// kind of the error is [`io::ErrorKind::ResourceBusy`].
    pub fn open(path: &Path, most_bytes: u64) -> io::Result<(Self, Vec<u8>)> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(io::ErrorKind::ResourceBusy.into()),
            // A file system may lack locks.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let mut bytes = Vec::new();
        (&mut file).take(most_bytes + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > most_bytes {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        bytes.truncate(bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1));
        file.seek(SeekFrom::Start(bytes.len() as u64))?;
        Ok((Self { file }, bytes))
    }

    /// Adds terminated lines.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&mut self, lines: &str) -> io::Result<()> {
        // The torn line is cut on the first write, so that opening a file never changes it.
        let end = self.file.stream_position()?;
        self.file.set_len(end)?;
        self.file.write_all(lines.as_bytes())
    }

    /// Removes all lines.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn clear(&mut self) -> io::Result<()> {
        self.file.rewind()?;
        self.file.set_len(0)
    }

    /// Waits until all lines are on disk.
    ///
    /// # Errors
    /// When the system reports one.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const MOST: u64 = 1000;

    #[test]
    fn a_log_keeps_whole_lines_and_one_writer() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("log");
        let (mut log, text) = LineLog::open(&path, MOST).unwrap();
        assert_eq!(text, b"");
        log.append("one\ntwo\n").unwrap();
        assert_eq!(LineLog::open(&path, MOST).unwrap_err().kind(), io::ErrorKind::ResourceBusy);
        drop(log);
        fs::write(&path, "one\ntwo\nthr").unwrap();
        let (mut log, text) = LineLog::open(&path, MOST).unwrap();
        assert_eq!(text, b"one\ntwo\n");
        assert_eq!(fs::read(&path).unwrap(), b"one\ntwo\nthr", "opening changes nothing");
        log.append("four\n").unwrap();
        log.sync().unwrap();
        drop(log);
        assert_eq!(fs::read(&path).unwrap(), b"one\ntwo\nfour\n");
        assert_eq!(LineLog::open(&path, 5).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    }
}
