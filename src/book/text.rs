//! The text format of books: Fuego's, with weights.
//!
//! A line is a position: the board size, the moves leading to it, a bar, and the replies, each with an optional weight.
//! Black begins and the players alternate. Lines that begin with `#` are comments.
//!
//! ```text
//! # komi 7.5
//! 9 | E5
//! 9 E5 | E3:2 C4
//! ```
//!
//! # References
//! - The format of the file `book.dat` of Fuego; weights and comments are additions.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use std::fmt;
use std::iter::Peekable;
use std::str::SplitWhitespace;

use super::lines::{Book, Line, Reply};
use crate::framework::{IllegalMove, Move, Symmetric};
use crate::util::{FileKind, excerpt, first_line, is_marked};

/// Maximum file size, in bytes.
pub const MAX_BYTES: u64 = 1 << 28;
/// Opening book files: a board size, moves, and replies after a bar.
pub static BOOK: FileKind = FileKind { name: "an opening book", is: is_book };
/// Opening book files with the mark of the program.
pub static MADE_BOOK: FileKind =
    FileKind { name: "an opening book made by brasa", is: |text| is_marked(text) && is_book(text) };

fn is_book(text: &str) -> bool {
    match first_line(text) {
        // A book without any line, which the program has written.
        "" => is_marked(text),
        line => line.split_once('|').is_some_and(|(moves, _)| {
            moves.split_whitespace().next().is_some_and(|size| size.parse::<u8>().is_ok())
        }),
    }
}

/// Maximum number of moves in a line.
const MAX_MOVES: usize = 1000;
/// Maximum weight of a reply.
const MAX_WEIGHT: u32 = 1_000_000_000;

/// The fault of a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum LineError {
    /// The line does not begin with a board size of the game.
    #[error("'{0}' is not a board size")]
    Size(String),
    /// The line has no bar.
    #[error("no '|' between the moves and the replies")]
    NoBar,
    /// The line has no reply.
    #[error("no reply after '|'")]
    NoReply,
    /// A word is not a move.
    #[error("'{0}' is not a move")]
    Word(String),
    /// A position, value or count of an automatic book is not what belongs there.
    #[error("'{0}' is not {1}")]
    Unexpected(String, &'static str),
    /// A weight is not a whole number from 1 to 1000000000.
    #[error("'{0}': the weight of a reply is a whole number from 1 to {MAX_WEIGHT}")]
    Weight(String),
    /// A move of the line is illegal.
    #[error("move {number}, {text}: {error}")]
    Move { number: usize, text: String, error: IllegalMove },
    /// A reply is illegal.
    #[error("reply {text}: {error}")]
    Reply { text: String, error: IllegalMove },
    /// A reply occurs twice.
    #[error("reply {0} is repeated")]
    RepeatedReply(String),
    /// The line has too many moves.
    #[error("more than {MAX_MOVES} moves")]
    TooLong,
    /// An earlier line has the same position, perhaps rotated, or reached by other moves.
    #[error("line {0} has the same position, possibly rotated, mirrored or reached by other moves")]
    Duplicate(usize),
}

/// A faulty line of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The number of the line, from 1.
    pub line: usize,
    /// The reason.
    pub error: LineError,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.error)
    }
}

/// A parsed text: the book of all valid lines, and the faults.
pub struct Parsed<G> {
    /// The book.
    pub book: Book<G>,
    /// The faults in the order of the lines.
    pub faults: Vec<Fault>,
}

/// A line of moves with the position after each. A prefix shared by two lines is played once.
struct Walk<G> {
    size: u8,
    start: G,
    steps: Vec<(Move, G)>,
}

impl<G: Symmetric> Walk<G> {
    fn new(size: u8, start: G) -> Self {
        Self { size, start, steps: Vec::new() }
    }

    /// The position after a number of moves.
    fn game(&self, count: usize) -> &G {
        count.checked_sub(1).and_then(|last| self.steps.get(last)).map_or(&self.start, |(_, game)| game)
    }

    fn moves(&self) -> Vec<Move> {
        self.steps.iter().map(|&(mv, _)| mv).collect()
    }

    /// Plays the moves of another line, up to a bar or the end of the line.
    fn play(&mut self, words: &mut Peekable<SplitWhitespace<'_>>) -> Result<(), LineError> {
        let mut count = 0;
        while let Some(word) = words.next_if(|&word| word != "|") {
            let mv = read_move(&self.start, word)?;
            if self.steps.get(count).is_none_or(|&(known, _)| known != mv) {
                self.steps.truncate(count);
                let mut next = self.game(count).clone();
                let text = || word.to_owned();
                next.play(mv).map_err(|error| LineError::Move { number: count + 1, text: text(), error })?;
                self.steps.push((mv, next));
            }
            count += 1;
            if count > MAX_MOVES {
                return Err(LineError::TooLong);
            }
        }
        self.steps.truncate(count);
        Ok(())
    }
}

