//! Whether to pass without a search.

use std::time::Instant;

use super::Session;
use crate::engine::GoEndgame;
use crate::framework::{Color, Game};
use crate::players::Endgame;

impl Session {
    /// Returns whether the opponent has just passed and a pass now wins the game, even if every point that is
    /// not settled went to the opponent; false when the deadline comes before that is known.
    pub(super) fn passing_wins(&self, color: Color, deadline: Option<Instant>) -> bool {
        let rules = self.position.rules();
        let may = self.settings.player.answer_pass && rules.two_passes_end_game;
        if self.position.passes() == 0 || !may {
            return false;
        }
        let mut game = self.position.clone();
        game.set_to_play(color);
        GoEndgame::new(self.settings.clone()).passing_wins(&game, deadline).unwrap_or(false)
    }
}
