//! The light policy: all legal moves that do not fill an own eye are equally likely.
//!
//! # References
//! - B. Bouzy and B. Helmstetter, "Monte-Carlo Go developments", Advances in Computer Games 10, 2003.

use super::{BoardPolicy, Moves, Rule, Turn};
use crate::framework::Color;
use crate::go::board::{Bare, Board, Point, Tracking, empty_bits};
use crate::go::tactics::eyes::is_eye_shape;
use crate::util::Rng;

/// Picks uniformly among the legal moves that do not fill an own eye; passes if there is none.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomPolicy;

#[inline(always)]
fn is_acceptable<F: Tracking>(board: &Board<F>, p: Point, color: Color) -> bool {
    let code = board.neighborhood3x3(p);
    (empty_bits(code) != 0 || !is_eye_shape(code, color) && !board.is_suicide(p, color))
        && board.ko_for(color) != p
}

impl BoardPolicy for RandomPolicy {
    type Tracking = Bare;

    #[inline(always)]
    fn pick(&mut self, board: &mut Board<Bare>, turn: &Turn, rng: &mut Rng) -> (Point, Rule) {
        draw(board, rng, |board, p| is_acceptable(board, p, turn.color))
    }

    fn candidates(&mut self, board: &Board<Bare>, turn: &Turn, moves: &mut Moves) -> Rule {
        all(board, moves, |p| is_acceptable(board, p, turn.color))
    }
}

/// Samples empty points without replacement until `accept` returns true; returns the accepted point as a random move,
/// or a pass if there is none.
///
/// All acceptable points are equally likely, whatever the order of the list.
#[inline(always)]
pub(super) fn draw<F: Tracking>(
    board: &mut Board<F>,
    rng: &mut Rng,
    accept: impl Fn(&Board<F>, Point) -> bool,
) -> (Point, Rule) {
    let mut left = board.empty_count();
    while left > 0 {
        let i = rng.below(left);
        let p = board.empty_at(i);
        if accept(board, p) {
            return (p, Rule::Random);
        }
        left -= 1;
        board.swap_empty(i, left);
    }
    (Point::NULL, Rule::Pass)
}

/// Sets `moves` to the moves that [`draw`] chooses from, and returns their rule.
pub(super) fn all<F: Tracking>(board: &Board<F>, moves: &mut Moves, accept: impl Fn(Point) -> bool) -> Rule {
    moves.clear();
    board.empty_points().iter().filter(|&&p| accept(p)).for_each(|&p| moves.push(p));
    if moves.is_empty() { Rule::Pass } else { Rule::Random }
}
