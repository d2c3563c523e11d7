//! A game record: start, moves, the resulting position, and undone moves.

use std::collections::BTreeMap;

use super::error::{MAX_MOVES, SessionError};
use crate::engine::host::Hosted;
use crate::framework::{Color, IllegalMove, Move};

/// Game information, such as the players' names, by SGF property.
pub type GameInfo = BTreeMap<&'static str, String>;

/// A game record. A failing method changes nothing.
#[derive(Clone)]
pub struct Record<G> {
    start: G,
    moves: Vec<(Color, Move)>,
    position: G,
    /// Undone moves; the last is replayed first.
    undone: Vec<(Color, Move)>,
    info: GameInfo,
}

impl<G: Hosted> Record<G> {
    /// The record of a game without moves.
    pub fn new(start: G) -> Self {
        Self { position: start.clone(), start, moves: Vec::new(), undone: Vec::new(), info: GameInfo::new() }
    }

    /// The record of an external game; `moves` lead from `start` to `position`.
    pub fn played(start: G, moves: Vec<(Color, Move)>, position: G) -> Self {
        Self { start, moves, position, undone: Vec::new(), info: GameInfo::new() }
    }

    /// The position before the first move.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The moves.
    pub fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// The position after the last move.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The game information.
    pub fn info(&self) -> &GameInfo {
        &self.info
    }

    /// The mutable game information.
    pub fn info_mut(&mut self) -> &mut GameInfo {
        &mut self.info
    }

    /// Applies a change to both the start and the position.
    pub fn change(&mut self, change: impl Fn(&mut G)) {
        change(&mut self.start);
        change(&mut self.position);
    }

    /// Sets the player to move; before the first move, that player starts the game.
    pub fn set_to_play(&mut self, color: Color) {
        if self.moves.is_empty() {
            self.start.set_to_play(color);
        }
        self.position.set_to_play(color);
    }

    /// Plays a move of either player; returns the result of `play`.
    ///
    /// # Errors
    /// When the game is too long for another move, or `play` refuses the move.
    pub fn play<T>(
        &mut self,
        color: Color,
        mv: Move,
        play: impl FnOnce(&mut G, Move) -> Result<T, IllegalMove>,
    ) -> Result<T, SessionError> {
        if self.moves.len() >= MAX_MOVES {
            return Err(SessionError::TooLong);
        }
        let mut next = self.position.clone();
        next.set_to_play(color);
        let played = play(&mut next, mv).map_err(SessionError::Illegal)?;
        self.position = next;
        self.moves.push((color, mv));
        self.undone.clear();
        Ok(played)
    }

    /// Takes back moves; the player of the first of them is then to move.
    ///
    /// # Errors
    /// When there are fewer moves.
    pub fn undo(&mut self, count: usize) -> Result<(), SessionError> {
        let left = self.moves.len().checked_sub(count).ok_or(SessionError::CannotUndo)?;
        let Some(&(to_play, _)) = self.moves.get(left) else {
            return Ok(());
        };
        self.undone.extend(self.moves.drain(left..).rev());
        self.position = self.start.clone();
        for &(color, mv) in &self.moves {
            self.position.set_to_play(color);
            self.position.replay(mv);
        }
        self.position.set_to_play(to_play);
        Ok(())
    }

    /// Replays the last undone move; returns it with the result of `play`.
    ///
    /// # Errors
    /// When no move was taken back, or `play` refuses the move.
    pub fn redo<T>(
        &mut self,
        play: impl FnOnce(&mut G, Move) -> Result<T, IllegalMove>,
    ) -> Result<(Color, Move, T), SessionError> {
        let mut undone = self.undone.clone();
        let (color, mv) = undone.pop().ok_or(SessionError::CannotRedo)?;
        let played = self.play(color, mv, play)?;
        self.undone = undone;
        Ok((color, mv, played))
    }
}
