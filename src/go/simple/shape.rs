//! Players that care for what becomes theirs: influence, eyes, safe points.

use super::choice::{best, look, moves};
use crate::framework::{Color, Game};
use crate::go::board::{Board, cell, color_bits};
use crate::go::tactics::safety::secure;
use crate::go::tactics::{eyes, influence as radiation};
use crate::go::{Point, Position};
use crate::util::Rng;

/// Maximizes the points under its influence less those under the opponent's.
pub(super) fn influence(position: &Position, rng: &mut Rng) -> Option<Point> {
    look(position, rng, |board| radiation::balance(board, position.to_play()))
}

/// Builds eyes: plays beside the empty point that comes nearest to an eye by it and is none yet.
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

/// Returns how near an empty point is to an eye of `color`, from 0 to 12: two for each neighbor that is an own
/// stone or border, one for each such diagonal neighbor; 0 where the opponent is a neighbor.
fn eye_score(board: &Board, p: Point, color: Color) -> u32 {
    if color_bits(board.code(p), !color) != 0 {
        return 0;
    }
    let is_closed = |q: &Point| matches!(board.cell(*q), cell::BORDER) || board.color_at(*q) == Some(color);
    let closed = |points: &[Point]| points.iter().filter(|q| is_closed(q)).count() as u32;
    let around = p.surroundings();
    2 * closed(&around[..4]) + closed(&around[4..])
}

/// Plays where most points become safe or are kept from becoming the opponent's: any move at first, sound ones
/// at the end. The opponent's best point is its own best one, so that it looks at a move of either color there.
///
/// Points that are safe are left alone, its own only once no stone there is to be taken.
pub(super) fn safe(position: &Position, rng: &mut Rng) -> Option<Point> {
    let (board, color, suicide) = (position.board(), position.to_play(), position.rules().suicide);
    let [own, foreign] = [color, !color].map(|owner| secure(board, owner, suicide));
    let is_clean = own.iter().all(|&p| board.color_at(p) != Some(!color));
    let is_open = |p: &Point| !(foreign.contains(p) || is_clean && own.contains(p));
    let lead = |p: Point, mover: Color| {
        let mut after = *board;
        if !board.is_suicide(p, mover) {
            after.clear_ko();
            after.play_legal(p, mover);
        }
        secure(&after, mover, suicide).len() as i32 - secure(&after, !mover, suicide).len() as i32
    };
    best(moves(position).into_iter().filter(is_open), rng, |p| Some(lead(p, color) + lead(p, !color)))
}
