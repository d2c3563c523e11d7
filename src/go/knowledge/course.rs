//! The move filter of the course's flat Monte Carlo.
//!
//! # References
//! - J. Wright, "Search, Knowledge, and Simulations", CMPUT 455, University of Alberta, 2021, lecture 13.

use crate::framework::{Candidate, Game, Knowledge, Move};
use crate::go::playout::CourseParams;
use crate::go::tactics::atari::is_blunder;
use crate::go::tactics::eyes::is_eye_shape;
use crate::go::{Point, Position};
use crate::util::Rng;

/// `keep_playing` removes the pass and moves into own one-point eyes, `movefilter` removes self-atari. If no move is
/// left, the pass is added.
pub struct CourseFilter {
    params: CourseParams,
}

impl CourseFilter {
    /// `None` if the parameters remove nothing.
    pub fn new(params: &CourseParams) -> Option<Self> {
        (params.keep_playing || params.movefilter).then(|| Self { params: params.clone() })
    }

    fn passes(&self, game: &Position, mv: Move) -> bool {
        let (board, color, p) = (game.board(), game.to_play(), Point::of_move(mv));
        if mv == Move::PASS {
            return !self.params.keep_playing;
        }
        !(self.params.keep_playing && is_eye_shape(board.neighborhood3x3(p), color)
            || self.params.movefilter && is_blunder(board, p, color))
    }
}

impl Knowledge<Position> for CourseFilter {
    fn edit(&mut self, game: &Position, candidates: &mut Vec<Candidate>, _: &mut Rng) {
        let is_over = candidates.is_empty();
        candidates.retain(|candidate| self.passes(game, candidate.mv));
        if candidates.is_empty() && !is_over {
            candidates.push(Candidate::new(Move::PASS));
        }
    }
}
