//! Openings from SGF files, or from text files with one game's moves per line.

use std::fs;
use std::path::{Path, PathBuf};

use super::judge;
use crate::framework::{Color, Game, Move};
use crate::go::letters;
use crate::go::{Point, Position, vertex};
use crate::sgf::{self, Node, Size, Tree};
use crate::util::{FileFault, MAX_FILE, decode, has_extension, is_garbled, read_file};

/// An opening.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The file, with line or game.
    pub name: String,
    /// Stones on the board before the first move.
    pub stones: Vec<(Color, Move)>,
    /// The moves.
    pub moves: Vec<(Color, Move)>,
    /// The player to move after the opening; `None` to follow alternation.
    pub to_play: Option<Color>,
}

/// Openings cannot be read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum OpeningError {
    /// A file or directory cannot be read.
    #[error(transparent)]
    Read(#[from] FileFault),
    /// A file has a fault.
    #[error("{name}: {reason}")]
    Invalid { name: String, reason: String },
    /// The file or directory has no opening.
    #[error("{}: no openings; expected SGF files, or one line of moves per game, such as `E5 C3 E3`", .0.display())]
    None(PathBuf),
}

/// Reads the openings of a file, or of all `.sgf` files in a directory in name order.
///
/// An SGF file gives the main line of each of its games. In any other file each line is a game, with alternating
/// vertices of Black and White. Skips empty lines and lines that begin with `#`.
///
/// # Errors
/// When a file cannot be read, a board is not of size `size`, a move is illegal, or there is no opening.
pub fn read(path: &Path, size: u8) -> Result<Vec<Opening>, OpeningError> {
    let mut files = vec![path.to_owned()];
    if path.is_dir() {
        let entries = fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let entries = entries.map_err(FileFault::of(path))?.into_iter();
        files = entries.map(|entry| entry.path()).filter(|path| has_extension(path, "sgf")).collect();
        files.sort();
    }
    let mut openings = Vec::new();
    for file in files {
        openings.extend(read_one(&file, size)?);
    }
    if openings.is_empty() { Err(OpeningError::None(path.to_owned())) } else { Ok(openings) }
}

fn read_one(path: &Path, size: u8) -> Result<Vec<Opening>, OpeningError> {
    let bytes = read_file(path, MAX_FILE)?;
    let file = path.display().to_string();
    let found: Vec<(String, Result<Opening, String>)> = if has_extension(path, "sgf") {
        let games = match sgf::parse(&bytes) {
            Ok(collection) => collection.games,
            Err(error) => return Err(OpeningError::Invalid { name: file, reason: error.to_string() }),
        };
        let name = |number| if games.len() == 1 { file.clone() } else { format!("{file}, game {number}") };
        let opening = |tree| from_sgf(tree, size).and_then(|found| late_setup(tree).map_or(Ok(found), Err));
        (1..).zip(&games).map(|(number, tree)| (name(number), opening(tree))).collect()
    } else {
        let text = decode(&bytes);
        let lines = (1..).zip(text.lines());
        lines
            .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
            .map(|(number, line)| (format!("{file}:{number}"), from_line(line, size)))
            .collect()
    };
    let named = |(name, opening)| match opening {
        Ok(opening) => Ok(Opening { name, ..opening }),
        Err(reason) => Err(OpeningError::Invalid { name, reason }),
    };
    found.into_iter().map(named).collect()
}

fn from_line(line: &str, size: u8) -> Result<Opening, String> {
    if is_garbled(line) {
        return Err("not text; expected one line of moves per game, such as `E5 C3 E3`".to_owned());
    }
    let colors = Color::ALL.into_iter().cycle();
    let moves: Result<_, _> = colors
        .zip(line.split([' ', ',', '\t']).filter(|word| !word.is_empty()))
        .map(|(color, word)| {
            vertex::parse(word, size).map(|mv| (color, mv)).map_err(|error| error.to_string())
        })
        .collect();
    let opening = Opening { moves: moves?, ..Opening::default() };
    opening.position(size)?;
    Ok(opening)
}

/// Why an opening would lack stones: a node after the first one sets up or removes some.
fn late_setup(tree: &Tree) -> Option<String> {
    let setup = |node: &Node| ["AB", "AW", "AE"].into_iter().find(|property| node.get(property).is_some());
    let mut later = (1..).zip(tree.main_line()).skip(1);
    let (number, property) = later.find_map(|(number, node)| Some((number, setup(node)?)))?;
    Some(format!("node {number} has {property}; an opening has stones set up only in its first node"))
}

/// Reads the main line of a game: the setup of its first node and the moves.
pub(super) fn from_sgf(tree: &Tree, size: u8) -> Result<Opening, String> {
    let info = &tree[tree.root()];
    let board: Size =
        info.get("SZ").map_or(Ok(Size::default()), str::parse).map_err(|error| format!("SZ: {error}"))?;
    if Size::new(size, size) != Some(board) {
        return Err(format!("board size {board}, expected {size}"));
    }
    let mut opening = Opening::default();
    for (color, property) in [(Color::Black, "AB"), (Color::White, "AW")] {
        let points =
            board.read_points(info.values(property)).map_err(|error| format!("{property}: {error}"))?;
        opening.stones.extend(points.into_iter().map(|point| (color, letters::of_point(Some(point), size))));
    }
    for node in tree.main_line() {
        for (color, property) in [(Color::Black, "B"), (Color::White, "W")] {
            if let Some(text) = node.get(property) {
                let point = board.read_move(text).map_err(|error| format!("{property}: {error}"))?;
                opening.moves.push((color, letters::of_point(point, size)));
            }
        }
    }
    let says = info.get("PL").and_then(|text| text.trim().parse().ok());
    let guess = opening.has_only_black_stones().then_some(Color::White);
    opening.to_play = if opening.moves.is_empty() { says.or(guess) } else { None };
    opening.position(size)?;
    Ok(opening)
}

