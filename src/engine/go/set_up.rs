//! Stones on the board before the first move: handicaps and positions put up at once.

use super::{Session, SessionError};
use crate::framework::{Color, Game, Move};
use crate::go::handicap;
use crate::go::{Point, Position};

impl Session {
    /// Places handicap stones on the fixed points and returns them.
    ///
    /// # Errors
    /// When the board is not empty, or has no fixed points for so many.
    pub fn fixed_handicap(&mut self, stones: usize) -> Result<Vec<Point>, SessionError> {
        self.handicap(handicap::fixed(self.position.board().size(), stones)?)
    }

    /// Places up to so many handicap stones and returns them.
    ///
    /// # Errors
    /// When the board is not empty, or the number is below 2 or leaves no point empty.
    pub fn free_handicap(&mut self, stones: usize) -> Result<Vec<Point>, SessionError> {
        self.handicap(handicap::free(self.position.board().size(), stones)?)
    }

    /// Places handicap stones on chosen points.
    ///
    /// # Errors
    /// When the board is not empty, or the points are not at least two different ones that leave one empty.
    pub fn chosen_handicap(&mut self, vertices: &[Move]) -> Result<(), SessionError> {
        self.handicap(handicap::chosen(self.position.board().size(), vertices)?).map(|_| ())
    }

    fn handicap(&mut self, points: Vec<Point>) -> Result<Vec<Point>, SessionError> {
        let root = handicap::place(&self.position, &points)?;
        self.begin(root);
        Ok(points)
    }

    /// Puts stones on the empty board.
    ///
    /// # Errors
    /// When the board is not empty, or a chain would have no liberty.
    pub fn set_up(&mut self, stones: &[(Point, Option<Color>)]) -> Result<(), SessionError> {
        if !self.position.is_empty() {
            return Err(SessionError::NotEmpty);
        }
        let (size, rules) = (self.position.board().size(), *self.position.rules());
        self.begin(Position::from_stones(size, rules, stones.iter().copied())?);
        Ok(())
    }

    /// Makes it a player's turn.
    pub fn set_to_play(&mut self, color: Color) {
        if self.moves.is_empty() {
            self.root.set_to_play(color);
        }
        self.position.set_to_play(color);
        self.forget();
    }
}
