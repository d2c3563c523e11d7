//! The learned prior: how likely strong players are to make each move.
//!
//! A move of probability p gets so many won playouts as p is a share of the likeliest move's probability, by its
//! square root, of `learned_prior_weight`: differences among likely moves stay small, and unlikely moves get little.
//!
//! # References
//! - R. Coulom, "Computing Elo ratings of move patterns in the game of Go", ICGA Journal 30(4), 2007 (the model).

use std::sync::LazyLock;

use crate::framework::{Candidate, Game, Knowledge, Move};
use crate::go::Position;
use crate::go::board::Point;
use crate::go::pattern::learned::{Model, Rater};
use crate::util::Rng;

/// Larger boards use what was learned on 19x19.
const LARGEST_SMALL: u8 = 11;

/// Returns the weights that are part of the program for a board size.
fn built_in(size: u8) -> &'static Model {
    static SMALL: LazyLock<Model> = LazyLock::new(|| read(include_str!("../../../patterns/learned9.txt")));
    static LARGE: LazyLock<Model> = LazyLock::new(|| read(include_str!("../../../patterns/learned19.txt")));
    if size <= LARGEST_SMALL { &SMALL } else { &LARGE }
}

/// Reads weights that are part of the program; a test reads them all.
fn read(text: &str) -> Model {
    text.parse().unwrap_or_else(|error| unreachable!("{error}"))
}

/// The prior.
pub struct LearnedPrior {
    weight: f32,
    rater: Rater,
    rates: Vec<f32>,
}

impl LearnedPrior {
    /// Creates the prior; `weight` is what the likeliest move gets.
    #[must_use]
    pub fn new(weight: f32) -> Self {
        Self { weight, rater: Rater::default(), rates: Vec::new() }
    }
}

impl Knowledge<Position> for LearnedPrior {
    fn edit(&mut self, game: &Position, candidates: &mut Vec<Candidate>, _rng: &mut Rng) {
        let (board, color, last) = (game.board(), game.to_play(), game.last());
        let model = built_in(board.size());
        self.rater.set(board, color);
        self.rates.clear();
        for candidate in &*candidates {
            self.rates.push(match candidate.mv {
                Move::PASS => f32::NEG_INFINITY,
                mv => self.rater.rate(model, board, Point::of_move(mv), color, last),
            });
        }
        let most = self.rates.iter().copied().fold(f32::MIN, f32::max);
        for (candidate, rate) in candidates.iter_mut().zip(&self.rates) {
            candidate.add(1.0, self.weight * libm::expf(0.5 * (rate - most)));
        }
    }
}
