//! Rules as KataGo names and describes them.
//!
//! A rule that cannot be played here is refused. Two rules are played a little differently: under territory scoring,
//! the tax `SEKI` is accepted but eyes in seki count, and under the simple ko rule a longer cycle does not end the game.
//!
//! # References
//! - D. Wu, "KataGo's Supported Go Rules", <https://lightvector.github.io/KataGo/rules.html>.

use serde_json::{Map, Value};

use crate::go::{HandicapBonus, KoRule, Rules, Scoring, UnknownRules};

/// The reason why rules cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KataRulesError {
    /// No rule set has the name.
    #[error(transparent)]
    Name(#[from] UnknownRules),
    /// The rule set needs a rule that is not played here.
    #[error("rules '{0}' cannot be played: no {1}")]
    Unplayable(String, &'static str),
    /// No rule has the key.
    #[error(
        "unknown rule '{0}': expected one of ko, scoring, suicide, tax, hasButton, whiteHandicapBonus, friendlyPassOk"
    )]
    Key(String),
    /// The value is not one of those that can be played.
    #[error("rule {key}: {value} cannot be played: expected {expected}")]
    Value {
        /// The key.
        key: &'static str,
        /// The value.
        value: String,
        /// The values that can be played.
        expected: &'static str,
    },
    /// Neither a name nor an object.
    #[error("expected the name of a rule set, or an object of rules")]
    Form,
}

/// Returns the rules with a name, or those that an object describes. An object changes rules of Tromp and Taylor.
///
/// # Errors
/// When the name or a key is unknown, or a rule cannot be played.
pub fn rules(value: &Value) -> Result<Rules, KataRulesError> {
    match value {
        Value::String(name) => named(name),
        Value::Object(object) => described(object),
        _ => Err(KataRulesError::Form),
    }
}

/// Returns the rules with one of KataGo's names, or one of ours.
///
/// # Errors
/// When the name is unknown, or the rules cannot be played.
pub fn named(name: &str) -> Result<Rules, KataRulesError> {
    let unplayable = |missing| Err(KataRulesError::Unplayable(name.to_owned(), missing));
    match name.trim().to_ascii_lowercase().replace(['_', ' '], "-").as_str() {
        "chinese" => Ok(Rules { ko: KoRule::Simple, ..Rules::named("chinese")? }),
        "chinese-ogs" | "chinese-kgs" => Ok(Rules::named("chinese")?),
        "bga" | "french" => Ok(Rules::named("aga")?),
        "aga-button" => unplayable("button"),
        "stone-scoring" | "ancient-area" | "ancient-territory" => unplayable("tax on groups"),
        _ => Ok(Rules::named(name)?),
    }
}

fn described(object: &Map<String, Value>) -> Result<Rules, KataRulesError> {
    let mut rules = Rules::named("tromp-taylor")?;
    // The tax depends on the scoring.
    let (taxes, others): (Vec<_>, Vec<_>) = object.iter().partition(|(key, _)| *key == "tax");
    for (key, value) in others.into_iter().chain(taxes) {
        set(&mut rules, key, value)?;
    }
    Ok(rules)
}

