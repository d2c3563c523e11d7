//! The parts of a variant of flat Monte Carlo.

use super::allocation::{Allocation, EqualTries};
use super::credit::{Credit, FirstMoveOnly};

/// A variant of flat Monte Carlo.
#[derive(Debug)]
pub struct Variant {
    /// Which moves are tried.
    pub allocation: Box<dyn Allocation>,
    /// Which moves a playout is credited to.
    pub credit: Box<dyn Credit>,
    /// Minimum number of playouts per candidate move. It supersedes the time: the search continues while there is
    /// time left *or* the minimum is not reached, and without a time limit it ends at the minimum. At 0 only time
    /// decides.
    pub simulations: u64,
}

/// Equal tries and credit for the first move only, limited by time.
impl Default for Variant {
    fn default() -> Self {
        Self { allocation: Box::new(EqualTries), credit: Box::new(FirstMoveOnly), simulations: 0 }
    }
}
