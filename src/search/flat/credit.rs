//! Credit: the moves of a playout that its result is counted for.

use std::fmt::Debug;

use super::statistics::MeanValue;
use crate::framework::Move;

/// A way to share the result of a playout among its moves.
///
/// The search itself counts each result for the first move; a credit rule keeps further statistics. A search
/// makes one virtual call per playout, that of [`Self::record`].
pub trait Credit: Debug + Send {
    /// Forgets all playouts, before a search of a game whose move numbers stay below `move_limit`.
    fn clear(&mut self, _move_limit: usize) {}

    /// Learns from a playout: its moves, at least one, and its value for the player who began.
    fn record(&mut self, _line: &[Move], _value: f64) {}

    /// Returns the further statistics of a move; no playouts where there are no such statistics.
    fn of(&self, _mv: Move) -> MeanValue {
        MeanValue::default()
    }

    /// Returns the estimate of a move's value; `first` is the value of the playouts that began with it.
    fn estimate(&self, _mv: Move, first: MeanValue) -> f64 {
        first.mean()
    }
}

/// Counts a playout for its first move only.
#[derive(Clone, Copy, Debug)]
pub struct FirstMoveOnly;

impl Credit for FirstMoveOnly {}
