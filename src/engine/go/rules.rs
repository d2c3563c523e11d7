//! The rules as parameters, with Fuego's names.

use crate::go::{HandicapBonus, KoRule, Rules, Scoring};

crate::params! {
    /// `go_param_rules`: the rules in force, except the komi.
    pub struct RuleParams {
        allow_suicide: bool = false, in .., "Allow suicide.";
        capture_dead: bool = false, in .., "Count all stones on the board as alive; dead ones must be captured.";
        extra_handicap_komi: bool = true, in .., "Give White points for the handicap stones.";
        japanese_scoring: bool = false, in .., "Count territory and prisoners instead of area.";
        ko_rule: KoRule = KoRule::Positional, in .., "Forbidden repetitions.";
        two_passes_end_game: bool = true, in .., "End the game after two passes in a row.";
    }
}

impl From<&Rules> for RuleParams {
    fn from(rules: &Rules) -> Self {
        Self {
            allow_suicide: rules.suicide,
            capture_dead: rules.capture_dead,
            extra_handicap_komi: rules.handicap_bonus != HandicapBonus::None,
            japanese_scoring: rules.scoring == Scoring::Territory,
            ko_rule: rules.ko,
            two_passes_end_game: rules.two_passes_end_game,
        }
    }
}

impl RuleParams {
    /// The rules of these parameters, with all else from `rules`.
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
            ko: self.ko_rule,
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
