//! Merges the tables of one match played by several processes.

use std::collections::HashSet;
use std::path::PathBuf;

use super::files::{FileError, Files, begun_table, claim, read_table};
use super::repeats::{self, Repeats};
use super::settings::Difference;
use super::writer::compare;
use super::{ResultRow, ResultTable};
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
    /// The output would lose a game.
    #[error("{}: its game {game} is in none of the tables to merge; choose another prefix for the result, or add it to \
             them", .path.display())]
    Lost { path: PathBuf, game: u32 },
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
    check_replaced(files, &merged)?;
    for (from, to) in records.iter().filter(|(from, to)| from.exists() && !is_same_file(from, to)) {
        let record = read_file(from, MAX_FILE).map_err(FileError::from)?;
        super::files::write(to, &String::from_utf8_lossy(&record))?;
    }
    merged.rows.sort_by_key(|row| row.game);
    find_repeats(&mut merged, files);
    super::files::write(&files.table(), &merged.to_string())?;
    Ok(merged)
}

/// Checks that a table in place of the result is an earlier result of the same games or of some of them.
fn check_replaced(files: &Files, merged: &ResultTable) -> Result<(), MergeError> {
    let path = files.table();
    // A foreign file is refused as such.
    claim(&path)?;
    if !path.exists() {
        return Ok(());
    }
    let Some(old) = begun_table(&path)? else { return Ok(()) };
    compare(&old, &merged.properties, files)?;
    let games: HashSet<u32> = merged.rows.iter().map(|row| row.game).collect();
    match old.rows.iter().find(|row| !games.contains(&row.game)) {
        Some(&ResultRow { game, .. }) => Err(MergeError::Lost { path, game }),
        None => Ok(()),
    }
}

/// Marks games that repeat others. A mark of the shard stays if either game's record is unreadable.
fn find_repeats(table: &mut ResultTable, files: &Files) {
    let mut repeats = Repeats::default();
    let keys: Vec<Option<String>> =
        table.rows.iter().map(|row| repeats::key(&files.record(row.game, table))).collect();
    let games = table.rows.iter().zip(&keys);
    let unread: HashSet<String> =
        games.filter(|(_, key)| key.is_none()).map(|(row, _)| row.game.to_string()).collect();
    for (row, key) in table.rows.iter_mut().zip(keys).filter(|(row, _)| !row.is_forfeited()) {
        let mark = row.duplicate.take().filter(|mark| key.is_none() || unread.contains(mark));
        let repeated = key.and_then(|key| repeats.add_key(row.game, row.alternated, key));
        row.duplicate = repeated.map(|number| number.to_string()).or(mark);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Returns a directory, and the function that writes a file in it.
    fn place() -> (tempfile::TempDir, impl Fn(&str, &str) -> PathBuf) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().to_owned();
        let write = move |name: &str, text: &str| {
            fs::write(path.join(name), text).unwrap();
            path.join(name)
        };
        (directory, write)
    }

    #[test]
    fn shards_are_joined_in_order_and_repeated_games_found() {
        let (directory, write) = place();
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

    #[test]
    fn a_mark_stays_where_a_record_is_missing() {
        let (directory, write) = place();
        let rows = ["0\tB+1\t-", "1\tB+1\t0", "2\tB+1\t1", "3\tB+1\t4", "4\tB+1\t-", "5\tB+1\t0"];
        let a = write("a.dat", &format!("# Size: 9\n#GAME\tRES_B\tDUP\n{}\n", rows.join("\n")));
        let merged = |name: &str| {
            let table =
                merge(std::slice::from_ref(&a), &Files::of_prefix(&directory.path().join(name))).unwrap();
            table.rows.iter().map(|row| row.duplicate.clone().unwrap_or_default()).collect::<Vec<_>>()
        };
        assert_eq!(merged("none"), ["", "0", "1", "4", "", "0"]);
        // Game 3 ended after game 4 and is now before it; game 5 repeats no record.
        for (game, moves) in [(0, "B[aa]"), (2, "B[ab]"), (3, "B[cc]"), (4, "B[cc]"), (5, "B[dd]")] {
            write(&format!("a-{game}.sgf"), &format!("(;SZ[9];{moves})"));
        }
        assert_eq!(merged("some"), ["", "0", "1", "", "3", ""]);
    }

    #[test]
    fn another_table_is_not_replaced() {
        let (directory, write) = place();
        let head = "# Alternate: 0\n# Size: 9\n#GAME\tRES_B\n";
        let [a, b] = [("a.dat", "0\tB+1\n"), ("b.dat", "1\tB+1\n")]
            .map(|(name, row)| write(name, &format!("{head}{row}")));
        write("a-0.sgf", "(;AP[brasa]SZ[9];B[aa])");
        let new = Files::of_prefix(&directory.path().join("new/all"));
        assert_eq!(merge(&[a.clone(), b.clone()], &new).unwrap().rows.len(), 2, "a folder is made");
        let files = Files::of_prefix(&directory.path().join("all"));
        for (old, reason) in [
            (format!("{head}7\tW+1\n"), "its game 7 is in none of the tables"),
            (format!("{head}0\tW+1\n").replace('9', "13"), "its Size is '13', not '9'"),
        ] {
            write("all.dat", &old);
            let error = merge(&[a.clone(), b.clone()], &files).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
            assert_eq!(fs::read_to_string(files.table()).unwrap(), old);
            assert!(!directory.path().join("all-0.sgf").exists());
        }
        write("all.dat", &format!("{head}0\tB+1\n"));
        assert_eq!(merge(&[a, b], &files).unwrap().rows.len(), 2, "an earlier result of fewer shards");
    }
}
