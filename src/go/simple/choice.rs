//! The moves that the players choose from, and choosing the best of them.

use rand::seq::IndexedRandom;

use crate::framework::{Game, Move};
use crate::go::board::Board;
use crate::go::{Point, Position};
use crate::util::Rng;

/// The legal moves that neither fill an own simple eye nor are suicide, in no particular order.
pub(super) fn moves(position: &Position) -> Vec<Point> {
    let (board, color) = (position.board(), position.to_play());
    let mut moves = Vec::new();
    position.candidates(&mut moves);
    let points = moves.into_iter().filter(|&mv| mv != Move::PASS).map(Point::of_move);
    points.filter(|&p| !board.is_suicide(p, color)).collect()
}

/// One of the points that are worth most, each as likely as the others; points of no worth are not
/// considered.
pub(super) fn best<W: PartialOrd>(
    points: impl IntoIterator<Item = Point>,
    rng: &mut Rng,
    mut worth: impl FnMut(Point) -> Option<W>,
) -> Option<Point> {
    let mut most = None;
    let mut ties = Vec::new();
    for p in points {
        let worth = worth(p);
        if worth > most {
            most = worth;
            ties.clear();
        } else if worth < most || worth.is_none() {
            continue;
        }
        ties.push(p);
    }
    ties.choose(rng).copied()
}

/// Looks one move ahead: returns one of the moves that lead to the boards of most worth.
pub(super) fn look<W: PartialOrd>(
    position: &Position,
    rng: &mut Rng,
    worth: impl Fn(&Board) -> W,
) -> Option<Point> {
    best(moves(position), rng, |p| {
        let mut after = *position.board();
        after.play_legal(p, position.to_play());
        Some(worth(&after))
    })
}

/// Any move.
pub(super) fn random(position: &Position, rng: &mut Rng) -> Option<Point> {
    best(moves(position), rng, |_| Some(()))
}
