//! The errors of a session.

use crate::engine::context::ConfigureError;
use crate::framework::IllegalMove;

/// Maximum length of a game, in moves: longer than any ever played by people or programs.
pub const MAX_MOVES: usize = 10_000;

/// Why a session refused a request.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum SessionError {
    #[error("syntax error: '{0}' is not a move")]
    NotAMove(String),
    #[error("illegal move")]
    Illegal(#[source] IllegalMove),
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
    #[error("no search")]
    NoSearch,
    /// The last search keeps no tree.
    #[error("the last search has no tree, or the game has changed since")]
    NoTree,
    /// A parameter was not changed.
    #[error(transparent)]
    Configure(#[from] ConfigureError),
}
