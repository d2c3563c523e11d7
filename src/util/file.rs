//! File access: bounded reads, atomic replacement, locks against other writers, and protection of other programs'
//! files.

use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, BufWriter, Read, Seek, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use etcetera::BaseStrategy;
use serde_json::{Value, json};
use tempfile::NamedTempFile;

/// A file cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", path.display())]
pub struct FileFault {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    pub error: io::Error,
}

impl FileFault {
    /// Adds a file's path to errors.
    pub fn of(path: &Path) -> impl Fn(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |error| Self { path: path.clone(), error }
    }

    /// A fault of a file's content.
    pub fn new(path: &Path, reason: impl ToString) -> Self {
        Self { path: path.to_owned(), error: io::Error::other(reason.to_string()) }
    }
}

/// Files with a JSON object.
pub static JSON_OBJECT: FileKind = FileKind { name: "a JSON object", is: |text| text.starts_with('{') };

/// Maximum size of a game or text file that is read whole, in bytes: less than most machines' memory.
pub const MAX_FILE: u64 = 1 << 30;

/// The platform's per-user data folder for the program; it may not exist yet. `None` if the platform has none.
pub fn user_folder() -> Option<PathBuf> {
    let base = etcetera::choose_base_strategy().ok()?;
    Some(base.data_dir().join(env!("CARGO_PKG_NAME")))
}

/// The folder of a file.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Reads a file of at most `most` bytes.
///
/// # Errors
/// When the file cannot be read, is larger, or is no regular file: a pipe or a terminal could block forever, and a device
/// could have no end.
pub fn read_file(path: &Path, most: u64) -> Result<Vec<u8>, FileFault> {
    let is_file = |is| if is { Ok(()) } else { Err(io::Error::other("not a file")) };
    let read = || {
        is_file(fs::metadata(path)?.is_file())?;
        let file = File::open(path)?;
        is_file(file.metadata()?.is_file())?;
        read(&file, most)
    };
    read().map_err(FileFault::of(path))
}

/// Reads a text file of at most `most` bytes, without its byte order mark; invalid UTF-8 becomes U+FFFD.
///
/// # Errors
/// Those of [`read_file`].
pub fn read_text(path: &Path, most: u64) -> Result<String, FileFault> {
    Ok(super::decode(&read_file(path, most)?).into_owned())
}

/// Opens a file, or a pipe such as a shell's `<(COMMAND)`, for reading it by lines.
///
/// # Errors
/// When it cannot be opened, or is a device, which could have no end.
pub fn open_file(path: &Path) -> Result<File, FileFault> {
    let file = File::open(path).map_err(FileFault::of(path))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let found = file.metadata().map_err(FileFault::of(path))?.file_type();
        if found.is_char_device() || found.is_block_device() {
            return Err(FileFault::new(path, "not a file"));
        }
    }
    Ok(file)
}

/// Reads the rest of a file.
pub(super) fn read(file: &File, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("larger than {most} bytes")));
    }
    Ok(bytes)
}

/// Whether a file has an extension, in upper or lower case.
pub fn has_extension(path: &Path, wanted: &str) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
}

/// Whether two paths refer to the same regular file, also through links.
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    // The comparison opens both, and a pipe would block.
    let is_file = |path: &Path| fs::metadata(path).is_ok_and(|found| found.is_file());
    is_file(a) && is_file(b) && same_file::is_same_file(a, b).unwrap_or(false)
}

/// Files that the program writes. A file that is neither empty nor of the kind belongs to something else and is never
/// overwritten. In a format that other programs and people write too, the kind requires a mark of the program.
#[derive(Debug)]
pub struct FileKind {
    /// The name, as in "not an SGF file made by brasa".
    pub name: &'static str,
    /// Whether a file beginning with this text is of the kind.
    pub is: fn(&str) -> bool,
}

/// HTML pages, which name the program as their generator.
pub static PAGE: FileKind = FileKind {
    name: "an HTML page made by brasa",
    is: |text| {
        text.to_ascii_lowercase().starts_with("<!doctype html")
            && text.contains("<meta name=\"generator\" content=\"brasa\">")
    },
};

/// The comment that marks a file of lines as the program's; the mark stays when a person edits the file.
const MARK: &str = "# Made by brasa";

/// The text of a file of lines, with the program's mark as its first line.
pub fn marked(text: &str) -> String {
    iter::once(MARK)
        .chain(text.lines().filter(|&line| line != MARK))
        .fold(String::with_capacity(text.len() + MARK.len() + 1), |text, line| text + line + "\n")
}

