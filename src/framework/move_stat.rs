//! The statistics of a move in a search.

use super::{Candidate, Move};

/// The RAVE statistics of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RaveStat {
    /// Their weight in playouts.
    pub count: f64,
    /// Their mean.
    pub value: f64,
}

/// The statistics of a move after a search. Values are for the player who makes the move, in [0, 1].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveStat {
    /// The move.
    pub mv: Move,
    /// Playouts that began with the move.
    pub count: u64,
    /// The mean value of those playouts, prior included.
    pub value: f64,
    /// The RAVE statistics, prior included; `None` in a search without RAVE, and for a move that has none.
    pub rave: Option<RaveStat>,
    /// The weight of the prior in playouts.
    pub prior_weight: f64,
    /// The value of the prior.
    pub prior_value: f64,
    /// The probability of the move before the search; 0 if unknown.
    pub probability: f64,
    /// The weighted mean of value and RAVE value.
    pub estimate: f64,
    /// The upper bound used for selection.
    pub bound: f64,
    /// True for a move proven to win, false for one proven to lose; otherwise `None`.
    pub proven: Option<bool>,
}

impl MoveStat {
    /// The mean value; `None` without a playout, a prior or a proof.
    pub fn known_value(&self) -> Option<f64> {
        (self.count > 0 || self.prior_weight > 0.0 || self.proven.is_some()).then_some(self.value)
    }

    /// The mean and weight of the RAVE statistics as text; `-` for none.
    pub fn rave_text(&self) -> String {
        self.rave.map_or_else(|| "-".to_owned(), |rave| format!("{:.4} x {:.0}", rave.value, rave.count))
    }

    /// What was known about the move before the search.
    pub const fn prior(&self) -> Candidate {
        Candidate {
            mv: self.mv,
            value: self.prior_value as f32,
            weight: self.prior_weight as f32,
            probability: self.probability as f32,
        }
    }
}
