//! The data that make a variant of flat Monte Carlo.

use super::allocation::{Allocation, EqualTries};
use super::credit::{Credit, FirstMoveOnly};

/// A variant of flat Monte Carlo.
#[derive(Debug)]
pub struct Variant {
    /// The choice of the moves to try.
    pub allocation: Box<dyn Allocation>,
    /// The moves that a playout counts for.
    pub credit: Box<dyn Credit>,
    /// The minimum number of playouts, per move to choose from. It supersedes the time: the search goes on
    /// while there is time left *or* the minimum is not reached, and ends at the minimum without a time
    /// limit. At 0 the time alone decides.
    pub simulations: u64,
}

/// Equal tries, credit for the first move only, as long as there is time.
impl Default for Variant {
    fn default() -> Self {
        Self { allocation: Box::new(EqualTries), credit: Box::new(FirstMoveOnly), simulations: 0 }
    }
}
