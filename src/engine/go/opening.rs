//! The first moves on large boards, which need no search: the star points of empty corners.
//!
//! # References
//! - Fuego's forced opening moves (M. Enzenberger and M. Müller, TR 09-08, University of Alberta, 2009), which
//!   take the corners in a fixed order; here the choice is random.

use crate::framework::{Color, Move};
use crate::go::Point;
use crate::go::board::{Board, cell};
use crate::util::Rng;

/// The smallest board on which these moves are played.
const MIN_SIZE: u8 = 13;
/// More stones of one player than this end the opening.
const MAX_STONES: usize = 5;
/// The side of the corner square that must be empty, in lines.
const CORNER: u8 = 5;

/// The star point of a random empty corner while both players have few stones; `None` on small boards.
pub(super) fn forced_opening(board: &Board, seed: u64) -> Option<Move> {
    let is_opening = Color::ALL.iter().all(|&color| board.stones(color) <= MAX_STONES);
    if board.size() < MIN_SIZE || !is_opening {
        return None;
    }
    let corners: Vec<Point> = empty_corners(board).collect();
    // The choice depends only on the seed and the position, not on earlier moves.
    let mut rng = Rng::new(seed ^ board.key());
    (!corners.is_empty()).then(|| corners[rng.below(corners.len())].to_move())
}

fn empty_corners(board: &Board) -> impl Iterator<Item = Point> {
    let last = board.size() - 1;
    let flip = move |flip: bool, line: u8| if flip { last - line } else { line };
    [(false, false), (false, true), (true, false), (true, true)].into_iter().filter_map(move |(x, y)| {
        let at = |col, row| Point::at(flip(x, col), flip(y, row));
        let is_empty = (0..CORNER).all(|col| (0..CORNER).all(|row| board.cell(at(col, row)) == cell::EMPTY));
        is_empty.then(|| at(3, 3))
    })
}
