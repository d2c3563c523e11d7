//! Writing files whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes a file, replacing any file of that name. If writing fails, the old file stays.
///
/// The text goes to a new file beside the old one, which then replaces it. A device or a pipe is written directly.
///
/// # Errors
/// When `write` or the system fails.
pub fn replace_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let old = fs::metadata(path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return finish(File::options().write(true).open(path)?, write).map(drop);
    }
    // A symbolic link stays; its target is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let beside = beside(&path)?;
    let file = File::options().write(true).create_new(true).open(&beside)?;
    let replaced = finish(file, write).and_then(|file| {
        // The data must be on disk before the name is.
        file.sync_all()?;
        if let Some(old) = old {
            fs::set_permissions(&beside, old.permissions())?;
        }
        fs::rename(&beside, &path)
    });
    if replaced.is_err() {
        // Report the first error.
        let _ = fs::remove_file(&beside);
    }
    replaced
}

fn finish(file: File, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<File> {
    let mut writer = BufWriter::new(file);
    write(&mut writer)?;
    writer.into_inner().map_err(io::IntoInnerError::into_error)
}

/// A path in the same directory that no other process uses.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.new", std::process::id()));
    Ok(path.with_file_name(hidden))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_leaves_the_old_file_and_nothing_else() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        replace_file(&path, |out| out.write_all(b"old")).unwrap();
        let failed = replace_file(&path, |out| {
            out.write_all(&[b'x'; 100_000])?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(failed.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
        replace_file(&path, |out| out.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(replace_file(directory.path(), |_| Ok(())).is_err());
        assert!(replace_file(&path.join("inside"), |_| Ok(())).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_devices_and_permissions_stay() {
        use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
        let directory = tempfile::tempdir().unwrap();
        let [path, link] = ["file", "link"].map(|name| directory.path().join(name));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        replace_file(&link, |out| out.write_all(b"new")).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        replace_file(Path::new("/dev/null"), |out| out.write_all(b"new")).unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }
}
