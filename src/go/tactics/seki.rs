//! Static recognition of seki and of the bent four.

use super::{atari, nakade};
use crate::framework::Color;
use crate::go::board::{Board, Point, Tracking, color_bits};

/// The points between stones of both colors where a move by either is a self-atari that captures nothing. A point is
/// left out if the move would form a nakade shape, since such a move may be good.
pub fn shared_liberties<F: Tracking>(board: &Board<F>) -> Vec<Point> {
    let is_shared =
        |&p: &Point| Color::ALL.iter().all(|&color| color_bits(board.neighborhood3x3(p) & 0xff, color) != 0);
    let is_fatal = |p: Point, color| {
        atari::is_self_atari(board, p, color)
            && !atari::captures(board, p, color)
            && !nakade::is_shape_after(board, p, color)
    };
    let empty = board.empty_points().iter().copied().filter(is_shared);
    empty.filter(|&p| Color::ALL.iter().all(|&color| is_fatal(p, color))).collect()
}

/// Whether a chain of three stones in an opponent's corner becomes a bent four by a move on one of its two liberties:
/// after the capture of the four stones, their owner can start a ko in the corner at any time.
///
/// # References
/// - Nihon Kiin, "The Japanese Rules of Go", 1989, life-and-death example 1 (bent four in the corner).
pub fn is_bent_four<F: Tracking>(board: &Board<F>, head: Point) -> bool {
    let Some(liberties) = board.two_liberties(head).filter(|_| board.chain_size(head) == 3) else {
        return false;
    };
    let own = board.cell(head);
    // The capturing side must own all points around the four stones.
    let is_inside = |q: Point| {
        let is_foreign = board.color_at(q).is_some() && board.cell(q) != own;
        !board.is_on_board(q) || is_foreign || liberties.contains(&q) || board.stones_of(head).any(|p| p == q)
    };
    let is_enclosed = liberties.iter().all(|p| p.neighbors().into_iter().all(is_inside));
    let last = board.size() - 1;
    // Column and row from the nearest corner.
    let folded = |p: Point| (p.col().min(last - p.col()), p.row().min(last - p.row()));
    let is_shape = |&p: &Point| {
        let mut points: Vec<_> = board.stones_of(head).chain([p]).map(folded).collect();
        points.sort_unstable();
        points == [(0, 0), (0, 1), (0, 2), (1, 0)] || points == [(0, 0), (0, 1), (1, 0), (2, 0)]
    };
    is_enclosed && liberties.iter().any(is_shape)
}
