//! The playout policy's move, without search.

use std::time::Instant;

use crate::framework::{Control, Game, Limits, Move, PlayoutPolicy, Report, Search};
use crate::util::Rng;

/// Plays the move of a playout policy.
pub struct PolicySearch<G: Game> {
    policy: Box<dyn PlayoutPolicy<G>>,
    seed: u64,
}

impl<G: Game> PolicySearch<G> {
    /// Moves depend only on `seed` and the position.
    pub fn new(policy: Box<dyn PlayoutPolicy<G>>, seed: u64) -> Self {
        Self { policy, seed }
    }
}

impl<G: Game> Search<G> for PolicySearch<G> {
    fn search(&mut self, game: &G, _: Limits, _: &Control) -> Report {
        let start = Instant::now();
        let best =
            game.outcome().is_none().then(|| self.policy.pick(game, &mut Rng::new(self.seed ^ game.key())));
        // The policy knows at most simple ko: if its move is illegal in the game, take the first legal one.
        let best = best.map(|mv| if game.clone().play(mv).is_ok() { mv } else { first(game) });
        Report { time: start.elapsed(), ..Report::instant(best) }
    }
}

fn first(game: &impl Game) -> Move {
    game.moves().first().copied().unwrap_or(Move::PASS)
}
