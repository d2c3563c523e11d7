//! Regions of connected points.

use crate::go::board::{Board, Map, Point, Tracking};

/// The points reached from `start` over neighbors that are inside, nearest first; marks them as seen.
pub fn flood<F: Tracking>(
    board: &Board<F>,
    start: Point,
    seen: &mut Map<bool>,
    mut is_inside: impl FnMut(Point) -> bool,
) -> Vec<Point> {
    seen[start] = true;
    let mut points = vec![start];
    let mut next = 0;
    while let Some(&p) = points.get(next) {
        next += 1;
        for q in p.neighbors() {
            if board.is_on_board(q) && !seen[q] && is_inside(q) {
                seen[q] = true;
                points.push(q);
            }
        }
    }
    points
}
