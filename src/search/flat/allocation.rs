//! Allocation: which move the next playout starts with, and which move is finally played: equal tries, and two bandits
//! with upper confidence bounds (UCB).
//!
//! Trying all moves equally often wastes playouts on moves that are clearly bad. A *bandit* tries the move
//! that might be the best: the one with the highest upper confidence bound, a value that the true win rate is
//! unlikely to exceed. The bound is high for a move that did well, and for one that was tried rarely.
//!
//! # References
//! - P. Auer, N. Cesa-Bianchi and P. Fischer, "Finite-time analysis of the multiarmed bandit problem",
//!   Machine Learning 47, 2002 (UCB1).
//! - C. Hunt, "Fuegito User Manual", 2012 (the bound with a critical value).

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

/// Tries the move with the highest `w + z sqrt(w (1 - w) / n) + 1 / sqrt(n)`, with win rate `w` and `n` tries: the
/// win rate, its margin of error, and a bonus for rarely tried moves.
#[derive(Clone, Copy, Debug)]
pub struct ManualUcb {
    /// Critical value `z`, the number of standard errors in the margin; 1.96 for 95 % confidence.
    pub critical_value: f64,
}

impl Allocation for ManualUcb {
    #[inline]
    fn bound(&self, tried: MeanValue, _: u64) -> f64 {
        if tried.count == 0 {
            return f64::INFINITY;
        }
        let (rate, n) = (tried.mean(), tried.count as f64);
        rate + self.critical_value * (rate * (1.0 - rate) / n).sqrt() + 1.0 / n.sqrt()
    }
}

/// Tries the move with the highest `w + C sqrt(ln N / n)`, with win rate `w`, `n` tries of the move and `N` in total.
#[derive(Clone, Copy, Debug)]
pub struct Ucb1 {
    /// Exploration constant `C`, at least 0; larger values spread the tries more evenly.
    pub constant: f64,
}

impl Allocation for Ucb1 {
    #[inline]
    fn bound(&self, tried: MeanValue, all: u64) -> f64 {
        if tried.count == 0 {
            return f64::INFINITY;
        }
        tried.mean() + self.constant * ((all as f64).ln() / tried.count as f64).sqrt()
    }
}
