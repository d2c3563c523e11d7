//! Who decides what to do with a position and a clock.

use super::{CommandSet, Control, Game, Limits, Move, Report};

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Plays the move, which may be a pass.
    Play(Move),
    /// Gives the game up.
    Resign,
}

/// What a player did and why: the report of its search where it searched.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// The decision.
    pub decision: Decision,
    /// The search behind it.
    pub report: Option<Report>,
}

/// Decides on a move, a pass or a resignation.
///
/// A decorator owns the player it decorates and asks it for what it does not decide itself.
pub trait Player<G: Game>: Send {
    /// Decides for the player to move in `game`, within `limits`.
    fn decide(&mut self, game: &G, limits: Limits, control: &Control) -> Thinking;

    /// Thinks about `game`, where the opponent is to move, until the limits or the control end it; what is
    /// found serves the next decision. Nothing to do for a player that keeps nothing.
    fn ponder(&mut self, _game: &G, _limits: Limits, _control: &Control) {}

    /// Tells of a move that was played, by either side, in the game last decided on.
    fn played(&mut self, _mv: Move) {}

    /// Forgets all earlier work; called when the game changed in any other way.
    fn clear(&mut self) {}

    /// Returns the commands that the player or its search adds while it is in use.
    fn commands(&mut self) -> Option<Box<dyn CommandSet + '_>> {
        None
    }
}
