//! GTP vertices: columns A to T without I, rows from 1 at the bottom.

use super::board::{MAX_SIZE, Point};
use crate::framework::{Move, parse_vertex};
use crate::util::excerpt;

/// The text is not a vertex of the board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VertexError {
    /// Neither a letter and a number nor `pass`.
    #[error("syntax error: '{0}' is not a vertex; expected a letter other than I and a number, or pass")]
    Syntax(String),
    /// A vertex, but off the board.
    #[error("'{0}' is off the board of size {1}")]
    OffBoard(String, u8),
}

/// Parses a vertex or `pass`; the case is ignored.
///
/// # Errors
/// When the text is not a vertex, or the vertex is off the board of size `size`.
pub fn parse(text: &str, size: u8) -> Result<Move, VertexError> {
    if text.eq_ignore_ascii_case("pass") {
        return Ok(Move::PASS);
    }
    let syntax = || VertexError::Syntax(excerpt(text));
    let (col, row) = parse_vertex(text).ok_or_else(syntax)?;
    if col >= size.min(MAX_SIZE) || row >= size.min(MAX_SIZE) {
        return Err(VertexError::OffBoard(text.to_owned(), size));
    }
    Ok(Point::at(col, row).to_move())
}

/// The vertex of a move, or `pass`.
pub fn text(mv: Move) -> String {
    Point::of_move(mv).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_round_trips() {
        for size in 2..=19 {
            for p in Point::by_rows(size) {
                assert_eq!(parse(&p.to_string(), size), Ok(p.to_move()));
                assert_eq!(parse(&p.to_string().to_lowercase(), size), Ok(p.to_move()));
            }
        }
        assert_eq!(parse("PASS", 9), Ok(Move::PASS));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", "I5", "i5", "A0", "A01", "A+1", "5", "AA1", "A1x", "A100", "é5", "Aé", "\u{0}"] {
            assert!(matches!(parse(text, 19), Err(VertexError::Syntax(_))), "{text}");
        }
        let error = parse("\u{1b}[2J", 19).unwrap_err().to_string();
        assert!(!error.contains(char::is_control), "{error}");
        for text in ["K1", "A10", "Z25", "t19"] {
            assert!(matches!(parse(text, 9), Err(VertexError::OffBoard(..))), "{text}");
        }
    }
}
