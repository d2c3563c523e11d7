//! The commands by chapter.
//!
//! The program and Go have the chapters below; parameters of the current players are commands too. `list_commands`,
//! `help`, `gogui-analyze_commands` and the argument count check use the same descriptions.

mod admin;
mod analyze;
mod autobook;
mod board;
mod book;
mod dispatch;
mod explain;
mod features;
mod files;
mod framework;
mod game;
mod gnugo;
mod go;
mod gogui;
mod gomill;
mod kata_params;
mod params;
mod patterns;
mod play;
mod policy;
mod rules;
mod safety;
mod score;
mod scripts;
mod search;
mod servers;
mod tactics;
mod time;

pub use dispatch::{Chapter, Gtp};
pub use scripts::ScriptError;
pub(super) use scripts::open;

use crate::engine::{AnySession, GAMES, GoSession};

/// The chapters of the program and of Go.
pub static CHAPTERS: &[Chapter] = &[
    Chapter::program("The program", admin::COMMANDS),
    Chapter::program("Commands that run commands", scripts::COMMANDS),
    Chapter::program("The game", game::COMMANDS),
    Chapter::go("The board of Go", board::COMMANDS),
    Chapter::go("Handicap", play::HANDICAP).when(|gtp| gtp.handicap && gtp.session.go().is_some()),
    Chapter::go("Moves of Go", play::COMMANDS),
    Chapter::go("Commands of GNU Go", gnugo::COMMANDS),
    Chapter::program("The clock", time::COMMANDS),
    Chapter::go("The result", score::COMMANDS),
    Chapter::go("Game records", files::COMMANDS),
    Chapter::go("Rules", rules::COMMANDS),
    Chapter::program("Parameters", params::COMMANDS),
    Chapter::program("KataGo's parameters", kata_params::COMMANDS),
    Chapter::go("The search", search::COMMANDS),
    Chapter::program("Analysis", analyze::COMMANDS).when(|gtp| gtp.session.go().is_some()),
    Chapter::go("The search explained", explain::COMMANDS),
    Chapter::go("The playout policy", policy::COMMANDS),
    Chapter::go("Playout patterns", patterns::COMMANDS),
    Chapter::go("Learned features", features::COMMANDS),
    Chapter::go("The opening book", book::COMMANDS),
    Chapter::go("The automatic book", autobook::COMMANDS),
    Chapter::go("Tactics", tactics::COMMANDS),
    Chapter::go("Safety", safety::COMMANDS),
    Chapter::program("GoGui", gogui::COMMANDS),
    Chapter::program("The rules for GoGui", gogui::RULES).when(|gtp| !gtp.session.is_known_to_clients()),
    Chapter::go("Servers", servers::COMMANDS),
    Chapter::go("Chat", servers::CHAT),
    Chapter::go("Gomill", gomill::COMMANDS),
    Chapter::program("Games, players and searches", framework::COMMANDS),
];

impl Gtp {
    /// Creates a session of Go with all commands and an unlimited number of games.
    pub fn new(session: GoSession) -> Self {
        Self::of(GAMES[0].name, AnySession::Go(Box::new(session)))
    }

    /// Creates a session of any game.
    pub fn of(game: &'static str, session: AnySession) -> Self {
        Self::with_chapters(CHAPTERS, game, session)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_are_unique_and_documented() {
        let mut names = HashSet::new();
        for info in CHAPTERS.iter().flat_map(Chapter::infos) {
            assert!(names.insert(info.name), "{}", info.name);
            let is_plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-_".contains(&b);
            assert!(info.name.bytes().all(is_plain), "{}", info.name);
            assert!(!info.doc.is_empty() && info.doc.ends_with('.'), "{}", info.name);
            assert!(!info.doc.contains('\n'), "{}", info.name);
        }
    }

    #[test]
    fn analyze_entries_have_the_form_that_gogui_wants() {
        let mut labels = HashSet::new();
        for entry in CHAPTERS.iter().flat_map(Chapter::infos).filter_map(|info| info.analyze) {
            let parts: Vec<_> = entry.split('/').collect();
            assert!((2..=3).contains(&parts.len()) && labels.insert(parts[1]), "{entry}");
        }
    }
}
