//! The options for the game and its players.

use std::path::PathBuf;

use clap::Args;

use super::fault::Fault;
use super::options::{EngineOptions, Given};
use crate::engine::{AnySession, BoardSize, GAMES, GameEntry, Players, SessionContext};
use crate::framework::Color;
use crate::go::board::MAX_SIZE;

/// The game and its board.
#[derive(Args)]
#[command(next_help_heading = "Game and players")]
pub(super) struct BoardOptions {
    /// Game; `brasa help games` lists them.
    #[arg(short = 'g', long = "game", value_name = "GAME", default_value = "go", value_parser = GAMES.each_ref().map(|game| game.name))]
    game: String,
    /// Board columns; --size sets columns and rows.
    #[arg(hide_short_help = true, long, value_name = "N", conflicts_with = "size")]
    cols: Option<u8>,
    /// Board rows.
    #[arg(hide_short_help = true, long, value_name = "N", conflicts_with = "size")]
    rows: Option<u8>,
    /// Color that moves first.
    #[arg(hide_short_help = true, long, value_name = "COLOR", value_parser = ["black", "white"])]
    first: Option<String>,
}

/// The game, its board and its players.
#[derive(Args)]
#[command(next_help_heading = "Game and players")]
pub(super) struct GameOptions {
    #[command(flatten)]
    board: BoardOptions,
    /// Black's player, and its search if it uses one; `brasa help players` and `brasa help searches` list them.
    #[arg(hide_short_help = true, short = 'b', long = "black-player", value_names = ["PLAYER", "SEARCH"], num_args = 1..=2)]
    black: Option<Vec<String>>,
    /// White's player, and its search if it uses one.
    #[arg(hide_short_help = true, short = 'w', long = "white-player", value_names = ["PLAYER", "SEARCH"], num_args = 1..=2)]
    white: Option<Vec<String>>,
}

impl BoardOptions {
    pub(super) fn entry(&self) -> &'static GameEntry {
        GameEntry::find(&self.game).unwrap_or(&GAMES[0])
    }

    /// Opens a session of the game with its default players.
    pub(super) fn open(&self, size: BoardSize, context: SessionContext) -> Result<AnySession, Fault> {
        let size = BoardSize { cols: self.cols.or(size.cols), rows: self.rows.or(size.rows) };
        let first = match self.first.as_deref() {
            Some("white") => Color::White,
            _ => Color::Black,
        };
        Ok((self.entry().open)(size, first, context)?)
    }
}

impl GameOptions {
    pub(super) fn entry(&self) -> &'static GameEntry {
        self.board.entry()
    }

    /// Whether no option of the game or its players was given.
    pub(super) fn is_default(&self) -> bool {
        let BoardOptions { game, cols, rows, first } = &self.board;
        *game == GAMES[0].name
            && (cols, rows).eq(&(&None, &None))
            && first.is_none()
            && self.black.is_none()
            && self.white.is_none()
    }

    /// The board size of a rated game: Go on a square board, played by the engine at its rank. `others` are more
    /// options that such a game excludes, and whether they are given.
    pub(super) fn rated_size(&self, engine: &EngineOptions, others: [Given; 3]) -> Result<u8, Fault> {
        let BoardOptions { game, cols, rows, first } = &self.board;
        if *game != GAMES[0].name {
            return Err(Fault::only_go("--level auto"));
        }
        let size = engine.board_size();
        let (cols, rows) =
            BoardSize { cols: cols.or(size.cols), rows: rows.or(size.rows) }.or((MAX_SIZE, MAX_SIZE));
        let own = [
            ("--black-player and --white-player", self.black.is_some() || self.white.is_some()),
            ("--first", first.is_some()),
            ("--cols and --rows", cols != rows),
        ];
        let mut conflicts = own.into_iter().chain(engine.unrated()).chain(others);
        conflicts.find(|(_, is_given)| *is_given).map_or(Ok(cols), |(conflict, _)| {
            Err(Fault::new(format!(
                "--level auto: {conflict} cannot be used; a rated game is even or has handicap stones, against the engine \
                at its rank"
            )))
        })
    }

    /// Opens a session of the game with its players.
    pub(super) fn open(&self, engine: &EngineOptions, context: SessionContext) -> Result<AnySession, Fault> {
        let mut session = self.board.open(engine.board_size(), context)?;
        self.seat(engine, &mut session)?;
        Ok(session)
    }

    /// Chooses the players of a session.
    pub(super) fn seat(&self, engine: &EngineOptions, session: &mut AnySession) -> Result<(), Fault> {
        match self.seat_with_files(engine, session)?.first() {
            Some(word) => {
                let help = if word.is_file() { "; a file goes before the players" } else { "" };
                Err(Fault::new(format!("'{}': the player takes no search{help}", word.display())))
            }
            None => Ok(()),
        }
    }

    /// Also returns arguments after a player that are files, since they are not searches.
    pub(super) fn open_with_files(
        &self,
        engine: &EngineOptions,
        context: SessionContext,
    ) -> Result<(AnySession, Vec<PathBuf>), Fault> {
        let mut session = self.board.open(engine.board_size(), context)?;
        let files = self.seat_with_files(engine, &mut session)?;
        Ok((session, files))
    }

    fn seat_with_files(
        &self,
        engine: &EngineOptions,
        session: &mut AnySession,
    ) -> Result<Vec<PathBuf>, Fault> {
        let files = self.choose_players(session.players_mut())?;
        for (color, name, value) in engine.player_params() {
            session.players_mut().set(color, name, value).map_err(|error| {
                Fault::new(format!(
                    "--set {color}_{name}={value}: {error}; `brasa help players` and `brasa help searches` list the \
                    parameters"
                ))
            })?;
        }
        Ok(files)
    }

    fn choose_players(&self, players: &mut Players) -> Result<Vec<PathBuf>, Fault> {
        let mut files = Vec::new();
        for (color, words) in [(Color::Black, &self.black), (Color::White, &self.white)] {
            let Some([player, rest @ ..]) = words.as_deref() else { continue };
            players.choose(color, player, None)?;
            let takes_search = players.chosen(color).1.is_some();
            let is_search = |word: &str| players.searches().iter().any(|&(name, _)| name == word);
            match rest.first() {
                // "The player takes no search" is a better message than "no such file".
                Some(search) if takes_search || is_search(search) => {
                    players.choose(color, player, Some(search))?;
                }
                file => files.extend(file.map(PathBuf::from)),
            }
        }
        Ok(files)
    }
}
