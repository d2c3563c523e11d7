//! The position as text for people.

use super::Session;
use crate::framework::{Color, Game, Grid};
use crate::go::Rules;

impl Session {
    /// Returns the board as a diagram, `X` for Black and `O` for White.
    #[must_use]
    pub fn diagram(&self) -> String {
        self.position.diagram()
    }

    /// Returns the diagram and a line on the state of the game.
    #[must_use]
    pub fn show(&self) -> String {
        let (position, board) = (&self.position, self.position.board());
        let last = match self.moves.last() {
            Some(&(color, mv)) => format!(" after {} {}", color.letter(), position.move_text(mv)),
            None => String::new(),
        };
        format!(
            "{}\n{} to play, move {}{last}\nprisoners: black has {}, white has {}\nrules: {}, komi {}{}",
            self.diagram(),
            position.to_play(),
            self.moves.len() + 1,
            board.captured(Color::White),
            board.captured(Color::Black),
            self.rules_name().unwrap_or("mixed"),
            position.rules().komi,
            match position.handicap() {
                0 => String::new(),
                stones => format!(", handicap {stones}"),
            }
        )
    }

    /// Returns the name of the rule set in force, whatever the komi; `None` when none is quite like it.
    #[must_use]
    pub fn rules_name(&self) -> Option<&'static str> {
        let rules = self.position.rules();
        Rules::NAMES
            .into_iter()
            .find(|name| Rules::named(name).is_ok_and(|named| Rules { komi: rules.komi, ..named } == *rules))
    }
}
