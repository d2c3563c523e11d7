//! The automatic book file.
//!
//! A text file; each expansion appends one line, so a killed process loses only the current expansion:
//!
//! ```text
//! autobook size 9 komi 7.5
//! 9 E5 C4 | E3 0.5213 G5 0.4987
//! 9 E5 | C4 0.4612 | 17
//! ```
//!
//! The first line names the game. Each other line has the moves that lead to a position, and after the bar the moves
//! evaluated there, each with its value for the player who makes it. A line adds 1 to the counts of the positions along
//! its moves; a line with a number after a second bar sets its position's count instead. A line without evaluated moves
//! marks a position without further moves. Later values of a position override earlier ones.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::graph::{Edge, Graph};
use super::text::{LineError, MAX_BYTES, read_move};
use crate::framework::{Move, Symmetric};
use crate::util::{FileFault, FileKind, excerpt, read_text, replace_file};

/// The first word of a file.
const MAGIC: &str = "autobook";

/// Automatic book files.
pub static AUTO_BOOK: FileKind =
    FileKind { name: "an automatic book", is: |text| text.split_whitespace().next() == Some(MAGIC) };

/// Why an automatic book file was not read or written.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum AutoBookError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileFault),
    /// The file is not an automatic book.
    #[error("{}:1: not an automatic book; expected '{MAGIC}', the board size and the komi", .0.display())]
    NotABook(PathBuf),
    /// The file is a book of another game.
    #[error("{}:1: a book for {found}; expected {expected}", .path.display())]
    OtherGame { path: PathBuf, found: String, expected: String },
    /// The last line has no end.
    #[error("{}:{line}: the last line has no end", .path.display())]
    Torn { path: PathBuf, line: usize },
    /// A line is faulty.
    #[error("{}:{line}: {error}", .path.display())]
    Line { path: PathBuf, line: usize, error: LineError },
}

/// The start position of a book.
#[derive(Clone, Debug)]
pub struct Origin<G> {
    /// The first position.
    pub game: G,
    /// The board size.
    pub size: u8,
    /// The game in the first line of the file, such as `size 9 komi 7.5`.
    pub title: String,
}

/// The content of an automatic book's file.
#[derive(Debug)]
pub struct SavedBook<G> {
    /// The start position.
    pub origin: Origin<G>,
    /// The positions.
    pub graph: Graph,
    /// The fault of a last line without an end, which was left out: another process may be writing it.
    pub torn: Option<AutoBookError>,
}

/// Reads a file's graph without locking it, and the start position, which `origin` determines from the first line, such
/// as `size 9 komi 7.5`; `None` if the file is not an automatic book.
///
/// # Errors
/// When the file cannot be read, is not a book of the game of `origin`, or has a faulty line.
pub fn read<G: Symmetric>(
    path: &Path,
    origin: impl FnOnce(&str) -> Option<Origin<G>>,
    alpha: f64,
) -> Result<Option<SavedBook<G>>, AutoBookError> {
    let text = read_text(path, MAX_BYTES)?;
    let Some(title) = text.lines().next().and_then(|line| line.strip_prefix(MAGIC)) else { return Ok(None) };
    let origin = origin(title.trim()).ok_or_else(|| AutoBookError::NotABook(path.to_owned()))?;
    let (whole, rest) = text.split_at(text.rfind('\n').map_or(text.len(), |end| end + 1));
    let graph = parse(whole, path, &origin, alpha)?;
    let torn = || AutoBookError::Torn { path: path.to_owned(), line: whole.lines().count() + 1 };
    let torn = (!rest.trim().is_empty()).then(torn);
    Ok(Some(SavedBook { origin, graph, torn }))
}

pub(super) fn parse<G: Symmetric>(
    text: &str,
    path: &Path,
    origin: &Origin<G>,
    alpha: f64,
) -> Result<Graph, AutoBookError> {
    let first = text.lines().next().unwrap_or_default();
    let Some(title) = first.strip_prefix(MAGIC) else {
        return Err(AutoBookError::NotABook(path.to_owned()));
    };
    if title.trim() != origin.title {
        return Err(AutoBookError::OtherGame {
            path: path.to_owned(),
            found: title.trim().to_owned(),
            expected: origin.title.clone(),
        });
    }
    let mut graph = Graph::new(&origin.game, alpha);
    for (i, line) in text.lines().enumerate().skip(1) {
        parse_line(line, origin, &mut graph).map_err(|error| AutoBookError::Line {
            path: path.to_owned(),
            line: i + 1,
            error,
        })?;
    }
    Ok(graph)
}

