//! Ranks: opponents for people, from 20 kyu to 3 dan, on every board.
//!
//! A rank is a set of parameters that override the preset. It fixes the playouts per move, the share of intuition
//! moves, the threads and the memory, so it plays the same on every machine; a clock still limits its time. A weak rank
//! seldom reads: most of its moves come from the network's flattened policy, like people who see where a move belongs
//! but not what it does. A strong rank searches every move.
//!
//! # References
//! - I-C. Wu et al., "On Strength Adjustment for MCTS-Based Programs", AAAI 2019: strength control by temperature, with
//!   a threshold against blunders.

use std::fmt;
use std::sync::LazyLock;

use crate::util::params::BoardClass;
use crate::util::rounded;

/// A rank, an opponent of known strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank(u8);

/// The rank names, weakest first.
const NAMES: [&str; 23] = [
    "20k", "19k", "18k", "17k", "16k", "15k", "14k", "13k", "12k", "11k", "10k", "9k", "8k", "7k", "6k",
    "5k", "4k", "3k", "2k", "1k", "1d", "2d", "3d",
];

/// The ranks that also have a number, from 1, with the players they suit.
const NUMBERED: [(&str, &str); 10] = [
    ("20k", "for the first games"),
    ("18k", "beginner"),
    ("15k", "beginner who sees atari"),
    ("12k", "advanced beginner"),
    ("10k", "casual player"),
    ("8k", "as strong as GNU Go 10"),
    ("5k", "club player"),
    ("3k", "good club player"),
    ("1k", "strong club player"),
    ("3d", "the strongest rank"),
];

/// An unknown rank.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown level '{0}': expected a rank from {first} to {last}, or a number from 1 to {numbers}",
    first = NAMES[0], last = NAMES[NAMES.len() - 1], numbers = NUMBERED.len()
)]
pub struct UnknownLevel(String);

/// Parameters of all ranks: independent of the machine, with human-like passing and resigning.
const COMMON: [(&str, &str); 15] = [
    ("net", "rank"),
    ("net_lead_share", "0"),
    ("net_symmetries", "0"),
    ("puct_constant", "1.1"),
    ("correction_weight", "0"),
    ("number_threads", "1"),
    ("uct_max_memory", "256000000"),
    ("use_book", "0"),
    ("forced_opening_moves", "0"),
    ("humanlike_pass", "1"),
    ("resign_threshold", "0.5"),
    ("resign_probability", "0.05"),
    ("resign_moves", "6"),
    ("resign_after", "0.25"),
    ("temperature", "0.2"),
];

impl Rank {
    /// The strongest rank.
    pub const FULL: Self = Self(NAMES.len() as u8 - 1);

    /// All ranks, weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..NAMES.len() as u8).map(Self)
    }

    /// The name, such as `12k` or `1d`.
    pub fn name(self) -> &'static str {
        NAMES[usize::from(self.0)]
    }

    /// Its number, from 1; `None` for a rank without one.
    pub fn number(self) -> Option<usize> {
        NUMBERED.iter().position(|(name, _)| *name == self.name()).map(|place| place + 1)
    }

    /// The players it suits, in a few words; empty for a rank without a number.
    pub fn suits(self) -> &'static str {
        self.number().map_or("", |number| NUMBERED[number - 1].1)
    }

    /// Its degree: 30 - k for k kyu, 29 + n for n dan.
    pub fn degree(self) -> f64 {
        /// The degree of 20k.
        const FIRST: u8 = 10;
        f64::from(FIRST + self.0)
    }

    /// All parameters of the rank on a board size.
    pub fn values(self, size: u8) -> impl Iterator<Item = (&'static str, String)> {
        let Strength { playouts, intuition, temperature, floor, nearness } = self.strength(size);
        let (value_share, net_temperature) = match BoardClass::of(size) {
            BoardClass::Tiny | BoardClass::Small => (0.7, 1.0),
            BoardClass::Eleven | BoardClass::Medium | BoardClass::Large => (0.6, 0.75),
        };
        let own = [
            ("max_games", playouts.to_string()),
            ("net_value_share", value_share.to_string()),
            ("net_late_share", value_share.to_string()),
            ("net_temperature", net_temperature.to_string()),
            // Playouts after which a search of a won game may end.
            ("resign_min_games", (playouts * 3 / 5).to_string()),
            ("intuition", intuition.to_string()),
            ("intuition_temperature", temperature.to_string()),
            ("intuition_floor", floor.to_string()),
            ("intuition_nearness", nearness.to_string()),
        ];
        COMMON.into_iter().map(|(name, value)| (name, value.to_owned())).chain(own)
    }

    /// The strength on a board size: that of the nearest measured size, interpolated between the two nearest measured
    /// ranks.
    fn strength(self, size: u8) -> Strength {
        let of = measured_size(size);
        let rows = || STRENGTHS.iter().filter(|(side, _, _)| *side == of);
        let below = rows().rfind(|(_, level, _)| *level <= self);
        let above = rows().find(|(_, level, _)| *level >= self);
        let (Some((_, low, weak)), Some((_, high, strong))) = (below, above) else {
            // The table includes the first and last rank, as a test checks.
            return below.or(above).map_or(Strength::FULL, |(_, _, strength)| *strength);
        };
        let part = f64::from(self.0 - low.0) / f64::from((high.0 - low.0).max(1));
        weak.towards(strong, part)
    }

    /// The results of the rank's measured matches.
    pub fn results(self) -> impl Iterator<Item = MatchResult> {
        MEASURED.lines().filter_map(MatchResult::read).filter(move |result| result.level == self)
    }
}

