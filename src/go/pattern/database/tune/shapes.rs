//! A pattern for every 3x3 shape, to tell all of them apart.

use std::fmt::Write;

use super::super::{Context, Contexts, Database, Shape};
use crate::framework::Color;
use crate::go::board::is_surrounded;

/// The fields of a figure row by row: the bit of the 3x3 code where they begin; none is the move.
const FIELDS: [[Option<u32>; 3]; 3] =
    [[Some(14), Some(0), Some(8)], [Some(6), None, Some(2)], [Some(12), Some(4), Some(10)]];

/// The name of these patterns.
const NAME: &str = "Shape";

/// Returns the text of patterns for all shapes that a database leaves some moves to which are safe for both players
/// and capture nothing, each with a value of 1 for moves near the last one, and for others.
#[must_use]
pub fn every_shape(database: &Database) -> String {
    let quiet = Contexts::ALL.filter(|context| context.bits() & !Context::NEAR == 0);
    let mut text = String::new();
    for shape in Shape::distinct() {
        let left = database.uses(shape).iter().fold(quiet, |left, (_, taken)| left.without(*taken));
        // Where all neighbors are of one player, a move is a capture, or suicide for one of them.
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

/// Returns the three rows of the figure of one shape.
fn drawing(shape: Shape) -> String {
    let cell = |bit: u32| shape.0 >> bit & 3;
    let border = |bit: Option<u32>| bit.is_some_and(|bit| cell(bit) == 3);
    let mut text = String::new();
    for row in FIELDS {
        for (x, field) in row.into_iter().enumerate() {
            // A row whose middle is off the board is an edge, and so is such a column.
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
