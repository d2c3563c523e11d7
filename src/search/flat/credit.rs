//! Which moves a playout tells something about.
//!
//! Surely about its first move. *All moves as first* (AMAF) takes every move that the same player made later in
//! the playout for a first move, too: where the order of moves matters little, as in Go, each playout is then a
//! sample of some dozen moves instead of one, if a biased one.
//!
//! # References
//! - B. Brügmann, "Monte Carlo Go", 1993 (all moves as first).
//! - D. P. Helmbold and A. Parker-Wood, "All-moves-as-first heuristics in Monte-Carlo Go", International
//!   Conference on Artificial Intelligence, 2009 (alpha-AMAF).

use crate::framework::Move;

/// A way to share the result of a playout among its moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Credit {
    /// To the first move alone.
    First,
    /// To the first move, and in a second table to all moves of the player who made it. A move's estimate is
    /// `alpha` times its mean there, and `1 - alpha` times its mean as a first move.
    Amaf {
        /// The weight of the second table, 0 to 1; at 0 the estimates are those of [`Credit::First`].
        alpha: f64,
    },
}

/// How often a move was tried, and how it did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// The number of tries.
    pub count: u64,
    /// The sum of their values, each from 0, a loss, to 1, a win.
    pub sum: f64,
}

impl Tally {
    /// Adds a try.
    #[inline]
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
    }

    /// Returns the mean value; 0 without a try.
    #[inline]
    #[must_use]
    pub fn mean(self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum / self.count as f64 }
    }
}

/// The statistics of a search.
pub(super) struct Ledger {
    credit: Credit,
    playouts: u64,
    /// For each move the playouts that began with it.
    first: Vec<Tally>,
    /// For each move the playouts in which the player to move was the first to make it.
    amaf: Vec<Tally>,
    /// For each move the number of the last playout that had it.
    seen: Vec<u64>,
}

impl Ledger {
    /// Creates the statistics of a game whose move numbers stay below `limit`.
    pub(super) fn new(credit: Credit, limit: usize) -> Self {
        Self {
            credit,
            playouts: 0,
            first: vec![Tally::default(); limit],
            amaf: vec![Tally::default(); limit],
            seen: vec![0; limit],
        }
    }

    /// Returns the number of playouts.
    #[inline]
    pub(super) fn playouts(&self) -> u64 {
        self.playouts
    }

    /// Returns how a move did as the first one.
    #[inline]
    pub(super) fn first(&self, mv: Move) -> Tally {
        self.first[mv.index()]
    }

    /// Returns how a move did whenever it was made; no tries without AMAF.
    #[inline]
    pub(super) fn amaf(&self, mv: Move) -> Tally {
        self.amaf[mv.index()]
    }

    /// Returns what is believed of a move.
    pub(super) fn estimate(&self, mv: Move) -> f64 {
        match self.credit {
            Credit::First => self.first(mv).mean(),
            Credit::Amaf { alpha } => alpha * self.amaf(mv).mean() + (1.0 - alpha) * self.first(mv).mean(),
        }
    }

    /// Learns from a playout: its moves, of which there is one at least, and its value for the player who began.
    #[inline]
    pub(super) fn record(&mut self, line: &[Move], value: f64) {
        self.playouts += 1;
        self.first[line[0].index()].add(value);
        if self.credit == Credit::First {
            return;
        }
        for (number, &mv) in line.iter().enumerate() {
            // What the opponent played first was not there to be played, and what was retaken is another move.
            let last_seen = std::mem::replace(&mut self.seen[mv.index()], self.playouts);
            let is_ours = number % 2 == 0;
            // Every playout ends with passes, which says nothing of passing now.
            let is_telling = number == 0 || mv != Move::PASS;
            if last_seen < self.playouts && is_ours && is_telling {
                self.amaf[mv.index()].add(value);
            }
        }
    }
}
