//! File names of a match, and its table file.

use std::fs;
use std::path::{Path, PathBuf};

use super::table::{has_own_columns, names_columns};
use super::{ResultRow, ResultTable, TableError};
use crate::sgf::SGF;
use crate::util::{
    FileFault, FileKind, LineLog, MAX_FILE, Output, PAGE, decode, folder_of, has_extension, read_text,
};

/// Match tables. A full disk may have cut off the column names.
static TABLE: FileKind = FileKind {
    name: "a match table",
    is: |text| text.starts_with("# Alternate: ") || text.lines().any(names_columns),
};

/// Match summaries.
static SUMMARY: FileKind = FileKind { name: "a match summary", is: |text| text.starts_with("#GAMES\t") };

/// Records of games other than Go.
static GTP: FileKind = FileKind { name: "a game record", is: |text| text.starts_with("# Name: ") };

/// XML records of Go games.
static XML: FileKind =
    FileKind { name: "an XML game record made by brasa", is: |text| text.contains("<Application>brasa:") };

/// The file names of a match: `PREFIX.dat` and others with the prefix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    prefix: PathBuf,
}

/// A file of a match cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum FileError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] FileFault),
    /// It is the record of another match.
    #[error("{}: a record of another match; choose another prefix, or use --force to replace it", .0.display())]
    Exists(PathBuf),
    /// It is not a table.
    #[error("{}: {error}", .path.display())]
    Table { path: PathBuf, error: TableError },
}

impl Files {
    /// The files of a prefix.
    pub fn of_prefix(prefix: &Path) -> Self {
        Self { prefix: prefix.to_owned() }
    }

    /// The files of a table: its name without `.dat` is the prefix.
    pub fn of_table(path: &Path) -> Self {
        Self { prefix: if has_extension(path, "dat") { path.with_extension("") } else { path.to_owned() } }
    }

    fn with(&self, suffix: &str) -> PathBuf {
        // A period in the prefix does not start an extension.
        let mut name = self.prefix.clone().into_os_string();
        name.push(suffix);
        name.into()
    }

    /// The name of the table.
    pub fn table(&self) -> PathBuf {
        self.with(".dat")
    }

    /// The name of the summary.
    pub fn summary(&self) -> PathBuf {
        self.with(".summary.dat")
    }

    /// The name of the result page.
    pub fn page(&self) -> PathBuf {
        self.with(".html")
    }

    /// The name of the record of a game in a table.
    pub fn record(&self, game: u32, table: &ResultTable) -> PathBuf {
        let extension = match table.property("Xml") {
            _ if !table.is_go() => "gtp",
            "1" => "xml",
            _ => "sgf",
        };
        self.with(&format!("-{game}.{extension}"))
    }

    /// Checks, before a match begins, that none of its files belongs to something else: a game must not be lost because
    /// its record cannot be written. Records of an older match are in the way too, unless the new one replaces it.
    pub(super) fn check(&self, games: u32, table: &ResultTable, replaces: bool) -> Result<(), FileError> {
        let path = self.record(0, table);
        let extension = path.extension().unwrap_or_default();
        let start = format!("{}-", self.name());
        for entry in fs::read_dir(folder_of(&path)).into_iter().flatten().flatten() {
            let path = entry.path();
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let game = stem.strip_prefix(&start).and_then(|number| number.parse().ok());
            if path.extension() == Some(extension) && game.is_some_and(|game: u32| game < games) {
                if !replaces {
                    return Err(FileError::Exists(path));
                }
                drop(claim(&path)?);
            }
        }
        [self.summary(), self.page()].iter().try_for_each(|path| claim(path).map(drop))
    }

    /// The files of one pairing of a tournament.
    pub fn pairing(&self, first: &str, second: &str) -> Self {
        Self { prefix: self.with(&format!("-{}-{}", in_file_name(first), in_file_name(second))) }
    }

