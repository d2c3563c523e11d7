//! Trains the weights on game records.
//!
//! The first pass counts the shapes of played moves and keeps the frequent ones. In the second pass, each position is a
//! trial among its legal moves, won by the played move. The weights follow the gradient of its log-probability. Each
//! weight's step size decreases with the sum of its squared gradients (AdaGrad).
//!
//! # References
//! - J. Duchi, E. Hazan and Y. Singer, "Adaptive subgradient methods for online learning and stochastic
//!   optimization", JMLR 12, 2011 (AdaGrad).

use std::collections::HashMap;

use rand::RngExt as _;

use super::shape::{PATTERN_SIZES, Shape, Surroundings};
use super::{Model, MovePredictor, features, write};
use crate::framework::{Game, Move};
use crate::go::tactics::ladder::LadderReader;
use crate::go::{Point, Position};
use crate::util::Rng;

/// The options of the training.
#[derive(Clone, Debug)]
pub struct Options {
    /// The minimum number of moves for a shape to be kept.
    pub least_count: u32,
    /// The share of positions to train on, 0 to 1.
    pub share: f64,
    /// The learning rate: the size of the first step.
    pub rate: f32,
}

impl Default for Options {
    fn default() -> Self {
        Self { least_count: 20, share: 0.5, rate: 0.1 }
    }
}

/// The accuracy of the prediction of moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evaluation {
    /// The number of positions.
    pub positions: u64,
    /// The number of positions where the played move is most probable. Moves with equal probabilities share ranks, so a
    /// constant model is as accurate as chance.
    pub first: f64,
    /// The number of positions where the played move is among the ten most probable.
    pub ten: f64,
    /// The summed log-probability of the played moves.
    pub log_likelihood: f64,
}

/// Trains a model.
pub struct Trainer {
    options: Options,
    rng: Rng,
    counts: HashMap<Shape, u32>,
    /// The features of the kept shapes, by the hashes of all images.
    ids: HashMap<u64, usize>,
    shapes: Vec<Shape>,
    weights: Vec<f32>,
    squares: Vec<f32>,
    positions: u64,
}

impl Trainer {
    /// Creates a trainer without data.
    pub fn new(options: Options, seed: u64) -> Self {
        Self {
            options,
            rng: Rng::new(seed),
            counts: HashMap::new(),
            ids: HashMap::new(),
            shapes: Vec::new(),
            weights: Vec::new(),
            squares: Vec::new(),
            positions: 0,
        }
    }

    /// Counts the shapes of a game's moves.
    pub fn count(&mut self, mut game: Position, moves: &[Move]) {
        let mut surroundings = Surroundings::default();
        for &mv in moves {
            if mv != Move::PASS {
                surroundings.set(game.board(), game.to_play());
                for pattern_size in 0..PATTERN_SIZES.len() {
                    let shape = surroundings.shape(Point::of_move(mv), pattern_size).canonical();
                    *self.counts.entry(shape).or_default() += 1;
                }
            }
            if game.play(mv).is_err() {
                return;
            }
        }
    }

    /// Keeps the shapes with enough moves and sets all weights to 0.
    pub fn keep(&mut self) {
        let mut kept: Vec<_> = self
            .counts
            .drain()
            .filter(|&(_, count)| count >= self.options.least_count)
            .map(|(shape, _)| shape)
            .collect();
        kept.sort();
        for (i, shape) in kept.iter().enumerate() {
            self.ids.extend(shape.hashes().map(|hash| (hash, features::COUNT + i)));
        }
        self.weights = vec![0.0; features::COUNT + kept.len()];
        self.squares = vec![1e-6; self.weights.len()];
        self.shapes = kept;
    }