/// Changes one rule.
///
/// # Errors
/// When the key is unknown or the rule cannot be played; nothing has changed then.
pub fn set(rules: &mut Rules, key: &str, value: &Value) -> Result<(), KataRulesError> {
    let error = |key, expected| KataRulesError::Value { key, value: value.to_string(), expected };
    let text = value.as_str().map(str::to_ascii_uppercase).unwrap_or_default();
    match key {
        "ko" => {
            rules.ko = match &*text {
                "SIMPLE" => KoRule::Simple,
                "POSITIONAL" => KoRule::Positional,
                "SITUATIONAL" => KoRule::Situational,
                _ => return Err(error("ko", "SIMPLE, POSITIONAL or SITUATIONAL")),
            }
        }
        "scoring" | "score" => {
            rules.scoring = match &*text {
                "AREA" => Scoring::Area,
                "TERRITORY" => Scoring::Territory,
                _ => return Err(error("scoring", "AREA or TERRITORY")),
            }
        }
        "tax" => match (&*text, rules.scoring) {
            ("NONE", _) | ("SEKI", Scoring::Territory) => {}
            _ => return Err(error("tax", "NONE, or SEKI with scoring TERRITORY")),
        },
        "suicide" | "multiStoneSuicideLegal" => {
            rules.suicide = value.as_bool().ok_or_else(|| error("suicide", "true or false"))?;
        }
        "hasButton" if value == &Value::Bool(false) => {}
        "hasButton" => return Err(error("hasButton", "false")),
        "whiteHandicapBonus" => {
            rules.handicap_bonus = match (&*text, value.as_u64()) {
                ("0", _) | (_, Some(0)) => HandicapBonus::None,
                ("N", _) => HandicapBonus::All,
                ("N-1", _) => HandicapBonus::AllButOne,
                _ => return Err(error("whiteHandicapBonus", "0, N or N-1")),
            }
        }
        "friendlyPassOk" => {
            rules.capture_dead = !value.as_bool().ok_or_else(|| error("friendlyPassOk", "true or false"))?;
        }
        _ => return Err(KataRulesError::Key(key.to_owned())),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_of_katago_stand_for_its_rules() {
        let object = |ko: &str, scoring: &str, suicide, bonus: &str, friendly| {
            json!({"ko": ko, "scoring": scoring, "tax": if scoring == "AREA" { "NONE" } else { "SEKI" },
                "suicide": suicide, "hasButton": false, "whiteHandicapBonus": bonus, "friendlyPassOk": friendly})
        };
        for (name, described) in [
            ("tromp-taylor", object("POSITIONAL", "AREA", true, "0", false)),
            ("japanese", object("SIMPLE", "TERRITORY", false, "0", true)),
            ("korean", object("SIMPLE", "TERRITORY", false, "0", true)),
            ("chinese", object("SIMPLE", "AREA", false, "N", true)),
            ("chinese-ogs", object("POSITIONAL", "AREA", false, "N", true)),
            ("chinese-kgs", object("POSITIONAL", "AREA", false, "N", true)),
            ("aga", object("SITUATIONAL", "AREA", false, "N-1", true)),
            ("BGA", object("SITUATIONAL", "AREA", false, "N-1", true)),
            ("new-zealand", object("SITUATIONAL", "AREA", true, "0", true)),
        ] {
            let (named, described) = (rules(&json!(name)).unwrap(), rules(&described).unwrap());
            assert_eq!(Rules { komi: described.komi, ..named }, described, "{name}");
        }
        let komi = |name: &str| rules(&json!(name)).unwrap().komi.to_string();
        assert_eq!(["chinese", "japanese", "new-zealand"].map(komi), ["7.5", "6.5", "7"]);
    }

    #[test]
    fn rules_that_cannot_be_played_are_refused() {
        for (value, expected) in [
            (json!("aga-button"), "rules 'aga-button' cannot be played: no button"),
            (json!("stone-scoring"), "no tax on groups"),
            (json!("chess"), "unknown rules 'chess'"),
            (json!(7), "expected the name of a rule set, or an object"),
            (json!({"ko": "SPIGHT"}), "rule ko: \"SPIGHT\" cannot be played: expected SIMPLE"),
            (json!({"tax": "SEKI", "scoring": "AREA"}), "rule tax: \"SEKI\" cannot be played"),
            (json!({"tax": "ALL", "scoring": "TERRITORY"}), "rule tax"),
            (json!({"hasButton": true}), "expected false"),
            (json!({"suicide": 1}), "rule suicide: 1 cannot be played: expected true or false"),
            (json!({"whiteHandicapBonus": "2N"}), "expected 0, N or N-1"),
            (json!({"fun": true}), "unknown rule 'fun': expected one of ko"),
        ] {
            let error = rules(&value).unwrap_err().to_string();
            assert!(error.contains(expected), "{value}: {error}");
        }
    }
}
