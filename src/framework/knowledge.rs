//! Knowledge edits the moves of a node before the search sees them.

use super::{Game, Move};
use crate::util::Rng;

/// A move of a node about to be expanded, with what is believed of it beforehand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// The value expected for the player who makes the move, in [0, 1].
    pub value: f32,
    /// How many playouts that expectation is worth, at least 0.
    pub weight: f32,
}

impl Candidate {
    /// Returns a move of which nothing is believed.
    #[must_use]
    pub const fn new(mv: Move) -> Self {
        Self { mv, value: 0.5, weight: 0.0 }
    }

    /// Replaces what is believed.
    pub fn set(&mut self, value: f32, weight: f32) {
        (self.value, self.weight) = (value, weight);
    }

    /// Adds `weight` playouts of mean `value` to what is believed.
    pub fn add(&mut self, value: f32, weight: f32) {
        let total = self.weight + weight;
        if total > 0.0 {
            self.value = (self.value * self.weight + value * weight) / total;
            self.weight = total;
        }
    }
}

/// A source of knowledge: removes moves (a filter) or adds values and weights to them (a prior).
pub trait Knowledge<G: Game>: Send {
    /// Edits the candidates of `game`; must leave at least one.
    fn edit(&mut self, game: &G, candidates: &mut Vec<Candidate>, rng: &mut Rng);
}
