//! The locality prior: moves near the last two moves are likely replies.
//!
//! A move's value depends on its distance on the common fate graph. All weights are scaled by `default_prior_weight`.
//!
//! # References
//! - The values are Fuego's (M. Enzenberger and M. Müller, TR 09-08, University of Alberta, 2009). Unlike there, the
//!   weight for the second-to-last move is scaled like all others.

use super::is_large;
use crate::framework::{Candidate, Knowledge, Move};
use crate::go::Position;
use crate::go::board::{Board, Point};
use crate::go::tactics::distance;
use crate::util::Rng;

/// Largest distance that counts as near.
const NEAR: u8 = 3;

/// Values at distances 1 to [`NEAR`], from the last move and from the one before.
const VALUES: [[f32; NEAR as usize]; 2] = [[1.0, 0.6, 0.6], [0.8, 0.55, 0.55]];

/// Value of all other moves.
const FAR: f32 = 0.1;

/// The locality prior.
pub struct Locality {
    scale: f32,
}

impl Locality {
    /// Creates the prior; `scale` multiplies all weights.
    pub fn new(scale: f32) -> Self {
        Self { scale }
    }
}

impl Knowledge<Position> for Locality {
    fn edit(&mut self, game: &Position, candidates: &mut Vec<Candidate>, _rng: &mut Rng) {
        let board = game.board();
        let weights = if is_large(board) { [5.0, 3.0] } else { [4.0, 2.0] };
        for ((from, values), weight) in game.last().into_iter().zip(VALUES).zip(weights) {
            if from != Point::NULL {
                add(board, from, values, weight * self.scale, candidates);
            }
        }
    }
}

fn add(board: &Board, from: Point, values: [f32; NEAR as usize], weight: f32, candidates: &mut [Candidate]) {
    let distances = distance::cfg_distance(board, from, NEAR);
    for candidate in candidates {
        let value = match distances[Point::of_move(candidate.mv)] {
            _ if candidate.mv == Move::PASS => FAR,
            distance @ 1..=NEAR => values[usize::from(distance) - 1],
            0 => values[0],
            _ => FAR,
        };
        candidate.add(value, weight);
    }
}
