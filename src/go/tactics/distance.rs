//! Distances: Manhattan, and on the common fate graph (CFG), in which each chain is one node.
//!
//! # References
//! - T. Graepel, M. Goutrié, M. Krüger and R. Herbrich, "Learning on graphs in the game of Go", ICANN 2001.

use crate::framework::Color;
use crate::go::board::{Board, Map, Point, Tracking, cell};

/// The Manhattan distance from a point to the nearest stone of a color; `None` without a stone.
pub fn nearest_stone<F: Tracking>(board: &Board<F>, p: Point, color: Color) -> Option<u8> {
    let stones = board.points().filter(|&q| board.color_at(q) == Some(color));
    stones.map(|q| p.col().abs_diff(q.col()) + p.row().abs_diff(q.row())).min()
}

/// The distance of every point from `start` up to `most`; `most + 1` for points farther away.
pub fn cfg_distance<F: Tracking>(board: &Board<F>, start: Point, most: u8) -> Map<u8> {
    let mut distances = Map::new(most + 1);
    // The points reached, in order of distance, without duplicates.
    let mut frontier = Vec::with_capacity(usize::from(board.size()).pow(2));
    reach(board, start, 0, &mut distances, &mut frontier);
    let mut next = 0;
    while let Some(&p) = frontier.get(next) {
        next += 1;
        let distance = distances[p] + 1;
        if distance > most {
            break;
        }
        for q in p.neighbors() {
            if board.cell(q) != cell::BORDER && distances[q] > distance {
                reach(board, q, distance, &mut distances, &mut frontier);
            }
        }
    }
    distances
}

/// Sets the distance of a point and of all stones of its chain.
fn reach<F: Tracking>(
    board: &Board<F>,
    p: Point,
    distance: u8,
    distances: &mut Map<u8>,
    frontier: &mut Vec<Point>,
) {
    if board.cell(p) == cell::EMPTY {
        distances[p] = distance;
        frontier.push(p);
    } else {
        for stone in board.stones_of(board.head(p)) {
            distances[stone] = distance;
            frontier.push(stone);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_is_crossed_in_one_step() {
        let mut board = Board::<crate::go::board::Bare>::new(9);
        for col in 2..7 {
            board.play_legal(Point::at(col, 4), Color::Black);
        }
        let distances = cfg_distance(&board, Point::at(1, 4), 3);
        assert_eq!(distances[Point::at(1, 4)], 0);
        assert_eq!(distances[Point::at(6, 4)], 1);
        assert_eq!(distances[Point::at(7, 4)], 2);
        assert_eq!(distances[Point::at(8, 4)], 3);
        assert_eq!(distances[Point::at(8, 8)], 4, "beyond the bound");
    }
}
