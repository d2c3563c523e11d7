//! A random move.

use crate::framework::{Control, Game, Limits, Move, PlayoutPolicy, Report, Search};
use crate::util::Rng;

/// Plays any of the game's candidate moves with equal probability: a search, and a playout policy for any game.
pub struct Random {
    seed: u64,
    moves: Vec<Move>,
}

impl Random {
    /// As a search, its moves depend only on `seed` and the position.
    pub fn new(seed: u64) -> Self {
        Self { seed, moves: Vec::new() }
    }
}

impl<G: Game> Search<G> for Random {
    fn search(&mut self, game: &G, _: Limits, _: &Control) -> Report {
        game.candidates(&mut self.moves);
        let i = Rng::new(self.seed ^ game.key()).below(self.moves.len());
        Report::instant(self.moves.get(i).copied())
    }
}

impl<G: Game> PlayoutPolicy<G> for Random {
    fn pick(&mut self, game: &G, rng: &mut Rng) -> Move {
        game.candidates(&mut self.moves);
        self.moves[rng.below(self.moves.len())]
    }

    fn rule(&self) -> &'static str {
        "random"
    }
}
