//! The light policy: all legal moves that fill no own eye are equally likely.
//!
//! # References
//! - B. Bouzy and B. Helmstetter, "Monte-Carlo Go developments", Advances in Computer Games 10, 2003.

use super::{BoardPolicy, Moves, Rule, Turn};
use crate::framework::Color;
use crate::go::board::{Bare, Board, Features, Point, empty_bits};
use crate::go::tactics::eyes::is_eye_shape;
use crate::util::Rng;

/// Picks uniformly among the legal moves that fill no own eye, and passes when there is none.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomPolicy;

#[inline(always)]
fn is_acceptable<F: Features>(board: &Board<F>, p: Point, color: Color) -> bool {
    let code = board.code(p);
    (empty_bits(code) != 0 || !is_eye_shape(code, color) && !board.is_suicide(p, color))
        && board.ko_for(color) != p
}

impl BoardPolicy for RandomPolicy {
    type Features = Bare;

    #[inline(always)]
    fn pick(&mut self, board: &mut Board<Bare>, turn: &Turn, rng: &mut Rng) -> (Point, Rule) {
        match draw(board, rng, |board, p| is_acceptable(board, p, turn.color)) {
            Point::NULL => (Point::NULL, Rule::Pass),
            p => (p, Rule::Random),
        }
    }

    fn candidates(&mut self, board: &Board<Bare>, turn: &Turn, moves: &mut Moves) -> Rule {
        moves.clear();
        board
            .empty_points()
            .iter()
            .filter(|&&p| is_acceptable(board, p, turn.color))
            .for_each(|&p| moves.push(p));
        if moves.is_empty() { Rule::Pass } else { Rule::Random }
    }
}

/// Draws empty points without replacement until one is accepted, and returns it; null when none is.
///
/// Each acceptable point is equally likely, whatever the order of the list.
#[inline(always)]
pub(super) fn draw<F: Features>(
    board: &mut Board<F>,
    rng: &mut Rng,
    accept: impl Fn(&Board<F>, Point) -> bool,
) -> Point {
    let mut left = board.empty_count();
    while left > 0 {
        let i = rng.below(left);
        let p = board.empty_at(i);
        if accept(board, p) {
            return p;
        }
        left -= 1;
        board.swap_empty(i, left);
    }
    Point::NULL
}
