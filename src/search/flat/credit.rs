//! Credit: the moves of a playout to which its result is credited.

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
