//! Duplicate games: equal move by move with the same programs holding the same colors; in Go, up to board symmetry.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::File;
use std::path::{Path, PathBuf};

use super::{opening, record};
use crate::framework::{Color, Move};
use crate::go::Point;
use crate::go::board::{MAX_SIZE, MIN_SIZE};
use crate::go::symmetry;
use crate::sgf::Size;
use crate::util::{FileFault, MAX_FILE, read_text};

/// The games seen so far.
#[derive(Default)]
pub(super) struct Repeats {
    seen: HashMap<(bool, String), u32>,
}

impl Repeats {
    /// Adds a game by its record and returns the number of the game that it repeats. A game without moves or a readable
    /// record repeats nothing.
    pub(super) fn add(&mut self, number: u32, alternated: bool, record: &Path) -> Option<u32> {
        self.add_key(number, alternated, key(record)?)
    }

    /// Adds a game by its record's [`key`], as [`Self::add`] does.
    pub(super) fn add_key(&mut self, number: u32, alternated: bool, key: String) -> Option<u32> {
        match self.seen.entry((alternated, key)) {
            Entry::Occupied(first) => Some(*first.get()),
            Entry::Vacant(entry) => {
                entry.insert(number);
                None
            }
        }
    }
}

/// A key shared by a game and its repeats; `None` without moves or a readable record.
pub(super) fn key(record: &Path) -> Option<String> {
    if record.extension().is_some_and(|extension| extension != "gtp") {
        let game = GoLine::read(record).filter(|game| game.has_moves)?;
        return (0..8).map(|symmetry| game.codes(symmetry).concat()).min();
    }
    let text = read_text(record, MAX_FILE).ok()?;
    let moves: Vec<_> = text.lines().filter(|line| line.starts_with("play ")).collect();
    (!moves.is_empty()).then(|| moves.join("\n"))
}

/// The stones and moves of a Go game.
struct GoLine {
    size: u8,
    line: Vec<(Color, Move)>,
    has_moves: bool,
}

impl GoLine {
    /// Reads a record; `None` if it is unreadable.
    fn read(record: &Path) -> Option<Self> {
        let tree = record::read_go(record)?;
        let board: Size = tree[tree.root()].get("SZ").unwrap_or("19").parse().ok()?;
        let size = Some(board.width()).filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size))?;
        let game = opening::from_sgf(&tree, size).ok()?;
        let has_moves = !game.moves.is_empty();
        Some(Self { size, line: game.stones.into_iter().chain(game.moves).collect(), has_moves })
    }

    /// The stones and moves as text, under one of the eight symmetries.
    fn codes(&self, symmetry: u8) -> Vec<String> {
        let image = |p| if p == Point::NULL { p } else { symmetry::image(p, self.size, symmetry) };
        let code = |&(color, mv): &(Color, Move)| format!("{}{} ", color.letter(), image(Point::of_move(mv)));
        self.line.iter().map(code).collect()
    }

    /// The number of moves in which a line differs from another's codes, including missing ones.
    fn difference(&self, symmetry: u8, other: &[String]) -> usize {
        let codes = self.codes(symmetry);
        let differs = codes.iter().zip(other).filter(|(a, b)| a != b).count();
        differs + codes.len().abs_diff(other.len())
    }
}

/// For each game, the number (from 0) of the earlier game that it repeats up to symmetry: `-` for none, `N?` for the
/// last one that differs in less than a fifth of the moves. A game without moves repeats nothing.
///
/// # Errors
/// When a file is not a Go game record, or the sizes of the boards differ.
pub fn compare(records: &[PathBuf]) -> Result<Vec<String>, FileFault> {
    let mut games: Vec<GoLine> = Vec::new();
    let mut found = Vec::new();
    for path in records {
        let game = GoLine::read(path).ok_or_else(|| match File::open(path) {
            Ok(_) => FileFault::new(path, "not a Go game record"),
            Err(error) => FileFault::of(path)(error),
        })?;
        if games.first().is_some_and(|first| first.size != game.size) {
            return Err(FileFault::new(path, "the board size differs from the first game's"));
        }
        let codes = game.codes(0);
        let difference = |other: &GoLine| {
            let differences = (0..8).map(|symmetry| other.difference(symmetry, &codes));
            differences.min().filter(|_| game.has_moves && other.has_moves)
        };
        let differences: Vec<Option<usize>> = games.iter().map(difference).collect();
        let same = differences.iter().position(|&difference| difference == Some(0));
        let same = same.map(|number| number.to_string());
        let is_near = |difference: &Option<usize>| difference.is_some_and(|number| 5 * number < codes.len());
        let near = || differences.iter().rposition(is_near);
        found.push(same.or_else(|| Some(format!("{}?", near()?))).unwrap_or_else(|| "-".to_owned()));
        games.push(game);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Adds games whose records are written by `text`.
    fn adder(extension: &str, text: impl Fn(&str) -> String) -> impl FnMut(u32, bool, &str) -> Option<u32> {
        let directory = tempfile::tempdir().unwrap();
        let mut repeats = Repeats::default();
        let path = directory.path().join("x").with_extension(extension);
        move |number, alternated, moves| {
            let _ = &directory;
            fs::write(&path, text(moves)).unwrap();
            repeats.add(number, alternated, &path)
        }
    }

    #[test]
    fn games_of_go_repeat_whatever_the_side_of_the_board() {
        let mut add = adder("sgf", |moves| format!("(;SZ[9]{moves})"));
        assert_eq!(add(0, false, ";B[cg];W[df];B[];W[ee]"), None);
        assert_eq!(add(1, false, ";B[cg];W[df];B[ee];W[]"), None);
        assert_eq!(add(2, false, ";B[cg];W[df];B[];W[ee]"), Some(0));
        assert_eq!(add(3, false, ";B[gc];W[fd];B[];W[ee]"), Some(0), "turned");
        assert_eq!(add(4, true, ";B[cg];W[df];B[];W[ee]"), None, "the other program has Black");
        assert_eq!(add(5, true, ";B[cg];W[df];B[];W[ee]"), Some(4));
        assert_eq!(add(6, false, ""), None);
        assert_eq!(add(7, false, ""), None);
    }

    #[test]
    fn games_of_other_kinds_repeat_by_their_moves() {
        let mut add = adder("gtp", |moves| format!("# Game {moves}\nboardsize 4\n{moves}"));
        assert_eq!(add(0, false, "play b A1-A2\nplay w A3-A2\n"), None);
        assert_eq!(add(1, false, "play b A1-B1\nplay w A3-A2\n"), None);
        assert_eq!(add(2, false, "play b A1-A2\nplay w A3-A2\n"), Some(0));
        assert_eq!(add(3, true, "play b A1-A2\nplay w A3-A2\n"), None);
        assert_eq!((add(4, false, ""), add(5, false, "")), (None, None));
    }
}
