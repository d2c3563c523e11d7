//! Playouts: a position is played to the end at random.

use super::{Game, Move, Outcome};
use crate::util::Rng;

/// The limits at which a playout ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayoutLimit {
    /// The number of moves, tree moves included, at which the playout is broken off.
    pub length: usize,
    /// Whether a playout ends when one side is hopelessly behind, in games that detect it.
    pub mercy: bool,
}

/// The moves of a simulated game, from the root of the search on; the players alternate.
pub type Sequence = Vec<Move>;

/// A way to play games to the end. Each thread owns one.
///
/// A search makes one virtual call per playout and none per move: [`Self::playout`] is compiled with the
/// policy. Go overrides it to run on the bare board.
pub trait PlayoutPolicy<G: Game>: Send {
    /// A legal move for a game that is not over.
    fn pick(&mut self, game: &G, rng: &mut Rng) -> Move;

    /// The number of moves that each rule of the policy has made since the last call, by name; empty for
    /// a policy without rules.
    fn take_rule_counts(&mut self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }

    /// Sets the owner of each point at the end of the last playout, by the number of the move there: 1 for Black, -1
    /// for White, 0 for neither. A policy for a game without owners need not implement it.
    fn owners(&self, _owners: &mut [i8]) {}

    /// The name of the rule that made the last move of [`Self::pick`]. A policy with one rule need not
    /// implement it.
    fn rule(&self) -> &'static str {
        "policy"
    }

    /// Plays `game` to its end, appends the moves to `line`, and returns the result.
    ///
    /// The state of `game` afterwards is unspecified.
    fn playout(&mut self, game: &mut G, limit: PlayoutLimit, rng: &mut Rng, line: &mut Sequence) -> Outcome {
        play_to_end(self, game, limit, rng, line, |_, _, _| {})
    }

    /// Does the same, with the same moves for the same random numbers, and calls `see` after each move: with the
    /// position after it, the move, and the name of the rule that made it.
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

/// The loop of a playout; it is compiled for each policy, without `see` for playouts that nobody observes.
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
