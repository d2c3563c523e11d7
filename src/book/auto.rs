//! The automatic book: a graph of positions and the file that records how it grew.
//!
//! The file is a text to which each expansion adds one line, so that a killed process loses only the expansion in hand:
//!
//! ```text
//! autobook size 9 komi 7.5
//! 9 E5 C4 | E3 0.5213 G5 0.4987
//! 9 E5 | C4 0.4612 | 17
//! ```
//!
//! The first line tells the game. Each other line has the moves that lead to a position, and behind the bar the moves
//! that were evaluated there, each with its value for the player who makes it. A line adds 1 to the counts of the
//! positions on its way; a line with a number behind a second bar sets the count of its position instead. A line
//! without evaluated moves says that the position has no more. Of two values of a position the later one counts.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use super::graph::{Edge, Graph, NodeId};
use super::lines::{Book, Line, Reply};
use super::params::BookMoveSelect;
use super::text::{LineError, MAX_BYTES};
use crate::framework::{Move, Symmetric};
use crate::util::{LineLog, Rng, decode, replace_file};

/// The first word of a file.
const MAGIC: &str = "autobook";

/// The reason why the file of an automatic book was not read or not written.
#[derive(Debug, thiserror::Error)]
pub enum AutoBookError {
    /// The system reports an error.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The message of the system.
        error: io::Error,
    },
    /// Another process writes the file.
    #[error("{}: another process is writing this file", .0.display())]
    Busy(PathBuf),
    /// The file is not an automatic book.
    #[error("{}:1: not an automatic book; expected '{MAGIC}', the board size and the komi", .0.display())]
    NotABook(PathBuf),
    /// The file is the book of another game.
    #[error("{}:1: a book for {found}; expected {expected}", .path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// The game in the file.
        found: String,
        /// The expected game.
        expected: String,
    },
    /// A line is faulty.
    #[error("{}:{line}: {error}", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// The reason.
        error: LineError,
    },
    /// A line has a value or a count that is not a number in range.
    #[error("{}:{line}: '{word}' is not {expected}", .path.display())]
    Number {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// The word.
        word: String,
        /// The valid words.
        expected: &'static str,
    },
}

impl AutoBookError {
    fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| match error.kind() {
            io::ErrorKind::ResourceBusy => Self::Busy(path),
            _ => Self::Io { path, error },
        }
    }
}

/// The start of the games of a book.
#[derive(Clone, Debug)]
pub struct Origin<G> {
    /// The first position.
    pub game: G,
    /// The board size.
    pub size: u8,
    /// The game as the first line of the file tells it, such as `size 9 komi 7.5`.
    pub title: String,
}

/// An automatic book that is open.
pub struct AutoBook<G> {
    origin: Origin<G>,
    graph: Graph,
    path: PathBuf,
    log: LineLog,
}

/// Returns the game that the first line of a file tells, such as `size 9 komi 7.5`.
///
/// # Errors
/// When the file cannot be read or is not an automatic book.
pub fn title(path: &Path) -> Result<String, AutoBookError> {
    let bytes = std::fs::read(path).map_err(AutoBookError::io(path))?;
    let text = decode(&bytes);
    let title = text.lines().next().and_then(|line| line.strip_prefix(MAGIC));
    title.map(|title| title.trim().to_owned()).ok_or_else(|| AutoBookError::NotABook(path.to_owned()))
}

/// Reads the graph in a file without locking it.
///
/// # Errors
/// When the file cannot be read, is not a book of the game of `origin`, or has a faulty line.
pub fn read<G: Symmetric>(path: &Path, origin: &Origin<G>, alpha: f64) -> Result<Graph, AutoBookError> {
    let bytes = std::fs::read(path).map_err(AutoBookError::io(path))?;
    let text = decode(&bytes);
    parse(text.rfind('\n').map_or("", |end| &text[..=end]), path, origin, alpha)
}

