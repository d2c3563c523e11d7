//! Which line of a database gives a move its value.

use super::super::{Database, Table, context, near_points};
use crate::framework::Color;
use crate::go::Point;
use crate::go::board::Board;

/// The lines of a database by number, and the moves that each of them speaks of.
///
/// Line 0 stands for moves that nothing matches; the others are those with a value, in the order of the file.
pub struct Lines {
    numbers: Table,
    values: Vec<u32>,
}

impl Lines {
    /// Numbers the lines of a database.
    #[must_use]
    pub fn new(database: &Database) -> Self {
        let mut values = vec![1];
        let mut numbered = database.clone();
        // A table of numbers in place of values; in tables 1 is what nothing matches, and 0 a suicide.
        for entry in numbered.patterns.iter_mut().flat_map(|pattern| &mut pattern.entries) {
            values.push(entry.value);
            entry.value = values.len() as u32;
        }
        Self { numbers: Table::new(&numbered), values }
    }

    /// Returns the values of the lines.
    #[must_use]
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Replaces `moves` by the legal moves of a player that no line forbids, each with the number of its line.
    pub fn moves(&self, board: &Board, color: Color, last: Point, moves: &mut Vec<(Point, usize)>) {
        let near = near_points(board, last);
        moves.clear();
        moves.extend(board.empty_points().iter().filter_map(|&p| {
            let context = context(board, p, color, near.contains(p))?;
            let line = self.numbers.value(board.code(p), color, context) as usize - 1;
            (self.values[line] > 0).then_some((p, line))
        }));
    }
}