/// Whether the comments at the start of a file of lines have the program's mark.
pub fn is_marked(text: &str) -> bool {
    let comments = text.lines().map(str::trim).take_while(|line| line.is_empty() || line.starts_with('#'));
    comments.into_iter().any(|line| line == MARK)
}

impl FileKind {
    /// # Errors
    /// When a file that begins with these bytes is of another kind.
    pub(super) fn check(&self, bytes: &[u8]) -> io::Result<()> {
        let text = super::decode(bytes);
        let text = text.trim_start();
        if bytes.is_empty() || (self.is)(text) {
            return Ok(());
        }
        Err(io::Error::other(format!("the existing file is not {}; it was not overwritten", self.name)))
    }
}

/// The first line that is neither blank nor a comment.
pub fn first_line(text: &str) -> &str {
    let mut lines = text.lines().map(str::trim);
    lines.find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default()
}

/// An output file, checked and locked before a long computation, so that nothing fails or is lost at the end.
#[derive(Debug)]
pub struct Output {
    /// The path as it was given.
    path: PathBuf,
    /// The path with links resolved; replacing the file keeps the links.
    real: PathBuf,
    kind: &'static FileKind,
    /// The locked existing file, if any; or the device or pipe, which is written directly.
    held: Option<File>,
    is_device: bool,
}

/// Refuses to write one of the inputs.
pub(super) fn refuse_input<'a>(
    path: &Path,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), FileFault> {
    match inputs.into_iter().any(|input| is_same_file(input, path)) {
        true => Err(FileFault::new(path, "the output would replace an input")),
        false => Ok(()),
    }
}

impl Output {
    /// Claims a file without changing it.
    ///
    /// # Errors
    /// When the file cannot be written, is of another kind, is one of the inputs, or another process is writing it.
    pub fn claim<'a>(
        path: &Path,
        kind: &'static FileKind,
        inputs: impl IntoIterator<Item = &'a PathBuf>,
    ) -> Result<Self, FileFault> {
        refuse_input(path, inputs)?;
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut output = Self { path: path.to_owned(), real, kind, held: None, is_device: false };
        output.hold().map_err(FileFault::of(path))?;
        if output.held.is_some() {
            output.clean_up();
        } else {
            // Fail now rather than after the computation.
            drop(output.temporary().map_err(FileFault::of(path))?);
        }
        Ok(output)
    }

    /// Claims a file, creating it if necessary.
    pub(super) fn open(path: &Path, kind: &'static FileKind) -> Result<Self, FileFault> {
        if fs::metadata(path).is_err() {
            File::options().append(true).create(true).open(path).map_err(FileFault::of(path))?;
        }
        Self::claim(path, kind, [])
    }

    /// The path that was claimed.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The locked file.
    pub(super) fn file(&self) -> io::Result<&File> {
        self.held.as_ref().filter(|_| !self.is_device).ok_or_else(|| io::Error::other("not a file"))
    }

    /// Atomically replaces the file. If writing fails, the old file is unchanged.
    ///
    /// The text goes to a temporary file in the same directory, which is then renamed.
    ///
    /// # Errors
    /// When `write` or the system fails, or another process is writing the file.
    pub fn replace(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), FileFault> {
        self.try_replace(write).map_err(FileFault::of(&self.path))
    }

    /// Atomically replaces the file by these bytes: see [`Output::replace`].
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&mut self, bytes: impl AsRef<[u8]>) -> Result<(), FileFault> {
        self.replace(|out| out.write_all(bytes.as_ref()))
    }

    fn try_replace(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        if self.held.is_none() {
            self.hold()?;
        }
        if let Some(device) = self.held.as_ref().filter(|_| self.is_device) {
            return finish(device, write);
        }
        let new = self.temporary()?;
        finish(new.as_file(), write)?;
        // The text must reach the disk before the rename does.
        new.as_file().sync_all()?;
        if let Some(old) = &self.held {
            new.as_file().set_permissions(old.metadata()?.permissions())?;
        }
        // Windows replaces no open file.
        if cfg!(windows) {
            self.held = None;
        }
        self.held = Some(new.persist(&self.real)?);
        Ok(())
    }

    /// Locks the existing file, if any, and checks that it is writable.
    fn hold(&mut self) -> io::Result<()> {
        /// Other writers of small files finish sooner.
        const TRIES: u32 = 10;
        for _ in 0..TRIES {
            let found = match fs::metadata(&self.real) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
                found => found?,
            };
            if found.is_dir() {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            if found.permissions().readonly() {
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
            }
            if !found.is_file() {
                self.is_device = true;
                self.held = Some(open_device(&self.real)?);
                return Ok(());
            }
            let mut file = File::options().read(true).write(true).open(&self.real)?;
            // Another process may have replaced the file before it was locked.
            if lock(&file)? && is_at(&file, &self.real)? {
                let mut head = Vec::new();
                (&mut file).take(1 << 16).read_to_end(&mut head)?;
                self.kind.check(&head)?;
                file.rewind()?;
                self.held = Some(file);
                return Ok(());
            }
            thread::sleep(Duration::from_millis(50));
        }
        Err(io::Error::new(io::ErrorKind::ResourceBusy, "another process is writing this file"))
    }

    /// Creates a locked temporary file in the same directory, for the next content.
    fn temporary(&self) -> io::Result<NamedTempFile> {
        let (directory, start) = self.beside()?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(&start).rand_bytes(RANDOM).suffix(END);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let new = builder.tempfile_in(directory).map_err(|error| {
            // Drop the temporary file's name from the error, which is of no use to the reader.
            let text = error.to_string();
            io::Error::new(error.kind(), text.split(" at path ").next().unwrap_or_default())
        })?;
        lock(new.as_file())?;
        Ok(new)
    }

    /// The file's directory, and the prefix of its temporary files.
    fn beside(&self) -> io::Result<(&Path, String)> {
        let name = self.real.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        Ok((folder_of(&self.real), format!(".{}.", name.to_string_lossy())))
    }

    /// Removes temporary files left behind by killed processes.
    fn clean_up(&self) {
        let Ok((directory, start)) = self.beside() else { return };
        for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let path = entry.path();
            let middle = name.strip_prefix(&start).and_then(|rest| rest.strip_suffix(END));
            if middle.is_some_and(is_random)
                && entry.metadata().is_ok_and(|found| is_old(&found))
                && File::open(&path).and_then(|file| lock(&file)).unwrap_or(false)
            {
                // The next writer tries again.
                let _ = fs::remove_file(path);
            }
        }
    }
}

