//! One pattern for each 3x3 neighborhood ("shape").

use std::fmt::Write;

use super::super::{Context, Contexts, Database, Neighborhood};
use crate::framework::Color;
use crate::go::board::is_surrounded;

/// The fields of a figure row by row: each field's first bit in the neighborhood code; `None` for the move.
const FIELDS: [[Option<u32>; 3]; 3] =
    [[Some(14), Some(0), Some(8)], [Some(6), None, Some(2)], [Some(12), Some(4), Some(10)]];

/// The name of the patterns.
const NAME: &str = "Shape";

/// Patterns for all neighborhoods with moves that no line of the database matches, that are safe for both players and
/// capture nothing. Each pattern has the value 1, for near and for far moves.
pub fn every_shape(database: &Database) -> String {
    let quiet = Contexts::ALL.filter(|context| context.bits() & !Context::NEAR == 0);
    let mut text = String::new();
    for shape in Neighborhood::distinct() {
        let left = database.uses(shape).iter().fold(quiet, |left, (_, taken)| left.without(*taken));
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
