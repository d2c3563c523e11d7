//! A playout from the current position, move by move, for display.

use crate::framework::{Color, Move, Outcome, Stones};

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
    /// The board after it.
    pub board: Stones,
}

/// A playout, move by move.
#[derive(Clone, Debug, PartialEq)]
pub struct SteppedPlayout {
    /// Its moves.
    pub steps: Vec<PlayoutStep>,
    /// Its result.
    pub outcome: Outcome,
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{GameSession, Session};
    use super::*;
    use crate::engine::context::SessionContext;
    use crate::engine::go::policies::POLICIES;
    use crate::engine::host::Hosted;
    use crate::engine::settings::Settings;
    use crate::engine::spec::BoardSize;
    use crate::framework::{Grid, PlayoutLimit, Sequence};
    use crate::games::Clobber;
    use crate::go::Position;
    use crate::util::Rng;
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
            assert_eq!(step.board.diagram(), replayed.diagram());
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
