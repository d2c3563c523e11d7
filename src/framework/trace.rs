//! The steps of a search, for people who want to follow it.
//!
//! A search reports its steps through its [`Control`](super::Control) as it takes them, so that a trace shows what the
//! search does. Without a tracer a step costs one branch, and its event is not made.

use super::{Move, MoveStat, Outcome};

/// The source of a value in alpha-beta.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// The moves from there were searched.
    #[default]
    Searched,
    /// The game is over.
    Over,
    /// The evaluation at the greatest depth.
    Evaluated,
    /// The hash table.
    Table,
}

impl Origin {
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

/// A step of a search. The ply of a move is the number of moves before it, counted from the root.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Alpha-beta begins to search the root, this many moves ahead.
    Deepen(u64),
    /// Alpha-beta plays a move and searches the position after it.
    Enter {
        /// The ply of the move.
        ply: usize,
        /// The move.
        mv: Move,
        /// The window for the player who makes the move: its value matters between these ends.
        window: (f32, f32),
    },
    /// Alpha-beta knows the value of the move that it entered last at this ply, and takes the move back.
    Leave {
        /// The ply of the move.
        ply: usize,
        /// The move.
        mv: Move,
        /// Its value for the player who makes it, from -1 to 1.
        value: f32,
        /// The source of the value.
        origin: Origin,
    },
    /// Alpha-beta does not search the rest of the moves of a ply, because the last one is good enough.
    Cut {
        /// The ply.
        ply: usize,
        /// The number of moves that are not searched.
        left: usize,
    },
    /// A search looks at a move and finds the answer to its question.
    Look {
        /// The move.
        mv: Move,
        /// The answer in words.
        found: &'static str,
    },
    /// A Monte-Carlo search chooses a move to try next.
    Choose {
        /// The ply of the move.
        ply: usize,
        /// The moves to choose from, with the bounds that decide.
        moves: Vec<MoveStat>,
        /// The choice.
        mv: Move,
    },
    /// A tree search gives a position of its tree this many moves.
    Expand {
        /// The ply of the moves.
        ply: usize,
        /// The number of moves.
        moves: usize,
    },
    /// A Monte-Carlo search has played a game to its end.
    Playout {
        /// The moves from the root on.
        line: Vec<Move>,
        /// The number of them that the search chose.
        chosen: usize,
        /// The result.
        outcome: Outcome,
        /// The value for the player to move at the root, from 0 to 1.
        value: f64,
    },
}

/// The function that gets the steps of a search.
pub type Tracer = Box<dyn Fn(Step) + Send + Sync>;
