//! The lookup of the line of a database that determines the value of a move.

use super::super::{Database, PatternTable, context, near_points};
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
