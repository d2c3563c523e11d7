//! The learned prior: the probability that a strong player makes each move.
//!
//! A move with probability p gets `learned_prior_weight` * sqrt(p / q) won playouts, where q is the highest
//! probability of a move. The square root keeps the differences among probable moves small.
//!
//! # References
//! - R. Coulom, "Computing Elo ratings of move patterns in the game of Go", ICGA Journal 30(4), 2007 (the
//!   model).

use std::sync::LazyLock;

use crate::framework::{Candidate, Game, Knowledge, Move};
use crate::go::Position;
use crate::go::board::Point;
use crate::go::pattern::learned::{Model, MovePredictor};
use crate::util::Rng;

/// The greatest board size that uses the weights for 9x9; larger boards use those for 19x19.
const LARGEST_SMALL: u8 = 11;

/// Returns the built-in weights for a board size.
fn built_in(size: u8) -> &'static Model {
    static SMALL: LazyLock<Model> = LazyLock::new(|| read(include_str!("../../../patterns/learned9.txt")));
    static LARGE: LazyLock<Model> = LazyLock::new(|| read(include_str!("../../../patterns/learned19.txt")));
    if size <= LARGEST_SMALL { &SMALL } else { &LARGE }
}

/// Parses built-in weights; a test parses them all.
fn read(text: &str) -> Model {
    text.parse().unwrap_or_else(|error| unreachable!("{error}"))
}

/// The prior.
pub struct LearnedPrior {
    weight: f32,
    predictor: MovePredictor,
    strengths: Vec<f32>,
}

impl LearnedPrior {
    /// Creates the prior; `weight` is the number of playouts of the most probable move.
    #[must_use]
    pub fn new(weight: f32) -> Self {
        Self { weight, predictor: MovePredictor::default(), strengths: Vec::new() }
    }
}

impl Knowledge<Position> for LearnedPrior {
    fn edit(&mut self, game: &Position, candidates: &mut Vec<Candidate>, _rng: &mut Rng) {
        let (board, color, last) = (game.board(), game.to_play(), game.last());
        let model = built_in(board.size());
        self.predictor.set(board, color);
        self.strengths.clear();
        for candidate in &*candidates {
            self.strengths.push(match candidate.mv {
                Move::PASS => f32::NEG_INFINITY,
                mv => self.predictor.log_strength(model, board, Point::of_move(mv), color, last),
            });
        }
        let most = self.strengths.iter().copied().fold(f32::MIN, f32::max);
        for (candidate, rate) in candidates.iter_mut().zip(&self.strengths) {
            candidate.add(1.0, self.weight * libm::expf(0.5 * (rate - most)));
        }
    }
}
