//! Databases of 3x3 patterns that determine the values of moves in playouts, in the text format of GNU Go 3.8.
//!
//! A pattern is a figure and some value lines, each a value and the properties that a move must have. The first
//! matching line of the file gives a move's value; the default is 1. `patterns/README.md` describes the format.
//!
//! # References
//! - "GNU Go Program Documentation", edition 3.8, 2009, chapter "Monte Carlo Go".

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod built_in;
mod context;
mod cursor;
mod drawing;
mod figure;
mod number;
mod parse;
mod pattern_table;
pub mod tune;
mod warnings;

pub use built_in::BUILT_IN;
pub use context::{Context, Contexts, Effect, Near, PROPERTIES, Property, context, effects, near_points};
pub use cursor::DatabaseError;
pub use figure::{Figure, Neighborhood};
pub use parse::{MAX_BYTES, MAX_PATTERNS, MAX_VALUE_LINES, Pattern, ValueLine};
pub use pattern_table::{PatternTable, Weights};
pub use warnings::{LARGE_VALUE, Warning, WarningKind};

use std::fmt;
use std::path::Path;
use std::sync::{Arc, LazyLock, OnceLock};

use crate::framework::Color;
use crate::go::board::{Board, Point, Tracking};
use crate::util::read_text;

/// A file's patterns, in order, and their table; clones share both.
#[derive(Clone)]
pub struct Database(Arc<Parts>);

struct Parts {
    name: String,
    patterns: Vec<Pattern>,
    table: OnceLock<Arc<PatternTable>>,
}

impl Database {
    fn new(name: &str, patterns: Vec<Pattern>) -> Self {
        Self(Arc::new(Parts { name: name.to_owned(), patterns, table: OnceLock::new() }))
    }

    /// Parses a database; error messages refer to the text as `name`.
    ///
    /// # Errors
    /// When the text is not in the format.
    pub fn parse(name: &str, text: &str) -> Result<Self, DatabaseError> {
        Ok(Self::new(name, parse::patterns(name, text)?))
    }

    /// Reads a database file. Comments may be in any encoding.
    ///
    /// # Errors
    /// When the file cannot be read or is not in the format.
    pub fn read(path: &Path) -> Result<Self, DatabaseError> {
        match built_in::of_missing_file(path) {
            Some(built_in) => Self::parse(built_in.name, built_in.text),
            None => Self::parse(&path.display().to_string(), &read_text(path, MAX_BYTES as u64)?),
        }
    }

    /// The built-in database of that name, ignoring case and a leading `mc_`.
    ///
    /// # Errors
    /// When no built-in database has the name.
    pub fn built_in(name: &str) -> Result<Self, DatabaseError> {
        let unknown = || DatabaseError::Unknown { name: name.to_owned() };
        let built_in = built_in::find(name).ok_or_else(unknown)?;
        Self::parse(built_in.name, built_in.text)
    }

    /// The built-in database whose values were learned from games.
    pub fn learned() -> Self {
        static LEARNED: LazyLock<Database> = LazyLock::new(|| Database::own("brasa"));
        LEARNED.clone()
    }

    /// The built-in database of that name.
    fn own(name: &str) -> Self {
        // A test parses all built-in databases.
        Self::built_in(name).unwrap_or_else(|error| unreachable!("{error}"))
    }

    /// The built-in database of that name, or else the database in the file of that path.
    ///
    /// # Errors
    /// When there is neither, or the file is not in the format.
    pub fn open(name: &str) -> Result<Self, DatabaseError> {
        Self::open_with_text(name).map(|(database, _)| database)
    }

    /// The database of [`Database::open`] and its text.
    ///
    /// # Errors
    /// As [`Database::open`].
    pub fn open_with_text(name: &str) -> Result<(Self, String), DatabaseError> {
        let missing = || built_in::of_missing_file(Path::new(name));
        let (name, text) = match built_in::find(name).or_else(missing) {
            Some(built_in) => (built_in.name, built_in.text.to_owned()),
            None if !Path::new(name).exists() => {
                return Err(DatabaseError::Unknown { name: name.to_owned() });
            }
            None => (name, read_text(Path::new(name), MAX_BYTES as u64)?),
        };
        Ok((Self::parse(name, &text)?, text))
    }

    /// The path of the file, or the name of the built-in database.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The patterns.
    pub fn patterns(&self) -> &[Pattern] {
        &self.0.patterns
    }

