//! Stones placed before the first move: handicaps and setup positions.

use super::session::GoSession;
use crate::engine::session::Record;
use crate::framework::{Color, Move};
use crate::go::board::Map;
use crate::go::handicap::{self, HandicapError};
use crate::go::{NoLiberty, Point, Position};

/// Why stones were not placed; the session is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum SetUpError {
    /// Stones are on the board, or moves were played.
    #[error("board not empty")]
    NotEmpty,
    /// A point is given twice.
    #[error("{0} is given twice")]
    Twice(Point),
    /// A chain would have no liberty.
    #[error(transparent)]
    NoLiberty(#[from] NoLiberty),
    /// The handicap cannot be placed.
    #[error(transparent)]
    Handicap(#[from] HandicapError),
}

impl GoSession {
    /// Places handicap stones on the fixed points and returns these points.
    ///
    /// # Errors
    /// When the board is not empty, or has no fixed points for this number of stones.
    pub fn fixed_handicap(&mut self, stones: usize) -> Result<Vec<Point>, SetUpError> {
        self.handicap(handicap::fixed(self.size(), stones)?)
    }

    /// Places at most `stones` handicap stones and returns their points.
    ///
    /// # Errors
    /// When the board is not empty, or the number is below 2 or leaves no point empty.
    pub fn free_handicap(&mut self, stones: usize) -> Result<Vec<Point>, SetUpError> {
        self.handicap(handicap::free(self.size(), stones)?)
    }

    /// Places handicap stones on chosen points.
    ///
    /// # Errors
    /// When the board is not empty, or the list has no point, all points of the board, a pass, or a
    /// duplicate.
    pub fn chosen_handicap(&mut self, vertices: &[Move]) -> Result<(), SetUpError> {
        self.handicap(handicap::chosen(self.size(), vertices)?).map(|_| ())
    }

    fn handicap(&mut self, points: Vec<Point>) -> Result<Vec<Point>, SetUpError> {
        let root = handicap::place(self.position(), &points)?;
        self.begin(Record::new(root));
        Ok(points)
    }

    /// Starts a game from a position.
    pub fn start_from(&mut self, root: Position) {
        self.begin(Record::new(root));
    }

    /// Starts a game from a setup of stones, with Black to move.
    ///
    /// # Errors
    /// When a point is given twice, or a chain would have no liberty.
    pub fn set_position(&mut self, stones: &[(Point, Color)]) -> Result<(), SetUpError> {
        let mut seen = Map::new(false);
        for &(p, _) in stones {
            if std::mem::replace(&mut seen[p], true) {
                return Err(SetUpError::Twice(p));
            }
        }
        let (size, rules) = (self.size(), *self.rules());
        let stones = stones.iter().map(|&(p, color)| (p, Some(color)));
        self.begin(Record::new(Position::from_stones(size, rules, stones)?));
        Ok(())
    }

    /// Places stones on the empty board, not as a handicap, whoever moves first.
    ///
    /// # Errors
    /// When the board is not empty, or a chain would have no liberty.
    pub fn set_up(&mut self, stones: &[(Point, Option<Color>)]) -> Result<(), SetUpError> {
        if !self.position().is_empty() {
            return Err(SetUpError::NotEmpty);
        }
        let (size, rules) = (self.size(), *self.rules());
        let mut root = Position::from_stones(size, rules, stones.iter().copied())?;
        root.set_handicap(0);
        self.begin(Record::new(root));
        Ok(())
    }
}
