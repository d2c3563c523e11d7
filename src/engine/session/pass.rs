//! Whether to pass without a search.

use super::Session;
use crate::framework::{Color, Game};

impl Session {
    /// Returns whether the opponent has just passed and a pass now wins the game, even if every point that is
    /// not settled went to the opponent.
    pub(super) fn passing_wins(&self, color: Color) -> bool {
        let rules = self.position.rules();
        if self.position.passes() == 0 || !rules.two_passes_end_game {
            return false;
        }
        // Stones left in atari are a dispute, whoever is right.
        if !rules.capture_dead && !self.position.board().chains_in_atari(color).is_empty() {
            return false;
        }
        // What the opponent could still take with the next move is not ours.
        let mut passed = self.position.clone();
        passed.set_to_play(!color);
        let status = self.status_of(&passed);
        let score = match color {
            Color::Black => status.score,
            Color::White => -status.score,
        };
        let doubt = if rules.capture_dead { 0 } else { status.unsettled as i32 };
        // Scores are in half points, and a point that changes hands counts twice.
        score > 4 * doubt
    }
}
