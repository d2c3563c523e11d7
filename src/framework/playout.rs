//! How a position is played to the end at random.

use super::{Game, Move, Outcome};
use crate::util::Rng;

/// When a playout stops short of its natural end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayoutLimit {
    /// The length of the line, tree moves included, at which the playout is broken off.
    pub length: usize,
    /// Whether a playout ends once one side is hopelessly behind, for games that can tell.
    pub mercy: bool,
}

/// The moves of one simulated game, from the root of the search on; the players alternate.
pub type Sequence = Vec<Move>;

/// A way to play games to the end. Each thread owns one.
///
/// A search makes one virtual call per playout and none per move: [`Self::playout`] is compiled with the
/// policy. Go overrides it to run on the bare board.
pub trait PlayoutPolicy<G: Game>: Send {
    /// Returns a legal move for a game that is not over.
    fn pick(&mut self, game: &G, rng: &mut Rng) -> Move;

    /// Returns how often each rule of the policy made a move so far, by name; nothing if it has no rules.
    fn rule_counts(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }

    /// Plays `game` to its end, appends the moves to `line`, and returns the result.
    ///
    /// The state of `game` afterwards is unspecified.
    fn playout(&mut self, game: &mut G, limit: PlayoutLimit, rng: &mut Rng, line: &mut Sequence) -> Outcome {
        loop {
            if let Some(outcome) = game.outcome() {
                return outcome;
            }
            if line.len() >= limit.length {
                return Outcome::BROKEN_OFF;
            }
            let mv = self.pick(game, rng);
            game.play_legal(mv);
            line.push(mv);
        }
    }
}
