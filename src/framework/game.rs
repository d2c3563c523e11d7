//! What a game must tell to be searched and played.

use super::{Color, Outcome};

/// A move as a small number whose meaning belongs to the game.
///
/// The number is also the move's dense index: tables for RAVE and AMAF have [`Game::move_limit`] entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(pub u16);

impl Move {
    /// The pass; games without one never use number 0.
    pub const PASS: Self = Self(0);

    /// Returns the move as a table index.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A move that the rules do not allow here; the game is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The point is off the board or otherwise no move of this game.
    #[error("illegal move: no such point")]
    NoSuchMove,
    /// The point is occupied.
    #[error("illegal move: occupied")]
    Occupied,
    /// The move would kill the player's own stones.
    #[error("illegal move: suicide")]
    Suicide,
    /// The move would retake a ko at once.
    #[error("illegal move: ko")]
    Ko,
    /// The move would repeat an earlier position.
    #[error("illegal move: superko")]
    Superko,
    /// The move captures nothing, in a game of captures, or is not with a stone of the player's.
    #[error("illegal move: no capture")]
    NoCapture,
    /// The move captures, in a game that forbids it.
    #[error("illegal move: capture")]
    Capture,
    /// The game is over.
    #[error("illegal move: the game is over")]
    Over,
}

/// A two-player game of perfect information, at one position.
///
/// A search clones the game and plays on the copy; whoever owns the game keeps the line that led to it.
pub trait Game: Clone + Send + Sync {
    /// Returns the player to move.
    fn to_play(&self) -> Color;

    /// Makes `color` the player to move.
    fn set_to_play(&mut self, color: Color);

    /// Replaces `moves` by the moves a search should consider: all are legal, and there is none exactly when the
    /// game is over.
    fn candidates(&self, moves: &mut Vec<Move>);

    /// Plays a move for the player to move.
    ///
    /// # Errors
    /// Says why the rules forbid the move; the game is then unchanged.
    fn play(&mut self, mv: Move) -> Result<(), IllegalMove>;

    /// Plays a move known to be legal; debug builds check it.
    fn play_legal(&mut self, mv: Move);

    /// Returns the result, or `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns a hash of the position including the player to move.
    fn key(&self) -> u64;

    /// Returns a key that two positions share only if the same can happen from both: [`Self::key`], unless the rules
    /// look at how the position came about. `None` where there is no such key; transposition tables are then
    /// not used.
    fn table_key(&self) -> Option<u64> {
        Some(self.key())
    }

    /// Returns whether the same can happen from here and from `other`: where it does, all that a search has found
    /// or proven of one position holds for the other. Games without a [`Self::table_key`] compare what their
    /// rules look at; unless they do, no position is known to be the same.
    fn is_same(&self, other: &Self) -> bool {
        self.table_key().is_some_and(|key| other.table_key() == Some(key))
    }

    /// Returns a bound that every move number stays below.
    fn move_limit(&self) -> usize;

    /// Returns after how many moves from here a playout is broken off as a draw.
    fn length_limit(&self) -> usize;

    /// Returns a move as the game's players write it.
    fn move_text(&self, mv: Move) -> String;

    /// Reads a move as the game's players write it, legal or not; `None` when it is no move at all.
    fn parse_move(&self, text: &str) -> Option<Move>;

    /// Returns a guess at the value for the player to move, between -1 and 1, which only the end is worth; 0 unless
    /// the game knows better.
    fn evaluate(&self) -> f32 {
        0.0
    }

    /// Becomes a copy of `other`, reusing allocations.
    fn copy_from(&mut self, other: &Self) {
        self.clone_from(other);
    }
}
