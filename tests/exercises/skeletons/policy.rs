//! Exercise 5: a rule of a playout policy.
//!
//! A policy captures whenever it can: if one or more moves capture, it plays one of them at random, and gives
//! `Rule::Capture` as the reason. Otherwise it moves at random. A capture that the ko forbids is no move.
//!
//! Background: `brasa trace playout --size 7` prints playouts with their rules. `src/go/playout/suggest.rs` has the
//! rules of the program. `atari::captures(board, p, color)` returns whether a stone of `color` at `p` captures,
//! `board.empty_points()` the empty points, and `board.ko_for(color)` the point that the ko forbids.

use brasa::go::board::{Bare, Board, Point};
use brasa::go::playout::{BoardPolicy, Moves, RandomPolicy, Rule, Turn};
use brasa::go::tactics::atari;
use brasa::util::Rng;

/// The policy.
#[derive(Default)]
pub(crate) struct Capturing {
    random: RandomPolicy,
    /// A list to reuse, because a playout should not allocate.
    moves: Moves,
}

impl BoardPolicy for Capturing {
    type Tracking = Bare;

    fn pick(&mut self, board: &mut Board<Bare>, turn: &Turn, rng: &mut Rng) -> (Point, Rule) {
        // Captures come here.
        self.random.pick(board, turn, rng)
    }

    fn candidates(&mut self, board: &Board<Bare>, turn: &Turn, moves: &mut Moves) -> Rule {
        self.random.candidates(board, turn, moves)
    }
}
