//! Playing the same game again, whatever the machine.

use super::{Session, SessionError};
use crate::engine::Settings;

/// What the same game needs: one thread, no clock, no earlier work, and memory that no machine sets.
const VALUES: [(&str, &str); 4] =
    [("number_threads", "1"), ("reuse_subtree", "0"), ("ignore_clock", "1"), ("uct_max_memory", "256000000")];

/// The playouts of a move where none were set: the clock cannot end it.
const PLAYOUTS: &str = "10000";

impl Session {
    /// Makes the same commands lead to the same moves from now on, with the seed 1; there is no way back.
    ///
    /// # Errors
    /// None for valid settings.
    pub fn set_deterministic(&mut self) -> Result<(), SessionError> {
        self.configure(|settings| {
            for (name, value) in VALUES {
                settings.set(name, value)?;
            }
            if settings.player.max_games == u64::MAX { settings.set("max_games", PLAYOUTS) } else { Ok(()) }
        })?;
        self.set_seed(1);
        self.deterministic = true;
        Ok(())
    }

    /// Checks that a change of the settings leaves what must stay.
    pub(super) fn check_deterministic(&self, after: &Settings) -> Result<(), SessionError> {
        let before = &self.settings;
        let unchanged = [
            after.search.number_threads == before.search.number_threads,
            after.player.reuse_subtree == before.player.reuse_subtree,
            after.player.ignore_clock == before.player.ignore_clock,
            after.search.uct_max_memory == before.search.uct_max_memory,
        ];
        let changed = unchanged.iter().position(|&same| !same).filter(|_| self.deterministic);
        changed.map_or(Ok(()), |i| Err(SessionError::Deterministic(VALUES[i].0)))
    }
}
