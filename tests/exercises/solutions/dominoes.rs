//! Exercise 4 solved: dominoes on a strip.

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

    fn candidates(&self, moves: &mut Vec<Move>) {
        moves.clear();
        let free = |&i: &usize| !self.covered[i - 1] && !self.covered[i];
        moves.extend((1..self.covered.len()).filter(free).map(|i| Move(i as u16)));
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if mv.index() == 0 || mv.index() >= self.covered.len() {
            return Err(IllegalMove::NoSuchMove);
        }
        if self.outcome().is_some() {
            return Err(IllegalMove::Over);
        }
        if self.covered[mv.index() - 1] || self.covered[mv.index()] {
            return Err(IllegalMove::Occupied);
        }
        self.play_legal(mv);
        Ok(())
    }

    fn play_legal(&mut self, mv: Move) {
        self.covered[mv.index() - 1] = true;
        self.covered[mv.index()] = true;
        self.to_play = !self.to_play;
    }

    fn outcome(&self) -> Option<Outcome> {
        let has_move = self.covered.windows(2).any(|pair| pair == [false, false]);
        (!has_move).then(|| Outcome::win(!self.to_play))
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