/// The measured board size nearest to a size; its ranks and ratings hold there.
pub(super) const fn measured_size(size: u8) -> u8 {
    match BoardClass::of(size) {
        BoardClass::Tiny | BoardClass::Small | BoardClass::Eleven => 9,
        BoardClass::Medium => 13,
        BoardClass::Large => 19,
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The rank with this name or number.
///
/// # Errors
/// When there is no such rank.
pub fn find(text: &str) -> Result<Rank, UnknownLevel> {
    let number = text.parse::<usize>().ok().and_then(|number| NUMBERED.get(number.checked_sub(1)?));
    let name = number.map_or(text, |(name, _)| name);
    Rank::all().find(|level| level.name() == name).ok_or_else(|| UnknownLevel(text.to_owned()))
}

/// The rank of a KataGo profile, such as `rank_5k`, `preaz_5k` or `rank_5k_3d` (the first rank counts); ranks above the
/// strongest, and professionals (`proyear_1995`), map to the strongest. `None` for the empty profile.
///
/// # Errors
/// When the text is no such profile.
pub fn of_profile(profile: &str) -> Result<Option<Rank>, UnknownLevel> {
    if profile.is_empty() {
        return Ok(None);
    }
    let unknown = || UnknownLevel(profile.to_owned());
    let (kind, rest) = profile.split_once('_').ok_or_else(unknown)?;
    let rank = rest.split('_').next().unwrap_or(rest);
    let is_strong = |dan: &str| matches!(dan.parse(), Ok(1..=9_u8));
    match kind {
        "rank" | "preaz" => find(rank).or_else(|_| {
            rank.strip_suffix('d').filter(|dan| is_strong(dan)).map(|_| Rank::FULL).ok_or_else(unknown)
        }),
        "proyear" if rest.parse::<u16>().is_ok() => Ok(Rank::FULL),
        _ => Err(unknown()),
    }
    .map(Some)
}

/// The strength parameters of a rank.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Strength {
    /// Playouts per move.
    playouts: u64,
    /// The share of intuition moves.
    intuition: f64,
    /// The sampling temperature of intuition.
    temperature: f64,
    /// The minimum probability for intuition, as a share of the maximum.
    floor: f64,
    /// The factor on moves near the opponent's last one.
    nearness: f64,
}

impl Strength {
    const FULL: Self =
        Self { playouts: 10_000, intuition: 0.0, temperature: 1.0, floor: 0.01, nearness: 1.0 };

    fn read<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Self> {
        let playouts = words.next()?.parse().ok()?;
        let mut number = || words.next()?.parse().ok();
        Some(Self {
            playouts,
            intuition: number()?,
            temperature: number()?,
            floor: number()?,
            nearness: number()?,
        })
    }

    /// Interpolates toward another strength by `part`; counts and probabilities geometrically.
    fn towards(&self, other: &Self, part: f64) -> Self {
        let linear = |from: f64, to: f64| rounded(from + (to - from) * part, 3);
        let geometric = |from: f64, to: f64| from * (to / from).powf(part);
        Self {
            playouts: geometric(self.playouts as f64, other.playouts as f64).round() as u64,
            intuition: linear(self.intuition, other.intuition),
            temperature: linear(self.temperature, other.temperature),
            floor: (geometric(self.floor, other.floor) * 1e5).round() / 1e5,
            nearness: linear(self.nearness, other.nearness),
        }
    }
}

/// The measured ranks of each board size: the size, the rank and its strength.
static STRENGTHS: LazyLock<Vec<(u8, Rank, Strength)>> = LazyLock::new(|| {
    let read = |line: &str| {
        let mut words = line.split_whitespace();
        let size = words.next()?.parse().ok()?;
        let level = find(words.next()?).ok()?;
        Some((size, level, Strength::read(words)?))
    };
    include_str!("ranks.txt").lines().filter_map(read).collect()
});

/// Points lost per move; generated by `scripts/levels.sh`.
const LOSSES: &str = include_str!("losses.txt");

/// A rank's loss per move in positions that are the same for all ranks, judged by a strong engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanLoss {
    /// The rank.
    pub level: Rank,
    /// The board size.
    pub size: u8,
    /// The number of judged moves.
    pub moves: u32,
    /// Points lost per move.
    pub points: f64,
    /// The standard error of the points.
    pub error: f64,
}

impl MeanLoss {
    /// The losses of the measured ranks, weakest first.
    pub fn measured() -> impl Iterator<Item = Self> {
        LOSSES.lines().filter_map(Self::read)
    }

    /// Parses a line of the file; `None` for a comment.
    fn read(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        Some(Self {
            level: find(words.next()?).ok()?,
            size: words.next()?.parse().ok()?,
            moves: words.next()?.parse().ok()?,
            points: words.next()?.parse().ok()?,
            error: words.next()?.parse().ok()?,
        })
    }
}

/// Match results; generated by `scripts/levels.sh`.
const MEASURED: &str = include_str!("levels.txt");

/// A match of a rank against another player.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchResult {
    /// The rank.
    pub level: Rank,
    /// The board size.
    pub size: u8,
    /// `gnugo-N` for GNU Go at level N, or a rank.
    pub opponent: String,
    /// The opponent's handicap stones; 0 for games with alternating colors.
    pub stones: u8,
    /// Games won; a draw counts as half a game.
    pub won: f64,
    /// The number of games.
    pub games: u32,
}

impl MatchResult {
    /// Parses a line of the file; `None` for a comment.
    fn read(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        Some(Self {
            level: find(words.next()?).ok()?,
            size: words.next()?.parse().ok()?,
            opponent: words.next()?.to_owned(),
            stones: words.next()?.parse().ok()?,
            won: words.next()?.parse().ok()?,
            games: words.next()?.parse().ok()?,
        })
    }
}
