//! The learned prior: the probability that a strong player makes each move.
//!
//! A move with probability p gets `learned_prior_weight` * sqrt(p / q) won playouts, where q is the highest probability
//! of any move. The square root compresses differences among probable moves.
//!
//! # References
//! - R. Coulom, "Computing Elo ratings of move patterns in the game of Go", ICGA Journal 30(4), 2007 (the
//!   model).

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use crate::framework::{Candidate, Game, Knowledge, Move};
use crate::go::Position;
use crate::go::board::Point;
use crate::go::pattern::learned::{Model, ModelError, MovePredictor};
use crate::util::params::BoardClass;
use crate::util::{FileFault, Rng, read_text};

/// Why weights could not be read.
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    /// The file cannot be read.
    #[error("cannot load file: {0}")]
    File(#[from] FileFault),
    /// The file does not contain weights.
    #[error("{}:{error}", .0.display(), error = .1)]
    Model(PathBuf, ModelError),
}

/// Learned weights and their text; clones share both.
#[derive(Clone)]
pub struct Weights(Arc<Parts>);

struct Parts {
    model: Model,
    text: Cow<'static, str>,
}

impl Weights {
    /// The built-in weights for a board size: those for 9x9 up to 11x11, those for 19x19 above.
    pub fn built_in(size: u8) -> &'static Self {
        static SMALL: LazyLock<Weights> =
            LazyLock::new(|| Weights::parse(include_str!("../../../patterns/learned9.txt")));
        static LARGE: LazyLock<Weights> =
            LazyLock::new(|| Weights::parse(include_str!("../../../patterns/learned19.txt")));
        if BoardClass::of(size) <= BoardClass::Eleven { &SMALL } else { &LARGE }
    }

    fn parse(text: &'static str) -> Self {
        let model = text.parse().unwrap_or_else(|error| unreachable!("{error}"));
        Self(Arc::new(Parts { model, text: text.into() }))
    }

    /// Reads weights from a file.
    ///
    /// # Errors
    /// When the file cannot be read, is too long, or does not contain weights.
    pub fn read(path: &Path) -> Result<Self, WeightsError> {
        /// Maximum file size, in bytes.
        const MAX: u64 = 1 << 27;
        let text = read_text(path, MAX)?;
        let model = text.parse().map_err(|error| WeightsError::Model(path.to_owned(), error))?;
        Ok(Self(Arc::new(Parts { model, text: text.into() })))
    }

    /// The move prediction model.
    pub fn model(&self) -> &Model {
        &self.0.model
    }

    /// The weights as text.
    pub fn text(&self) -> &str {
        &self.0.text
    }
}

impl std::fmt::Debug for Weights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Weights").field(&self.0.text.len()).finish()
    }
}

/// Equal when both share one text; rereading a file gives different weights.
impl PartialEq for Weights {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// The learned prior.
pub struct LearnedPrior {
    weight: f32,
    weights: Weights,
    predictor: MovePredictor,
    strengths: Vec<f32>,
}

impl LearnedPrior {
    /// `weight` is the number of prior playouts of the most probable move.
    pub fn new(weight: f32, weights: Weights) -> Self {
        Self { weight, weights, predictor: MovePredictor::default(), strengths: Vec::new() }
    }
}

impl Knowledge<Position> for LearnedPrior {
    fn edit(&mut self, game: &Position, candidates: &mut Vec<Candidate>, _rng: &mut Rng) {
        let (board, color, last) = (game.board(), game.to_play(), game.last());
        let model = self.weights.model();
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
