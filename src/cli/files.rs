//! The files that commands read and write, with errors that name them.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::util::{FileKind, MAX_FILE, Output, read_file};

/// A file cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", path.display())]
pub(super) struct FileFault {
    path: PathBuf,
    error: io::Error,
}

impl FileFault {
    /// Adds a file's path to system errors.
    pub(super) fn of(path: &Path) -> impl Fn(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |error| Self { path: path.clone(), error }
    }
}

/// Reads a file.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, FileFault> {
    read_file(path, MAX_FILE).map_err(FileFault::of(path))
}

/// A file to write, claimed before a long computation, so that nothing fails or is lost at its end.
pub(super) struct Target {
    path: PathBuf,
    output: Output,
}

impl Target {
    /// Claims a file without changing it yet; it must not be one of the inputs.
    pub(super) fn claim<'a>(
        path: &Path,
        kind: &'static FileKind,
        inputs: impl IntoIterator<Item = &'a PathBuf>,
    ) -> Result<Self, FileFault> {
        let inputs = inputs.into_iter().map(PathBuf::as_path);
        let output = Output::claim(path, kind, inputs).map_err(FileFault::of(path))?;
        Ok(Self { path: path.to_owned(), output })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces the content.
    pub(super) fn write(&mut self, bytes: impl AsRef<[u8]>) -> Result<(), FileFault> {
        self.stream(|file| file.write_all(bytes.as_ref()))
    }

    /// Replaces the content by what a function writes.
    pub(super) fn stream(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), FileFault> {
        self.output.replace(write).map_err(FileFault::of(&self.path))
    }
}
