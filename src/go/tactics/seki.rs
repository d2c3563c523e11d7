//! Seki that can be seen at a glance: liberties that neither side can fill.

use super::{atari, nakade};
use crate::framework::Color;
use crate::go::board::{Board, Features, Point, color_bits};

/// Returns the points between stones of both colors at which a stone of either would put its own chain in
/// atari and capture nothing. Where the stones lost would be a nakade shape, the move may be a good one, and
/// the point is not returned.
#[must_use]
pub fn shared_liberties<F: Features>(board: &Board<F>) -> Vec<Point> {
    let is_shared = |&p: &Point| Color::ALL.iter().all(|&color| color_bits(board.code(p) & 0xff, color) != 0);
    let is_fatal = |p: Point, color| {
        atari::is_self_atari(board, p, color)
            && !atari::captures(board, p, color)
            && !nakade::is_shape_after(board, p, color)
    };
    let empty = board.empty_points().iter().copied().filter(is_shared);
    empty.filter(|&p| Color::ALL.iter().all(|&color| is_fatal(p, color))).collect()
}
