//! Counting finished positions.

use super::board::{Board, Features, Map, Point, cell};
use crate::framework::Color;

/// Returns Black's area minus White's in points, all stones being alive: stones, and empty regions that
/// reach one color only. The komi does not enter.
///
/// # References
/// - J. Tromp, "The game of Go", <https://tromp.github.io/go.html>.
#[must_use]
pub fn tromp_taylor<F: Features>(board: &Board<F>) -> i32 {
    let mut score = board.stones(Color::Black) as i32 - board.stones(Color::White) as i32;
    let mut seen = Map::new(false);
    let mut region = Vec::with_capacity(board.empty_count());
    for &start in board.empty_points() {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        region.clear();
        region.push(start);
        let mut reached = 0;
        let mut next = 0;
        while let Some(&p) = region.get(next) {
            next += 1;
            for q in p.neighbors() {
                match board.cell(q) {
                    cell::EMPTY if !seen[q] => {
                        seen[q] = true;
                        region.push(q);
                    }
                    cell::BORDER => {}
                    stone => reached |= stone,
                }
            }
        }
        score += match reached {
            cell::BLACK => region.len() as i32,
            cell::WHITE => -(region.len() as i32),
            _ => 0,
        };
    }
    let _ = Point::NULL;
    score
}
