//! Influence of stones on the points around them.
//!
//! Black stones start at 50, white stones at -50. In each of four steps, every point gains 1 per neighbor with a
//! positive value and loses 1 per neighbor with a negative value. Positive points are then under Black's influence,
//! negative points under White's.
//!
//! # References
//! - A. L. Zobrist, "A model of visual organization for the game of GO", AFIPS Spring Joint Computer
//!   Conference, 1969.

use crate::framework::Color;
use crate::go::board::{Board, Map, Tracking};

/// The initial value of a black stone.
const STONE: i32 = 50;
/// The number of steps, which is the reach of influence.
const STEPS: u32 = 4;

/// The influence at each point: positive for Black, negative for White, 0 for neither.
pub fn influence<F: Tracking>(board: &Board<F>) -> Map<i32> {
    let mut values = Map::new(0);
    for p in board.points() {
        values[p] = match board.color_at(p) {
            Some(Color::Black) => STONE,
            Some(Color::White) => -STONE,
            None => 0,
        };
    }
    for _ in 0..STEPS {
        let before = values;
        for p in board.points() {
            values[p] += p.neighbors().into_iter().map(|q| before[q].signum()).sum::<i32>();
        }
    }
    values
}

/// The number of points under `color`'s influence minus the number under its opponent's.
pub fn balance<F: Tracking>(board: &Board<F>, color: Color) -> i32 {
    let values = influence(board);
    let black: i32 = board.points().map(|p| values[p].signum()).sum();
    if color == Color::Black { black } else { -black }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::board::{Bare, Point};

    #[test]
    fn a_stone_radiates_four_steps_far() {
        let mut board = Board::<Bare>::new(13);
        board.play_legal(Point::at(6, 6), Color::Black);
        let values = influence(&board);
        assert_eq!(values[Point::at(10, 6)], 1);
        assert_eq!(values[Point::at(11, 6)], 0);
        assert_eq!(values[Point::at(8, 8)], 2, "two neighbors that are nearer");
        assert!(values[Point::at(6, 6)] > values[Point::at(7, 6)]);
        assert_eq!(balance(&board, Color::Black), 41);
        assert_eq!(balance(&board, Color::White), -41);
    }
}
