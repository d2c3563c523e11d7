//! The rules as KataGo's protocols write them: a name, or a JSON object.
//!
//! | key | here |
//! |---|---|
//! | `ko` | `SIMPLE`, `POSITIONAL` or `SITUATIONAL` |
//! | `scoring`, `tax` | `AREA` with tax `NONE`, or `TERRITORY` with tax `SEKI` |
//! | `suicide` | true or false |
//! | `whiteHandicapBonus` | `0`, `N` or `N-1` |
//! | `friendlyPassOk` | true where dead stones are removed by agreement, false where they must be captured |
//! | `hasButton` | false |
//!
//! # References
//! - D. J. Wu, "KataGo's supported Go rules", <https://lightvector.github.io/KataGo/rules.html>.

use serde_json::{Map, Value, json};

use crate::go::{HandicapBonus, KoRule, Rules, Scoring};

/// Why rules cannot be played.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum KataRulesError {
    /// The text is neither a name nor a JSON object.
    #[error("unknown rules '{0}': expected one of {names}, or a JSON object", names = NAMES.join(", "))]
    Name(String),
    /// The object has another key.
    #[error("unknown rule '{0}': expected one of {keys}", keys = KEYS.join(", "))]
    Key(String),
    /// The value of a key is not one that can be played.
    #[error("cannot play {key} {value}: expected {expected}")]
    Value {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// The values that can be played.
        expected: &'static str,
    },
    /// The scoring comes with another tax.
    #[error("cannot play this tax: expected NONE with AREA, and SEKI with TERRITORY")]
    Tax,
}

/// The names of rules.
pub const NAMES: [&str; 10] = [
    "tromp-taylor",
    "japanese",
    "chinese",
    "chinese-kgs",
    "chinese-ogs",
    "korean",
    "aga",
    "bga",
    "new-zealand",
    "cgos",
];

/// The keys of rules.
const KEYS: [&str; 7] =
    ["ko", "scoring", "tax", "suicide", "whiteHandicapBonus", "friendlyPassOk", "hasButton"];

/// Returns rules read from a name or from a JSON object; keys that the object lacks, and the komi, are those of
/// `rules`.
///
/// # Errors
/// When the text is neither, or the rules cannot be played.
pub fn parse(text: &str, rules: &Rules) -> Result<Rules, KataRulesError> {
    let unknown = || KataRulesError::Name(text.chars().take(40).collect());
    if let Some(fields) = text.trim().strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
        // Read by hand, because a GTP argument may have lost its quotes.
        let plain = |text: &str| text.trim().trim_matches('"').to_owned();
        let mut changes = Map::new();
        for field in fields.split(',').filter(|field| !field.trim().is_empty()) {
            let (key, value) = field.split_once(':').ok_or_else(unknown)?;
            changes.insert(plain(key), plain(value).into());
        }
        return changed(rules, &changes);
    }
    let named = named(text.trim()).ok_or_else(unknown)?;
    Ok(Rules { komi: rules.komi, two_passes_end_game: rules.two_passes_end_game, ..named })
}

/// Returns the rules with a name, or those of an object, whose missing keys are as in `tromp-taylor`. The komi is the
/// usual one.
///
/// # Errors
/// When the value is neither, or the rules cannot be played.
pub fn rules(value: &Value) -> Result<Rules, KataRulesError> {
    let unknown = |text: &str| KataRulesError::Name(text.chars().take(40).collect());
    match value {
        Value::String(name) => named(name).ok_or_else(|| unknown(name)),
        Value::Object(object) => {
            let base = named("tromp-taylor").unwrap_or_default();
            changed(&base, object)
        }
        _ => Err(unknown(&value.to_string())),
    }
}

