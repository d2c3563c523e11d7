//! Knowledge: filters and priors for the moves of new nodes.

use super::{Game, Move};
use crate::util::Rng;

/// Black as the certain owner of a point.
pub const CERTAIN: i8 = 100;

/// A move of a node about to be expanded, with its prior.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// The prior value for the player who makes the move, in [0, 1].
    pub value: f32,
    /// The prior's weight in playouts, at least 0.
    pub weight: f32,
    /// The policy's probability of the move; 0 if unknown. Used when the weight is 0.
    pub probability: f32,
}

impl Candidate {
    /// A move without a prior.
    pub const fn new(mv: Move) -> Self {
        Self { mv, value: 0.5, weight: 0.0, probability: 0.0 }
    }

    /// Whether anything is known about the move.
    pub fn is_known(&self) -> bool {
        self.weight > 0.0 || self.probability > 0.0
    }

    /// The prior as text: `0.80 x 3.0` for a value and its weight, `p 0.310` for a probability.
    pub fn text(&self) -> String {
        if self.weight > 0.0 {
            format!("{:.2} x {:.1}", self.value, self.weight)
        } else if self.probability > 0.0 {
            format!("p {:.3}", self.probability)
        } else {
            String::new()
        }
    }

    /// Replaces the prior.
    pub fn set(&mut self, value: f32, weight: f32) {
        (self.value, self.weight) = (value, weight);
    }

    /// Adds `weight` playouts of mean `value` to the prior.
    pub fn add(&mut self, value: f32, weight: f32) {
        let total = self.weight + weight;
        if total > 0.0 {
            self.value = (self.value * self.weight + value * weight) / total;
            self.weight = total;
        }
    }
}

/// A knowledge source: removes moves (a filter) or adds values and weights to them (a prior).
pub trait Knowledge<G: Game>: Send {
    /// Edits the candidates of `game`; must leave at least one.
    fn edit(&mut self, game: &G, candidates: &mut Vec<Candidate>, rng: &mut Rng);

    /// Averages one more image of `game` into the probabilities of its moves, so far means over `images`. Does nothing if
    /// all images of a position have the same probabilities.
    fn refine(&mut self, _game: &G, _candidates: &mut [Candidate], _images: u32) {}

    /// The estimated value of the position last edited, for the player to move, in [0, 1]; `None` if the source knows
    /// only moves.
    fn estimate(&self) -> Option<f32> {
        None
    }

    /// The weight λ of an estimate in its mix with a playout from `game`, in [0, 1]; `None` if the source knows only moves.
    fn share(&self, _game: &G) -> Option<f64> {
        None
    }

    /// Black's expected margin at the end of `game`, the position last edited, as in
    /// [`Outcome::margin`](super::Outcome::margin); only for sources with an estimate.
    fn margin(&self, _game: &G) -> f32 {
        0.0
    }

    /// Sets for each point, by the number of the move there, the expected owner at the end of `game`, the position last
    /// edited, from [`CERTAIN`] for Black to the opposite for White; only for sources with an estimate.
    fn owners(&self, _game: &G, owners: &mut [i8]) {
        owners.fill(0);
    }
}
