//! The learned prior: how likely strong players are to make each move.
//!
//! A move of probability p gets so many won playouts as p is a share of the likeliest move's probability, by its
//! square root, of `learned_prior_weight`: differences among likely moves stay small, and unlikely moves get little.
//!
//! # References
//! - R. Coulom, "Computing Elo ratings of move patterns in the game of Go", ICGA Journal 30(4), 2007 (the model).

use std::sync::{Arc, LazyLock};

use crate::framework::{Candidate, Game, Knowledge, Move};
use crate::go::Position;
use crate::go::board::Point;
use crate::go::pattern::learned::{Model, Rater};
use crate::util::Rng;

/// The prior.
pub struct LearnedPrior {
    model: Arc<Model>,
    weight: f32,
    rater: Rater,
    rates: Vec<f32>,
}

impl LearnedPrior {
    /// Creates the prior; `weight` is what the likeliest move gets.
    #[must_use]
    pub fn new(model: Arc<Model>, weight: f32) -> Self {
        Self { model, weight, rater: Rater::default(), rates: Vec::new() }
    }

    /// Creates the prior with the weights that are part of the program.
    #[must_use]
    pub fn built_in(weight: f32) -> Self {
        static MODEL: LazyLock<Arc<Model>> = LazyLock::new(|| {
            let text = include_str!("../../../patterns/learned.txt");
            // A test reads it.
            Arc::new(text.parse().unwrap_or_else(|error| unreachable!("{error}")))
        });
        Self::new(MODEL.clone(), weight)
    }
}

impl Knowledge<Position> for LearnedPrior {
    fn edit(&mut self, game: &Position, candidates: &mut Vec<Candidate>, _rng: &mut Rng) {
        let (board, color, last) = (game.board(), game.to_play(), game.last());
        self.rater.set(board, color);
        self.rates.clear();
        for candidate in &*candidates {
            self.rates.push(match candidate.mv {
                Move::PASS => f32::NEG_INFINITY,
                mv => self.rater.rate(&self.model, board, Point::of_move(mv), color, last),
            });
        }
        let most = self.rates.iter().copied().fold(f32::MIN, f32::max);
        for (candidate, rate) in candidates.iter_mut().zip(&self.rates) {
            candidate.add(1.0, self.weight * libm::expf(0.5 * (rate - most)));
        }
    }
}
