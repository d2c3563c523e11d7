//! Thinking on the opponent's time.

use std::time::Duration;

use super::Session;
use crate::engine::SearchMode;
use crate::engine::build::TimeUse;
use crate::engine::host::Hosted;
use crate::framework::Limits;

impl<G: Hosted> Session<G> {
    /// Lets the player of the last move think about the opponent's next move, if the settings ask for it; returns at
    /// once whether it began. The next [`Self::genmove`] uses the result; [`Self::report`] does not change.
    pub fn ponder(&mut self) -> bool {
        let (params, player) = (&self.settings().limits, &self.settings().params.player);
        let keeps_work = player.reuse_subtree && player.search_mode == SearchMode::Uct;
        let is_wanted = params.ponder && keeps_work && !params.ignore_clock;
        let Some(color) = self.answered.filter(|_| is_wanted) else { return false };
        // Another player may have been chosen for the side since its last move.
        if self.seats.players.time_use(color) != TimeUse::Full || self.position().outcome().is_some() {
            return false;
        }
        let limits = Limits {
            playouts: Some(params.max_games),
            time: Some(Duration::from_secs_f64(params.max_ponder_time)),
            ..Limits::default()
        };
        let game = self.position().search_position(!color);
        self.seats.ponder(color, &self.spec(), game, limits);
        true
    }

    /// Stops the thinking that [`Self::ponder`] began, without waiting for the end.
    pub fn stop_pondering(&self) {
        self.seats.rest();
    }
}
