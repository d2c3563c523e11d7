//! Moves in SGF: columns count from the left as in GTP, rows from the top.

use super::board::Point;
use crate::framework::Move;
use crate::sgf::{self, Size};

/// The point of a board of size `size` at an SGF point.
pub fn from_sgf(p: sgf::Point, size: u8) -> Point {
    Point::at(p.column(), size - 1 - p.row())
}

/// The SGF point of a point of a board of size `size`.
pub fn to_sgf(p: Point, size: u8) -> sgf::Point {
    sgf::Point::new(p.col(), size - 1 - p.row())
}

/// A move as the value of its property; empty for a pass.
pub fn text(mv: Move, size: u8) -> String {
    if mv == Move::PASS { String::new() } else { to_sgf(Point::of_move(mv), size).to_string() }
}

/// Parses the value of a move's property; `None` if it is not a move on a board of size `size`.
pub fn parse(text: &str, size: u8) -> Option<Move> {
    Size::new(size, size)?.read_move(text).ok().map(|p| of_point(p, size))
}

/// The move at an SGF point; a pass without one.
pub fn of_point(p: Option<sgf::Point>, size: u8) -> Move {
    p.map_or(Move::PASS, |p| from_sgf(p, size).to_move())
}
