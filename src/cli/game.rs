//! The options that choose a game and who plays it.

use std::path::PathBuf;

use clap::Args;

use super::Fault;
use crate::engine::{GAMES, Shape};
use crate::framework::Color;
use crate::gtp::commands::Gtp;

/// What is played, and who plays.
#[derive(Args)]
pub(super) struct GameOptions {
    /// Game; `--help` tells what each is.
    #[arg(short = 'g', long = "game", value_name = "GAME", default_value = "go", value_parser = GAMES.each_ref().map(|game| game.name))]
    game: String,
    /// Black's player, and its search if it takes one; `--help` lists them.
    #[arg(short = 'b', long = "black-player", value_names = ["PLAYER", "SEARCH"], num_args = 1..=2)]
    black: Option<Vec<String>>,
    /// White's player, and its search if it takes one.
    #[arg(short = 'w', long = "white-player", value_names = ["PLAYER", "SEARCH"], num_args = 1..=2)]
    white: Option<Vec<String>>,
    /// Columns of the board, in games other than Go; --size sets columns and rows.
    #[arg(long, value_name = "N")]
    cols: Option<u8>,
    /// Rows of the board, in games other than Go.
    #[arg(long, value_name = "N")]
    rows: Option<u8>,
    /// Who begins, in games other than Go.
    #[arg(long, value_name = "COLOR", value_parser = ["black", "white"])]
    first: Option<String>,
}

impl GameOptions {
    /// Sets up the game and its players. Returns the arguments that were taken for searches and are files.
    pub(super) fn seat(&self, gtp: &mut Gtp, size: Option<u8>) -> Result<Vec<PathBuf>, Fault> {
        let entry = GAMES.iter().find(|game| game.name == self.game);
        if let Some((name, open)) = entry.and_then(|game| Some((game.name, game.open?))) {
            let first = self.first.as_deref().and_then(|color| color.parse().ok());
            let shape = Shape { cols: self.cols.or(size), rows: self.rows.or(size), first };
            gtp.table = Some((name, open(shape)?));
        } else {
            let given = [
                ("cols", self.cols.is_some()),
                ("rows", self.rows.is_some()),
                ("first", self.first.is_some()),
            ];
            if let Some((option, _)) = given.into_iter().find(|&(_, is_given)| is_given) {
                return Err(Fault::NotOfGo { option });
            }
        }
        let mut files = Vec::new();
        for (color, words) in [(Color::Black, &self.black), (Color::White, &self.white)] {
            let Some([player, rest @ ..]) = words.as_deref() else { continue };
            let players = gtp.players();
            players.choose(color, player, None)?;
            match rest.first() {
                Some(search) if players.chosen(color).1.is_some() => players.choose_search(color, search)?,
                file => files.extend(file.map(PathBuf::from)),
            }
        }
        Ok(files)
    }
}
