//! Rule sets: ko, suicide, scoring, komi and the compensation for handicap stones.
//!
//! | name | ko | suicide | scoring | dead stones | komi for handicap stones |
//! |---|---|---|---|---|---|
//! | `chinese` | positional superko | no | area | by agreement | one point a stone |
//! | `cgos` | positional superko | no | area | all stones live | none |
//! | `kgs` | positional superko | no | area | by agreement | one point a stone |
//! | `japanese` | simple | no | territory | by agreement | none |
//! | `tromp-taylor` | positional superko | yes | area | all stones live | none |
//! | `aga` | situational superko | no | area | by agreement | one point a stone but the first |
//! | `new_zealand` | situational superko | yes | area | by agreement | none |
//!
//! # References
//! - J. Tromp, "The game of Go", <https://tromp.github.io/go.html> (Tromp-Taylor).
//! - T. Hansen, "Go rules comparison", Sensei's Library; AGA Concise Rules (1991); New Zealand Rules of Go.
//! - Names as Fuego and KGS have them.

use std::fmt;
use std::str::FromStr;

use crate::util::excerpt;

crate::choices! {
    /// The repetitions forbidden by the rules, with Fuego's names. A pass never repeats a position.
    pub enum KoRule {
        /// Retaking a single stone at once.
        Simple = "simple",
        /// Any earlier position of the stones with the same player to move.
        Situational = "superko",
        /// Any earlier position of the stones.
        Positional = "pos_superko",
    }
}

/// The method of scoring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// Stones and the points they surround.
    Area,
    /// Surrounded points and prisoners.
    Territory,
}

/// White's compensation for handicap stones under area scoring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandicapBonus {
    /// Nothing.
    None,
    /// One point per stone.
    All,
    /// One point per stone except the first.
    AllButOne,
}

/// A komi in half points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Komi(i32);

/// The text is not a komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KomiError {
    /// Not a number, or not a finite one.
    #[error("syntax error: the komi must be a number")]
    NotANumber,
    /// Outside -1000 to 1000.
    #[error("unacceptable komi: it must be between -1000 and 1000")]
    OutOfRange,
}

impl Komi {
    /// A komi of `half_points` half points.
    pub const fn from_half_points(half_points: i32) -> Self {
        Self(half_points)
    }

    /// The komi in half points.
    pub const fn half_points(self) -> i32 {
        self.0
    }

    /// The komi in points.
    pub fn points(self) -> f64 {
        f64::from(self.0) / 2.0
    }

    /// Parses the komi of a game record. Other programs also write it with a comma, in hundredths from 100 on
    /// (`KM[650]` is 6.5), and in Chinese stones of two points (`KM[375]` and `KM[3.75]` are 7.5).
    ///
    /// # Errors
    /// When the text is not a number, or out of range.
    pub fn recorded(text: &str) -> Result<Self, KomiError> {
        let number: f64 = text.replace(',', ".").trim().parse().map_err(|_| KomiError::NotANumber)?;
        let komi = if number.abs() >= 100.0 { number / 100.0 } else { number };
        Self::of_points(if [2.75, 3.25, 3.75].contains(&komi) { 2.0 * komi } else { komi })
    }

    /// The komi of a number of points; one between two half points becomes the half point that decides the same games.
    fn of_points(points: f64) -> Result<Self, KomiError> {
        if !points.is_finite() {
            return Err(KomiError::NotANumber);
        }
        if points.abs() > 1000.0 {
            return Err(KomiError::OutOfRange);
        }
        let nearest = (2.0 * points).round();
        // Scores are whole points, so 7.2 and 7.5 have the same winners.
        let is_half = (2.0 * points - nearest).abs() < 1e-6;
        Ok(Self(if is_half { nearest as i32 } else { 2 * points.floor() as i32 + 1 }))
    }
}

/// Parses a number of points.
impl FromStr for Komi {
    type Err = KomiError;

    fn from_str(text: &str) -> Result<Self, KomiError> {
        text.trim().parse().map_err(|_| KomiError::NotANumber).and_then(Self::of_points)
    }
}

/// Writes the shortest decimal number, such as `7`, `6.5` or `-0.5`.
impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.points())
    }
}

/// The rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The forbidden repetitions.
    pub ko: KoRule,
    /// Whether suicide is legal.
    pub suicide: bool,
    /// The method of scoring.
    pub scoring: Scoring,
    /// Whether all stones on the board count as alive at the end, so dead ones must be captured first.
    pub capture_dead: bool,
    /// Whether two passes in a row end the game.
    pub two_passes_end_game: bool,
    /// White's compensation for handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// White's compensation for moving second.
    pub komi: Komi,
}

/// The text is not the name of a rule set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown rules '{0}': expected one of chinese, cgos, kgs, japanese, tromp-taylor, aga, new_zealand")]
pub struct UnknownRules(String);

