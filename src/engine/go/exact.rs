//! The exact winner of small positions, by alpha-beta.
//!
//! A game of Go goes on until both players pass, long after it is decided. The search ends each variation as soon as
//! the unconditionally safe points of one player are enough to win. The result stays exact, and larger positions can
//! be solved. The search obeys superko and uses no transposition table, because under superko the value of a position
//! depends on the moves before it.

use std::time::Duration;

use crate::engine::exact::value_under_best_play;
use crate::framework::{Color, Game, IllegalMove, Move, Outcome};
use crate::go::tactics::safety::benson;
use crate::go::{Position, Scoring};

/// The value of a position for Black under best play, with all stones alive at the end: 1 for a win, 0 for a loss, ½
/// for a draw; `None` if `time` or five million positions are not enough.
pub fn minimax(position: &Position, time: Duration) -> Option<f64> {
    let mut game = Decided(position.clone());
    // Playouts do not count a pass before the position either.
    game.0.forget_passes();
    value_under_best_play(&game, time)
}

/// A position whose game is over as soon as the winner is certain.
#[derive(Clone)]
struct Decided(Position);

impl Game for Decided {
    fn outcome(&self) -> Option<Outcome> {
        let (board, rules) = (self.0.board(), self.0.rules());
        let points = i32::from(board.size()).pow(2);
        let wins = |&color: &Color| {
            let safe = benson(board, color, rules.suicide).points(board).len() as i32;
            let lead = 2 * (2 * safe - points);
            // Filling safe points costs points under territory scoring.
            rules.scoring == Scoring::Area
                && match color {
                    Color::Black => lead > self.0.compensation(),
                    Color::White => lead > -self.0.compensation(),
                }
        };
        self.0.outcome().or_else(|| Color::ALL.into_iter().find(wins).map(Outcome::win))
    }

    fn to_play(&self) -> Color {
        self.0.to_play()
    }

    fn set_to_play(&mut self, color: Color) {
        self.0.set_to_play(color);
    }

    fn candidates(&self, moves: &mut Vec<Move>) {
        self.0.candidates(moves);
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.0.play(mv)
    }

    fn play_legal(&mut self, mv: Move) {
        self.0.play_legal(mv);
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn table_key(&self) -> Option<u64> {
        None
    }

    fn move_limit(&self) -> usize {
        self.0.move_limit()
    }

    fn length_limit(&self) -> usize {
        self.0.length_limit()
    }

    fn move_text(&self, mv: Move) -> String {
        self.0.move_text(mv)
    }

    fn parse_move(&self, text: &str) -> Option<Move> {
        self.0.parse_move(text)
    }

    fn copy_from(&mut self, other: &Self) {
        self.0.copy_from(&other.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
