//! Credit: the moves of a playout to which its result is credited: its first move, or all moves as first (AMAF), where
//! every move that the same player made later in the playout counts as a first move.
//!
//! Where move order matters little, as in Go, each playout is then a sample of dozens of moves instead of one, though a
//! biased one.
//!
//! # References
//! - B. Brügmann, "Monte Carlo Go", 1993 (all moves as first).
//! - D. P. Helmbold and A. Parker-Wood, "All-moves-as-first heuristics in Monte-Carlo Go", International
//!   Conference on Artificial Intelligence, 2009 (alpha-AMAF).

use std::fmt::Debug;

use super::statistics::MeanValue;
use crate::framework::Move;

/// How a playout's result is credited to its moves.
///
/// The search itself credits each result to the first move; a credit rule keeps further statistics. A search makes
/// one virtual call per playout, to [`Self::record`].
pub trait Credit: Debug + Send {
    /// Resets the statistics for a game whose move indices stay below `move_limit`.
    fn clear(&mut self, _move_limit: usize) {}

    /// Records a playout: its moves, at least one, and its value for the first player.
    fn record(&mut self, _line: &[Move], _value: f64) {}

    /// The further statistics of a move; empty by default.
    fn of(&self, _mv: Move) -> MeanValue {
        MeanValue::default()
    }

    /// Estimates a move's value; `first` is the value of the playouts that began with it.
    fn estimate(&self, _mv: Move, first: MeanValue) -> f64 {
        first.mean()
    }
}

/// Credits a playout to its first move only.
#[derive(Clone, Copy, Debug)]
pub struct FirstMoveOnly;

impl Credit for FirstMoveOnly {}

/// Credits a playout to all moves of the first player. A move's estimate is `alpha` times its AMAF mean plus
/// `1 - alpha` times its mean as a first move.
#[derive(Clone, Debug)]
pub struct Amaf {
    alpha: f64,
    playouts: u64,
    /// By move, the value of the playouts in which the first player was the first to make it.
    values: Vec<MeanValue>,
    /// By move, the number of the last playout that contained it.
    seen: Vec<u64>,
}

impl Amaf {
    /// `alpha` is in [0, 1]; at 0 the estimates are those of [`FirstMoveOnly`](super::FirstMoveOnly).
    pub const fn new(alpha: f64) -> Self {
        Self { alpha, playouts: 0, values: Vec::new(), seen: Vec::new() }
    }
}

impl Credit for Amaf {
    fn clear(&mut self, move_limit: usize) {
        self.playouts = 0;
        self.values.clear();
        self.values.resize(move_limit, MeanValue::default());
        self.seen.clear();
        self.seen.resize(move_limit, 0);
    }

    fn record(&mut self, line: &[Move], value: f64) {
        self.playouts += 1;
        for (number, &mv) in line.iter().enumerate() {
            // A move that the opponent played first was unavailable, and a move on a recaptured point is a different
            // move.
            let last_seen = std::mem::replace(&mut self.seen[mv.index()], self.playouts);
            let is_own = number % 2 == 0;
            // Every playout ends with passes, which carry no information about passing now.
            let is_telling = number == 0 || mv != Move::PASS;
            if last_seen < self.playouts && is_own && is_telling {
                self.values[mv.index()].add(value);
            }
        }
    }

    fn of(&self, mv: Move) -> MeanValue {
        self.values[mv.index()]
    }

    fn estimate(&self, mv: Move, first: MeanValue) -> f64 {
        self.alpha * self.of(mv).mean() + (1.0 - self.alpha) * first.mean()
    }
}
