//! Allocation: the move with which the next playout begins, and the move that is played in the end.

use std::fmt::Debug;

use super::statistics::{FirstMoves, MeanValue};
use crate::framework::{Move, MoveStat};

/// A way to share the playouts among the moves.
///
/// The methods provided are those of a *bandit*, which tries the move with the highest bound and in the end
/// plays the move tried most often; a bandit defines its bound only. A search makes one virtual call per
/// playout, that of [`Self::next`], because `next` is compiled with the bound.
pub trait Allocation: Debug + Send {
    /// Returns the bound of a move after `all` tries of any move; infinite for a move that was never tried,
    /// so that each is tried once before any is tried again.
    fn bound(&self, tried: MeanValue, all: u64) -> f64;

    /// Returns the move to try next, one of `moves`; there is at least one.
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

    /// Returns the quality of a move when the search is over, the highest being played: by default its number
    /// of tries, and among equal numbers its estimate.
    fn rank(&self, stat: &MoveStat) -> f64 {
        stat.count as f64 + 0.5 * stat.estimate
    }
}

/// Tries all moves in turn, so that each is tried equally often, and plays the one with the best estimate.
#[derive(Clone, Copy, Debug)]
pub struct EqualTries;

impl Allocation for EqualTries {
    /// The win rate; it does not matter which move is tried next.
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