fn parse<G: Symmetric>(
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
        parse_line(line, origin, &mut graph).map_err(|fault| match fault {
            LineFault::Line(error) => AutoBookError::Line { path: path.to_owned(), line: i + 1, error },
            LineFault::Number(word, expected) => {
                AutoBookError::Number { path: path.to_owned(), line: i + 1, word, expected }
            }
        })?;
    }
    Ok(graph)
}

/// The fault of a line of the file.
enum LineFault {
    Line(LineError),
    Number(String, &'static str),
}

fn short(word: &str) -> String {
    word.chars().take(20).collect()
}

fn parse_line<G: Symmetric>(line: &str, origin: &Origin<G>, graph: &mut Graph) -> Result<(), LineFault> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(());
    }
    let fault = |error| Err(LineFault::Line(error));
    let mut fields = line.split('|');
    let mut words = fields.next().unwrap_or_default().split_whitespace();
    let size = words.next().unwrap_or_default();
    if size.parse() != Ok(origin.size) {
        return fault(LineError::Size(short(size)));
    }
    let mut game = origin.game.clone();
    let mut keys = vec![game.canonical().key];
    for (i, word) in words.enumerate() {
        let Some(mv) = game.parse_move(word) else { return fault(LineError::Word(short(word))) };
        if let Err(error) = game.play(mv) {
            return fault(LineError::Move { number: i + 1, text: short(word), error });
        }
        keys.push(game.canonical().key);
    }
    let Some(moves) = fields.next() else { return fault(LineError::NoBar) };
    let id = keys.last().and_then(|&key| graph.find_key(key));
    let Some(id) = id else {
        return Err(LineFault::Number(
            "the position".to_owned(),
            "in the book: no earlier line evaluates it",
        ));
    };
    let mut evaluations = Vec::new();
    let mut words = moves.split_whitespace();
    while let Some(word) = words.next() {
        let Some(mv) = game.parse_move(word) else { return fault(LineError::Word(short(word))) };
        let mut after = game.clone();
        if let Err(error) = after.play(mv) {
            return fault(LineError::Reply { text: short(word), error });
        }
        let number = words.next().unwrap_or_default();
        let value: Option<f32> = number.parse().ok().filter(|value| (0.0..=1.0).contains(value));
        let value = value.ok_or_else(|| LineFault::Number(short(number), "a value from 0 to 1"))?;
        evaluations.push((mv, after, value));
    }
    let count = match fields.next() {
        None => None,
        Some(text) => {
            let count = text.trim().parse().ok();
            Some(count.ok_or_else(|| LineFault::Number(short(text.trim()), "a count"))?)
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

/// Adds 1 to the counts of the positions of a line.
fn count_way(graph: &mut Graph, keys: &[u64]) {
    for id in keys.iter().filter_map(|&key| graph.find_key(key)).collect::<Vec<_>>() {
        graph.set_count(id, graph.node(id).count.saturating_add(1));
    }
}

/// Returns the text of moves with their values, as a line of the file has it.
fn line_text<G: Symmetric>(origin: &Origin<G>, moves: &[Move], evaluations: &[(Move, f32)]) -> String {
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

/// Returns a line for each position up to a number of moves, a position before those after it.
fn lines<G: Symmetric>(origin: &Origin<G>, graph: &Graph, depth: usize) -> Vec<String> {
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

/// Writes the positions of a graph up to a number of moves to a file, one line a position.
///
/// # Errors
/// When the file cannot be written; an old one is left as it was.
pub fn write<G: Symmetric>(
    path: &Path,
    origin: &Origin<G>,
    graph: &Graph,
    depth: usize,
) -> Result<(), AutoBookError> {
    let mut text = format!("{MAGIC} {}\n", origin.title);
    lines(origin, graph, depth).iter().for_each(|line| text += &format!("{line}\n"));
    replace_file(path, |out| out.write_all(text.as_bytes())).map_err(AutoBookError::io(path))
}

impl<G: Symmetric> AutoBook<G> {
    /// Opens or creates the file of a book; the file is locked until the book is dropped.
    ///
    /// # Errors
    /// When the file cannot be read or written, another process writes it, it is not a book of the game of `origin`,
    /// or a line is faulty. The file does not change then.
    pub fn open(path: &Path, origin: Origin<G>, alpha: f64) -> Result<Self, AutoBookError> {
        let (mut log, bytes) = LineLog::open(path, MAX_BYTES).map_err(AutoBookError::io(path))?;
        let graph = if bytes.is_empty() {
            log.append(&format!("{MAGIC} {}\n", origin.title)).map_err(AutoBookError::io(path))?;
            Graph::new(&origin.game, alpha)
        } else {
            parse(&decode(&bytes), path, &origin, alpha)?
        };
        Ok(Self { origin, graph, path: path.to_owned(), log })
    }

    /// Returns the start of the games of the book.
    #[must_use]
    pub fn origin(&self) -> &Origin<G> {
        &self.origin
    }

    /// Returns the graph.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns the name of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Computes all values and priorities again; `alpha` is the weight of a loss of value in priorities.
    pub fn refresh(&mut self, alpha: f64) {
        self.graph.refresh(alpha);
    }

    /// Waits until all lines are on the disk.
    ///
    /// # Errors
    /// When the system reports one.
    pub fn save(&self) -> Result<(), AutoBookError> {
        self.log.sync().map_err(AutoBookError::io(&self.path))
    }

    /// Adds the evaluations of moves after a line of moves; none means that the position has no more.
    ///
    /// # Errors
    /// When the line cannot be written; the book does not change then.
    pub(super) fn add(&mut self, moves: &[Move], evaluations: &[(Move, f32)]) -> Result<(), AutoBookError> {
        self.add_line(line_text(&self.origin, moves, evaluations))
    }

    /// Adds a line to the file and to the graph.
    fn add_line(&mut self, mut line: String) -> Result<(), AutoBookError> {
        line.push('\n');
        self.log.append(&line).map_err(AutoBookError::io(&self.path))?;
        let added = parse_line(&line, &self.origin, &mut self.graph);
        debug_assert!(added.is_ok(), "{line}");
        Ok(())
    }

    /// Adds the positions of other graphs of the same game. The evaluation of a position becomes the mean over the
    /// graphs that have one, its count the greatest of their counts.
    ///
    /// # Errors
    /// When a line cannot be written.
    pub fn merge(&mut self, others: &[Graph]) -> Result<(), AutoBookError> {
        let merged = merge(&self.origin, &self.graph, others);
        lines(&self.origin, &merged, usize::MAX).into_iter().try_for_each(|line| self.add_line(line))
    }

    /// Changes the evaluations of positions by the keys of their canonical images, and returns the number of those that
    /// the book has. Values are for the player to move.
    ///
    /// # Errors
    /// When a line cannot be written.
    pub fn import(&mut self, values: &[(u64, f32)]) -> Result<usize, AutoBookError> {
        let values: HashMap<u64, f32> = values.iter().copied().collect();
        let mut lines = Vec::new();
        self.graph.walk(&self.origin.game, |moves, _, id| {
            if let (Some(&value), Some((&last, moves))) =
                (values.get(&self.graph.node(id).key), moves.split_last())
            {
                let line = line_text(&self.origin, moves, &[(last, 1.0 - value)]);
                lines.push(format!("{line} | {}", self.count_after(moves)));
            }
            true
        });
        let count = lines.len();
        lines.into_iter().try_for_each(|line| self.add_line(line)).map(|()| count)
    }

    /// Returns the count of the position after moves of the book.
    fn count_after(&self, moves: &[Move]) -> u32 {
        let mut game = self.origin.game.clone();
        moves.iter().for_each(|&mv| game.play_legal(mv));
        self.graph.find(&game).map_or(0, |id| self.graph.node(id).count)
    }

    /// Returns the best move of a position, at random among images of it; `None` when the book has no move, or counts
    /// the position less than `usage_count` times.
    #[must_use]
    pub fn choose(&self, game: &G, usage_count: u64, select: BookMoveSelect, rng: &mut Rng) -> Option<Move> {
        let id = self.graph.find(game)?;
        if u64::from(self.graph.node(id).count) < usage_count {
            return None;
        }
        let moves = self.graph.moves(game);
        let best = best(&self.graph, &moves, select)?;
        let images: Vec<_> = moves.iter().filter(|edge| edge.child == best.child).collect();
        images.get(rng.below(images.len().max(1))).map(|edge| edge.mv)
    }
}

/// Returns the best of the moves of a position.
#[must_use]
pub fn best(graph: &Graph, moves: &[Edge], select: BookMoveSelect) -> Option<Edge> {
    let count = |edge: &Edge| match select {
        BookMoveSelect::Value => 0,
        BookMoveSelect::Count => graph.node(edge.child).count,
    };
    let value = |edge: &Edge| graph.value_of(*edge);
    moves.iter().copied().max_by(|a, b| count(a).cmp(&count(b)).then(value(a).total_cmp(&value(b))))
}

/// Returns the graph of all positions of several graphs of one game; see [`AutoBook::merge`].
#[must_use]
pub fn merge<G: Symmetric>(origin: &Origin<G>, first: &Graph, others: &[Graph]) -> Graph {
    let mut merged = first.clone();
    for other in others {
        other.walk(&origin.game, |_, game, id| {
            let canonical = game.canonical();
            let node = other.node(id);
            let Some(own) = merged.find_key(node.key) else { return false };
            merged.set_count(own, merged.node(own).count.max(node.count));
            for edge in &node.edges {
                let Some(&mv) = canonical.from_canonical(game, edge.mv).first() else { continue };
                let mut after = game.clone();
                if let (Ok(()), Some(value)) = (after.play(mv), other.node(edge.child).heuristic) {
                    merged.add(game, own, mv, &after, 1.0 - value);
                }
            }
            true
        });
    }
    let all: Vec<&Graph> = std::iter::once(first).chain(others).collect();
    for id in merged.ids() {
        let key = merged.node(id).key;
        let values = all.iter().filter_map(|graph| graph.node(graph.find_key(key)?).heuristic);
        let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
        if count > 0 {
            merged.set_heuristic(id, sum / count as f32);
        }
    }
    merged.refresh_values();
    merged
}

/// Returns a book of the positions whose moves were evaluated, with the moves whose value is at most `margin` below the
/// best; a move's weight is 1000 for the best value and falls to 1 at the margin.
#[must_use]
pub fn export<G: Symmetric>(
    origin: &Origin<G>,
    graph: &Graph,
    start: fn(u8) -> Option<G>,
    least_count: u32,
    margin: f32,
) -> Book<G> {
    let mut book = Book::new(start);
    graph.walk(&origin.game, |moves, game, id| {
        let edges = &graph.node(id).edges;
        let best = edges.iter().map(|&edge| graph.value_of(edge)).max_by(f32::total_cmp);
        let (Some(best), true) = (best, graph.node(id).count >= least_count) else { return true };
        let canonical = game.canonical();
        let mut replies: Vec<Reply> = Vec::new();
        for &edge in edges {
            let loss = best - graph.value_of(edge);
            if loss <= margin
                && let Some(&mv) = canonical.from_canonical(game, edge.mv).first()
            {
                let share = if margin > 0.0 { 1.0 - loss / margin } else { 1.0 };
                replies.push(Reply { mv, weight: f64::from((share * 1000.0).round().max(1.0)) });
            }
        }
        replies.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        if let [reply] = &mut replies[..] {
            reply.weight = 1.0;
        }
        let line = Line { comments: Vec::new(), size: origin.size, moves: moves.to_vec(), replies };
        book.push(line, canonical.key);
        true
    });
    book
}

/// Returns the line of best moves from a position.
#[must_use]
pub fn main_line<G: Symmetric>(graph: &Graph, game: &G) -> Vec<(Move, NodeId)> {
    let mut game = game.clone();
    let mut line: Vec<(Move, NodeId)> = Vec::new();
    while let Some(edge) = best(graph, &graph.moves(&game), BookMoveSelect::Value) {
        // A circle of positions has no end.
        if line.iter().any(|&(_, id)| id == edge.child) {
            break;
        }
        line.push((edge.mv, edge.child));
        game.play_legal(edge.mv);
    }
    line
}
