//! Nim, a game for tests: players alternately take one or two from a heap, and whoever takes the last one wins.
//!
//! Multiples of three are lost for the player to move.

use super::{Color, Game, IllegalMove, Move, Outcome, PlayoutPolicy};
use crate::util::Rng;

/// A heap and the player to move. Move 1 takes one, move 2 takes two.
#[derive(Clone, Debug)]
pub(crate) struct Nim {
    pub(crate) heap: u16,
    to_play: Color,
}

impl Nim {
    pub(crate) fn new(heap: u16) -> Self {
        Self { heap, to_play: Color::Black }
    }
}

impl Game for Nim {
    fn to_play(&self) -> Color {
        self.to_play
    }

    fn set_to_play(&mut self, color: Color) {
        self.to_play = color;
    }

    fn candidates(&self, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend((1..=self.heap.min(2)).map(Move));
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if mv.0 == 0 || mv.0 > self.heap.min(2) {
            return Err(IllegalMove::NoSuchMove);
        }
        self.play_legal(mv);
        Ok(())
    }

    fn play_legal(&mut self, mv: Move) {
        self.heap -= mv.0;
        self.to_play = !self.to_play;
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.heap == 0).then(|| Outcome::win(!self.to_play))
    }

    fn key(&self) -> u64 {
        u64::from(self.heap) * 2 + self.to_play.index() as u64
    }

    fn move_limit(&self) -> usize {
        3
    }

    fn length_limit(&self) -> usize {
        1000
    }

    fn move_text(&self, mv: Move) -> String {
        mv.0.to_string()
    }

    fn parse_move(&self, text: &str) -> Option<Move> {
        text.parse().ok().map(Move)
    }
}

/// Takes one or two, equally likely.
pub(crate) struct Uniform;

impl PlayoutPolicy<Nim> for Uniform {
    fn pick(&mut self, game: &Nim, rng: &mut Rng) -> Move {
        Move(1 + rng.below(usize::from(game.heap.min(2))) as u16)
    }
}
