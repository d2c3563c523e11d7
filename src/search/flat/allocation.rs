//! Allocation: which move the next playout starts with, and which move is finally played.

use std::fmt::Debug;

use super::statistics::{FirstMoves, MeanValue};
use crate::framework::{Move, MoveStat};

/// How playouts are shared among the moves.
///
/// The provided methods are those of a *bandit*, which tries the move with the highest bound and finally plays the
/// move tried most often; a bandit defines only its bound. A search makes one virtual call per playout, to
/// [`Self::next`], because `next` is compiled together with the bound.
pub trait Allocation: Debug + Send {
    /// The bound of a move after `all` tries in total; infinite for an untried move, so that each is tried once
    /// before any is tried again.
    fn bound(&self, tried: MeanValue, all: u64) -> f64;

    /// The move of `moves` to try next; there is at least one.
    #[inline]
    fn next(&self, moves: &[Move], tried: &FirstMoves) -> Move {
        let all = tried.playouts();
        let (mut best, mut highest) = (moves[0], f64::NEG_INFINITY);
        for &mv in moves {
            let bound = self.bound(tried.of(mv), all);
            if bound > highest {
                (best, highest) = (mv, bound);
            }
        }
        best
    }

    /// The quality by which the final move is chosen: by default the number of tries, then the estimate.
    fn rank(&self, stat: &MoveStat) -> f64 {
        stat.count as f64 + 0.5 * stat.estimate
    }
}

/// Tries all moves equally often and plays the one with the best estimate.
#[derive(Clone, Copy, Debug)]
pub struct EqualTries;

impl Allocation for EqualTries {
    /// The win rate. The bound does not affect which move is tried next.
    fn bound(&self, tried: MeanValue, _: u64) -> f64 {
        tried.mean()
    }

    #[inline]
    fn next(&self, moves: &[Move], tried: &FirstMoves) -> Move {
        moves[(tried.playouts() % moves.len() as u64) as usize]
    }

    fn rank(&self, stat: &MoveStat) -> f64 {
        stat.estimate
    }
}