pub(super) fn parse_line<G: Symmetric>(
    line: &str,
    origin: &Origin<G>,
    graph: &mut Graph,
) -> Result<(), LineError> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(());
    }
    let mut fields = line.split('|');
    let position = fields.next().unwrap_or_default();
    let mut words = position.split_whitespace();
    let size = words.next().unwrap_or_default();
    if size.parse() != Ok(origin.size) {
        return Err(LineError::Size(excerpt(size)));
    }
    let mut game = origin.game.clone();
    let mut keys = vec![game.canonical().key];
    for (i, word) in words.enumerate() {
        let mv = read_move(&game, word)?;
        game.play(mv).map_err(|error| LineError::Move { number: i + 1, text: excerpt(word), error })?;
        keys.push(game.canonical().key);
    }
    let moves = fields.next().ok_or(LineError::NoBar)?;
    let id = keys.last().and_then(|&key| graph.find_key(key));
    let Some(id) = id else {
        return Err(LineError::Unexpected(
            excerpt(position.trim()),
            "in the book: no earlier line evaluates it",
        ));
    };
    let mut evaluations = Vec::new();
    let mut words = moves.split_whitespace();
    while let Some(word) = words.next() {
        let mv = read_move(&game, word)?;
        let mut after = game.clone();
        after.play(mv).map_err(|error| LineError::Reply { text: excerpt(word), error })?;
        let number = words.next().unwrap_or_default();
        let value: Option<f32> = number.parse().ok().filter(|value| (0.0..=1.0).contains(value));
        let value = value.ok_or_else(|| LineError::Unexpected(excerpt(number), "a value from 0 to 1"))?;
        evaluations.push((mv, after, value));
    }
    let count = match fields.next() {
        None => None,
        Some(text) => {
            let count = text.trim().parse().ok();
            Some(count.ok_or_else(|| LineError::Unexpected(excerpt(text.trim()), "a count"))?)
        }
    };
    evaluations.iter().for_each(|(mv, after, value)| graph.add(&game, id, *mv, after, *value));
    match count {
        Some(count) => graph.set_count(id, count),
        None if evaluations.is_empty() => graph.complete(id),
        None => count_way(graph, &keys),
    }
    graph.update(id);
    Ok(())
}

/// Adds 1 to the counts of a line's positions.
fn count_way(graph: &mut Graph, keys: &[u64]) {
    for id in keys.iter().filter_map(|&key| graph.find_key(key)).collect::<Vec<_>>() {
        graph.set_count(id, graph.node(id).count.saturating_add(1));
    }
}

/// The first line of a file, with its end.
pub(super) fn first_line<G>(origin: &Origin<G>) -> String {
    format!("{MAGIC} {}\n", origin.title)
}

/// Moves with their values, in file syntax.
pub(super) fn line_text<G: Symmetric>(
    origin: &Origin<G>,
    moves: &[Move],
    evaluations: &[(Move, f32)],
) -> String {
    let mut text = origin.size.to_string();
    for &mv in moves {
        let _ = write!(text, " {}", origin.game.move_text(mv));
    }
    text += " |";
    for &(mv, value) in evaluations {
        let _ = write!(text, " {} {value:.4}", origin.game.move_text(mv));
    }
    text
}

/// One line per position up to a number of moves, parents first.
pub(super) fn lines<G: Symmetric>(origin: &Origin<G>, graph: &Graph, depth: usize) -> Vec<String> {
    let mut lines = Vec::new();
    graph.walk(&origin.game, |moves, game, id| {
        if moves.len() >= depth {
            return false;
        }
        let canonical = game.canonical();
        let evaluation = |edge: &Edge| {
            let mv = *canonical.from_canonical(game, edge.mv).first()?;
            Some((mv, 1.0 - graph.node(edge.child).heuristic?))
        };
        let node = graph.node(id);
        let evaluations: Vec<_> = node.edges.iter().filter_map(evaluation).collect();
        if !evaluations.is_empty() {
            lines.push(format!("{} | {}", line_text(origin, moves, &evaluations), node.count));
        }
        if node.is_complete {
            lines.push(line_text(origin, moves, &[]));
        }
        true
    });
    lines
}

/// Writes a graph's positions up to a number of moves to a file; see [`text`].
///
/// # Errors
/// When the file cannot be written; an old one is left as it was.
pub fn write<G: Symmetric>(
    path: &Path,
    origin: &Origin<G>,
    graph: &Graph,
    depth: usize,
) -> Result<(), AutoBookError> {
    Ok(replace_file(path, &AUTO_BOOK, |out| out.write_all(text(origin, graph, depth).as_bytes()))?)
}

/// The file text of a graph's positions up to a number of moves, one line per position.
pub fn text<G: Symmetric>(origin: &Origin<G>, graph: &Graph, depth: usize) -> String {
    let mut text = first_line(origin);
    lines(origin, graph, depth).iter().for_each(|line| text += &format!("{line}\n"));
    text
}
