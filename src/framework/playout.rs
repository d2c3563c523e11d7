//! Playouts: random play to the end of the game.

use super::{Game, Move, Outcome};
use crate::util::Rng;

/// Limits that end a playout early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayoutLimit {
    /// The number of moves, tree moves included, after which the playout is aborted.
    pub length: usize,
    /// Whether a playout ends when one side is hopelessly behind, in games that detect this.
    pub mercy: bool,
}

/// The moves of a simulated game from the search root; players alternate.
pub type Sequence = Vec<Move>;

/// A playout policy. Each thread owns one.
///
/// A search makes one virtual call per playout and none per move: [`Self::playout`] is monomorphized with the policy.
/// Go overrides it to run on the bare board.
pub trait PlayoutPolicy<G: Game>: Send {
    /// Picks a legal move; the game must not be over.
    fn pick(&mut self, game: &G, rng: &mut Rng) -> Move;

    /// The number of moves made by each rule since the last call, by name; empty for a policy without rules.
    fn take_rule_counts(&mut self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }

    /// Sets the owner of each point at the end of the last playout, indexed by move number: 1 for Black, -1 for White,
    /// 0 for neither. Optional for games without owners.
    fn owners(&self, _owners: &mut [i8]) {}

    /// The rule that made the last move of [`Self::pick`]. Optional for a policy with one rule.
    fn rule(&self) -> &'static str {
        "policy"
    }

    /// Plays `game` to its end, appends the moves to `line`, and returns the outcome.
    ///
    /// `game` is left in an unspecified state.
    fn playout(&mut self, game: &mut G, limit: PlayoutLimit, rng: &mut Rng, line: &mut Sequence) -> Outcome {
        play_to_end(self, game, limit, rng, line, |_, _, _| {})
    }

    /// Same as [`Self::playout`], with the same moves for the same random numbers; calls `see` after each move with the
    /// resulting position, the move, and the rule that made it.
    fn playout_seen(
        &mut self,
        game: &mut G,
        limit: PlayoutLimit,
        rng: &mut Rng,
        line: &mut Sequence,
        see: &mut dyn FnMut(&G, Move, &'static str),
    ) -> Outcome {
        play_to_end(self, game, limit, rng, line, |policy, game, mv| see(game, mv, policy.rule()))
    }
}

/// The playout loop, monomorphized per policy; compiled without `see` for unobserved playouts.
#[inline]
fn play_to_end<G: Game, P: PlayoutPolicy<G> + ?Sized>(
    policy: &mut P,
    game: &mut G,
    limit: PlayoutLimit,
    rng: &mut Rng,
    line: &mut Sequence,
    mut see: impl FnMut(&P, &G, Move),
) -> Outcome {
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome;
        }
        if line.len() >= limit.length {
            return Outcome::BROKEN_OFF;
        }
        let mv = policy.pick(game, rng);
        game.play_legal(mv);
        line.push(mv);
        see(policy, game, mv);
    }
}
