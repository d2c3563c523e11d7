//! Search tracing: steps for people to follow.
//!
//! A search reports steps through its [`Control`](super::Control) as it takes them, so a trace shows what the search
//! actually does. Without a tracer, a step costs one branch and creates no event.

use super::{Move, MoveStat, Outcome};

/// The source of an alpha-beta value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ValueSource {
    /// A search of its moves.
    #[default]
    Searched,
    /// The game is over.
    Over,
    /// The evaluation at maximum depth.
    Evaluated,
    /// The hash table.
    Table,
}

impl ValueSource {
    /// The source in words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Searched => "searched",
            Self::Over => "the game is over",
            Self::Evaluated => "evaluation",
            Self::Table => "from the hash table",
        }
    }
}

/// A search step. The ply of a move is its distance from the root.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Alpha-beta starts an iteration at this depth.
    Deepen(u64),
    /// Alpha-beta enters a move: plays it and searches the resulting position.
    Enter {
        /// The ply of the move.
        ply: usize,
        /// The move.
        mv: Move,
        /// The alpha-beta window for the player who makes the move.
        window: (f32, f32),
    },
    /// Alpha-beta leaves the move last entered at this ply, with its value.
    Leave {
        /// The ply of the move.
        ply: usize,
        /// The move.
        mv: Move,
        /// Its value for the player who makes it, from -1 to 1.
        value: f32,
        /// The source of the value.
        origin: ValueSource,
    },
    /// A cutoff: alpha-beta skips the remaining moves of a ply, because the last one is good enough.
    Cut {
        /// The ply.
        ply: usize,
        /// The number of skipped moves.
        left: usize,
    },
    /// A search examines a move and answers its question.
    Look {
        /// The move.
        mv: Move,
        /// The answer in words.
        found: &'static str,
    },
    /// A Monte-Carlo search selects a move to try.
    Choose {
        /// The ply of the move.
        ply: usize,
        /// The candidates, with their bounds.
        moves: Vec<MoveStat>,
        /// The selected move.
        mv: Move,
    },
    /// A tree search expands a position with this many moves.
    Expand {
        /// The ply of the moves.
        ply: usize,
        /// The number of moves.
        moves: usize,
    },
    /// A Monte-Carlo search has finished a playout.
    Playout {
        /// The moves from the root.
        line: Vec<Move>,
        /// The number of moves selected by the search.
        chosen: usize,
        /// The result.
        outcome: Outcome,
        /// The value for the player to move at the root, from 0 to 1.
        value: f64,
    },
    /// A tree search takes an estimate of a position in place of a playout.
    Estimate {
        /// The moves from the root to the position.
        line: Vec<Move>,
        /// The value for the player to move at the root, from 0 to 1.
        value: f64,
    },
}

/// A receiver of search steps.
pub type Tracer = Box<dyn Fn(Step) + Send + Sync>;
