//! The rules in a Go session.

use super::status::Status;
use crate::engine::session::Session;
use crate::go::{Komi, Position, Rules, UnknownRules};

/// A session of Go.
pub type GoSession = Session<Position>;

impl GoSession {
    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        self.position().rules()
    }

    /// The board size.
    pub fn size(&self) -> u8 {
        self.position().board().size()
    }

    /// Sets the komi of this and future games.
    pub fn set_komi(&mut self, komi: Komi) {
        let chosen = &mut self.context_mut().settings_mut().rules;
        chosen.is_komi_set = true;
        chosen.rules.komi = komi;
        self.adopt(Rules { komi, ..*self.rules() });
    }

    /// Changes the rules of this and future games to a named rule set. A komi set by [`Self::set_komi`] or loaded with
    /// the game stays.
    ///
    /// # Errors
    /// When no rules have the name.
    pub fn set_named_rules(&mut self, name: &str) -> Result<(), UnknownRules> {
        let named = Rules::named(name)?;
        let komi = self.rules().komi;
        let chosen = &mut self.context_mut().settings_mut().rules;
        let is_loaded = komi != chosen.rules.komi;
        if !chosen.is_komi_set {
            chosen.rules.komi = named.komi;
        }
        let komi = if is_loaded { komi } else { chosen.rules.komi };
        self.set_rules(Rules { komi, ..named });
        Ok(())
    }

    /// Changes the rules of this and future games, but only this game's komi.
    pub fn set_rules(&mut self, rules: Rules) {
        let chosen = &mut self.context_mut().settings_mut().rules.rules;
        *chosen = Rules { komi: chosen.komi, ..rules };
        self.adopt(rules);
    }

    /// Changes the rules of this game.
    pub(super) fn adopt(&mut self, rules: Rules) {
        if rules != *self.rules() {
            self.change(|position| position.set_rules(rules));
        }
    }

    /// Estimates the final status, roughly if the session's control stops the estimate early.
    pub fn status(&self) -> Status {
        Status::of(&self.spec(), self.position(), &self.context().control())
    }
}
