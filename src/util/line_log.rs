//! An append-only line log; a killed process leaves only whole lines.

use std::fs;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::file::{FileFault, FileKind, MAX_FILE, Output, read, refuse_input};

/// An append-only file of lines with one writing process at a time.
#[derive(Debug)]
pub struct LineLog {
    output: Output,
    /// The length of the whole lines in bytes; what follows was torn by a failed process or disk.
    end: u64,
}

impl LineLog {
    /// Opens or creates the file, and returns it with its text. An unterminated last line, left by a killed process, is
    /// truncated before the next write.
    ///
    /// # Errors
    /// When the file cannot be read or written, has more than `most_bytes`, is of another kind, or another process writes it.
    pub fn open(path: &Path, kind: &'static FileKind, most_bytes: u64) -> Result<(Self, Vec<u8>), FileFault> {
        let output = Output::open(path, kind)?;
        let read = output.file().and_then(|file| read(file, most_bytes));
        let mut bytes = read.map_err(FileFault::of(path))?;
        bytes.truncate(bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1));
        Ok((Self { output, end: bytes.len() as u64 }, bytes))
    }

    /// Opens or creates the file of a command that writes blocks of lines and may have been stopped; also returns the
    /// number of whole blocks, and the text. What follows these blocks is truncated before the next write.
    ///
    /// # Errors
    /// When the file is one of the inputs; see also [`Self::open`].
    pub fn resume(
        path: &Path,
        kind: &'static FileKind,
        inputs: &[PathBuf],
        block: usize,
    ) -> Result<(Self, u64, Vec<u8>), FileFault> {
        refuse_input(path, inputs)?;
        let (mut log, text) = Self::open(path, kind, MAX_FILE)?;
        let ends = || (1..).zip(&text).filter(|(_, byte)| **byte == b'\n').map(|(end, _)| end);
        let blocks = ends().count() / block.max(1);
        log.end = ends().take(blocks * block).last().unwrap_or(0);
        Ok((log, blocks as u64, text))
    }

    /// Appends lines, each with its terminator: all or none.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&mut self, lines: &str) -> Result<(), FileFault> {
        self.try_append(lines).map_err(FileFault::of(self.output.path()))
    }

    fn try_append(&mut self, lines: &str) -> io::Result<()> {
        let mut file = self.output.file()?;
        if file.metadata()?.len() != self.end {
            file.set_len(self.end)?;
        }
        file.seek(SeekFrom::Start(self.end))?;
        if let Err(error) = file.write_all(lines.as_bytes()) {
            // If this fails too, the next call or process truncates the torn line.
            let _ = file.set_len(self.end);
            return Err(error);
        }
        self.end += lines.len() as u64;
        Ok(())
    }

    /// Replaces all lines; on failure the old ones stay.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn rewrite(&mut self, lines: &str) -> Result<(), FileFault> {
        self.output.write(lines)?;
        self.end = lines.len() as u64;
        Ok(())
    }

    /// Waits until all lines are on disk.
    ///
    /// # Errors
    /// When the system reports one.
    pub fn sync(&self) -> Result<(), FileFault> {
        self.output.file().and_then(fs::File::sync_data).map_err(FileFault::of(self.output.path()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAX: u64 = 1000;
    static COUNT: FileKind = FileKind { name: "a count", is: |text| text.starts_with("one") };

    #[test]
    fn a_resumed_log_keeps_whole_blocks() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("log");
        fs::write(&path, "one\n2\n3\n4\n5").unwrap();
        let (mut log, blocks, _) = LineLog::resume(&path, &COUNT, &[], 3).unwrap();
        log.append("more\n").unwrap();
        assert_eq!((blocks, &*fs::read(&path).unwrap()), (1, &b"one\n2\n3\nmore\n"[..]));
        let same = LineLog::resume(&path, &COUNT, std::slice::from_ref(&path), 3);
        assert!(same.unwrap_err().to_string().contains("would replace an input"));
    }

    #[test]
    fn a_log_keeps_whole_lines_and_one_writer() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("log");
        let open = |most| LineLog::open(&path, &COUNT, most);
        let (mut log, text) = open(MAX).unwrap();
        assert_eq!(text, b"");
        log.append("one\ntwo\n").unwrap();
        assert_eq!(open(MAX).unwrap_err().error.kind(), io::ErrorKind::ResourceBusy);
        drop(log);
        fs::write(&path, "one\ntwo\nthr").unwrap();
        let (mut log, text) = open(MAX).unwrap();
        assert_eq!(text, b"one\ntwo\n");
        assert_eq!(fs::read(&path).unwrap(), b"one\ntwo\nthr", "opening changes nothing");
        log.append("four\n").unwrap();
        log.sync().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one\ntwo\nfour\n");
        log.rewrite("one\n").unwrap();
        assert_eq!(open(MAX).unwrap_err().error.kind(), io::ErrorKind::ResourceBusy);
        log.append("five\n").unwrap();
        drop(log);
        assert_eq!(fs::read(&path).unwrap(), b"one\nfive\n");
        assert_eq!(open(5).unwrap_err().error.kind(), io::ErrorKind::FileTooLarge);
        for foreign in ["a poem\n", "a poem without an end"] {
            fs::write(&path, foreign).unwrap();
            assert!(open(MAX).unwrap_err().to_string().contains("not a count"));
            assert_eq!(fs::read(&path).unwrap(), foreign.as_bytes());
        }
    }
}
