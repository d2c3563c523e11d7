//! Merges the tables of one match played by several processes.

use std::path::PathBuf;

use super::ResultTable;
use super::files::{FileError, Files, read_table};
use super::repeats::Repeats;
use super::settings::Difference;
use super::writer::compare;
use crate::util::{MAX_FILE, is_same_file, read_file};

/// Why tables cannot be merged.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum MergeError {
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// The tables are of different matches.
    #[error("{0}; are these shards of one match?")]
    Differs(#[from] Difference),
    /// Two tables have the same game.
    #[error("{}: game {game} is in another table too; are these shards of one match?", .path.display())]
    Twice { path: PathBuf, game: u32 },
    /// The output would replace one of the tables.
    #[error("{}: this is one of the tables to merge; choose another prefix for the result", .0.display())]
    Itself(PathBuf),
}

/// Merges tables of the same match and copies their game records; `files` are then the same as if one process had
/// played the match. Marks games that repeat a game of another table.
///
/// # Errors
/// When a file cannot be used, or the tables do not belong together.
pub fn merge(paths: &[PathBuf], files: &Files) -> Result<ResultTable, MergeError> {
    let mut merged = ResultTable::default();
    let mut records = Vec::new();
    for path in paths {
        if is_same_file(path, &files.table()) {
            return Err(MergeError::Itself(path.clone()));
        }
        let table = read_table(path)?;
        let source = Files::of_table(path);
        if merged.properties.is_empty() {
            merged.properties = table.properties;
        } else {
            compare(&table, &merged.properties, &source)?;
        }
        for row in table.rows {
            if merged.rows.iter().any(|known| known.game == row.game) {
                return Err(MergeError::Twice { path: path.clone(), game: row.game });
            }
            records.push((source.record(row.game, &merged), files.record(row.game, &merged)));
            merged.rows.push(row);
        }
    }
    files.make_directory()?;
    for (from, to) in records.iter().filter(|(from, to)| from.exists() && !is_same_file(from, to)) {
        let record = read_file(from, MAX_FILE).map_err(FileError::from)?;
        super::files::write(to, &String::from_utf8_lossy(&record))?;
    }
    merged.rows.sort_by_key(|row| row.game);
    find_repeats(&mut merged, files);
    super::files::write(&files.table(), &merged.to_string())?;
    Ok(merged)
}

/// Marks games that repeat others, as far as the records are readable.
fn find_repeats(table: &mut ResultTable, files: &Files) {
    let mut repeats = Repeats::default();
    let records: Vec<PathBuf> = table.rows.iter().map(|row| files.record(row.game, table)).collect();
    for (row, record) in table.rows.iter_mut().zip(records).filter(|(row, _)| row.error.is_none()) {
        let repeated = repeats.add(row.game, row.alternated, &record);
        row.duplicate = repeated.map(|number| number.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn shards_are_joined_in_order_and_repeated_games_found() {
        let directory = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = directory.path().join(name);
            fs::write(&path, text).unwrap();
            path
        };
        let head = "# Size: 9\n#GAME\tRES_B\tRES_W\tALT\n";
        let a = write("a.dat", &format!("{head}2\tB+1\tB+1\t0\n0\tB+1\tB+1\t0\n"));
        let b = write("b.dat", &format!("{head}1\tW+1\tW+1\t0\n"));
        let other = write("other.dat", "# Size: 13\n#GAME\n1\n");
        write("a-0.sgf", "(;SZ[9];B[aa];W[bb])");
        write("a-2.sgf", "(;SZ[9];B[aa];W[cc])");
        write("b-1.sgf", "(;SZ[9];B[ia];W[hb])");
        let files = Files::of_prefix(&directory.path().join("all"));
        let table = merge(&[a.clone(), b.clone()], &files).unwrap();
        let games: Vec<_> = table.rows.iter().map(|row| (row.game, row.duplicate.as_deref())).collect();
        assert_eq!(games, [(0, None), (1, Some("0")), (2, None)]);
        assert_eq!(read_table(&files.table()).unwrap(), table);
        assert!(files.record(1, &table).exists());

        let error = |paths: &[&PathBuf]| {
            merge(&paths.iter().map(|&path| path.clone()).collect::<Vec<_>>(), &files).unwrap_err()
        };
        assert!(matches!(error(&[&a, &a]), MergeError::Twice { game: 2, .. }));
        assert!(error(&[&a, &other]).to_string().contains("its Size is '13', not '9'"));
        assert!(matches!(error(&[&files.table(), &a]), MergeError::Itself(_)));
        assert!(error(&[&directory.path().join("none.dat")]).to_string().contains("none.dat"));
    }
}
