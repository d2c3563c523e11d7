//! Rules in KataGo's protocols: a name, or a JSON object.
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

/// Why rules are not supported.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum KataRulesError {
    /// The text is neither a name nor a JSON object.
    #[error("unknown rules '{0}': expected one of {names}, or a JSON object", names = NAMES.join(", "))]
    Name(String),
    #[error("unknown rule '{0}': expected one of {keys}", keys = KEYS.join(", "))]
    Key(String),
    /// The value of a key is not supported.
    #[error("unsupported {key} {value}: expected {expected}")]
    Value { key: String, value: String, expected: &'static str },
    /// The tax does not match the scoring.
    #[error("unsupported tax: expected NONE with AREA, and SEKI with TERRITORY")]
    Tax,
}

/// The names of rules.
pub const NAMES: [&str; 18] = [
    "tromp-taylor",
    "japanese",
    "chinese",
    "chinese-kgs",
    "chinese-ogs",
    "korean",
    "aga",
    "aga-button",
    "bga",
    "french",
    "new-zealand",
    "newzealand",
    "ing",
    "goe",
    "stone-scoring",
    "ancient-area",
    "ancient-territory",
    "cgos",
];

const KEYS: [&str; 7] =
    ["ko", "scoring", "tax", "suicide", "whiteHandicapBonus", "friendlyPassOk", "hasButton"];

/// The words for the values of the rules.
const KO: [(&str, KoRule); 3] =
    [("SIMPLE", KoRule::Simple), ("POSITIONAL", KoRule::Positional), ("SITUATIONAL", KoRule::Situational)];
const SCORING: [(&str, Scoring); 2] = [("AREA", Scoring::Area), ("TERRITORY", Scoring::Territory)];
const BONUS: [(&str, HandicapBonus); 3] =
    [("0", HandicapBonus::None), ("N", HandicapBonus::All), ("N-1", HandicapBonus::AllButOne)];

fn value_of<T: Copy>(words: &[(&str, T)], text: &str) -> Option<T> {
    words.iter().find(|(word, _)| *word == text).map(|&(_, value)| value)
}

fn word_for<T: PartialEq>(words: &[(&'static str, T)], value: T) -> &'static str {
    words.iter().find(|(_, known)| *known == value).map_or("", |&(word, _)| word)
}

/// Parses rules from a name or a JSON object; keys missing from the object, and the komi, are taken from `rules`.
///
/// # Errors
/// When the text is neither, or the rules cannot be played.
pub fn parse(text: &str, rules: &Rules) -> Result<Rules, KataRulesError> {
    let unknown = || KataRulesError::Name(text.chars().take(40).collect());
    if let Some(fields) = text.trim().strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
        // Parsed by hand, because a GTP argument may have lost its quotes.
        let plain = |text: &str| text.trim().trim_matches('"').to_owned();
        let mut changes = Map::new();
        for field in fields.split(',').filter(|field| !field.trim().is_empty()) {
            let (key, value) = field.split_once(':').ok_or_else(unknown)?;
            changes.insert(plain(key), plain(value).into());
        }
        return changed(rules, &changes);
    }
    if let Some(rules) = read_line(text, rules) {
        return rules;
    }
    let named = named(text.trim()).ok_or_else(unknown)?;
    Ok(Rules { komi: rules.komi, two_passes_end_game: rules.two_passes_end_game, ..named })
}

/// The rules of a name, or of an object, whose missing keys are as in `tromp-taylor`. The komi is the default one.
///
/// # Errors
/// When the value is neither, or the rules cannot be played.
pub fn rules(value: &Value) -> Result<Rules, KataRulesError> {
    let base = || named("tromp-taylor").unwrap_or_default();
    match value {
        Value::String(text) => match named(text) {
            Some(rules) => Ok(rules),
            None => parse(text, &base()),
        },
        Value::Object(object) => changed(&base(), object),
        _ => Err(KataRulesError::Name(value.to_string().chars().take(40).collect())),
    }
}

/// Rules with the values of some keys changed.
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
                rules.ko = value_of(&KO, &text).ok_or_else(|| wrong("SIMPLE, POSITIONAL or SITUATIONAL"))?;
            }
            "scoring" | "scoringRule" => {
                rules.scoring = value_of(&SCORING, &text).ok_or_else(|| wrong("AREA or TERRITORY"))?;
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
                rules.handicap_bonus = value_of(&BONUS, &text).ok_or_else(|| wrong("0, N or N-1"))?;
            }
            "friendlyPassOk" => rules.capture_dead = !truth()?,
            "hasButton" if is_true == Some(false) => {}
            "hasButton" => return Err(wrong("false")),
            _ => return Err(KataRulesError::Key(key.chars().take(40).collect())),
        }
    }
    // Without a tax, the one that goes with the scoring applies.
    if tax.is_some_and(|tax| tax != tax_of(&rules)) { Err(KataRulesError::Tax) } else { Ok(rules) }
}

/// The only supported tax for the scoring.
fn tax_of(rules: &Rules) -> &'static str {
    match rules.scoring {
        Scoring::Area => "NONE",
        Scoring::Territory => "SEKI",
    }
}

