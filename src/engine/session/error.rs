//! The errors of a session.

use crate::engine::context::ConfigureError;
use crate::framework::IllegalMove;

/// Maximum length of a game, in moves: longer than any ever played by people or programs.
pub const MAX_MOVES: usize = 10_000;

/// Why a session refused a request.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum SessionError {
    /// The text is not a move of the game.
    #[error("syntax error: '{0}' is not a move")]
    NotAMove(String),
    /// The rules forbid the move.
    #[error("illegal move")]
    Illegal(#[source] IllegalMove),
    /// The game has reached the maximum length.
    #[error("the game is too long: it has {MAX_MOVES} moves")]
    TooLong,
    /// A player chose an illegal move: a bug in the player.
    #[error("the player's move {mv} is an {reason}")]
    PlayerIllegal { mv: String, reason: IllegalMove },
    /// The game is over; there is no move to find.
    #[error("the game is over")]
    Over,
    /// There are fewer moves to take back.
    #[error("cannot undo")]
    CannotUndo,
    /// No move was taken back.
    #[error("cannot redo")]
    CannotRedo,
    /// No search has been made in this game.
    #[error("no search")]
    NoSearch,
    /// The last search keeps no tree.
    #[error("the last search has no tree, or the game has changed since")]
    NoTree,
    /// A parameter was not changed.
    #[error(transparent)]
    Configure(#[from] ConfigureError),
}

impl SessionError {
    /// The error for a move chosen by a player.
    pub(super) fn of_player(self, mv: String) -> Self {
        match self {
            Self::Illegal(reason) => Self::PlayerIllegal { mv, reason },
            error => error,
        }
    }
}
