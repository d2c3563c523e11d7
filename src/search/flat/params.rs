//! Parameters of the flat searches, one table each.

use super::Variant;
use super::allocation::{ManualUcb, Ucb1};
use super::credit::Amaf;

crate::choices! {
    /// The upper confidence bound of a bandit.
    pub enum UcbFormula {
        /// [`ManualUcb`]: win rate, margin of error and `1 / sqrt(n)`.
        Manual = "manual",
        /// [`Ucb1`]: `w + C sqrt(ln N / n)`.
        Ucb1 = "ucb1",
    }
}

crate::choices! {
    /// How the course's player Go3 allocates its simulations.
    pub enum MoveSharing {
        /// [`EqualTries`](super::EqualTries): all moves equally often.
        Simple = "simple",
        /// [`Ucb1`]: promising moves more often.
        Ucb = "ucb",
    }
}

crate::params! {
    /// `go3_param`: the flat search of `search_mode` `one_ply`.
    pub struct FlatParams {
        sim: u64 = 0, in 0..=1_000_000_000, "Minimum simulations per candidate move, whatever the time; 0: as time allows.";
        moveselect: MoveSharing = MoveSharing::Simple, in .., "How to divide simulations: simple tries all moves equally often, ucb tries promising ones more often.";
        moveselect_constant: f64 = 0.4, in 0.0..=100.0, "Exploration constant C of moveselect ucb: w + C sqrt(ln N / n).";
    }
}

crate::params! {
    /// Simple Monte Carlo: equal tries; the best win rate is played.
    pub struct MonteCarloParams {
        simulations: u64 = 0, in 0..=1_000_000_000, "Minimum playouts per legal move, whatever the time; 0: as time allows.";
    }
}

crate::params! {
    /// All moves as first: equal tries; all moves of a playout are credited.
    pub struct AmafParams {
        simulations: u64 = 0, in 0..=1_000_000_000, "Minimum playouts per legal move, whatever the time; 0: as time allows.";
        alpha: f64 = 1.0, in 0.0..=1.0, "Weight of the all-moves-as-first mean in a move's value; the first-move mean gets the rest.";
    }
}

crate::params! {
    /// Upper confidence bounds: promising moves get more tries; the most tried move is played.
    pub struct UcbParams {
        simulations: u64 = 0, in 0..=1_000_000_000, "Minimum playouts per legal move, whatever the time; 0: as time allows.";
        bound: UcbFormula = UcbFormula::Manual, in .., "Bound that selects the next move: that of the Fuegito manual (manual), or ucb1.";
        critical_value: f64 = 1.96, in 0.0..=100.0, "Margin of the manual bound, in standard errors; 1.96 for 95 % confidence.";
        ucb_constant: f64 = 0.4, in 0.0..=100.0, "Exploration constant C of UCB1: w + C sqrt(ln N / n).";
    }
}

impl FlatParams {
    /// The variant selected by the parameters.
    pub fn variant(&self) -> Variant {
        let variant = Variant { simulations: self.sim, ..Variant::default() };
        match self.moveselect {
            MoveSharing::Simple => variant,
            MoveSharing::Ucb => {
                Variant { allocation: Box::new(Ucb1 { constant: self.moveselect_constant }), ..variant }
            }
        }
    }
}

impl MonteCarloParams {
    /// The variant selected by the parameters.
    pub fn variant(&self) -> Variant {
        Variant { simulations: self.simulations, ..Variant::default() }
    }
}

impl AmafParams {
    /// The variant selected by the parameters.
    pub fn variant(&self) -> Variant {
        let credit = Box::new(Amaf::new(self.alpha));
        Variant { credit, simulations: self.simulations, ..Variant::default() }
    }
}

impl UcbParams {
    /// The variant selected by the parameters.
    pub fn variant(&self) -> Variant {
        let variant = Variant { simulations: self.simulations, ..Variant::default() };
        match self.bound {
            UcbFormula::Manual => {
                Variant { allocation: Box::new(ManualUcb { critical_value: self.critical_value }), ..variant }
            }
            UcbFormula::Ucb1 => {
                Variant { allocation: Box::new(Ucb1 { constant: self.ucb_constant }), ..variant }
            }
        }
    }
}
