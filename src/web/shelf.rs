//! The shelf: a user folder with the games played here and the page settings.
//!
//! A game file is named by its start time. It holds the record, and state without an SGF property: the players, the
//! level, the shown node, and the clocks. `settings.json` belongs to the page; the program only stores it.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use serde_json::{Value, json};

use crate::engine::gtp_record::{GTP_RECORD, is_record};
use crate::engine::rating::Ratings;
use crate::sgf::{self, SGF};
use crate::util::{JSON_OBJECT, decode, keep_file, read_file, read_object, user_folder};

/// The folder.
#[derive(Clone, Debug)]
pub struct Shelf {
    folder: PathBuf,
}

/// The property for state without an SGF property; in a record of GTP commands, a comment with this name.
pub(super) const STATE: &str = "BOARD";
/// Maximum number of listed games, newest first.
const MAX_GAMES: usize = 200;
/// Limit of the settings, in bytes.
const MAX_SETTINGS: u64 = 64 << 10;
const SETTINGS: &str = "settings.json";

impl Shelf {
    /// The shelf in the platform's data folder; `None` if there is none.
    pub fn of_user() -> Option<Self> {
        Some(Self::at(user_folder()?))
    }

    /// The shelf in a folder, created on first use.
    pub fn at(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The person's ranks, stored beside the games.
    pub(super) fn ratings(&self) -> Ratings {
        Ratings::at(self.folder.clone())
    }

    fn games_folder(&self) -> PathBuf {
        self.folder.join("games")
    }

    /// The page settings; an empty object if there are none.
    pub(super) fn settings(&self) -> Value {
        read_object(&self.folder.join(SETTINGS), MAX_SETTINGS)
    }

    /// Stores the page settings.
    pub(super) fn keep_settings(&self, settings: &Value) -> io::Result<()> {
        let text = format!("{settings}\n");
        if text.len() as u64 > MAX_SETTINGS {
            let fault = format!("larger than {MAX_SETTINGS} bytes");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, fault));
        }
        keep_file(&self.folder.join(SETTINGS), &JSON_OBJECT, &text)
    }

    /// A name for a game that starts now.
    pub(super) fn new_name(&self, extension: &str) -> String {
        let now = humantime::format_rfc3339_millis(SystemTime::now()).to_string();
        let time: String = now.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        format!("{}.{extension}", time.trim_end_matches('Z'))
    }

    /// A game's path; `None` if the name is not a game's.
    fn path(&self, name: &str) -> Option<PathBuf> {
        let is_safe = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'.');
        let is_game = [".sgf", ".gtp"].iter().any(|end| name.ends_with(end)) && !name.starts_with('.');
        (is_safe && is_game).then(|| self.games_folder().join(name))
    }

    /// Reads a game.
    pub(super) fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let path = self.path(name).ok_or(io::ErrorKind::NotFound)?;
        read_file(&path, sgf::MAX_BYTES as u64).map_err(|fault| fault.error)
    }

    /// Whether a file's record is the program's own, which it may rewrite.
    pub(super) fn is_own(record: &[u8]) -> bool {
        let text = decode(record);
        [&GTP_RECORD, &SGF].iter().any(|kind| (kind.is)(text.trim_start()))
    }

    /// Whether a game's file still holds a record, or was deleted.
    pub(super) fn is_unchanged(&self, name: &str, record: &[u8]) -> bool {
        self.read(name).map_or_else(|error| error.kind() == io::ErrorKind::NotFound, |now| now == record)
    }

    /// Stores a game's current state.
    pub(super) fn keep(&self, name: &str, record: &str) -> io::Result<()> {
        let path = self.path(name).ok_or(io::ErrorKind::InvalidFilename)?;
        keep_file(&path, if name.ends_with(".gtp") { &GTP_RECORD } else { &SGF }, record)
    }

    /// Removes a game.
    pub(super) fn forget(&self, name: &str) -> io::Result<()> {
        fs::remove_file(self.path(name).ok_or(io::ErrorKind::NotFound)?)
    }

    /// The games, newest first. Skips other files.
    pub(super) fn games(&self) -> Vec<Value> {
        let entries = fs::read_dir(self.games_folder()).into_iter().flatten().flatten();
        let mut names: Vec<String> =
            entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort_unstable_by(|a, b| b.cmp(a));
        names.truncate(MAX_GAMES);
        names.iter().filter_map(|name| summary(name, &self.read(name).ok()?)).collect()
    }
}

/// The state without an SGF property in a stored record; null if there is none.
pub(super) fn state_of(record: &[u8]) -> Value {
    let read = |text: &str| serde_json::from_str(text).unwrap_or(Value::Null);
    match std::str::from_utf8(record) {
        Ok(text) if is_record(text) => {
            let mark = format!("# {STATE} ");
            text.lines().find_map(|line| line.strip_prefix(&mark)).map_or(Value::Null, read)
        }
        _ => sgf::first_game(record)
            .and_then(|tree| tree[tree.root()].get(STATE).map(read))
            .unwrap_or_default(),
    }
}

/// An entry in the list of games.
fn summary(name: &str, record: &[u8]) -> Option<Value> {
    let mut state = state_of(record);
    let about = state.get_mut("about").map(Value::take).filter(|about| about["game"].is_string());
    let mut about = match about {
        Some(about) => about,
        None => {
            let tree = sgf::first_game(record)?;
            let root = &tree[tree.root()];
            let text = |property| root.get(property).unwrap_or("");
            json!({
                "game": "go", "size": root.get("SZ").unwrap_or("19"), "black": text("PB"), "white": text("PW"),
                "result": text("RE"), "date": text("DT"), "moves": tree.main_line().count() - 1,
            })
        }
    };
    about["file"] = json!(name);
    Some(about)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_settings_are_kept_and_strange_names_refused() {
        let directory = tempfile::tempdir().unwrap();
        let shelf = Shelf::at(directory.path().join("new"));
        assert_eq!((shelf.games(), shelf.settings()), (Vec::new(), json!({})));
        let name = shelf.new_name("sgf");
        shelf.keep(&name, "(;AP[brasa:1]SZ[9]PB[Ann]RE[B+R];B[aa])").unwrap();
        shelf.keep(&name, "(;AP[brasa:1]SZ[9]PB[Ann]RE[B+R];B[aa];W[bb])").unwrap();
        let games = shelf.games();
        assert_eq!(
            (&games[0]["black"], &games[0]["moves"], &games[0]["file"]),
            (&json!("Ann"), &json!(2), &json!(name))
        );
        for strange in ["../x.sgf", "a/b.sgf", ".sgf", "settings.json", "a.txt", ""] {
            assert!(
                shelf.read(strange).is_err()
                    && shelf.keep(strange, "(;)").is_err()
                    && shelf.forget(strange).is_err()
            );
        }
        shelf.forget(&name).unwrap();
        assert!(shelf.games().is_empty());
        // A record of another program, without a size or with a state that is none.
        for record in ["(;GM[1];B[aa])", "(;GM[1]BOARD[{\"about\":{}}];B[aa])"] {
            fs::write(shelf.games_folder().join("x.sgf"), record).unwrap();
            assert_eq!((&shelf.games()[0]["game"], &shelf.games()[0]["size"]), (&json!("go"), &json!("19")));
        }
        shelf.forget("x.sgf").unwrap();
        shelf.keep_settings(&json!({ "sound": false })).unwrap();
        shelf.keep_settings(&json!({ "sound": "x".repeat(MAX_SETTINGS as usize) })).unwrap_err();
        assert_eq!(shelf.settings(), json!({ "sound": false }));
    }
}
