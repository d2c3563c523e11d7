//! Go's opening books: the built-in one or one from a file, and an automatic book while open.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use parking_lot::{Mutex, MutexGuard};

use crate::book::{
    AutoBook, AutoBookError, AutoBookParams, BOOK, Book, Fault, MADE_BOOK, MAX_BYTES, Restrictions,
};
use crate::framework::Move;
use crate::go::board::{MAX_SIZE, MIN_SIZE};
use crate::go::{Position, Rules};
use crate::util::params::Params;
use crate::util::{FileFault, FileKind, Rng, is_garbled, is_marked, marked, read_text, replace_file};

/// The built-in books, one per board size.
const BUILT_IN: [&str; 3] = [
    include_str!("../../../book/9x9.txt"),
    include_str!("../../../book/13x13.txt"),
    include_str!("../../../book/19x19.txt"),
];

/// Why a book was not read or written.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum BookError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileFault),
    /// The file is not text.
    #[error("{}: not a text file", .0.display())]
    NotText(PathBuf),
    /// A line is faulty.
    #[error("{}:{fault}{}", .path.display(), more(*.others))]
    Line { path: PathBuf, fault: Fault, others: usize },
    /// An automatic book is faulty.
    #[error(transparent)]
    Automatic(#[from] AutoBookError),
    /// The book was not loaded from a file.
    #[error("the book has no file yet; use book_save_as FILE")]
    NoFile,
}

fn more(others: usize) -> String {
    match others {
        0 => String::new(),
        1 => "; 1 other line is faulty".to_owned(),
        others => format!("; {others} other lines are faulty"),
    }
}

/// The empty board of a size, with the default rules; `None` if there is no such board.
pub fn start(size: u8) -> Option<Position> {
    (MIN_SIZE..=MAX_SIZE).contains(&size).then(|| Position::new(size, Rules::default()))
}

/// Reads a book and returns it with its faulty lines.
///
/// # Errors
/// When the file cannot be read, is too large or is not text.
pub fn read(path: &Path) -> Result<(Book<Position>, Vec<Fault>), BookError> {
    let text = read_text(path, MAX_BYTES)?;
    if is_garbled(&text) {
        return Err(BookError::NotText(path.to_owned()));
    }
    let parsed = Book::parse(&text, start);
    Ok((parsed.book, parsed.faults))
}

/// Reads a book without faulty lines.
///
/// # Errors
/// When the file cannot be read or has a faulty line.
pub fn read_whole(path: &Path) -> Result<Book<Position>, BookError> {
    let (book, faults) = read(path)?;
    faulty(path, faults).map_or(Ok(book), Err)
}

/// Turns a book's faulty lines into one error, which names the first and counts the others; `None` without any.
pub fn faulty(path: &Path, faults: Vec<Fault>) -> Option<BookError> {
    let others = faults.len().saturating_sub(1);
    faults.into_iter().next().map(|fault| BookError::Line { path: path.to_owned(), fault, others })
}

/// Writes a book back to its file in one step.
///
/// # Errors
/// When the file cannot be written; an old one is left as it was.
pub fn write(path: &Path, book: &Book<Position>) -> Result<(), BookError> {
    let (text, old) = (book.to_string(), read_text(path, MAX_BYTES));
    // Without its mark, a file of the program could not be replaced by another book later.
    put(path, &BOOK, &if old.is_ok_and(|old| is_marked(&old)) { marked(&text) } else { text })
}

/// Writes a book to another file in one step; that file may be an older book only if the program made it.
///
/// # Errors
/// When the file cannot be written; an old one is left as it was.
pub fn write_new(path: &Path, book: &Book<Position>) -> Result<(), BookError> {
    put(path, &MADE_BOOK, &marked(&book.to_string()))
}

fn put(path: &Path, kind: &'static FileKind, text: &str) -> Result<(), BookError> {
    Ok(replace_file(path, kind, |out| out.write_all(text.as_bytes()))?)
}

/// The built-in book.
pub fn built_in() -> Book<Position> {
    static BOOK: LazyLock<Book<Position>> = LazyLock::new(|| {
        let parsed = Book::parse(&BUILT_IN.concat(), start);
        // A test reads the built-in books.
        check!(parsed.faults.is_empty(), "{:?}", parsed.faults);
        parsed.book
    });
    BOOK.clone()
}

/// A session's books.
pub struct Books {
    /// The book that moves are taken from.
    pub book: Book<Position>,
    /// The book's file; `None` for the built-in and new books.
    pub path: Option<PathBuf>,
    /// The automatic book, consulted first; `None` if none is open.
    pub auto: Option<AutoBook<Position>>,
    /// The parameters of the automatic book.
    pub params: AutoBookParams,
    /// The lines that restrict the automatic book.
    pub restrictions: Restrictions,
}

/// True if an automatic book has a game's board size and komi.
pub fn fits(auto: &AutoBook<Position>, game: &Position) -> bool {
    let of = |game: &Position| (game.board().size(), game.rules().komi);
    of(&auto.origin().game) == of(game)
}

impl Books {
    /// A book move; `None` if no book has the position.
    pub fn choose(&self, game: &Position, rng: &mut Rng) -> Option<Move> {
        let AutoBookParams { usage_count, move_select, .. } = self.params;
        let auto = self.auto.as_ref().filter(|auto| fits(auto, game));
        let auto = auto.and_then(|auto| auto.choose(game, usage_count, move_select, rng));
        auto.or_else(|| self.book.choose(game, rng))
    }
}

/// A shared handle to the books, created on first use; by default those with the built-in book.
#[derive(Clone, Default)]
pub struct SharedBooks(Arc<Mutex<Option<Books>>>);

impl SharedBooks {
    /// Creates the handle of a book that was read from a file.
    pub fn new(book: Book<Position>, path: Option<PathBuf>) -> Self {
        Self(Arc::new(Mutex::new(Some(books(book, path)))))
    }

    /// Locks the books.
    pub fn lock(&self) -> impl std::ops::DerefMut<Target = Books> + use<'_> {
        MutexGuard::map(self.0.lock(), |made| made.get_or_insert_with(|| books(built_in(), None)))
    }
}

fn books(book: Book<Position>, path: Option<PathBuf>) -> Books {
    let (params, restrictions) = (AutoBookParams::for_size(0), Restrictions::default());
    Books { book, path, auto: None, params, restrictions }
}

impl fmt::Debug for SharedBooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedBooks")
    }
}

/// Equal when both share their books.
impl PartialEq for SharedBooks {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