impl Opening {
    /// A handicap opening: black stones before White's first move.
    pub fn of_handicap(points: &[Point]) -> Self {
        let stones = points.iter().map(|p| (Color::Black, p.to_move())).collect();
        Self { stones, to_play: Some(Color::White), ..Self::default() }
    }

    /// Whether the stones are a handicap: two or more, all black, before a move of White.
    pub(super) fn is_handicap(&self) -> bool {
        let next = self.moves.first().map_or(self.to_play, |&(color, _)| Some(color));
        self.stones.len() >= 2 && self.has_only_black_stones() && next == Some(Color::White)
    }

    fn has_only_black_stones(&self) -> bool {
        !self.stones.is_empty() && self.stones.iter().all(|&(color, _)| color == Color::Black)
    }

    /// The position after the opening.
    pub(super) fn position(&self, size: u8) -> Result<Position, String> {
        let stones = self.stones.iter().map(|&(color, mv)| (Point::of_move(mv), Some(color)));
        let mut position =
            Position::from_stones(size, judge::rules(), stones).map_err(|error| error.to_string())?;
        for (number, &(color, mv)) in (1..).zip(&self.moves) {
            position.set_to_play(color);
            position.play(mv).map_err(|error| format!("move {number}, {}: {error}", Point::of_move(mv)))?;
        }
        position.set_to_play(self.to_play.unwrap_or(position.to_play()));
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sgf_opening(text: &str) -> Result<Opening, String> {
        from_sgf(&sgf::parse(text.as_bytes()).unwrap().games[0], 9)
    }

    #[test]
    fn a_line_is_a_game() {
        let opening = from_line("E5 c3,pass\tG7", 9).unwrap();
        let shown = opening.moves.iter().map(|&(c, mv)| format!("{}{}", c.letter(), Point::of_move(mv)));
        assert!(shown.eq(["BE5", "WC3", "Bpass", "WG7"]));
        assert_eq!(opening.position(9).unwrap().to_play(), Color::Black);
        assert!(from_line("E5 E5", 9).unwrap_err().starts_with("move 2, E5: illegal move"));
        assert!(from_line("E5 K10", 9).unwrap_err().contains("off the board"));
    }

    #[test]
    fn a_game_record_gives_setup_and_moves() {
        let opening = sgf_opening("(;SZ[9]AB[cc][gg];W[ee];B[tt](;W[ce])(;W[aa]))").unwrap();
        assert_eq!(opening.stones.len(), 2);
        assert_eq!(opening.moves.len(), 3);
        let position = opening.position(9).unwrap();
        assert_eq!(position.to_play(), Color::Black);
        assert_eq!(position.board().color_at(Point::at(2, 6)), Some(Color::Black));
        assert_eq!(position.board().color_at(Point::at(2, 4)), Some(Color::White));
        let to_play = |text| sgf_opening(text).unwrap().position(9).unwrap().to_play();
        assert_eq!(to_play("(;SZ[9])"), Color::Black);
        assert_eq!(to_play("(;SZ[9]AB[cc][gg])"), Color::White, "a handicap");
        assert_eq!(to_play("(;SZ[9]AB[cc][gg]PL[B])"), Color::Black);
        assert!(sgf_opening("(;SZ[13])").unwrap_err().contains("expected 9"));
    }

    #[test]
    fn files_and_directories_are_read() {
        let directory = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            fs::write(directory.path().join(name), text).unwrap();
            directory.path().join(name)
        };
        let text = file("lines.txt", "# two\nE5\n\nC3 D4\n");
        file("b.sgf", "(;SZ[9];B[aa])(;SZ[9];B[bb])");
        file("a.sgf", "(;SZ[9];B[cc])");
        let names = |path: &Path| {
            let openings = read(path, 9).unwrap();
            openings.iter().map(|o| o.name.rsplit(['/', '\\']).next().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names(&text), ["lines.txt:2", "lines.txt:4"]);
        assert_eq!(names(directory.path()), ["a.sgf", "b.sgf, game 1", "b.sgf, game 2"]);
        let late = file("c.sgf", "(;SZ[9];B[aa];AW[bb]AE[aa])");
        let late_fault = "c.sgf: node 3 has AW; an opening has stones set up only in its first node";
        let bad = file("bad.txt", "E5\nE5 X\n");
        for (path, fault) in [(late, late_fault), (bad, "bad.txt:2: syntax error: 'X' is not a vertex")] {
            let error = read(&path, 9).unwrap_err().to_string();
            assert!(error.contains(fault), "{error}");
        }
        assert!(matches!(read(&file("none.txt", "#\n"), 9), Err(OpeningError::None(_))));
    }
}