    /// Learns from the moves of a game.
    pub fn learn(&mut self, mut game: Position, moves: &[Move]) {
        let (mut surroundings, mut reader) = (Surroundings::default(), LadderReader::default());
        let mut candidates = Vec::new();
        for &mv in moves {
            if mv != Move::PASS && self.rng.random::<f64>() <= self.options.share {
                game.candidates(&mut candidates);
                candidates.retain(|&other| other != Move::PASS);
                if candidates.contains(&mv) {
                    surroundings.set(game.board(), game.to_play());
                    let trials: Vec<_> = candidates
                        .iter()
                        .map(|&other| {
                            (other, self.features(&game, &surroundings, &mut reader, Point::of_move(other)))
                        })
                        .collect();
                    self.climb(&trials, mv);
                    self.positions += 1;
                }
            }
            if game.play(mv).is_err() {
                return;
            }
        }
    }

    fn features(
        &self,
        game: &Position,
        surroundings: &Surroundings,
        reader: &mut LadderReader,
        p: Point,
    ) -> Vec<usize> {
        let mut found = Vec::with_capacity(8);
        found.extend(surroundings.largest(p, |hash| self.ids.get(&hash).copied()).map(|(_, id)| id));
        features::each(game.board(), reader, p, game.to_play(), game.last(), |feature| found.push(feature));
        found
    }

    fn climb(&mut self, trials: &[(Move, Vec<usize>)], played: Move) {
        let strengths: Vec<f32> = trials
            .iter()
            .map(|(_, features)| features.iter().map(|&feature| self.weights[feature]).sum())
            .collect();
        let probabilities = softmax(&strengths);
        let mut gradients: HashMap<usize, f32> = HashMap::new();
        for ((mv, features), p) in trials.iter().zip(probabilities) {
            let gradient = if *mv == played { 1.0 - p } else { -p };
            for &feature in features {
                *gradients.entry(feature).or_default() += gradient;
            }
        }
        for (feature, gradient) in gradients {
            self.squares[feature] += gradient * gradient;
            self.weights[feature] += self.options.rate * gradient / self.squares[feature].sqrt();
        }
    }

    /// The weights as the text of a file.
    pub fn text(&self) -> String {
        let shapes = self.shapes.iter().cloned().zip(self.weights[features::COUNT..].iter().copied());
        write(&self.weights[..features::COUNT], shapes)
    }

    /// The number of training positions so far.
    pub const fn positions(&self) -> u64 {
        self.positions
    }

    /// The number of kept shapes.
    pub fn shape_count(&self) -> usize {
        self.shapes.len()
    }
}

fn softmax(strengths: &[f32]) -> Vec<f32> {
    let most = strengths.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let odds: Vec<f32> = strengths.iter().map(|rate| (rate - most).exp()).collect();
    let sum: f32 = odds.iter().sum();
    odds.into_iter().map(|odd| odd / sum).collect()
}

/// The probability that a move is among the `best` first moves when `better` moves precede it and the `equal` moves
/// with its probability, itself included, are in random order.
fn share_among(best: usize, better: usize, equal: usize) -> f64 {
    (best.saturating_sub(better) as f64 / equal as f64).min(1.0)
}

impl Evaluation {
    /// Adds the accuracy of a model on the moves of a game.
    pub fn add(&mut self, model: &Model, mut game: Position, moves: &[Move]) {
        let mut predictor = MovePredictor::default();
        let mut candidates = Vec::new();
        for &mv in moves {
            game.candidates(&mut candidates);
            candidates.retain(|&other| other != Move::PASS);
            if let Some(i) = candidates.iter().position(|&other| other == mv) {
                let (board, color, last) = (game.board(), game.to_play(), game.last());
                predictor.set(board, color);
                let strengths: Vec<f32> = candidates
                    .iter()
                    .map(|&other| predictor.log_strength(model, board, Point::of_move(other), color, last))
                    .collect();
                let probability = softmax(&strengths)[i];
                let better = strengths.iter().filter(|&&rate| rate > strengths[i]).count();
                let equal = strengths.iter().filter(|&&rate| rate == strengths[i]).count();
                self.positions += 1;
                self.first += share_among(1, better, equal);
                self.ten += share_among(10, better, equal);
                self.log_likelihood += f64::from(probability.max(1e-9).ln());
            }
            if game.play(mv).is_err() {
                return;
            }
        }
    }
}
