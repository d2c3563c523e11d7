//! Playouts from the current position, for display: a single one move by move, and statistics of many.

use std::time::Duration;

use super::state::Session;
use crate::engine::host::Hosted;
use crate::engine::playouts::{Drift, Study, drift};
use crate::framework::{Color, Move, Outcome, PlayoutLimit, Sequence, Stones};
use crate::util::Rng;

/// A move of a playout.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayoutStep {
    /// The player who made it.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// The move in the game's notation.
    pub text: String,
    /// The playout policy's rule that made it.
    pub rule: &'static str,
    /// The board after it; `None` for a game without a grid.
    pub board: Option<Stones>,
}

/// A playout, move by move.
#[derive(Clone, Debug, PartialEq)]
pub struct SteppedPlayout {
    /// Its moves.
    pub steps: Vec<PlayoutStep>,
    /// Its result.
    pub outcome: Outcome,
}

impl<G: Hosted> Session<G> {
    /// Runs a playout from the current position by the settings' policy, as a search would; equal seeds give equal
    /// playouts. The game does not change.
    pub fn playout(&self, seed: u64) -> SteppedPlayout {
        let mut game = self.position().search_position(self.position().to_play());
        let named = game.clone();
        let limit =
            PlayoutLimit { length: game.length_limit(), mercy: self.settings().params.global.mercy_rule };
        let (mut color, mut steps, mut line) = (game.to_play(), Vec::new(), Sequence::new());
        let mut see = |after: &G, mv: Move, rule: &'static str| {
            let board = after.grid().map(Stones::of);
            steps.push(PlayoutStep { color, mv, text: named.move_text(mv), rule, board });
            color = !color;
        };
        let mut policy = G::policy(&self.spec());
        let outcome = policy.playout_seen(&mut game, limit, &mut Rng::new(seed), &mut line, &mut see);
        SteppedPlayout { steps, outcome }
    }

    /// Statistics of playouts from the current position by the settings' policy.
    pub fn playout_study(&self, playouts: u32, seed: u64) -> Study {
        let mut policy = G::policy(&self.spec());
        Study::new(&mut *policy, self.position(), playouts, |_| true, &mut Rng::new(seed))
    }

    /// Follows playouts from the current position by the settings' policy; returns the minimax values of the positions
    /// they reach. `time` limits the solver per position.
    pub fn playout_drift(&self, playouts: u32, time: Duration, seed: u64) -> Vec<Drift> {
        let mut policy = G::policy(&self.spec());
        let solve = |position: &G| position.minimax(time);
        drift(&mut *policy, self.position(), playouts, &mut Rng::new(seed), solve)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::engine::context::SessionContext;
    use crate::engine::go::policies::POLICIES;
    use crate::engine::settings::Settings;
    use crate::engine::spec::BoardSize;
    use crate::framework::Grid;
    use crate::games::Clobber;
    use crate::go::Position;
    use crate::util::params::Value;

    fn session<G: Hosted>(policy: &str, side: u8) -> Session<G> {
        let mut settings = Settings::new(side);
        settings.set("playout_policy", policy).unwrap();
        let context = SessionContext::new(settings, 1, Arc::default());
        Session::new(BoardSize::square(side), Color::Black, context).unwrap()
    }

    /// Runs the same playout unobserved, and replays its moves.
    fn check<G: Hosted>(session: &Session<G>, seed: u64) -> SteppedPlayout {
        let seen = session.playout(seed);
        let start = session.position().search_position(Color::Black);
        let (mut game, mut line) = (start.clone(), Sequence::new());
        let limit = PlayoutLimit { length: start.length_limit(), mercy: true };
        let mut policy = G::policy(&session.spec());
        let outcome = policy.playout(&mut game, limit, &mut Rng::new(seed), &mut line);
        assert_eq!(seen.outcome, outcome);
        assert_eq!(seen.steps.iter().map(|step| step.mv).collect::<Vec<_>>(), line);
        let (mut replayed, mut color) = (start, Color::Black);
        for step in &seen.steps {
            assert_eq!(step.color, color);
            replayed.play_legal(step.mv);
            assert_eq!(step.board.as_ref().unwrap().diagram(), replayed.grid().unwrap().diagram());
            color = !color;
        }
        seen
    }

    #[test]
    fn a_playout_step_by_step_is_that_of_a_search() {
        let mut rules = Vec::new();
        for entry in POLICIES {
            for seed in 1..20 {
                let seen = check(&session::<Position>(&entry.name.write(), 7), seed);
                rules.extend(seen.steps.iter().map(|step| step.rule));
            }
        }
        for rule in ["atari_capture", "pattern", "near", "random"] {
            assert!(rules.contains(&rule), "{rule}");
        }
        let clobber = check(&session::<Clobber>("fuego", 4), 1);
        assert!(clobber.steps.len() > 2 && clobber.steps.iter().all(|step| step.rule == "random"));
    }
}
