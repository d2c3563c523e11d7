//! Games that repeat an earlier one: move by move, with the same programs holding the same colors; in Go on a
//! board perhaps turned or mirrored.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::Path;

use super::{opening, record};
use crate::framework::{Color, Move};
use crate::go::Point;
use crate::go::board::{MAX_SIZE, MIN_SIZE};
use crate::sgf::{self, Size};
use crate::util::{MAX_FILE, read_file};

/// The games seen so far.
#[derive(Default)]
pub(super) struct Repeats {
    seen: HashMap<(bool, String), u32>,
}

impl Repeats {
    /// Adds a game by its record and returns the number of the game that it repeats. A game without moves, or
    /// without a record that can be read, repeats nothing.
    pub(super) fn add(&mut self, number: u32, alternated: bool, record: &Path) -> Option<u32> {
        match self.seen.entry((alternated, key(record)?)) {
            Entry::Occupied(first) => Some(*first.get()),
            Entry::Vacant(entry) => {
                entry.insert(number);
                None
            }
        }
    }
}

/// The text that a game shares with those that it repeats.
fn key(record: &Path) -> Option<String> {
    let bytes = read_file(record, MAX_FILE).ok()?;
    if record.extension().is_some_and(|extension| extension == "sgf") {
        return go_key(&bytes);
    }
    let moves = record::play_commands(&String::from_utf8_lossy(&bytes)).join("\n");
    (!moves.is_empty()).then_some(moves)
}

fn go_key(bytes: &[u8]) -> Option<String> {
    let collection = sgf::parse(bytes).ok()?;
    let tree = collection.games.first()?;
    let board: Size = tree[tree.root()].get("SZ")?.parse().ok()?;
    let size = Some(board.width()).filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size))?;
    let game = opening::from_sgf(tree, size).ok()?;
    if game.moves.is_empty() {
        return None;
    }
    let line = || game.stones.iter().chain(&game.moves);
    (0..8).map(|symmetry| line().map(|&(color, mv)| code(size, color, mv, symmetry)).collect()).min()
}

/// The text of a move on a board turned or mirrored in one of eight ways.
fn code(size: u8, color: Color, mv: Move, symmetry: u8) -> String {
    let mut p = Point::of_move(mv);
    if p != Point::NULL {
        let (mut col, mut row) = (p.col(), p.row());
        if symmetry & 1 != 0 {
            col = size - 1 - col;
        }
        if symmetry & 2 != 0 {
            row = size - 1 - row;
        }
        if symmetry & 4 != 0 {
            (col, row) = (row, col);
        }
        p = Point::at(col, row);
    }
    format!("{}{p} ", color.letter())
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
