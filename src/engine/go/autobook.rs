//! Go's automatic book: its start position, its searches, and lines from games.

use std::path::Path;
use std::sync::Arc;

use super::book::{self, BookError, start};
use super::session::GoSession;
use super::sgf::SgfError;
use crate::book::{AutoBookError, AutoBookParams, Book, Origin, SavedBook, export, file};
use crate::engine::context::SessionContext;
use crate::engine::host::UnacceptableSize;
use crate::engine::settings::Settings;
use crate::engine::spec::{BoardSize, PlayerSpec};
use crate::framework::{Color, Control, Game, Move, Search};
use crate::go::{Komi, Position, Rules};
use crate::search::uct::MoveSelect;
use crate::util::Rng;
use crate::util::params::Params;

/// The default maximum value loss of a move in an exported book.
pub const EXPORT_MARGIN: f32 = 0.01;

/// The start position of an automatic book.
pub fn origin(size: u8, rules: Rules) -> Origin<Position> {
    let title = format!("size {size} komi {}", rules.komi);
    Origin { game: Position::new(size, rules), size, title }
}

/// The start position named in the first line of an automatic book; `None` without such a line.
pub fn origin_of(title: &str) -> Option<Origin<Position>> {
    let words: Vec<_> = title.split_whitespace().collect();
    let ["size", size, "komi", komi] = words[..] else { return None };
    let (size, komi): (u8, Komi) = (size.parse().ok()?, komi.parse().ok()?);
    let origin = start(size).map(|_| origin(size, Rules { komi, ..Rules::default() }))?;
    (origin.title == title).then_some(origin)
}

/// Reads an automatic book; `None` for other files.
///
/// # Errors
/// When the file cannot be read or is faulty.
pub fn read_graph(path: &Path) -> Result<Option<SavedBook<Position>>, AutoBookError> {
    file::read(path, origin_of, AutoBookParams::for_size(0).alpha)
}

/// Reads an opening book, or exports one from an automatic book. If `skips_faults`, faulty lines of an opening book are
/// left out, and also returned as an error. So is, in any case, a last line without an end in an automatic book.
///
/// # Errors
/// When the file cannot be read or is faulty.
pub fn open_book(path: &Path, skips_faults: bool) -> Result<(Book<Position>, Option<BookError>), BookError> {
    if let Some(SavedBook { origin, graph, torn }) = read_graph(path)? {
        let book = export(&origin, &graph, start, 1, EXPORT_MARGIN);
        return Ok((book, torn.map(BookError::from)));
    }
    if !skips_faults {
        return Ok((book::read_whole(path)?, None));
    }
    let (book, faults) = book::read(path)?;
    Ok((book, book::faulty(path, faults)))
}

/// The searches that evaluate an automatic book's positions: those of the specification, but with all playouts played,
/// and with the memory divided among them.
pub fn searches(spec: &PlayerSpec, params: &AutoBookParams) -> Vec<Box<dyn Search<Position>>> {
    let mut spec = spec.clone();
    // A search selecting by count ends early once its choice is settled.
    spec.params.search.move_select = MoveSelect::Estimate;
    spec.params.search.number_threads = params.num_threads;
    spec.params.search.uct_max_memory /= params.num_workers.max(1);
    let mut seeds = Rng::new(spec.seed);
    let mut make = |_| {
        spec.seed = seeds.next_u64();
        Box::new(super::search::search(&spec)) as Box<_>
    };
    (0..params.num_workers).map(&mut make).collect()
}

/// Why a game is not a book line.
#[derive(Debug, thiserror::Error)]
pub enum GameLineError {
    /// The record was not read.
    #[error(transparent)]
    Record(#[from] SgfError),
    /// The record has another board size.
    #[error("the game was played on board size {0}")]
    Size(u8),
    /// The game does not begin with the empty board and a move of Black, or the colors do not alternate.
    #[error("a book line must start with a move of black on the empty board, and the colors must alternate")]
    NoLine,
    /// There is no such board.
    #[error(transparent)]
    Unacceptable(#[from] UnacceptableSize),
}

/// The moves of the game of a session.
///
/// # Errors
/// When the game does not begin with the empty board and a move of Black, or the colors do not alternate.
pub fn line(go: &GoSession) -> Result<Vec<Move>, GameLineError> {
    let (record, mut color) = (go.record(), Color::Black);
    let mut is_line = record.start().is_empty();
    for &(mover, _) in record.moves() {
        is_line &= mover == color;
        color = !color;
    }
    if !is_line || go.position().to_play() != color {
        return Err(GameLineError::NoLine);
    }
    Ok(record.moves().iter().map(|&(_, mv)| mv).collect())
}

/// The moves of the main line of a game record, up to the position before a move; `None` reads to its end.
///
/// # Errors
/// When the record cannot be read, has another board size, or is not a line of a book.
pub fn line_of_sgf(path: &Path, size: u8, before: Option<usize>) -> Result<Vec<Move>, GameLineError> {
    let context = SessionContext::new(Settings::new(size), 1, Arc::new(Control::default()));
    let mut go = GoSession::new(BoardSize::square(size), Color::Black, context)?;
    go.load_sgf(path, before)?;
    if go.size() != size {
        return Err(GameLineError::Size(go.size()));
    }
    line(&go)
}