    /// The last part of the prefix.
    pub fn name(&self) -> String {
        self.prefix.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The relative URL of another file from a page in these files' directory; the file's own path if it is elsewhere.
    pub(super) fn link_to(&self, path: &Path) -> String {
        let here = self.prefix.parent().unwrap_or(Path::new(""));
        let address = path.strip_prefix(here).unwrap_or(path).to_string_lossy().into_owned();
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
        let parts =
            address.bytes().map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") });
        parts.collect()
    }

    pub(super) fn make_directory(&self) -> Result<(), FileError> {
        let folder = folder_of(&self.prefix);
        Ok(fs::create_dir_all(folder).map_err(FileFault::of(folder))?)
    }
}

/// A player's name in the names of its files.
pub(super) fn in_file_name(name: &str) -> String {
    let keep = |c: char| if c.is_alphanumeric() || matches!(c, '.' | '_' | '+') { c } else { '_' };
    name.chars().map(keep).collect()
}

/// Writes a text file of a match.
pub(super) fn write(path: &Path, text: &str) -> Result<(), FileError> {
    Ok(claim(path)?.write(text)?)
}

/// Claims a file of a match, whose name determines the kind.
pub(super) fn claim(path: &Path) -> Result<Output, FileError> {
    let name = path.to_string_lossy();
    let kinds = [("summary.dat", &SUMMARY), ("dat", &TABLE), ("html", &PAGE), ("gtp", &GTP), ("xml", &XML)];
    let kind = kinds.into_iter().find(|(end, _)| name.ends_with(end)).map_or(&SGF, |(_, kind)| kind);
    Ok(Output::claim(path, kind, [])?)
}

/// Reads a table.
///
/// # Errors
/// When the file cannot be read or is not a table.
pub fn read_table(path: &Path) -> Result<ResultTable, FileError> {
    begun_table(path)?.ok_or_else(|| FileError::Table { path: path.to_owned(), error: TableError::NoTable })
}

/// Reads a table; `None` if it has neither column names nor games yet.
pub(super) fn begun_table(path: &Path) -> Result<Option<ResultTable>, FileError> {
    let text = read_text(path, MAX_FILE)?;
    // A killed match may have left half a line.
    parse(path, text.rfind('\n').map_or("", |end| &text[..=end]))
}

fn parse(path: &Path, lines: &str) -> Result<Option<ResultTable>, FileError> {
    let table =
        ResultTable::parse(lines).map_err(|error| FileError::Table { path: path.to_owned(), error })?;
    Ok(lines.lines().any(names_columns).then_some(table))
}

/// The table of a running match: an append-only file, locked against other matches.
pub(super) struct TableFile {
    file: LineLog,
    pub(super) table: ResultTable,
}

impl TableFile {
    /// Opens or creates the file. Reads it if its games are to be `kept`; otherwise [`Self::begin`] replaces them.
    pub(super) fn open(path: &Path, kept: bool) -> Result<Self, FileError> {
        let (file, bytes) = LineLog::open(path, &TABLE, MAX_FILE)?;
        let lines = decode(&bytes);
        let table = if kept { parse(path, &lines)? } else { None };
        if table.is_some() && !has_own_columns(&lines) {
            return Err(FileError::Table { path: path.to_owned(), error: TableError::OtherColumns });
        }
        Ok(Self { file, table: table.unwrap_or_default() })
    }

    pub(super) fn begin(&mut self, properties: Vec<(String, String)>) -> Result<(), FileError> {
        self.table = ResultTable { properties, rows: Vec::new() };
        Ok(self.file.rewrite(&self.table.header())?)
    }

    pub(super) fn add(&mut self, row: ResultRow) -> Result<(), FileError> {
        self.file.append(&format!("{row}\n"))?;
        self.table.rows.push(row);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_prefix() {
        let files = Files::of_prefix(Path::new("dir/a.b"));
        let of_clobber =
            ResultTable { properties: vec![("Game".to_owned(), "clobber".to_owned())], rows: Vec::new() };
        let records = [files.record(7, &ResultTable::default()), files.record(7, &of_clobber)];
        let names = [files.table(), files.summary(), files.page()].into_iter().chain(records);
        let expected =
            [".dat", ".summary.dat", ".html", "-7.sgf", "-7.gtp"].map(|end| format!("dir/a.b{end}"));
        assert!(names.map(|path| path.to_string_lossy().into_owned()).eq(expected));
        assert_eq!(Files::of_table(&files.table()), files);
        assert_eq!(files.pairing("GNU Go", "x/y").table(), Path::new("dir/a.b-GNU_Go-x_y.dat"));
        assert_eq!(files.name(), "a.b");
        assert_eq!(files.link_to(Path::new("dir/x #1.sgf")), "x%20%231.sgf");
        assert_eq!(files.link_to(Path::new("/else/x.sgf")), "/else/x.sgf");
    }

    #[test]
    fn half_a_line_is_dropped_and_the_rest_kept() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x.dat");
        let row = |game| ResultRow { game, ..ResultRow::default() };
        let mut log = TableFile::open(&path, true).unwrap();
        log.begin(vec![("Size".to_owned(), "9".to_owned())]).unwrap();
        log.add(row(0)).unwrap();
        log.add(row(1)).unwrap();
        let second = TableFile::open(&path, true).err().unwrap().to_string();
        assert!(second.contains("another process is writing this file"), "{second}");
        drop(log);
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, &whole[..whole.len() - 5]).unwrap();
        assert_eq!(read_table(&path).unwrap().rows, [row(0)]);
        let mut log = TableFile::open(&path, true).unwrap();
        assert_eq!(log.table.rows, [row(0)]);
        log.add(row(1)).unwrap();
        drop(log);
        assert_eq!(fs::read_to_string(&path).unwrap(), whole);
        assert_eq!(TableFile::open(&path, false).unwrap().table, ResultTable::default());
        // The disk was full before the first game.
        for begun in ["", "# Alternate: 1\n# Bla"] {
            fs::write(&path, begun).unwrap();
            assert_eq!(begun_table(&path).unwrap(), None);
            let mut log = TableFile::open(&path, true).unwrap();
            log.begin(vec![("Size".to_owned(), "9".to_owned())]).unwrap();
            log.add(row(0)).unwrap();
            assert_eq!(read_table(&path).unwrap(), log.table);
        }
    }
}