/// Returns rules with the values of some keys changed.
///
/// # Errors
/// When a key is not known, or the rules cannot be played.
pub fn changed(rules: &Rules, changes: &Map<String, Value>) -> Result<Rules, KataRulesError> {
    let mut rules = *rules;
    let mut tax = None;
    for (key, value) in changes {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let wrong = |expected| KataRulesError::Value {
            key: key.clone(),
            value: text.chars().take(40).collect(),
            expected,
        };
        let is_true = match text.as_str() {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        };
        let truth = || is_true.ok_or_else(|| wrong("true or false"));
        match key.as_str() {
            "ko" | "koRule" => {
                rules.ko = match text.as_str() {
                    "SIMPLE" => KoRule::Simple,
                    "POSITIONAL" => KoRule::Positional,
                    "SITUATIONAL" => KoRule::Situational,
                    _ => return Err(wrong("SIMPLE, POSITIONAL or SITUATIONAL")),
                }
            }
            "scoring" | "scoringRule" => {
                rules.scoring = match text.as_str() {
                    "AREA" => Scoring::Area,
                    "TERRITORY" => Scoring::Territory,
                    _ => return Err(wrong("AREA or TERRITORY")),
                }
            }
            "tax" | "taxRule" => {
                tax = match text.as_str() {
                    "NONE" => Some("NONE"),
                    "SEKI" => Some("SEKI"),
                    _ => return Err(wrong("NONE or SEKI")),
                }
            }
            "suicide" | "multiStoneSuicideLegal" => rules.suicide = truth()?,
            "whiteHandicapBonus" => {
                rules.handicap_bonus = match text.as_str() {
                    "0" => HandicapBonus::None,
                    "N" => HandicapBonus::All,
                    "N-1" => HandicapBonus::AllButOne,
                    _ => return Err(wrong("0, N or N-1")),
                }
            }
            "friendlyPassOk" => rules.capture_dead = !truth()?,
            "hasButton" if is_true == Some(false) => {}
            "hasButton" => return Err(wrong("false")),
            _ => return Err(KataRulesError::Key(key.chars().take(40).collect())),
        }
    }
    // Without a tax, it is the one that goes with the scoring.
    if tax.is_some_and(|tax| tax != tax_of(&rules)) { Err(KataRulesError::Tax) } else { Ok(rules) }
}

/// Returns the only tax that is played with the scoring.
fn tax_of(rules: &Rules) -> &'static str {
    match rules.scoring {
        Scoring::Area => "NONE",
        Scoring::Territory => "SEKI",
    }
}

/// Returns the rules with a name of KataGo, which has `chinese` with a simple ko. KaTrain writes blanks for hyphens.
fn named(name: &str) -> Option<Rules> {
    let name = name.trim().to_ascii_lowercase().replace([' ', '_'], "-");
    let known = match name.as_str() {
        "chinese-kgs" | "chinese-ogs" => "chinese",
        "bga" => "aga",
        name => name,
    };
    let rules = NAMES.contains(&known).then(|| Rules::named(known).ok()).flatten()?;
    Some(if name == "chinese" { Rules { ko: KoRule::Simple, ..rules } } else { rules })
}

/// Returns rules as a JSON object.
pub fn to_json(rules: &Rules) -> Value {
    json!({
        "ko": match rules.ko {
            KoRule::Simple => "SIMPLE",
            KoRule::Positional => "POSITIONAL",
            KoRule::Situational => "SITUATIONAL",
        },
        "scoring": match rules.scoring {
            Scoring::Area => "AREA",
            Scoring::Territory => "TERRITORY",
        },
        "tax": tax_of(rules),
        "suicide": rules.suicide,
        "hasButton": false,
        "whiteHandicapBonus": match rules.handicap_bonus {
            HandicapBonus::None => "0",
            HandicapBonus::All => "N",
            HandicapBonus::AllButOne => "N-1",
        },
        "friendlyPassOk": !rules.capture_dead,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_survives_the_round_trip() {
        for name in NAMES {
            let rules = parse(name, &Rules::default()).unwrap();
            let other = Rules { komi: rules.komi, ..Rules::named("new_zealand").unwrap() };
            assert_eq!(parse(&to_json(&rules).to_string(), &other), Ok(rules), "{name}");
        }
    }

    #[test]
    fn a_value_is_a_name_or_an_object() {
        let read = |value: Value| rules(&value).map_err(|error| error.to_string());
        assert_eq!(read(json!("new zealand")), Ok(Rules::named("new-zealand").unwrap()));
        assert_eq!(read(json!("japanese")).unwrap().komi, "6.5".parse().unwrap());
        let described = json!({"ko": "SITUATIONAL", "suicide": false, "friendlyPassOk": true, "whiteHandicapBonus": "N-1"});
        assert_eq!(read(described), Ok(Rules::named("aga").unwrap()));
        for (value, expected) in [
            (json!("stone_scoring"), "unknown rules 'stone_scoring': expected one of tromp-taylor"),
            (json!(7), "unknown rules '7'"),
            (json!({"hasButton": true}), "cannot play hasButton true: expected false"),
            (json!({"fun": []}), "unknown rule 'fun': expected one of ko"),
            (json!({"tax": "ALL"}), "cannot play tax ALL"),
        ] {
            let error = read(value).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn a_change_of_the_scoring_brings_its_tax() {
        let rules = parse(r#"{"scoring":"TERRITORY"}"#, &Rules::default()).unwrap();
        assert_eq!(rules.scoring, Scoring::Territory);
        let taxed = r#"{"scoring":"TERRITORY","tax":"NONE"}"#;
        assert_eq!(parse(taxed, &Rules::default()), Err(KataRulesError::Tax));
        assert_eq!(parse(r#"{"tax":"SEKI"}"#, &Rules::default()), Err(KataRulesError::Tax));
    }
}