impl Default for Rules {
    /// Chinese rules with a komi of 7.5.
    fn default() -> Self {
        Self::CHINESE
    }
}

impl Rules {
    /// Chinese rules with a komi of 7.5.
    pub const CHINESE: Self = Self {
        ko: KoRule::Positional,
        suicide: false,
        scoring: Scoring::Area,
        capture_dead: false,
        two_passes_end_game: true,
        handicap_bonus: HandicapBonus::All,
        komi: Komi(15),
    };

    /// The names that [`Self::named`] accepts.
    pub const NAMES: [&str; 7] = ["chinese", "cgos", "kgs", "japanese", "tromp-taylor", "aga", "new_zealand"];

    /// The rule set with a name. The case is ignored, and `-`, `_` and blanks are equivalent.
    /// `korean` is the same as `japanese`, and `nz` as `new_zealand`.
    ///
    /// # Errors
    /// When the name is unknown; the error lists the names.
    pub fn named(name: &str) -> Result<Self, UnknownRules> {
        let area = Self::CHINESE;
        Ok(match name.trim().to_ascii_lowercase().replace(['-', ' '], "_").as_str() {
            "chinese" | "kgs" => area,
            "cgos" => Self { capture_dead: true, handicap_bonus: HandicapBonus::None, ..area },
            "japanese" | "korean" => Self {
                ko: KoRule::Simple,
                scoring: Scoring::Territory,
                handicap_bonus: HandicapBonus::None,
                komi: Komi(13),
                ..area
            },
            "tromp_taylor" => {
                Self { suicide: true, capture_dead: true, handicap_bonus: HandicapBonus::None, ..area }
            }
            "aga" => Self { ko: KoRule::Situational, handicap_bonus: HandicapBonus::AllButOne, ..area },
            "new_zealand" | "nz" => Self {
                ko: KoRule::Situational,
                suicide: true,
                handicap_bonus: HandicapBonus::None,
                komi: Komi(14),
                ..area
            },
            _ => return Err(UnknownRules(excerpt(name))),
        })
    }

    /// White's compensation in half points: the komi and, under area scoring, the bonus for `handicap` stones.
    pub fn compensation(&self, handicap: u32) -> i32 {
        let points = match self.handicap_bonus {
            _ if handicap < 2 || self.scoring == Scoring::Territory => 0,
            HandicapBonus::None => 0,
            HandicapBonus::All => handicap,
            HandicapBonus::AllButOne => handicap - 1,
        };
        self.komi.0 + 2 * points as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_name_is_known() {
        for name in Rules::NAMES {
            Rules::named(name).unwrap();
        }
        assert!(Rules::named("Tromp-Taylor").unwrap().suicide);
        assert!(Rules::named("ing").unwrap_err().to_string().contains("new_zealand"));
    }

    #[test]
    fn komi_is_read_and_written_in_half_points() {
        for (text, shown) in [("7.5", "7.5"), ("-5", "-5"), (".5", "0.5"), ("+6.5", "6.5"), ("1e1", "10")] {
            assert_eq!(text.parse::<Komi>().unwrap().to_string(), shown);
        }
        for (text, shown) in [("0.1", "0.5"), ("7.9", "7.5"), ("-0.1", "-0.5"), ("6.4999999999", "6.5")] {
            assert_eq!(text.parse::<Komi>().unwrap().to_string(), shown);
        }
        let recorded = [
            ("375", "7.5"),
            ("325", "6.5"),
            ("275", "5.5"),
            ("550", "5.5"),
            ("-650", "-6.5"),
            ("750", "7.5"),
            ("3.75", "7.5"),
            ("3,25", "6.5"),
            ("99", "99"),
            ("0", "0"),
        ];
        for (text, shown) in recorded {
            assert_eq!(Komi::recorded(text).unwrap().to_string(), shown);
        }
        assert_eq!(Komi::recorded("inf"), Err(KomiError::NotANumber));
        assert_eq!("nan".parse::<Komi>(), Err(KomiError::NotANumber));
        assert_eq!("inf".parse::<Komi>(), Err(KomiError::NotANumber));
        assert_eq!("abc".parse::<Komi>(), Err(KomiError::NotANumber));
        assert_eq!("1e9".parse::<Komi>(), Err(KomiError::OutOfRange));
    }

    #[test]
    fn handicap_is_compensated_as_the_rules_say() {
        let given = |name: &str, stones| {
            let rules = Rules::named(name).unwrap();
            rules.compensation(stones) - rules.komi.half_points()
        };
        let five = ["chinese", "aga", "new_zealand", "japanese"].map(|name| given(name, 5));
        assert_eq!(five, [10, 8, 0, 0]);
        assert_eq!(given("chinese", 1), 0, "one stone is the first move");
    }
}
