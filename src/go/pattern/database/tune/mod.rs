//! Tuning of the values of a database, from games or from positions with known win rates.
//!
//! The first matching line determines the value of a move, so that a database is a model with one parameter
//! for each line: the probability of a move is the value of its line divided by the sum over all moves. A
//! person writes the patterns; [`likelihood`] and [`balance`] find the values. Lines with the value 0 forbid
//! moves and are not changed.
//!
//! - [`LineTable`] finds the line that determines the value of a move;
//! - [`likelihood`] maximizes the probability of the moves of games;
//! - [`balance`] minimizes the error of the results of playouts;
//! - [`adjust`] applies powers and factors to the values of families of lines; matches show their effect;
//! - [`with_values`] writes a database with other values.

pub mod balance;
mod family;
pub mod likelihood;
mod shapes;

pub use family::{Family, adjust};
pub use shapes::every_shape;

use super::{Database, PatternTable, context, near_points};
use crate::framework::Color;
use crate::go::Point;
use crate::go::board::Board;

/// The numbered lines of a database, and a table that returns the line of each move.
///
/// Line 0 stands for moves without a match; the other lines are the value lines in the order of the file.
pub struct LineTable {
    numbers: PatternTable,
    values: Vec<u32>,
}

impl LineTable {
    /// Numbers the lines of a database.
    pub fn new(database: &Database) -> Self {
        let mut values = vec![1];
        let mut numbered = database.clone();
        // A table of line numbers plus one instead of values: 1 stands for no match, and 0 for suicide.
        for value_line in numbered.patterns.iter_mut().flat_map(|pattern| &mut pattern.value_lines) {
            values.push(value_line.value);
            value_line.value = values.len() as u32;
        }
        Self { numbers: PatternTable::new(&numbered), values }
    }

    /// The values of the lines.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Replaces `moves` by the legal moves of a player with a value above 0, each with the number of its
    /// line.
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

/// The text of a database with other values for its lines, in the order of [`super::LineTable`].
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

#[cfg(test)]
mod tests;
