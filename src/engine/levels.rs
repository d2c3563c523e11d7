//! The levels: opponents for people, from a beginner to full strength.
//!
//! A level is a set of parameters over those of the preset. It fixes the playouts of a move, the knowledge, the threads
//! and the memory, so that it plays the same on every machine; a clock still bounds the time of its moves. A weak level
//! searches little, knows less, and plays one of several moves that its search likes.

/// A level of strength.
#[derive(Debug, PartialEq)]
pub struct Level {
    /// The number, from 1.
    pub number: u8,
    /// Whom the level suits or resembles, in a few words.
    pub label: &'static str,
    /// The parameters that only some levels set.
    values: &'static [(&'static str, &'static str)],
}

/// A text that is no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown level '{0}': expected a number from 1 to {most}", most = LEVELS.len())]
pub struct UnknownLevel(String);

/// All levels, the weakest first.
///
/// Only the last level asks the network. The learned shapes of the prior choose the moves of the weakest levels, which
/// hardly search. Each further level makes about twice the playouts of the one below it, because that wins 75 to 90 % of
/// the games. A search ends early in a won game after `resign_min_games`, so that these are more than half of the
/// playouts.
pub static LEVELS: [Level; 10] = [
    Level {
        number: 1,
        label: "for the first games",
        values: &[
            ("max_games", "12"),
            ("temperature", "4"),
            ("learned_prior_weight", "7"),
            READS_NO_LADDERS,
            KEEPS_LADDERS,
            NO_BOOK,
            RESIGNS_NEVER,
        ],
    },
    Level {
        number: 2,
        label: "beginner, plays shapes",
        values: &[
            ("max_games", "15"),
            ("temperature", "0.5"),
            READS_NO_LADDERS,
            KEEPS_LADDERS,
            NO_BOOK,
            RESIGNS_NEVER,
        ],
    },
    Level {
        number: 3,
        label: "beginner, reads a move or two",
        values: &[("max_games", "35"), READS_NO_LADDERS, KEEPS_LADDERS, NO_BOOK, RESIGNS_NEVER],
    },
    Level {
        number: 4,
        label: "advanced beginner",
        values: &[("max_games", "75"), KEEPS_LADDERS, NO_BOOK, ("resign_min_games", "60")],
    },
    Level {
        number: 5,
        label: "nearly as strong as GNU Go",
        values: &[("max_games", "150"), NO_BOOK, ("resign_min_games", "100")],
    },
    Level {
        number: 6,
        label: "as strong as GNU Go 10",
        values: &[("max_games", "330"), NO_BOOK, ("resign_min_games", "200")],
    },
    Level {
        number: 7,
        label: "casual player",
        values: &[("max_games", "800"), NO_BOOK, ("resign_min_games", "500")],
    },
    Level {
        number: 8,
        label: "club player",
        values: &[("max_games", "2000"), NO_BOOK, ("resign_min_games", "1200")],
    },
    Level {
        number: 9,
        label: "strong club player",
        values: &[("max_games", "5000"), ("resign_min_games", "3000")],
    },
    Level {
        number: 10,
        label: "full strength",
        // The same on every machine.
        values: &[("net", "scalar"), ("max_games", "12000"), ("resign_min_games", "7000")],
    },
];

/// No ladder prior.
const READS_NO_LADDERS: (&str, &str) = ("use_ladder_prior", "0");
/// Does not filter moves of lost ladders.
const KEEPS_LADDERS: (&str, &str) = ("rootfilter.check_ladders", "0");
/// No opening book.
const NO_BOOK: (&str, &str) = ("use_book", "0");
/// Never resigns: so few playouts cannot tell that a game is lost, and `humanlike_pass` ends it soon enough.
const RESIGNS_NEVER: (&str, &str) = ("resign_threshold", "0");

/// Parameters of every level: nothing may depend on the machine.
const COMMON: [(&str, &str); 5] = [
    ("net", "none"),
    ("number_threads", "1"),
    ("uct_max_memory", "256000000"),
    ("humanlike_pass", "1"),
    ("resign_threshold", "0.03"),
];

impl Level {
    /// All parameters of the level.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        COMMON.into_iter().chain(self.values.iter().copied())
    }

    /// The results of the level's measured matches.
    pub fn results(&self) -> Vec<MatchResult> {
        MEASURED.lines().filter_map(MatchResult::read).filter(|result| result.level == self.number).collect()
    }
}

/// The level with this number.
///
/// # Errors
/// When there is no such level.
pub fn find(text: &str) -> Result<&'static Level, UnknownLevel> {
    let number: Option<u8> = text.parse().ok();
    LEVELS.iter().find(|level| Some(level.number) == number).ok_or_else(|| UnknownLevel(text.to_owned()))
}

/// Measured matches; `scripts/levels.sh` makes the file.
const MEASURED: &str = include_str!("levels.txt");

/// A match of a level against another player.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchResult {
    /// The number of the level.
    pub level: u8,
    /// The board size.
    pub size: u8,
    /// `gnugo-N` for GNU Go at level N, or `level-N`.
    pub opponent: String,
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
            level: words.next()?.parse().ok()?,
            size: words.next()?.parse().ok()?,
            opponent: words.next()?.to_owned(),
            won: words.next()?.parse().ok()?,
            games: words.next()?.parse().ok()?,
        })
    }
}
