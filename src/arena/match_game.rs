//! A match's game: its board, its judge, and its setup commands.

use std::fmt;

use super::judge::{GoJudge, Judge};
use super::opening::Opening;
use crate::framework::Color;
use crate::go::Komi;

/// A match's game.
#[derive(Clone, Debug)]
pub enum MatchGame {
    /// Go.
    Go(GoGame),
    /// Another game.
    Other(OtherGame),
}

/// The start of games in a Go match.
#[derive(Clone, Debug)]
pub struct GoGame {
    /// The board size, 2 to 19.
    pub size: u8,
    /// The komi.
    pub komi: Komi,
    /// The openings, in turn; each twice in a row if colors alternate.
    pub openings: Vec<Opening>,
    /// The source of the openings.
    pub openings_source: String,
}

/// The start of games in a match of another game.
#[derive(Clone, Debug)]
pub struct OtherGame {
    /// The name of the game.
    pub name: String,
    /// The number of columns.
    pub cols: u8,
    /// The number of rows.
    pub rows: u8,
    /// The first player.
    pub first: Color,
    /// Creates the judge of a new game.
    pub judge: fn(&Self) -> Result<Box<dyn Judge>, String>,
}

impl MatchGame {
    /// The judge of a new game, after the opening.
    pub(super) fn judge(&self, opening: &Opening) -> Result<Box<dyn Judge>, String> {
        match self {
            Self::Go(go) => Ok(Box::new(GoJudge(opening.position(go.size)?))),
            Self::Other(game) => (game.judge)(game),
        }
    }

    /// The commands that prepare a program for a new game, each with whether any refusal fails the game. Otherwise a
    /// program may refuse it if its `list_commands` lacks it.
    pub(super) fn commands(&self) -> Vec<(String, bool)> {
        let (size, komi) = match self {
            Self::Go(go) => (go.size.to_string(), Some(format!("komi {}", go.komi))),
            Self::Other(game) if game.cols == game.rows => (game.cols.to_string(), None),
            Self::Other(game) => (format!("{} {}", game.cols, game.rows), None),
        };
        // A game on one board needs no such command.
        let has_sizes = matches!(self, Self::Go(_));
        let commands = [(format!("boardsize {size}"), has_sizes), ("clear_board".to_owned(), true)];
        commands.into_iter().chain(komi.map(|command| (command, false))).collect()
    }

    /// The game's properties in the match table.
    pub(super) fn properties(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Go(go) => {
                let source = if go.openings.is_empty() { "-" } else { &go.openings_source };
                vec![
                    ("Game", "go".to_owned()),
                    ("Size", go.size.to_string()),
                    ("Komi", go.komi.to_string()),
                    ("Openings", source.to_owned()),
                ]
            }
            Self::Other(game) => vec![
                ("Game", game.name.clone()),
                ("Size", format!("{}x{}", game.cols, game.rows)),
                ("First", game.first.to_string()),
            ],
        }
    }
}

/// The command that sends a move to a program.
pub(super) fn play_command(color: Color, text: impl fmt::Display) -> String {
    format!("play {} {text}", color.letter().to_ascii_lowercase())
}
