//! The exact winner of small positions of Go.
//!
//! A game of Go goes on until both players pass, long after it is decided. The search ends each variation as soon as
//! the unconditionally safe points of one player are enough to win. The result stays exact, and larger positions can
//! be solved. The search obeys superko.

use std::time::Duration;

use crate::engine::exact::value_under_best_play;
use crate::go::Position;

/// The value of a position for Black under best play, with all stones alive at the end: 1 for a win, 0 for a loss, ½
/// for a draw; `None` if `time` or five million positions are not enough.
pub fn minimax(position: &Position, time: Duration) -> Option<f64> {
    let mut position = position.clone();
    // Playouts do not count a pass before the position either.
    position.forget_passes();
    value_under_best_play(&position, time)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::Game;
    use crate::go::{Point, Rules};

    fn value(size: u8, komi: &str, moves: &[Point]) -> Option<f64> {
        let rules = Rules { komi: komi.parse().unwrap(), ..Rules::default() };
        let mut position = Position::new(size, rules);
        moves.iter().for_each(|p| position.play(p.to_move()).unwrap());
        minimax(&position, Duration::from_secs(60))
    }

    /// # References
    /// E. van der Werf, J. van den Herik and J. Uiterwijk, "Solving Go on small boards", ICGA Journal 26(2), 2003:
    /// Black wins by 1 on 2x2 and by 9 on 3x3.
    #[test]
    fn the_smallest_boards_are_solved() {
        assert_eq!([value(2, "0.5", &[]), value(2, "1.5", &[])], [Some(1.0), Some(0.0)]);
        assert_eq!(value(3, "8.5", &[Point::at(1, 1)]), Some(1.0));
    }

    #[test]
    fn a_pass_before_the_position_does_not_count() {
        assert_eq!(value(2, "-0.5", &[Point::NULL]), value(2, "0.5", &[]).map(|value| 1.0 - value));
    }

    #[test]
    fn what_is_too_large_is_not_solved() {
        let position = Position::new(9, Rules::default());
        assert_eq!(minimax(&position, Duration::from_millis(50)), None);
    }
}
