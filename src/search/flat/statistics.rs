//! Statistics of a flat search: tries and mean value by first move.

use crate::framework::Move;

/// Count and mean of playout values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeanValue {
    /// Number of playouts.
    pub count: u64,
    /// Sum of their values, each from 0 for a loss to 1 for a win.
    pub sum: f64,
}

impl MeanValue {
    /// Adds a playout.
    #[inline]
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
    }

    /// The mean; 0 without playouts.
    #[inline]
    pub fn mean(self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum / self.count as f64 }
    }
}

/// By move, the value of the playouts that began with it.
#[derive(Clone, Debug)]
pub struct FirstMoves {
    playouts: u64,
    values: Vec<MeanValue>,
}

impl FirstMoves {
    /// For a game whose move indices stay below `move_limit`.
    pub fn new(move_limit: usize) -> Self {
        Self { playouts: 0, values: vec![MeanValue::default(); move_limit] }
    }

    /// Playouts in total.
    #[inline]
    pub fn playouts(&self) -> u64 {
        self.playouts
    }

    /// The value of the playouts that began with a move.
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
