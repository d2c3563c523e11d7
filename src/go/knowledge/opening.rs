//! The opening prior for large boards: empty corners, approaches, and extensions on the third line.
//!
//! All weights are scaled by `default_prior_weight`, and all values are 1.
//!
//! # References
//! - The priors are Fuego's (M. Enzenberger and M. Müller, TR 09-08, University of Alberta, 2009).

use super::is_large;
use crate::framework::{Candidate, Knowledge};
use crate::go::Position;
use crate::go::board::{Board, Map, Point, cell};
use crate::util::Rng;

/// Weight of a corner point or an approach.
const CORNER: f32 = 7.0;
/// Largest gap, in points, considered for an extension.
const WIDEST: u8 = 9;
/// The opening ends above this number of stones.
const MAX_STONES: usize = 100;

/// The opening prior.
pub struct OpeningPrior {
    scale: f32,
    /// Weights by point, all 0 between edits.
    weights: Map<f32>,
}

impl OpeningPrior {
    /// Creates the prior; `scale` multiplies all weights.
    pub fn new(scale: f32) -> Self {
        Self { scale, weights: Map::new(0.0) }
    }

    /// Adds the weights of a corner; `at` maps coordinates of the south-western corner to it.
    fn corner(&mut self, board: &Board, at: impl Fn(u8, u8) -> Point) {
        for col in 2..5 {
            for row in 2..5 {
                let p = at(col, row);
                if (col, row) != (4, 4) && is_open(board, p) {
                    self.weights[p] += CORNER;
                }
            }
        }
        let hoshi = at(3, 3);
        if !is_empty(board, hoshi) && is_open_around(board, hoshi) {
            for (col, row) in [(5, 2), (2, 5)] {
                if is_open(board, at(col, row)) {
                    self.weights[at(col, row)] += CORNER;
                }
            }
        }
    }

    /// Adds the weights of a side's third line, by the number of empty points to the left and right.
    fn side(&mut self, board: &Board, at: impl Fn(u8) -> Point) {
        let size = board.size();
        for along in 5..size - 5 {
            let p = at(along);
            if !is_open(board, p) {
                continue;
            }
            let free = |next: &dyn Fn(u8) -> u8, most: u8| {
                (1..=most.min(WIDEST)).take_while(|&by| is_empty(board, at(next(by)))).count() as u8
            };
            let left = free(&|by| along - by, along - 2);
            let right = free(&|by| along + by, size - 3 - along);
            self.weights[p] += f32::from(left + right + left.min(right)) / 3.0;
        }
    }
}

impl Knowledge<Position> for OpeningPrior {
    fn edit(&mut self, game: &Position, candidates: &mut Vec<Candidate>, _rng: &mut Rng) {
        let board = game.board();
        let size = board.size();
        let points = usize::from(size).pow(2);
        if !is_large(board) || points - board.empty_count() > MAX_STONES {
            return;
        }
        let last = size - 1;
        self.corner(board, Point::at);
        self.corner(board, |col, row| Point::at(last - col, row));
        self.corner(board, |col, row| Point::at(col, last - row));
        self.corner(board, |col, row| Point::at(last - col, last - row));
        self.side(board, |along| Point::at(along, 2));
        self.side(board, |along| Point::at(along, last - 2));
        self.side(board, |along| Point::at(2, along));
        self.side(board, |along| Point::at(last - 2, along));
        for candidate in candidates {
            let weight = self.weights[Point::of_move(candidate.mv)];
            candidate.add(1.0, weight * self.scale);
        }
        self.weights.fill(0.0);
    }
}

fn is_empty(board: &Board, p: Point) -> bool {
    board.cell(p) == cell::EMPTY
}

/// Whether a point and the eight around it are empty.
fn is_open(board: &Board, p: Point) -> bool {
    is_empty(board, p) && is_open_around(board, p)
}

fn is_open_around(board: &Board, p: Point) -> bool {
    board.neighborhood3x3(p) == 0
}
