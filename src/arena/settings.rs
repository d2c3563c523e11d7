//! The settings of a match, and the reasons why it is not played.

use std::time::Duration;

use super::opening::Opening;
use super::{Contestant, FileError, Sprt, StartError, TimeLimits};
use crate::go::Komi;

/// The settings of a match; they cannot change while the match goes on.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The programs given as Black and White.
    pub programs: [Contestant; 2],
    /// The program that decides on results.
    pub referee: Option<Contestant>,
    /// The board size, 2 to 19.
    pub size: u8,
    /// The komi.
    pub komi: Komi,
    /// Whether the programs exchange colors in games of odd number.
    pub alternate: bool,
    /// How games begin, in turn; each twice in a row where colors alternate.
    pub openings: Vec<Opening>,
    /// Where the openings are from.
    pub openings_source: String,
    /// The time limits that the programs are told of.
    pub time: Option<TimeLimits>,
    /// The number of moves at which a game is broken off.
    pub max_moves: usize,
    /// The seed of the seeds in commands.
    pub seed: u64,
    /// When the match is decided.
    pub sprt: Option<Sprt>,
    /// How long a program may take for an answer; this may change.
    pub timeout: Duration,
}

impl Settings {
    /// Returns whether the programs exchange colors in a game.
    pub(super) const fn is_alternated(&self, game: u32) -> bool {
        self.alternate && game % 2 == 1
    }

    /// Returns how a game begins.
    pub(super) fn opening(&self, game: u32) -> Opening {
        let turn = if self.alternate { game / 2 } else { game };
        match self.openings.len() {
            0 => Opening::default(),
            count => self.openings[turn as usize % count].clone(),
        }
    }

    /// Returns the properties in which the table of this match differs from those of others.
    pub(super) fn properties(&self) -> Vec<(String, String)> {
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        let [black, white] = &self.programs;
        [
            ("BlackCommand", black.command.clone()),
            ("BlackSetup", or_none((!black.setup.is_empty()).then(|| black.setup.join("; ")))),
            ("WhiteCommand", white.command.clone()),
            ("WhiteSetup", or_none((!white.setup.is_empty()).then(|| white.setup.join("; ")))),
            ("Referee", or_none(self.referee.as_ref().map(|referee| referee.command.clone()))),
            ("Size", self.size.to_string()),
            ("Komi", self.komi.to_string()),
            ("Alternate", u8::from(self.alternate).to_string()),
            ("Openings", or_none((!self.openings.is_empty()).then(|| self.openings_source.clone()))),
            ("Time", or_none(self.time.map(|time| time.to_string()))),
            ("MaxMoves", self.max_moves.to_string()),
            ("Seed", self.seed.to_string()),
            ("Sprt", or_none(self.sprt.map(|sprt| sprt.to_string()))),
        ]
        .map(|(name, value)| (name.to_owned(), value.split_whitespace().collect::<Vec<_>>().join(" ")))
        .into()
    }
}

/// The reason why a match is not played.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// A program cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// The table is of another match.
    #[error(
        "{file} has games of another match: its {property} is '{was}', not '{is}'; \
         choose another prefix, or --force to begin anew"
    )]
    Differs {
        /// The table.
        file: String,
        /// What differs.
        property: String,
        /// As it is in the table.
        was: String,
        /// As it is wanted.
        is: String,
    },
}
