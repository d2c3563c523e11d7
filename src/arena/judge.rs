//! The contract of a match with the rules of its game: who is to move, which moves are legal, and the result.

use super::Claim;
use crate::framework::Color;

/// The rules of a game, at one position of a game between two programs.
pub trait Judge {
    /// The player to move.
    fn to_play(&self) -> Color;

    /// Plays a move for the player to move and returns it in the form that the other programs are told.
    ///
    /// # Errors
    /// Says why the move loses the game: the text is not a move, or the move is illegal.
    fn play(&mut self, text: &str) -> Result<Played, String>;

    /// The result, unknown where the programs have to agree on it; `None` until the game ends.
    fn result(&self) -> Option<Claim>;
}

/// A move that a judge accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move in the form that the other programs are told.
    pub text: String,
    /// Whether the opponent may refuse the move, because it repeats a position: the player then loses.
    pub repeats: bool,
}