/// The rules of a KataGo name, which has `chinese` with simple ko. KaTrain writes blanks for hyphens. The button of
/// `aga-button` and the group tax of stone scoring are ignored.
fn named(name: &str) -> Option<Rules> {
    let name = name.trim().to_ascii_lowercase().replace([' ', '_'], "-");
    let base = match *NAMES.iter().find(|known| **known == name)? {
        "chinese-kgs" | "chinese-ogs" | "stone-scoring" | "ancient-area" => "chinese",
        "bga" | "french" | "aga-button" => "aga",
        "newzealand" | "ing" | "goe" => "new-zealand",
        "ancient-territory" => "japanese",
        name => name,
    };
    let rules = Rules::named(base).ok()?;
    let usual = Rules::default();
    Some(match name.as_str() {
        "chinese" => Rules { ko: KoRule::Simple, ..rules },
        "stone-scoring" | "ancient-area" => {
            Rules { ko: KoRule::Simple, handicap_bonus: HandicapBonus::None, ..rules }
        }
        "ing" | "goe" => Rules { ko: KoRule::Positional, komi: usual.komi, ..rules },
        _ => rules,
    })
}

/// Parses KataGo's one-line rules, such as `koPOSITIONALscoreAREAtaxNONEsui0button0whbNfpok1`; what they leave out, and
/// the komi, is taken from `rules`. `None` for other text.
///
/// # Errors
/// When the rules cannot be played.
pub fn read_line(text: &str, rules: &Rules) -> Option<Result<Rules, KataRulesError>> {
    const KEYS: [(&str, &str); 7] = [
        ("ko", "ko"),
        ("score", "scoring"),
        ("tax", "tax"),
        ("sui", "suicide"),
        ("button", "hasButton"),
        ("whb", "whiteHandicapBonus"),
        ("fpok", "friendlyPassOk"),
    ];
    // The komi at the end is not one of these rules.
    let (mut rest, mut changes) = (text.trim().split("komi").next()?, Map::new());
    while !rest.is_empty() {
        let (short, key) = KEYS.iter().find(|(short, _)| rest.starts_with(short))?;
        let value = rest.strip_prefix(short)?;
        let end = value.find(|c: char| c.is_ascii_lowercase()).unwrap_or(value.len());
        let (value, after) = value.split_at(end);
        let is_truth = ["suicide", "hasButton", "friendlyPassOk"].contains(key);
        let value = match value {
            "0" if is_truth => Value::Bool(false),
            "1" if is_truth => Value::Bool(true),
            value => value.into(),
        };
        changes.insert((*key).to_owned(), value);
        rest = after;
    }
    if changes.is_empty() {
        return None;
    }
    // KataGo leaves out a bonus of 0.
    changes.entry("whiteHandicapBonus").or_insert_with(|| "0".into());
    Some(changed(rules, &changes))
}

/// Rules as KataGo's one line.
pub fn to_line(rules: &Rules) -> String {
    format!(
        "ko{}score{}tax{}sui{}whb{}fpok{}",
        word_for(&KO, rules.ko),
        word_for(&SCORING, rules.scoring),
        tax_of(rules),
        u8::from(rules.suicide),
        word_for(&BONUS, rules.handicap_bonus),
        u8::from(!rules.capture_dead),
    )
}

/// Rules as a JSON object.
pub fn to_json(rules: &Rules) -> Value {
    json!({
        "ko": word_for(&KO, rules.ko),
        "scoring": word_for(&SCORING, rules.scoring),
        "tax": tax_of(rules),
        "suicide": rules.suicide,
        "hasButton": false,
        "whiteHandicapBonus": word_for(&BONUS, rules.handicap_bonus),
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
            assert_eq!(read_line(&to_line(&rules), &other), Some(Ok(rules)), "{name}");
        }
    }

    #[test]
    fn a_value_is_a_name_or_an_object() {
        let read = |value: Value| rules(&value).map_err(|error| error.to_string());
        assert_eq!(read(json!("new zealand")), Ok(Rules::named("new-zealand").unwrap()));
        assert_eq!(read(json!("japanese")).unwrap().komi, "6.5".parse().unwrap());
        let described = json!({"ko": "SITUATIONAL", "suicide": false, "friendlyPassOk": true, "whiteHandicapBonus": "N-1"});
        assert_eq!(read(described.clone()), Ok(Rules::named("aga").unwrap()));
        assert_eq!(read(described.to_string().into()), Ok(Rules::named("aga").unwrap()));
        let line = json!("koSITUATIONALscoreAREAtaxNONEsui0button0whbN-1fpok1");
        assert_eq!(read(line), Ok(Rules::named("aga").unwrap()));
        let without_bonus = parse("koPOSITIONALscoreAREAtaxNONEsui1", &Rules::named("aga").unwrap());
        assert_eq!(without_bonus.unwrap().handicap_bonus, HandicapBonus::None);
        for (value, expected) in [
            (json!("stones"), "unknown rules 'stones': expected one of tromp-taylor"),
            (json!("koSIMPLEtaxALL"), "unsupported tax ALL"),
            (json!("koSIMPLEfun1"), "unknown rules 'koSIMPLEfun1'"),
            (json!(7), "unknown rules '7'"),
            (json!({"hasButton": true}), "unsupported hasButton true: expected false"),
            (json!({"fun": []}), "unknown rule 'fun': expected one of ko"),
            (json!({"tax": "ALL"}), "unsupported tax ALL"),
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
