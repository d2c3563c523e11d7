//! Tic Tac Toe: three in a row on 3x3.

use crate::framework::{Color, Game, Grid, IllegalMove, Move, Outcome, parse_vertex, vertex};
use crate::util::zobrist;

/// The number of rows and columns.
const SIDE: u8 = 3;
/// The full board, one bit for each point.
const FULL: u16 = 0b111_111_111;
/// The eight lines of three.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// A position. The move at column `c` and row `r` is number `1 + 3 r + c`; there is no pass.
#[derive(Clone, Debug)]
pub struct TicTacToe {
    /// The stones of each player, one bit for each point.
    stones: [u16; 2],
    to_play: Color,
}

impl TicTacToe {
    /// Creates the empty board with Black to move.
    pub const fn new() -> Self {
        Self { stones: [0; 2], to_play: Color::Black }
    }

    fn has_line(&self, color: Color) -> bool {
        LINES.iter().any(|&line| self.stones[color.index()] & line == line)
    }

    /// The number of lines that a player can still complete.
    fn open_lines(&self, color: Color) -> usize {
        LINES.iter().filter(|&line| self.stones[(!color).index()] & line == 0).count()
    }

    const fn empty(&self) -> u16 {
        FULL & !(self.stones[0] | self.stones[1])
    }
}

impl Default for TicTacToe {
    fn default() -> Self {
        Self::new()
    }
}

impl Game for TicTacToe {
    fn to_play(&self) -> Color {
        self.to_play
    }

    fn set_to_play(&mut self, color: Color) {
        self.to_play = color;
    }

    fn candidates(&self, moves: &mut Vec<Move>) {
        moves.clear();
        if self.outcome().is_none() {
            moves.extend((0..9).filter(|i| self.empty() >> i & 1 == 1).map(|i| Move(i + 1)));
        }
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !(1..=9).contains(&mv.0) {
            return Err(IllegalMove::NoSuchMove);
        }
        if self.outcome().is_some() {
            return Err(IllegalMove::Over);
        }
        if self.empty() >> (mv.0 - 1) & 1 == 0 {
            return Err(IllegalMove::Occupied);
        }
        self.play_legal(mv);
        Ok(())
    }

    fn play_legal(&mut self, mv: Move) {
        check!(self.empty() >> (mv.0 - 1) & 1 == 1);
        self.stones[self.to_play.index()] |= 1 << (mv.0 - 1);
        self.to_play = !self.to_play;
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = Color::ALL.into_iter().find(|&color| self.has_line(color));
        winner.map(Outcome::win).or_else(|| (self.empty() == 0).then_some(Outcome::DRAW))
    }

    fn key(&self) -> u64 {
        zobrist(u64::from(self.stones[0]) | u64::from(self.stones[1]) << 9 | (self.to_play as u64) << 18)
    }

    fn move_limit(&self) -> usize {
        10
    }

    fn length_limit(&self) -> usize {
        9
    }

    /// The number of lines that the player to move can still complete minus the opponent's, as a share.
    fn evaluate(&self) -> f32 {
        let lines = |color| self.open_lines(color) as f32;
        (lines(self.to_play) - lines(!self.to_play)) / (LINES.len() + 1) as f32
    }

    fn move_text(&self, mv: Move) -> String {
        let i = (mv.0.max(1) - 1) as u8;
        vertex(i % SIDE, i / SIDE)
    }

    fn parse_move(&self, text: &str) -> Option<Move> {
        let (col, row) = parse_vertex(text)?;
        (col < SIDE && row < SIDE).then(|| Move(u16::from(row * SIDE + col) + 1))
    }
}

impl Grid for TicTacToe {
    fn cols(&self) -> u8 {
        SIDE
    }

    fn rows(&self) -> u8 {
        SIDE
    }

    fn stone(&self, col: u8, row: u8) -> Option<Color> {
        Color::ALL.into_iter().find(|color| self.stones[color.index()] >> (row * SIDE + col) & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &str) -> TicTacToe {
        let mut game = TicTacToe::new();
        for text in moves.split(' ') {
            game.play(game.parse_move(text).unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn three_in_a_row_win_and_end_the_game() {
        let mut game = after("A1 B1 A2 B2 A3");
        assert_eq!(game.outcome(), Some(Outcome::win(Color::Black)));
        assert_eq!(game.play(Move(9)), Err(IllegalMove::Over));
        assert_eq!(after("A1 A2 B2 B1 C3").outcome(), Some(Outcome::win(Color::Black)));
        assert_eq!(after("A1 C1 A2 B2 B1 A3").outcome(), Some(Outcome::win(Color::White)));
        assert_eq!(after("A1 B2 C3 B1").outcome(), None);
    }

    #[test]
    fn a_full_board_is_a_draw() {
        assert_eq!(after("B2 A1 C1 A3 A2 C2 B1 B3 C3").outcome(), Some(Outcome::DRAW));
    }

    #[test]
    fn points_are_taken_once() {
        let mut game = after("B2");
        assert_eq!(game.play(Move(5)), Err(IllegalMove::Occupied));
        assert_eq!(game.play(Move(0)), Err(IllegalMove::NoSuchMove));
        assert_eq!(game.play(Move(10)), Err(IllegalMove::NoSuchMove));
    }
}
