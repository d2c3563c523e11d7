//! The rules as parameters, with Fuego's names.

use crate::go::{HandicapBonus, KoRule, Rules, Scoring};

crate::choices! {
    /// What repetition is forbidden.
    pub enum Ko {
        /// Retaking a single stone at once.
        Simple = "simple",
        /// Any earlier position with the same player to move.
        Situational = "superko",
        /// Any earlier position.
        Positional = "pos_superko",
    }
}

crate::params! {
    /// `go_param_rules`: the rules in force but the komi.
    pub struct RuleParams {
        allow_suicide: bool = false, in .., "Whether a player may kill his own stones.";
        capture_dead: bool = false, in .., "Whether dead stones must be captured before the end.";
        extra_handicap_komi: bool = true, in .., "Whether White gets a point for each handicap stone.";
        japanese_scoring: bool = false, in .., "Whether territory and prisoners count instead of area.";
        ko_rule: Ko = Ko::Positional, in .., "What repetition is forbidden.";
        two_passes_end_game: bool = true, in .., "Whether two passes in a row end the game.";
    }
}

impl From<&Rules> for RuleParams {
    fn from(rules: &Rules) -> Self {
        Self {
            allow_suicide: rules.suicide,
            capture_dead: rules.capture_dead,
            extra_handicap_komi: rules.handicap_bonus != HandicapBonus::None,
            japanese_scoring: rules.scoring == Scoring::Territory,
            ko_rule: match rules.ko {
                KoRule::Simple => Ko::Simple,
                KoRule::Situational => Ko::Situational,
                KoRule::Positional => Ko::Positional,
            },
            two_passes_end_game: rules.two_passes_end_game,
        }
    }
}

impl RuleParams {
    /// Returns the rules that these are, with what they do not say from `rules`.
    #[must_use]
    pub fn apply(&self, rules: &Rules) -> Rules {
        let had_bonus = rules.handicap_bonus != HandicapBonus::None;
        Rules {
            suicide: self.allow_suicide,
            capture_dead: self.capture_dead,
            handicap_bonus: match (self.extra_handicap_komi, had_bonus) {
                (true, true) => rules.handicap_bonus,
                (true, false) => HandicapBonus::All,
                (false, _) => HandicapBonus::None,
            },
            scoring: if self.japanese_scoring { Scoring::Territory } else { Scoring::Area },
            ko: match self.ko_rule {
                Ko::Simple => KoRule::Simple,
                Ko::Situational => KoRule::Situational,
                Ko::Positional => KoRule::Positional,
            },
            two_passes_end_game: self.two_passes_end_game,
            ..*rules
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_rules_survive_the_round_trip() {
        for name in Rules::NAMES {
            let rules = Rules::named(name).unwrap();
            assert_eq!(RuleParams::from(&rules).apply(&rules), rules, "{name}");
        }
    }
}
