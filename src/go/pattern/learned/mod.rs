//! Move prediction: the probability that a strong player makes a move, learned from games.
//!
//! A move has the weight of the largest known shape around it, and one weight per other feature. Move probabilities are
//! the softmax of the weight sums over all moves. The weights are a text file written by `brasa patterns train`, with
//! one line per feature: name and weight.
//!
//! # References
//! - R. Coulom, "Computing Elo ratings of move patterns in the game of Go", ICGA Journal 30(4), 2007: the model; here
//!   the weights are fitted by stochastic gradient ascent.

mod features;
pub mod games;
mod shape;
mod train;

pub use train::{Evaluation, Options, Trainer};

use std::collections::HashMap;
use std::fmt::Write;
use std::hash::{BuildHasherDefault, Hasher};
use std::str::FromStr;

use shape::{Shape, Surroundings};

use super::super::board::{Board, Point, Tracking};
use crate::framework::Color;
use crate::go::tactics::ladder::LadderReader;

/// An invalid weights file; lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}: expected a feature and its weight, -{MAX_WEIGHT} to {MAX_WEIGHT}, not {text}")]
pub struct ModelError {
    /// The line.
    pub line: usize,
    /// The text of the line in quotes, or `the end of the file`.
    pub text: String,
}

/// Maximum absolute value of a weight in a file. It keeps sums finite; learned weights are far smaller.
const MAX_WEIGHT: f32 = 1000.0;

/// An identity hasher, because shape hashes are already random.
#[derive(Clone, Copy, Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// The weights.
#[derive(Clone, Default)]
pub struct Model {
    /// The weights of the features other than shapes.
    weights: Vec<f32>,
    /// The weights of the shapes, by the hashes of all their images.
    shapes: HashMap<u64, f32, BuildHasherDefault<IdentityHasher>>,
}

impl Model {
    /// The weight of a feature other than a shape.
    fn weight(&self, feature: usize) -> f32 {
        self.weights.get(feature).copied().unwrap_or(0.0)
    }
}

/// Parses a file with at least one weight; a line that begins with `#` is a comment.
impl FromStr for Model {
    type Err = ModelError;

    fn from_str(text: &str) -> Result<Self, ModelError> {
        let names: HashMap<String, usize> = (0..features::COUNT).map(|i| (features::name(i), i)).collect();
        let mut model = Self { weights: vec![0.0; features::COUNT], ..Self::default() };
        let mut is_empty = true;
        for (number, line) in (1..).zip(text.lines()) {
            let line = if line.starts_with('#') { "" } else { line.trim() };
            if line.is_empty() {
                continue;
            }
            let error = || ModelError {
                line: number,
                text: format!("'{}'", line.chars().take(80).collect::<String>().escape_debug()),
            };
            let (name, weight) = line.split_once(' ').ok_or_else(error)?;
            let weight: f32 = weight.trim().parse().map_err(|_| error())?;
            // Also excludes NaN.
            if !(-MAX_WEIGHT..=MAX_WEIGHT).contains(&weight) {
                return Err(error());
            }
            is_empty = false;
            if let Some(&feature) = names.get(name) {
                model.weights[feature] = weight;
            } else {
                let shape: Shape = name.parse().map_err(|()| error())?;
                model.shapes.extend(shape.hashes().map(|hash| (hash, weight)));
            }
        }
        if is_empty {
            return Err(ModelError {
                line: text.lines().count() + 1,
                text: "the end of the file".to_owned(),
            });
        }
        Ok(model)
    }
}

/// Predicts moves; reuses its memory between positions.
#[derive(Default)]
pub struct MovePredictor {
    surroundings: Surroundings,
    reader: LadderReader,
}

impl MovePredictor {
    /// Sets the position, with `color` to move.
    pub fn set<F: Tracking>(&mut self, board: &Board<F>, color: Color) {
        self.surroundings.set(board, color);
    }

    /// A move's log-probability, up to an additive constant.
    pub fn log_strength<F: Tracking>(
        &mut self,
        model: &Model,
        board: &Board<F>,
        p: Point,
        color: Color,
        last: [Point; 2],
    ) -> f32 {
        let shape = self.surroundings.largest(p, |hash| model.shapes.get(&hash).copied());
        let mut sum = shape.map_or(0.0, |(_, weight)| weight);
        features::each(board, &mut self.reader, p, color, last, |feature| sum += model.weight(feature));
        sum
    }

    /// A move's features in the position with their weights, starting with the largest known shape.
    pub fn features<F: Tracking>(
        &mut self,
        model: &Model,
        board: &Board<F>,
        p: Point,
        color: Color,
        last: [Point; 2],
    ) -> Vec<(String, f32)> {
        let shape = self.surroundings.largest(p, |hash| model.shapes.get(&hash).copied());
        let name = |size| self.surroundings.shape(p, size).canonical().to_string();
        let mut named: Vec<_> = shape.into_iter().map(|(size, weight)| (name(size), weight)).collect();
        features::each(board, &mut self.reader, p, color, last, |feature| {
            named.push((features::name(feature), model.weight(feature)));
        });
        named
    }
}

/// Writes weights in the format that [`Model`] parses.
fn write(weights: &[f32], shapes: impl Iterator<Item = (Shape, f32)>) -> String {
    let mut text = String::new();
    for (feature, weight) in weights.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} {weight:.2}", features::name(feature));
    }
    for (shape, weight) in shapes {
        let _ = writeln!(text, "{shape} {weight:.2}");
    }
    text
}

#[cfg(test)]
mod tests;
