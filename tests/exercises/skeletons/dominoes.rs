//! Exercise 4: the rules of a new game.
//!
//! The players in turn place a domino on two free neighboring squares of a strip. A player who cannot move loses.
//! Complete the four methods that are missing; every search of the crate then plays the game. The guide's page of
//! recipes describes the next step, which makes it a game of the program.
//!
//! Background: `src/games/tictactoe.rs` is a game of the same kind; R. Guy and C. Smith, "The G-values of various
//! games", Mathematical Proceedings of the Cambridge Philosophical Society 52(3), 1956, has the theory of this one,
//! Dawson's Kayles.

use brasa::framework::{Color, Game, IllegalMove, Move, Outcome};

/// A position. The move that covers the squares `i` and `i + 1`, counted from 0, has the number `i + 1`; there is no
/// pass.
#[derive(Clone)]
pub(crate) struct Dominoes {
    /// Whether each square is covered.
    covered: Vec<bool>,
    to_play: Color,
}

impl Dominoes {
    /// Creates the empty strip with Black to move.
    pub(crate) fn new(squares: u8) -> Self {
        Self { covered: vec![false; squares.into()], to_play: Color::Black }
    }
}

impl Game for Dominoes {
    fn to_play(&self) -> Color {
        self.to_play
    }

    fn set_to_play(&mut self, color: Color) {
        self.to_play = color;
    }

    /// Replaces `moves` by the legal moves, in the order of the squares.
    fn candidates(&self, moves: &mut Vec<Move>) {
        todo!("exercise 4")
    }

    /// Plays a move, or says why it is illegal: `NoSuchMove`, `Over` or `Occupied`.
    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        todo!("exercise 4")
    }

    /// Plays a legal move: covers two squares, and it is the opponent's turn.
    fn play_legal(&mut self, mv: Move) {
        todo!("exercise 4")
    }

    /// Returns the result; `None` while the player to move has a move.
    fn outcome(&self) -> Option<Outcome> {
        todo!("exercise 4")
    }

    fn key(&self) -> u64 {
        let squares = self.covered.iter().fold(1, |bits, &is_covered| bits << 1 | u64::from(is_covered));
        brasa::util::zobrist(squares * 2 + self.to_play.index() as u64)
    }

    fn move_limit(&self) -> usize {
        self.covered.len() + 1
    }

    fn length_limit(&self) -> usize {
        self.covered.len()
    }

    fn move_text(&self, mv: Move) -> String {
        mv.0.to_string()
    }

    fn parse_move(&self, text: &str) -> Option<Move> {
        text.parse().ok().map(Move)
    }
}
