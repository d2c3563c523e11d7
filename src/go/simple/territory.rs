//! Players that maximize their influence, eyes, or safe points.

use super::choice::{best, look, moves};
use crate::framework::{Color, Game};
use crate::go::board::{Board, cell, color_bits};
use crate::go::tactics::secure::secure;
use crate::go::tactics::{eyes, influence as radiation};
use crate::go::{Point, Position};
use crate::util::Rng;

/// Maximizes own influence points minus the opponent's.
pub(super) fn influence(position: &Position, rng: &mut Rng) -> Option<Point> {
    look(position, rng, |board| radiation::balance(board, position.to_play()))
}

/// Builds eyes: plays beside the empty point that the move brings closest to an eye and that is not yet one.
pub(super) fn max_eye(position: &Position, rng: &mut Rng) -> Option<Point> {
    let (board, color) = (position.board(), position.to_play());
    best(moves(position), rng, |p| {
        let is_unfinished =
            |q: &Point| board.cell(*q) == cell::EMPTY && !eyes::is_simple_eye(board, *q, color);
        let mut after = *board;
        after.play_legal(p, color);
        let eyes = p.surroundings().into_iter().filter(is_unfinished);
        Some(eyes.map(|eye| eye_score(&after, eye, color)).max().unwrap_or(0))
    })
}

/// How close an empty point is to an eye of `color`, 0 to 12: 2 per orthogonal neighbor that is an own stone or border,
/// 1 per such diagonal neighbor; 0 if an orthogonal neighbor is an opponent's stone.
fn eye_score(board: &Board, p: Point, color: Color) -> u32 {
    if color_bits(board.neighborhood3x3(p), !color) != 0 {
        return 0;
    }
    let is_closed = |q: &Point| matches!(board.cell(*q), cell::BORDER) || board.color_at(*q) == Some(color);
    let closed = |points: &[Point]| points.iter().filter(|q| is_closed(q)).count() as u32;
    let around = p.surroundings();
    2 * closed(&around[..4]) + closed(&around[4..])
}

/// Plays where a move makes the most own points safe or prevents the most opponent points from becoming safe. A point's
/// worth is the sum over a move of either color there.
///
/// Never plays at the opponent's safe points, nor at own safe points unless dead stones remain among them.
pub(super) fn safe(position: &Position, rng: &mut Rng) -> Option<Point> {
    let (board, color, suicide) = (position.board(), position.to_play(), position.rules().suicide);
    let [own, foreign] = [color, !color].map(|owner| secure(board, owner, suicide).points(board));
    let is_clean = own.iter().all(|&p| board.color_at(p) != Some(!color));
    let is_open = |p: &Point| !(foreign.contains(p) || is_clean && own.contains(p));
    let lead = |p: Point, mover: Color| {
        let mut after = *board;
        if !board.is_suicide(p, mover) {
            after.clear_ko();
            after.play_legal(p, mover);
        }
        let count = |owner| secure(&after, owner, suicide).points(&after).len() as i32;
        count(mover) - count(!mover)
    };
    best(moves(position).into_iter().filter(is_open), rng, |p| Some(lead(p, color) + lead(p, !color)))
}
