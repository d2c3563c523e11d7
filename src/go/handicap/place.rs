//! Places handicap stones on a board.

use super::HandicapError;
use crate::framework::{Color, Game};
use crate::go::{Point, Position};

/// The position with the handicap stones placed and White to move.
///
/// # Errors
/// When the board is not empty, or the stones leave no empty point.
pub fn place(position: &Position, points: &[Point]) -> Result<Position, HandicapError> {
    if !position.is_empty() {
        return Err(HandicapError::BoardNotEmpty);
    }
    let stones = points.iter().map(|&p| (p, Some(Color::Black)));
    let mut placed = Position::from_stones(position.board().size(), *position.rules(), stones)
        .map_err(|_| HandicapError::BadVertexList)?;
    placed.set_handicap(points.len() as u32);
    placed.set_to_play(Color::White);
    Ok(placed)
}
