//! With which move the next playout begins, and which move is played in the end.
//!
//! Trying all moves equally often wastes playouts on moves that are clearly bad. A *bandit* tries the move that
//! might be the best: the one with the highest upper confidence bound, a value that the true win rate is
//! unlikely to exceed. A move that did well has a high bound; so has one that was hardly tried. The most tried
//! move is then the one to play, for it looked the best for the longest time.
//!
//! # References
//! - P. Auer, N. Cesa-Bianchi and P. Fischer, "Finite-time analysis of the multiarmed bandit problem", Machine
//!   Learning 47, 2002 (UCB1).
//! - C. Hunt, "Fuegito User Manual", 2012 (the bound with a critical value).

use super::credit::{Ledger, Tally};
use crate::framework::{Move, MoveStat};

/// A way to share the playouts among the moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Allocation {
    /// All moves in turn, so that each is tried equally often; the one with the best estimate is played.
    Simple,
    /// The move with the highest `w + z sqrt(w (1 - w) / n) + 1 / sqrt(n)`, where `w` is its win rate and `n`
    /// how often it was tried: the win rate, its margin of error, and a little more for what was tried little.
    Ucb {
        /// The critical value `z`: how many standard errors the margin has; 1.96 for 95 % confidence.
        critical_value: f64,
    },
    /// The move with the highest `w + C sqrt(ln N / n)`, where `N` is the number of all tries.
    Ucb1 {
        /// The exploration constant `C`, at least 0; the greater, the more equal the tries.
        constant: f64,
    },
}

impl Allocation {
    /// Returns the move to try next. There is at least one.
    #[inline]
    pub(super) fn next(self, moves: &[Move], ledger: &Ledger) -> Move {
        let played = ledger.playouts();
        if self == Self::Simple {
            return moves[(played % moves.len() as u64) as usize];
        }
        let (mut best, mut highest) = (moves[0], f64::NEG_INFINITY);
        for &mv in moves {
            let bound = self.bound(ledger.first(mv), played);
            if bound > highest {
                (best, highest) = (mv, bound);
            }
        }
        best
    }

    /// Returns the bound of a move after `all` tries of any move; infinite for a move that was never tried, so that
    /// each is tried once before any is tried again.
    #[inline]
    pub(super) fn bound(self, tried: Tally, all: u64) -> f64 {
        let (rate, n) = (tried.mean(), tried.count as f64);
        match self {
            Self::Simple => rate,
            _ if tried.count == 0 => f64::INFINITY,
            Self::Ucb { critical_value } => {
                rate + critical_value * (rate * (1.0 - rate) / n).sqrt() + 1.0 / n.sqrt()
            }
            Self::Ucb1 { constant } => rate + constant * ((all as f64).ln() / n).sqrt(),
        }
    }

    /// Returns what the move to play has most of: the estimate, or for a bandit the tries, of which equal numbers
    /// are told apart by the estimate.
    pub(super) fn rank(self, stat: &MoveStat) -> f64 {
        match self {
            Self::Simple => stat.estimate,
            Self::Ucb { .. } | Self::Ucb1 { .. } => stat.count as f64 + 0.5 * stat.estimate,
        }
    }
}