    /// The table of values, computed on first use.
    pub fn table(&self) -> Arc<PatternTable> {
        self.0.table.get_or_init(|| Arc::new(PatternTable::new(|shape| self.values(shape)))).clone()
    }

    /// The values of moves in a neighborhood by [`Context::index`].
    fn values(&self, shape: Neighborhood) -> [u32; Context::COUNT] {
        let mut values = [1; Context::COUNT];
        for (value_line, contexts) in self.uses(shape) {
            contexts.iter().for_each(|context| values[context.index()] = value_line.value);
        }
        values
    }

    /// The number of 3x3 shapes, up to orientation, to which some line applies, and the number of all shapes.
    pub fn shape_counts(&self) -> (usize, usize) {
        let matched = Neighborhood::distinct().filter(|&shape| !self.uses(shape).is_empty());
        (matched.count(), Neighborhood::distinct().count())
    }

    /// The first pattern and value line that match a move. Linear in the number of patterns.
    pub fn matching(&self, code: u16, color: Color, context: Context) -> Option<(&Pattern, &ValueLine)> {
        let spreads = Neighborhood::new(code, color).spreads();
        self.patterns().iter().filter(|pattern| pattern.figure.matches(&spreads)).find_map(|pattern| {
            let value_line =
                pattern.value_lines.iter().find(|value_line| value_line.contexts.contains(context))?;
            Some((pattern, value_line))
        })
    }

    /// The contexts, among these, in which no line matches a neighborhood.
    fn left(&self, shape: Neighborhood, contexts: Contexts) -> Contexts {
        self.uses(shape).iter().fold(contexts, |left, (_, taken)| left.without(*taken))
    }

    /// The value lines that apply to a neighborhood, each with the contexts not taken by earlier lines.
    fn uses(&self, shape: Neighborhood) -> Vec<(&ValueLine, Contexts)> {
        let mut uses = Vec::new();
        let spreads = shape.spreads();
        let mut left = Contexts::ALL;
        for pattern in self.patterns().iter().filter(|pattern| pattern.figure.matches(&spreads)) {
            for value_line in &pattern.value_lines {
                let taken = left.and(value_line.contexts);
                if !taken.is_empty() {
                    uses.push((value_line, taken));
                    left = left.without(taken);
                }
                if left.is_empty() {
                    return uses;
                }
            }
        }
        uses
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Database").field(&self.name()).finish()
    }
}

/// The first built-in database.
impl Default for Database {
    fn default() -> Self {
        static FIRST: LazyLock<Database> = LazyLock::new(|| Database::own(BUILT_IN[0].name));
        FIRST.clone()
    }
}

/// Equal if one is a clone of the other; reading a file again gives a different one.
impl PartialEq for Database {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// A move and the line that determines its value.
#[derive(Clone, Copy, Debug)]
pub struct Explanation<'a> {
    /// The move.
    pub point: Point,
    /// The context of the move.
    pub context: Context,
    /// The pattern and the value line that apply; `None` when no line matches.
    pub source: Option<(&'a Pattern, &'a ValueLine)>,
}

impl Explanation<'_> {
    /// The value of the move.
    pub fn value(&self) -> u32 {
        self.source.map_or(1, |(_, value_line)| value_line.value)
    }
}

impl Database {
    /// The source of a move's value: `FILE:LINE: NAME :VALUE,PROPERTY...`.
    pub fn source(&self, explanation: &Explanation) -> String {
        let Some((pattern, value_line)) = explanation.source else {
            return "no pattern".to_owned();
        };
        let name = pattern.name.as_deref().unwrap_or("pattern");
        let properties: String =
            value_line.properties.iter().map(|property| format!(",{property}")).collect();
        format!("{}:{}: {name} :{}{properties}", self.name(), value_line.line, value_line.value)
    }

    /// All legal moves of a player after the move `last`, in descending order of value.
    pub fn explain<F: Tracking>(&self, board: &Board<F>, color: Color, last: Point) -> Vec<Explanation<'_>> {
        let near = near_points(board, last);
        let explain = |point| {
            let context = context(board, point, color, near.contains(point))?;
            let source = self.matching(board.neighborhood3x3(point), color, context);
            Some(Explanation { point, context, source })
        };
        let mut moves: Vec<_> = board.points().filter_map(explain).collect();
        moves.sort_by_key(|explanation| std::cmp::Reverse(explanation.value()));
        moves
    }
}

#[cfg(test)]
mod tests;