pub(super) fn read_move<G: Symmetric>(game: &G, word: &str) -> Result<Move, LineError> {
    game.parse_move(word).ok_or_else(|| LineError::Word(excerpt(word)))
}

impl<G: Symmetric> Book<G> {
    /// Reads a book; `start` returns the start of a game on a board size.
    pub fn parse(text: &str, start: fn(u8) -> Option<G>) -> Parsed<G> {
        let mut book = Self::new(start);
        let (mut faults, mut comments, mut walk) = (Vec::new(), Vec::new(), None);
        let mut numbers = Vec::new();
        for (i, text) in text.lines().enumerate() {
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                comments.push(text.to_owned());
                continue;
            }
            let added = book.parse_line(text, &mut walk).and_then(|(line, key)| {
                let line = Line { comments: std::mem::take(&mut comments), ..line };
                book.push(line, key).map_or(Ok(()), |first| {
                    Err(LineError::Duplicate(numbers.get(first).copied().unwrap_or_default()))
                })
            });
            match added {
                Ok(()) => numbers.push(i + 1),
                Err(error) => faults.push(Fault { line: i + 1, error }),
            }
        }
        book.set_end(comments);
        Parsed { book, faults }
    }

    fn parse_line(&self, text: &str, walk: &mut Option<Walk<G>>) -> Result<(Line, u64), LineError> {
        let mut words = text.split_whitespace().peekable();
        let word = words.next().unwrap_or_default();
        let size = word.parse().ok().and_then(|size| Some((size, self.start(size)?)));
        let (size, start) = size.ok_or_else(|| LineError::Size(excerpt(word)))?;
        if walk.as_ref().is_none_or(|walk| walk.size != size) {
            *walk = Some(Walk::new(size, start));
        }
        let Some(walk) = walk else { return Err(LineError::NoBar) };
        walk.play(&mut words)?;
        let game = walk.game(walk.steps.len());
        if words.next() != Some("|") {
            return Err(LineError::NoBar);
        }
        let mut replies: Vec<Reply> = Vec::new();
        for word in words {
            let (text, weight) = word.split_once(':').unwrap_or((word, "1"));
            let weight = weight.parse().ok().filter(|weight| (1..=MAX_WEIGHT).contains(weight));
            let weight = f64::from(weight.ok_or_else(|| LineError::Weight(excerpt(word)))?);
            let mv = read_move(game, text)?;
            let owned = || text.to_owned();
            game.clone().play(mv).map_err(|error| LineError::Reply { text: owned(), error })?;
            if replies.iter().any(|reply| reply.mv == mv) {
                return Err(LineError::RepeatedReply(owned()));
            }
            replies.push(Reply { mv, weight });
        }
        if replies.is_empty() {
            return Err(LineError::NoReply);
        }
        let line = Line { comments: Vec::new(), size, moves: walk.moves(), replies };
        Ok((line, game.canonical().key))
    }
}

/// Reads a list of lines, one per text line, each after an optional board size; the format of files for
/// `autobook_cover` and its relatives. Lines that begin with `#` are comments, and a bar ends the moves.
///
/// # Errors
/// When a line is not a line of legal moves from `start`, or has another board size.
pub fn read_moves<G: Symmetric>(text: &str, start: &G, size: u8) -> Result<Vec<Vec<Move>>, Fault> {
    let mut lines = Vec::new();
    for (i, text) in text.lines().enumerate() {
        let fault = |error| Fault { line: i + 1, error };
        let mut words = text.split_whitespace().peekable();
        if words.peek().is_none_or(|word| word.starts_with('#')) {
            continue;
        }
        if let Some(word) = words.next_if(|word| word.parse::<u32>().is_ok())
            && word.parse() != Ok(size)
        {
            return Err(fault(LineError::Size(word.to_owned())));
        }
        let mut walk = Walk::new(size, start.clone());
        walk.play(&mut words).map_err(fault)?;
        lines.push(walk.moves());
    }
    Ok(lines)
}

/// Writes the book; [`Book::parse`] reads it back.
impl<G: Symmetric> fmt::Display for Book<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.lines() {
            line.comments.iter().try_for_each(|comment| writeln!(f, "{comment}"))?;
            let Some(game) = self.start(line.size) else { continue };
            write!(f, "{}", line.size)?;
            line.moves.iter().try_for_each(|&mv| write!(f, " {}", game.move_text(mv)))?;
            f.write_str(" |")?;
            for reply in &line.replies {
                write!(f, " {}", game.move_text(reply.mv))?;
                if reply.weight != 1.0 {
                    write!(f, ":{}", reply.weight.clamp(1.0, f64::from(MAX_WEIGHT)).round())?;
                }
            }
            writeln!(f)?;
        }
        self.end().iter().try_for_each(|comment| writeln!(f, "{comment}"))
    }
}
