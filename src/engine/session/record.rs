//! The game as SGF: what is read of a record and what is written.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::{MAX_MOVES, Session, SessionError};
use crate::framework::{Color, Game, IllegalMove, Move};
use crate::go::board::{MAX_SIZE, MIN_SIZE};
use crate::go::{Komi, KomiError, NoLiberty, Point, Position};
use crate::sgf::{self, Node, ParseError, Size, Tree, ValueError};

/// Why a game record was not read.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The path names a directory, a device or the like.
    #[error("not a file")]
    NotAFile,
    /// The file is not SGF.
    #[error("{0}")]
    Parse(#[from] ParseError),
    /// A property has a value it cannot have.
    #[error("{0}")]
    Value(#[from] ValueError),
    /// The komi is none.
    #[error("KM[{0}]: {1}")]
    Komi(String, KomiError),
    /// The board is not supported here.
    #[error("unacceptable size {0}: expected {MIN_SIZE} to {MAX_SIZE}, as fixed")]
    Size(Size),
    /// The setup leaves a chain without liberty.
    #[error("{0}")]
    NoLiberty(#[from] NoLiberty),
    /// A move is on a stone.
    #[error("move {number}: {reason}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// What is wrong with it.
        reason: IllegalMove,
    },
    /// The game has more moves than a game may have.
    #[error("more than {MAX_MOVES} moves")]
    TooLong,
}

/// A game as read.
struct Record {
    root: Position,
    moves: Vec<(Color, Move)>,
    position: Position,
}

impl Session {
    /// Reads the main line of the first game of an SGF file, up to the position before the move of a number,
    /// from 1; to the end without one, or with one beyond the end.
    ///
    /// Size, komi, handicap, setup and moves are read; other rules stay. A move that the rules forbid is
    /// played all the same, for the record says that it was.
    ///
    /// # Errors
    /// When the file cannot be read, is not SGF, or holds a game that is not possible here.
    pub fn load_sgf(&mut self, path: &Path, before: Option<usize>) -> Result<(), SessionError> {
        let record = self
            .read(path, before.unwrap_or(usize::MAX))
            .map_err(|reason| SessionError::Load { path: path.to_owned(), reason })?;
        self.komi_set |= record.root.rules().komi != self.position.rules().komi;
        self.begin(record.root);
        self.moves = record.moves;
        self.position = record.position;
        Ok(())
    }

    fn read(&self, path: &Path, before: usize) -> Result<Record, LoadError> {
        // A pipe or terminal could keep us waiting for ever.
        if !std::fs::metadata(path)?.is_file() {
            return Err(LoadError::NotAFile);
        }
        let mut bytes = Vec::new();
        File::open(path)?.take(sgf::MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
        let collection = sgf::parse(&bytes)?;
        let tree = collection.games.into_iter().next().unwrap_or_else(Tree::new);
        self.read_game(&tree, before)
    }

    fn read_game(&self, tree: &Tree, before: usize) -> Result<Record, LoadError> {
        let info = &tree[tree.root()];
        let sgf_size: Size = info.get("SZ").map_or(Ok(Size::default()), str::parse)?;
        if sgf_size.width() != sgf_size.height() || self.check_size(sgf_size.width()).is_err() {
            return Err(LoadError::Size(sgf_size));
        }
        let mut rules = *self.position.rules();
        if let Some(komi) = info.get("KM").filter(|text| !text.trim().is_empty()) {
            rules.komi = komi.parse::<Komi>().map_err(|error| LoadError::Komi(komi.to_owned(), error))?;
        }
        let points = u32::from(sgf_size.width()).pow(2);
        let handicap = info.get("HA").and_then(|text| text.trim().parse().ok()).unwrap_or(0).min(points);
        let mut root = Position::new(sgf_size.width(), rules);
        let mut moves = Vec::new();
        let mut position = root.clone();
        let mut number = 1;
        for node in tree.main_line() {
            if let Some(set_up) = set_up(node, sgf_size, &position)? {
                position = set_up;
                position.set_handicap(handicap);
                if moves.is_empty() && handicap >= 2 {
                    position.set_to_play(Color::White);
                }
                root = position.clone();
                moves.clear();
            }
            if let Some(color) = node.get("PL").and_then(|text| text.trim().parse().ok()) {
                position.set_to_play(color);
                if moves.is_empty() {
                    root.set_to_play(color);
                }
            }
            for (identifier, color) in [("B", Color::Black), ("W", Color::White)] {
                let Some(value) = node.get(identifier) else { continue };
                if number >= before {
                    return Ok(Record { root, moves, position });
                }
                if number > MAX_MOVES {
                    return Err(LoadError::TooLong);
                }
                let p = sgf_size.read_move(value)?;
                let mv = p.map_or(Move::PASS, |p| from_sgf(p, sgf_size.width()).to_move());
                position.set_to_play(color);
                position
                    .play(mv)
                    .or_else(|_| position.play_unchecked(mv))
                    .map_err(|reason| LoadError::Move { number, reason })?;
                moves.push((color, mv));
                number += 1;
            }
        }
        Ok(Record { root, moves, position })
    }

    /// Writes the game as an SGF file, replacing one of that name.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save_sgf(&self, path: &Path) -> Result<(), SessionError> {
        std::fs::write(path, format!("{}\n", self.sgf()))
            .map_err(|error| SessionError::Save { path: path.to_owned(), error })
    }

    /// Returns the game as an SGF tree.
    #[must_use]
    pub fn sgf(&self) -> Tree {
        let board = self.root.board();
        let size = board.size();
        let mut tree = Tree::new();
        let mut id = tree.root();
        let info = &mut tree[id];
        info.set("FF", "4");
        info.set("GM", "1");
        info.set("CA", "UTF-8");
        info.set("AP", concat!(env!("CARGO_PKG_NAME"), ":", env!("CARGO_PKG_VERSION")));
        info.set("SZ", size.to_string());
        info.set("KM", self.root.rules().komi.to_string());
        if let Some(name) = self.rules_name() {
            info.set("RU", name);
        }
        if self.root.handicap() > 0 {
            info.set("HA", self.root.handicap().to_string());
        }
        for p in board.points() {
            if let Some(color) = board.color_at(p) {
                info.push(&format!("A{}", color.letter()), to_sgf(p, size).to_string());
            }
        }
        if self.root.to_play() == Color::White && self.root.handicap() == 0 {
            info.set("PL", "W");
        }
        for &(color, mv) in &self.moves {
            id = tree.add_child(id);
            let text =
                if mv == Move::PASS { String::new() } else { to_sgf(Point::of_move(mv), size).to_string() };
            tree[id].set(&color.letter().to_string(), text);
        }
        tree
    }
}

/// Returns the position with the stones of a node put on it and taken off; `None` when it has none.
fn set_up(node: &Node, size: Size, position: &Position) -> Result<Option<Position>, LoadError> {
    let mut changes = Vec::new();
    for (identifier, color) in [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)] {
        let points = size.read_points(node.values(identifier))?;
        changes.extend(points.into_iter().map(|p| (from_sgf(p, size.width()), color)));
    }
    if changes.is_empty() {
        return Ok(None);
    }
    let board = position.board();
    let stones = board.points().map(|p| (p, board.color_at(p))).chain(changes);
    let mut set_up = Position::from_stones(board.size(), *position.rules(), stones)?;
    set_up.set_to_play(position.to_play());
    Ok(Some(set_up))
}

/// Reads the point that an SGF value names on a board of ours; SGF counts rows from the top.
fn from_sgf(p: sgf::Point, size: u8) -> Point {
    Point::at(p.column(), size - 1 - p.row())
}

/// Returns the point as SGF names it.
fn to_sgf(p: Point, size: u8) -> sgf::Point {
    sgf::Point::new(p.col(), size - 1 - p.row())
}
