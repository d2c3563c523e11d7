//! Match settings, and why a match cannot be played.

use std::path::PathBuf;
use std::time::Duration;

use super::opening::Opening;
use super::{Contestant, FileError, MatchGame, Sprt, StartError, TimeLimits};

/// Match settings; a resumed match has the same ones, except for the timeout.
#[derive(Clone, Debug)]
pub struct MatchSettings {
    /// The programs given as Black and White.
    pub programs: [Contestant; 2],
    /// The program that decides the results.
    pub referee: Option<Contestant>,
    /// A program that follows the games.
    pub observer: Option<Contestant>,
    /// The game.
    pub game: MatchGame,
    /// Whether the programs swap colors in games of odd number.
    pub alternate: bool,
    /// The time limits sent to the programs.
    pub time: Option<TimeLimits>,
    /// The number of moves after which a game is aborted.
    pub max_moves: usize,
    /// The base of the seeds in commands.
    pub seed: u64,
    /// The sequential test that stops the match.
    pub sprt: Option<Sprt>,
    /// Maximum time for a reply.
    pub timeout: Duration,
    /// Record Go games as XML, in GoGui's form of Jago's format, instead of SGF.
    pub xml: bool,
    /// Record each player's standard error as comments on its moves.
    pub comments: bool,
    /// Log the commands and replies of one thread's programs on standard error.
    pub verbose: bool,
}

impl MatchSettings {
    /// Whether the programs swap colors in a game.
    pub(super) const fn is_alternated(&self, game: u32) -> bool {
        self.alternate && game % 2 == 1
    }

    pub(super) fn opening(&self, game: u32) -> Opening {
        let turn = if self.alternate { game / 2 } else { game };
        match &self.game {
            MatchGame::Go(go) => {
                let turn = turn as usize % go.openings.len().max(1);
                go.openings.get(turn).cloned().unwrap_or_default()
            }
            MatchGame::Other(_) => Opening::default(),
        }
    }

    /// The properties that distinguish this match's table from others.
    pub(super) fn properties(&self) -> Vec<(String, String)> {
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        let [black, white] = &self.programs;
        let properties = [
            ("BlackCommand", black.command.clone()),
            ("BlackSetup", or_none((!black.setup.is_empty()).then(|| black.setup.join("; ")))),
            ("WhiteCommand", white.command.clone()),
            ("WhiteSetup", or_none((!white.setup.is_empty()).then(|| white.setup.join("; ")))),
            ("Referee", or_none(self.referee.as_ref().map(|referee| referee.command.clone()))),
            ("Observer", or_none(self.observer.as_ref().map(|observer| observer.command.clone()))),
            ("Alternate", u8::from(self.alternate).to_string()),
            ("Time", or_none(self.time.map(|time| time.to_string()))),
            ("MaxMoves", self.max_moves.to_string()),
            ("Seed", self.seed.to_string()),
            ("Sprt", or_none(self.sprt.map(|sprt| sprt.to_string()))),
            ("Xml", u8::from(self.xml).to_string()),
        ];
        let one_line = |value: String| value.split_whitespace().collect::<Vec<_>>().join(" ");
        // The game comes first, so it is the first reported difference.
        let all = self.game.properties().into_iter().chain(properties);
        all.map(|(name, value)| (name.to_owned(), one_line(value))).collect()
    }
}

/// A match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// A program cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// The system refuses even one thread.
    #[error("cannot start a thread for the games: {0}")]
    Thread(std::io::Error),
    /// The table is of another match.
    #[error("{0}; choose another prefix, or use --force to start over")]
    Differs(#[from] Difference),
    /// The table has games, but does not say of which match.
    #[error("{}: games without a line that describes their match; choose another prefix, or use --force to start over",
        .0.display())]
    Nameless(PathBuf),
}

/// A table is of another match.
#[derive(Debug, thiserror::Error)]
#[error("{file} has games of another match: its {property} is '{was}', not '{is}'")]
pub struct Difference {
    /// The table.
    pub file: String,
    /// The property that differs.
    pub property: String,
    /// Its value in the table.
    pub was: String,
    /// Its value in the match.
    pub is: String,
}
