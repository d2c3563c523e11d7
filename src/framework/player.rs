//! The contract of a player, which decides on a move from a position and limits.

use super::{Control, Game, Limits, Move, Report, TreeView};

/// A player's decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Plays the move, which may be a pass.
    Play(Move),
    /// Gives up the game.
    Resign,
}

/// A player's decision and its reason: the search report, if it searched.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// The decision.
    pub decision: Decision,
    /// The search behind it.
    pub report: Option<Report>,
}

/// Decides on a move, a pass or resignation.
///
/// A decorator owns another player and asks it whatever it does not decide itself.
pub trait Player<G: Game>: Send {
    /// Decides for the player to move in `game`, within `limits`.
    fn decide(&mut self, game: &G, limits: Limits, control: &Control) -> Thinking;

    /// Thinks about `game`, where the opponent is to move, until the limits or the control end it; the results serve
    /// the next decision. Returns the search report; a player that keeps nothing does nothing and returns `None`.
    fn ponder(&mut self, _game: &G, _limits: Limits, _control: &Control) -> Option<Report> {
        None
    }

    /// Notes a move that either side played in the game of the last decision.
    fn played(&mut self, _mv: Move) {}

    /// Forgets all earlier work; called when the game changes in any other way.
    fn clear(&mut self) {}

    /// The tree of the player's last search; `None` if it has none.
    fn tree(&self) -> Option<Box<dyn TreeView<G> + '_>> {
        None
    }
}
