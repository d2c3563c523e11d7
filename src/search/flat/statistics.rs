//! The statistics of a flat search: how often each move was tried first, and its mean value.

use crate::framework::Move;

/// The number and the mean of the values of some playouts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeanValue {
    /// The number of playouts.
    pub count: u64,
    /// The sum of their values, each from 0, a loss, to 1, a win.
    pub sum: f64,
}

impl MeanValue {
    /// Adds a playout.
    #[inline]
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
    }

    /// Returns the mean value; 0 without a playout.
    #[inline]
    pub fn mean(self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum / self.count as f64 }
    }
}

/// For each move the value of the playouts that began with it.
#[derive(Clone, Debug)]
pub struct FirstMoves {
    playouts: u64,
    values: Vec<MeanValue>,
}

impl FirstMoves {
    /// Creates the statistics of a game whose move numbers stay below `move_limit`.
    pub fn new(move_limit: usize) -> Self {
        Self { playouts: 0, values: vec![MeanValue::default(); move_limit] }
    }

    /// Returns the number of playouts.
    #[inline]
    pub fn playouts(&self) -> u64 {
        self.playouts
    }

    /// Returns the value of the playouts that began with a move.
    #[inline]
    pub fn of(&self, mv: Move) -> MeanValue {
        self.values[mv.index()]
    }

    /// Adds a playout that began with a move.
    #[inline]
    pub fn add(&mut self, mv: Move, value: f64) {
        self.playouts += 1;
        self.values[mv.index()].add(value);
    }
}
