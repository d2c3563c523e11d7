//! The line of moves: playing, taking back, and playing again.

use super::seat::News;
use super::{MAX_MOVES, Session, SessionError};
use crate::framework::{Color, Game, Move};

impl Session {
    /// Plays a move, for whichever player; it is then the other's turn.
    ///
    /// # Errors
    /// When the rules in force forbid it; with `accept_illegal`, when the point is not empty.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), SessionError> {
        if self.moves.len() >= MAX_MOVES {
            return Err(SessionError::TooLong);
        }
        let in_turn = color == self.position.to_play();
        let mut next = self.position.clone();
        next.set_to_play(color);
        let played = if self.settings.go.accept_illegal { next.play_unchecked(mv) } else { next.play(mv) };
        played.map_err(SessionError::Illegal)?;
        self.position = next;
        self.moves.push((color, mv));
        self.undone.clear();
        self.answered = false;
        if in_turn {
            self.sides.played(mv);
            self.seat.tell(News::Played(mv));
        } else {
            self.forget();
        }
        Ok(())
    }

    /// Plays several moves, or none of them.
    ///
    /// # Errors
    /// When one of them fails.
    pub fn play_all(&mut self, moves: &[(Color, Move)]) -> Result<(), SessionError> {
        let (position, count) = (self.position.clone(), self.moves.len());
        let undone = self.undone.clone();
        for &(color, mv) in moves {
            if let Err(error) = self.play(color, mv) {
                (self.position, self.undone) = (position, undone);
                self.moves.truncate(count);
                self.forget();
                return Err(error);
            }
        }
        Ok(())
    }

    /// Takes back so many moves.
    ///
    /// # Errors
    /// When there are fewer.
    pub fn undo(&mut self, count: usize) -> Result<(), SessionError> {
        let left = self.moves.len().checked_sub(count).ok_or(SessionError::CannotUndo)?;
        let Some(&(color, _)) = self.moves.get(left) else {
            return Ok(());
        };
        self.undone.extend(self.moves.drain(left..).rev());
        self.position = self.root.clone();
        for &(color, mv) in &self.moves {
            self.position.set_to_play(color);
            // Unchecked, for the rules may have been others when the move was played.
            let replayed = self.position.play_unchecked(mv);
            debug_assert!(replayed.is_ok(), "{replayed:?}");
        }
        self.position.set_to_play(color);
        self.forget();
        Ok(())
    }

    /// Plays the last move again that was taken back.
    ///
    /// # Errors
    /// When there is none, or the rules in force forbid it.
    pub fn redo(&mut self) -> Result<(), SessionError> {
        let mut undone = std::mem::take(&mut self.undone);
        let played = match undone.last() {
            Some(&(color, mv)) => self.play(color, mv),
            None => Err(SessionError::CannotRedo),
        };
        if played.is_ok() {
            undone.pop();
        }
        self.undone = undone;
        played
    }
}
