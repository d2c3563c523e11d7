//! The line of moves: playing, taking back, and playing again.

use super::seat::News;
use super::{MAX_MOVES, Session, SessionError};
use crate::framework::{Color, Game, IllegalMove, Move};

impl Session {
    /// Plays a move, for whichever player; it is then the other's turn.
    ///
    /// # Errors
    /// When the rules in force forbid it; with `accept_illegal`, when the point is not empty.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), SessionError> {
        self.play_if(color, mv, |_| false)
    }

    /// Plays a move that was made elsewhere. A move that superko alone forbids is played all the same, with a note:
    /// the rules that the game is played by may allow it.
    ///
    /// # Errors
    /// When the rules in force forbid it for another reason; with `accept_illegal`, when the point is not empty.
    pub fn follow(&mut self, color: Color, mv: Move) -> Result<(), SessionError> {
        self.play_if(color, mv, |reason| reason == IllegalMove::Superko)
    }

    fn play_if(
        &mut self,
        color: Color,
        mv: Move,
        tolerates: impl FnOnce(IllegalMove) -> bool,
    ) -> Result<(), SessionError> {
        if self.moves.len() >= MAX_MOVES {
            return Err(SessionError::TooLong);
        }
        let in_turn = color == self.position.to_play();
        let mut next = self.position.clone();
        next.set_to_play(color);
        let verdict = next.check(mv);
        match verdict {
            Err(reason) if self.settings.go.accept_illegal || tolerates(reason) => next.play_unchecked(mv),
            _ => next.play(mv),
        }
        .map_err(SessionError::Illegal)?;
        if verdict == Err(IllegalMove::Superko) {
            self.note(format!("{color} {} repeats a position; played all the same", next.move_text(mv)));
        }
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

    /// Plays several moves that were made elsewhere, or none of them.
    ///
    /// # Errors
    /// When one of them fails, as [`follow`](Self::follow) does.
    pub fn follow_all(&mut self, moves: &[(Color, Move)]) -> Result<(), SessionError> {
        let (position, count) = (self.position.clone(), self.moves.len());
        let (undone, notes) = (self.undone.clone(), self.notes.len());
        for &(color, mv) in moves {
            if let Err(error) = self.follow(color, mv) {
                (self.position, self.undone) = (position, undone);
                self.moves.truncate(count);
                self.notes.truncate(notes);
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
    /// When there is none, or the rules in force forbid it for another reason than superko.
    pub fn redo(&mut self) -> Result<(), SessionError> {
        let mut undone = std::mem::take(&mut self.undone);
        let played = match undone.last() {
            Some(&(color, mv)) => self.follow(color, mv),
            None => Err(SessionError::CannotRedo),
        };
        if played.is_ok() {
            undone.pop();
        }
        self.undone = undone;
        played
    }
}
