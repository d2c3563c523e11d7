//! The interface of a game that can be searched and played.

use super::{Color, Outcome};

/// A move, encoded as a small number with a game-specific meaning.
///
/// The number is also a dense index: RAVE and AMAF tables have [`Game::move_limit`] entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(pub u16);

impl Move {
    /// The pass; games without one never use number 0.
    pub const PASS: Self = Self(0);

    /// The move as a table index.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Why a move is illegal; the game is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The point is off the board, or the number is not a move of this game.
    #[error("illegal move: no such point")]
    NoSuchMove,
    /// The point is occupied.
    #[error("illegal move: occupied")]
    Occupied,
    /// The move would capture the player's own stones.
    #[error("illegal move: suicide")]
    Suicide,
    /// The move would retake a ko at once.
    #[error("illegal move: ko")]
    Ko,
    /// The move would repeat an earlier position.
    #[error("illegal move: superko")]
    Superko,
    /// The move captures nothing in a game of captures, or moves a stone that is not the player's.
    #[error("illegal move: no capture")]
    NoCapture,
    /// The move captures, in a game that forbids captures.
    #[error("illegal move: capture")]
    Capture,
    /// The game is over.
    #[error("illegal move: the game is over")]
    Over,
}

impl IllegalMove {
    /// An explanation for people.
    pub fn explanation(self) -> &'static str {
        match self {
            Self::NoSuchMove => "there is no such point",
            Self::Occupied => "the point is occupied",
            Self::Suicide => "suicide, the stone would have no liberties",
            Self::Ko => "ko, play elsewhere first",
            Self::Superko => "superko, the position would repeat an earlier one",
            Self::NoCapture => "a stone must capture an adjacent enemy stone",
            Self::Capture => "captures are forbidden",
            Self::Over => "the game is over",
        }
    }
}

/// A two-player game of perfect information, at one position.
///
/// A search clones the game and plays on the copy; the owner of the game keeps the move history.
pub trait Game: Clone + Send + Sync {
    /// The player to move.
    fn to_play(&self) -> Color;

    /// Makes `color` the player to move.
    fn set_to_play(&mut self, color: Color);

    /// Replaces `moves` by the moves to search: all are legal, and the list is empty exactly when the game is over.
    fn candidates(&self, moves: &mut Vec<Move>);

    /// The moves of [`Game::candidates`].
    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.candidates(&mut moves);
        moves
    }

    /// Plays a move for the player to move.
    ///
    /// # Errors
    /// When the rules forbid the move; the game is then unchanged.
    fn play(&mut self, mv: Move) -> Result<(), IllegalMove>;

    /// Plays a move known to be legal, which debug builds check.
    fn play_legal(&mut self, mv: Move);

    /// The result; `None` until the game ends.
    fn outcome(&self) -> Option<Outcome>;

    /// A hash of the position, including the player to move.
    fn key(&self) -> u64;

    /// A key shared only by positions with the same continuations: [`Self::key`], unless the rules depend on history.
    /// `None` if the game has no such key; transposition tables are then disabled.
    fn table_key(&self) -> Option<u64> {
        Some(self.key())
    }

    /// A key shared only by positions with the same continuations, except for moves that the rules forbid because of
    /// history: [`Self::table_key`] for games without such rules.
    fn state_key(&self) -> u64 {
        self.key()
    }

    /// The winner as soon as it is certain under any further play; [`Self::outcome`] by default. The margin may differ
    /// from the final one.
    fn decided(&self) -> Option<Outcome> {
        self.outcome()
    }

    /// Whether this position and `other` have the same continuations, so that search results and proofs hold for both.
    /// A game without a [`Self::table_key`] compares everything that its rules depend on; by default all positions
    /// differ.
    fn is_same(&self, other: &Self) -> bool {
        self.table_key().is_some_and(|key| other.table_key() == Some(key))
    }

    /// An exclusive upper bound on move numbers.
    fn move_limit(&self) -> usize;

    /// All moves that can occur in the game, legal here or not: those whose text can be parsed.
    fn all_moves(&self) -> Vec<Move> {
        let moves = (0..self.move_limit()).map(|number| Move(number as u16));
        moves.filter(|&mv| self.parse_move(&self.move_text(mv)) == Some(mv)).collect()
    }

    /// The number of further moves after which a playout is aborted as a draw.
    fn length_limit(&self) -> usize;

    /// A move in the game's notation.
    fn move_text(&self, mv: Move) -> String;

    /// Parses a move in the game's notation, legal or not; `None` if invalid.
    fn parse_move(&self, text: &str) -> Option<Move>;

    /// A heuristic value for the player to move, strictly between -1 (loss) and 1 (win); 0 by default.
    fn evaluate(&self) -> f32 {
        0.0
    }

    /// Sets the owner of each point of a finished game, indexed by move number: 1 for Black, -1 for White, 0 for
    /// neither. Optional for games without owners.
    fn owners(&self, _owners: &mut [i8]) {}

    /// Becomes a copy of `other`, reusing allocations.
    fn copy_from(&mut self, other: &Self) {
        self.clone_from(other);
    }
}