/// Suffix of temporary files.
const END: &str = ".new";

/// Number of random letters and digits in the name of a temporary file.
const RANDOM: usize = 12;

/// Whether a part of a name is the random one of a temporary file; other files of the user may have a similar name.
fn is_random(part: &str) -> bool {
    part.len() == RANDOM && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Whether a file may be left over from a killed process: a live writer would have locked it by now.
fn is_old(found: &Metadata) -> bool {
    let age = found.modified().ok().and_then(|time| time.elapsed().ok());
    found.is_file() && age.is_some_and(|age| age > Duration::from_mins(1))
}

/// Claims and replaces a file: see [`Output::claim`] and [`Output::replace`].
///
/// # Errors
/// When the file cannot be written.
pub fn replace_file(
    path: &Path,
    kind: &'static FileKind,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), FileFault> {
    Output::claim(path, kind, [])?.replace(write)
}

/// Replaces a file by a text, and makes its folder if it does not exist.
///
/// # Errors
/// When the file cannot be written.
pub fn keep_file(path: &Path, kind: &'static FileKind, text: &str) -> io::Result<()> {
    fs::create_dir_all(folder_of(path))?;
    replace_file(path, kind, |out| out.write_all(text.as_bytes())).map_err(|fault| fault.error)
}

/// Reads the JSON object in a file of at most `most` bytes; returns an empty object if the file has none.
pub fn read_object(path: &Path, most: u64) -> Value {
    let text = read_file(path, most).unwrap_or_default();
    serde_json::from_slice(&text).ok().filter(Value::is_object).unwrap_or_else(|| json!({}))
}

fn finish(file: &File, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut writer = BufWriter::new(file);
    write(&mut writer)?;
    writer.flush()
}

/// Locks a file against other processes; returns false if another one holds the lock.
fn lock(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Ok(false),
        // The file system may not support locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(true),
    }
}

/// Whether the open file still has that name.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let open = same_file::Handle::from_file(file.try_clone()?)?;
    match same_file::Handle::from_path(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        named => Ok(named? == open),
    }
}

