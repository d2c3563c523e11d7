//! Tuning of the values of a database, from games or from positions with known win rates.
//!
//! The first matching line determines the value of a move, so that a database is a model with one parameter for each
//! line: the probability of a move is the value of its line divided by the sum over all moves. A person writes the
//! patterns; [`likelihood`] and [`balance`] find the values. Lines with the value 0 forbid moves and are not changed.
//!
//! - [`LineTable`] finds the line that determines the value of a move;
//! - [`likelihood`] maximizes the probability of the moves of games;
//! - [`balance`] minimizes the error of the results of playouts;
//! - [`adjust`] applies powers and factors to the values of families of lines; matches show their effect;
//! - [`with_values`] writes a database with other values, [`every_shape`] one pattern for each 3x3 neighborhood
//!   ("shape"), and [`rest`] a pattern for all other moves.

pub mod balance;
mod family;
pub mod likelihood;

pub use family::{Family, adjust};

use std::fmt::Write;
use std::sync::Arc;

use super::{Context, Contexts, Database, Neighborhood, PatternTable, context, near_points};
use crate::framework::Color;
use crate::go::Point;
use crate::go::board::{Board, is_surrounded};

/// The numbered lines of a database, and a table that returns the line of each move.
///
/// Line 0 stands for moves without a match; the other lines are the value lines in the order of the file.
pub struct LineTable {
    numbers: Arc<PatternTable>,
    values: Vec<u32>,
}

impl LineTable {
    /// Numbers the lines of a database.
    pub fn new(database: &Database) -> Self {
        let mut values = vec![1];
        let mut patterns = database.patterns().to_vec();
        // A table of line numbers plus one instead of values: 1 stands for no match, and 0 for suicide.
        for value_line in patterns.iter_mut().flat_map(|pattern| &mut pattern.value_lines) {
            values.push(value_line.value);
            value_line.value = values.len() as u32;
        }
        Self { numbers: Database::new(database.name(), patterns).table(), values }
    }

    /// The values of the lines.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Replaces `moves` by the legal moves of a player with a value above 0, each with the number of its line.
    pub fn moves(&self, board: &Board, color: Color, last: Point, moves: &mut Vec<(Point, usize)>) {
        let near = near_points(board, last);
        moves.clear();
        moves.extend(board.empty_points().iter().filter_map(|&p| {
            let context = context(board, p, color, near.contains(p))?;
            let line = self.numbers.value(board.neighborhood3x3(p), color, context) as usize - 1;
            (self.values[line] > 0).then_some((p, line))
        }));
    }
}

/// The least value written: rounding would distort smaller values.
pub const MIN_VALUE: f64 = 1.0;

/// The greatest value written, below the threshold of the warning.
pub const MAX_VALUE: f64 = 5_000_000.0;

/// The text of a database with other values for its lines, in the order of [`LineTable`].
///
/// Values are scaled so that the largest is [`MAX_VALUE`], rounded, and raised to [`MIN_VALUE`] if they
/// are smaller; values of 0 stay 0. Comments, figures and properties do not change.
pub fn with_values(database: &Database, text: &str, values: &[f64]) -> String {
    let most = values.iter().skip(1).copied().fold(f64::MIN_POSITIVE, f64::max);
    let mut value_lines = database
        .patterns()
        .iter()
        .flat_map(|pattern| &pattern.value_lines)
        .zip(values.iter().skip(1))
        .peekable();
    let mut written = String::with_capacity(text.len());
    for (number, line) in (1..).zip(text.lines()) {
        match value_lines.next_if(|(value_line, _)| value_line.line == number) {
            Some((value_line, value)) if value_line.value > 0 => {
                let value = (value / most * MAX_VALUE).round().max(MIN_VALUE);
                let start = line.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
                let rest = line[start..].trim_start_matches(|c: char| c.is_ascii_digit());
                written += &format!("{}{value}{rest}\n", &line[..start]);
            }
            _ => written += &format!("{line}\n"),
        }
    }
    written
}

/// The fields of a figure row by row: each field's first bit in the neighborhood code; `None` for the move.
const FIELDS: [[Option<u32>; 3]; 3] =
    [[Some(14), Some(0), Some(8)], [Some(6), None, Some(2)], [Some(12), Some(4), Some(10)]];

/// The name of the patterns.
const NAME: &str = "Shape";

/// Patterns for all neighborhoods with moves that no line of the database matches, that are safe for both players and
/// capture nothing. Each pattern has the value 1, for near and for far moves.
pub fn every_shape(database: &Database) -> String {
    let quiet = Contexts::ALL.filter(|context| [0, Context::NEAR].map(Context::from_bits).contains(&context));
    let mut text = String::new();
    for shape in Neighborhood::distinct() {
        let left = database.left(shape, quiet);
        // If one player owns all neighbors, a move is a capture, or suicide for the other player.
        let is_closed = Color::ALL.iter().any(|&color| is_surrounded(shape.0, color));
        if !left.is_empty() && !is_closed {
            let _ = write!(text, "\nPattern {NAME}\n\n{}\n", drawing(shape));
            for (bits, line) in [(Context::NEAR, ":1,near\n"), (0, ":1,far\n")] {
                if left.contains(Context::from_bits(bits)) {
                    text += line;
                }
            }
        }
    }
    text
}

/// A pattern that matches the moves without a line; empty if every move has one. Without it, these moves keep the value
/// 1 while [`with_values`] scales the values of all others.
pub fn rest(database: &Database) -> &'static str {
    let is_covered = |shape| database.left(shape, Contexts::ALL).is_empty();
    if Neighborhood::distinct().all(is_covered) { "" } else { "\nPattern Rest\n\n%%%\n%*%\n%%%\n\n:1\n" }
}

/// The three rows of the figure of a neighborhood.
fn drawing(shape: Neighborhood) -> String {
    let cell = |bit: u32| shape.0 >> bit & 3;
    let border = |bit: Option<u32>| bit.is_some_and(|bit| cell(bit) == 3);
    let mut text = String::new();
    for row in FIELDS {
        for (x, field) in row.into_iter().enumerate() {
            // A row or column whose middle is off the board is an edge.
            let (row_off, column_off) = (border(row[1]), border(FIELDS[1][x]));
            text.push(match field.map(cell) {
                None => '*',
                Some(0) => '.',
                Some(1) => 'O',
                Some(2) => 'X',
                Some(_) if row_off && column_off => '+',
                Some(_) if row_off => '-',
                Some(_) => '|',
            });
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests;
