//! Exercise 5 solved: a policy that captures.

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
        let is_capture =
            |&&p: &&Point| atari::captures(board, p, turn.color) && board.ko_for(turn.color) != p;
        self.moves.clear();
        board.empty_points().iter().filter(is_capture).for_each(|&p| self.moves.push(p));
        if !self.moves.is_empty() {
            return (self.moves.draw(rng, |_| true), Rule::Capture);
        }
        self.random.pick(board, turn, rng)
    }

    fn candidates(&mut self, board: &Board<Bare>, turn: &Turn, moves: &mut Moves) -> Rule {
        self.random.candidates(board, turn, moves)
    }
}