/// Opens a device or pipe for writing. A pipe without a reader is an error, because waiting could last forever.
fn open_device(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        rustix::fs::OFlags::NONBLOCK.bits().cast_signed(),
    );
    let file = options.open(path)?;
    #[cfg(unix)]
    rustix::fs::fcntl_setfl(&file, rustix::fs::OFlags::empty())?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    static POEM: FileKind = FileKind { name: "a poem", is: |text| text.starts_with("poem") };

    fn put(path: &Path, text: &str) -> Result<(), FileFault> {
        replace_file(path, &POEM, |out| out.write_all(text.as_bytes()))
    }

    #[test]
    fn a_failure_leaves_the_old_file_and_nothing_else() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        put(&path, "poem").unwrap();
        let failed = replace_file(&path, &POEM, |out| {
            out.write_all(&[b'x'; 100_000])?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(failed.unwrap_err().error.kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read(&path).unwrap(), b"poem");
        put(&path, "poem 2").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"poem 2");
        assert!(put(directory.path(), "").is_err());
        assert!(put(&path.join("inside"), "").is_err());
        assert!(Output::claim(&directory.path().join("none/file"), &POEM, []).is_err());
        drop(Output::claim(&directory.path().join("new"), &POEM, []).unwrap());
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn files_of_others_and_inputs_and_locked_files_stay() {
        let directory = tempfile::tempdir().unwrap();
        let [path, other] = ["file", "other"].map(|name| directory.path().join(name));
        fs::write(&path, "a letter").unwrap();
        let refused = |path: &Path| put(path, "poem").unwrap_err().to_string();
        assert!(refused(&path).contains("is not a poem"));
        assert_eq!(fs::read(&path).unwrap(), b"a letter");
        fs::write(&path, "\u{feff}\n poem").unwrap();
        put(&path, "poem").unwrap();
        let mut output = Output::claim(&path, &POEM, [&other]).unwrap();
        assert!(refused(&path).contains("another process is writing"));
        for _ in 0..2 {
            output.write("poem 3").unwrap();
            assert!(refused(&path).contains("another process is writing"), "also after it was replaced");
        }
        drop(output);
        fs::write(&other, "poem").unwrap();
        let inputs = [&other, &directory.path().join(".").join("file")];
        assert!(Output::claim(&path, &POEM, inputs).unwrap_err().to_string().contains("an input"));
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        assert!(refused(&path).contains("read-only"));
        assert_eq!(fs::read(&path).unwrap(), b"poem 3");
    }

    #[test]
    fn what_killed_processes_left_is_removed_and_does_not_lock_out() {
        let directory = tempfile::tempdir().unwrap();
        let names = [
            "file",
            ".file.abcdefABCD12.new",
            ".file.youngABCD123.new",
            ".file.heldABCD1234.new",
            ".other.abcdefABCD12.new",
            ".file.my-backup-01.new",
        ];
        let paths = names.map(|name| directory.path().join(name));
        let hour_ago = SystemTime::now() - Duration::from_hours(1);
        fs::write(&paths[0], "").unwrap();
        let [old, _, held, other, backup] = [1, 2, 3, 4, 5].map(|i| File::create(&paths[i]).unwrap());
        for file in [old, other, backup, held.try_clone().unwrap()] {
            file.set_modified(hour_ago).unwrap();
        }
        held.lock().unwrap();
        put(&paths[0], "poem").unwrap();
        assert_eq!(paths.map(|path| path.exists()), [true, false, true, true, true, true]);
    }

    #[test]
    fn files_are_read_in_bounded_memory() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        fs::write(&path, "four").unwrap();
        assert_eq!(read_file(&path, 4).unwrap(), b"four");
        assert_eq!(read_file(&path, 3).unwrap_err().error.kind(), io::ErrorKind::FileTooLarge);
        assert!(read_file(directory.path(), 4).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_devices_and_permissions_stay() {
        use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
        let directory = tempfile::tempdir().unwrap();
        let [path, link, pipe] = ["file", "link", "pipe"].map(|name| directory.path().join(name));
        fs::write(&path, "poem").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        put(&link, "poem 2").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"poem 2");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        put(Path::new("/dev/null"), "poem").unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        // None of these waits for the other end.
        assert!(put(&pipe, "poem").is_err());
        assert!(read_file(&pipe, 4).is_err());
        assert!(read_file(Path::new("/dev/zero"), 4).is_err());
    }
}
