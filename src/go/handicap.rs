//! Handicap placement: at fixed points, at free points, and at points chosen by the opponent.
//!
//! # References
//! - G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", 2002, section 4.1.

use super::board::{Board, Point};
use crate::framework::Move;

/// Handicap stones could not be placed; the messages are those of GTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandicapError {
    /// Fewer than two stones, or more than the board allows.
    #[error("invalid number of stones")]
    InvalidNumber,
    /// Stones are on the board.
    #[error("board not empty")]
    BoardNotEmpty,
    /// Too few or too many vertices, a duplicate, a pass, or a vertex off the board.
    #[error("bad vertex list")]
    BadVertexList,
}

/// Maximum number of stones at fixed points: 9 on odd sizes from 9 up, 4 on even sizes from 8 up and on 7x7, else 0.
pub fn greatest_fixed(size: u8) -> usize {
    match size {
        0..=6 => 0,
        7 => 4,
        _ if size.is_multiple_of(2) => 4,
        _ => 9,
    }
}

/// The fixed points of a handicap.
///
/// # Errors
/// When the number is below 2 or above [`greatest_fixed`].
pub fn fixed(size: u8, stones: usize) -> Result<Vec<Point>, HandicapError> {
    if (2..=greatest_fixed(size)).contains(&stones) {
        Ok(star_points(size, stones))
    } else {
        Err(HandicapError::InvalidNumber)
    }
}

/// The points of a free handicap: the fixed points (two corners if there are none), then repeatedly the point farthest
/// from all stones so far. These keep the fixed points' distance from the edge and are not adjacent while there is
/// room; servers expect exactly the requested number.
///
/// # Errors
/// When the number is below 2 or leaves no point empty.
pub fn free(size: u8, stones: usize) -> Result<Vec<Point>, HandicapError> {
    if !(2..usize::from(size).pow(2)).contains(&stones) {
        return Err(HandicapError::InvalidNumber);
    }
    let mut points = star_points(size, stones.min(greatest_fixed(size).max(2)));
    let distance = |p: Point, q: Point| {
        u32::from(p.col().abs_diff(q.col())).pow(2) + u32::from(p.row().abs_diff(q.row())).pow(2)
    };
    let board: Board = Board::new(size);
    // The distance of each point from the nearest stone.
    let mut room: Vec<(Point, u32)> = board.points().map(|p| (p, u32::MAX)).collect();
    let mut placed = 0;
    loop {
        for &stone in &points[placed..] {
            room.iter_mut().for_each(|(p, room)| *room = distance(*p, stone).min(*room));
        }
        placed = points.len();
        if placed >= stones {
            return Ok(points);
        }
        let lines = margin(size)..size - margin(size);
        let is_inner = |p: Point| lines.contains(&p.col()) && lines.contains(&p.row());
        let farthest =
            |inner: bool| room.iter().filter(|(p, _)| !inner || is_inner(*p)).max_by_key(|(_, room)| *room);
        let inner = farthest(true).filter(|(_, room)| *room > 1);
        points.extend(inner.or_else(|| farthest(false)).map(|(p, _)| *p));
    }
}

/// The points of a list of vertices.
///
/// # Errors
/// When the list has no vertex, all points of the board, a pass, a point off the board, or a duplicate.
pub fn chosen(size: u8, vertices: &[Move]) -> Result<Vec<Point>, HandicapError> {
    let board: Board = Board::new(size);
    let points: Vec<Point> = vertices.iter().map(|&mv| Point::of_move(mv)).collect();
    // A handicap has at least two stones, but clients set up single stones this way, and KataGo accepts them.
    let well_formed = (1..board.empty_count()).contains(&points.len())
        && points.iter().zip(vertices).all(|(&p, &mv)| p.to_move() == mv && board.is_on_board(p))
        && points.iter().enumerate().all(|(i, p)| !points[..i].contains(p));
    if well_formed { Ok(points) } else { Err(HandicapError::BadVertexList) }
}

/// The number of lines between the edge and the star points.
fn margin(size: u8) -> u8 {
    match size {
        0..=4 => 0,
        5..=6 => 1,
        7..=12 => 2,
        _ => 3,
    }
}

/// The first `stones` star points, at most 9: corners, sides, and the center if the number is odd and at least 5.
fn star_points(size: u8, stones: usize) -> Vec<Point> {
    let (low, middle, high) = (margin(size), size / 2, size - 1 - margin(size));
    let around = [
        (low, low),
        (high, high),
        (low, high),
        (high, low),
        (low, middle),
        (high, middle),
        (middle, low),
        (middle, high),
    ];
    let center = stones >= 5 && stones % 2 == 1;
    let mut points: Vec<_> = around[..stones.min(9) - usize::from(center)].to_vec();
    points.extend(center.then_some((middle, middle)));
    points.into_iter().map(|(col, row)| Point::at(col, row)).collect()
}
