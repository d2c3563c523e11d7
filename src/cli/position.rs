//! The options that choose a position.

use std::path::{Path, PathBuf};

use clap::Args;

use super::fault::Fault;
use crate::engine::{AnySession, GameSession, GoSession, SessionContext};
use crate::go::{Position, diagram};
use crate::gtp::remark;
use crate::util::{FileFault, MAX_FILE, read_text};

/// Help text about the diagrams of [`StartOptions`].
pub(super) const DIAGRAMS: &str = "\
    A diagram has one row per line, top row first: X and O are stones, . is empty, and a lowercase stone is\n\
    the last move, to which the other player replies.";

/// The starting position of any game: a record or a diagram, then moves.
#[derive(Args)]
pub(super) struct StartOptions {
    /// SGF file of the game to take the position from.
    #[arg(long, value_name = "FILE", conflicts_with = "diagram")]
    sgf: Option<PathBuf>,
    /// Take the position before this move of the file.
    #[arg(long = "move", value_name = "N", allow_negative_numbers = true, requires = "sgf", value_parser = clap::value_parser!(u32).range(1..))]
    before: Option<u32>,
    /// Text file with a diagram of the position: X and O are stones, . is empty, a lowercase stone is the last move.
    #[arg(long, value_name = "FILE")]
    diagram: Option<PathBuf>,
    /// Moves to play first, in alternating colors.
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
}

impl StartOptions {
    /// The files of the position.
    pub(super) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.sgf.iter().chain(&self.diagram)
    }

    /// Applies an engine's --size: a record must have it, and a diagram has its own.
    pub(super) fn fix_size(&self, size: Option<u8>, context: &mut SessionContext) -> Result<(), Fault> {
        if self.diagram.is_some() && size.is_some() {
            return Err(Fault::new("the argument '--size <N>' cannot be used with '--diagram <FILE>'"));
        }
        if self.sgf.is_some() {
            context.fix_size(size);
        }
        Ok(())
    }

    /// Brings the session of a game to the position.
    pub(super) fn apply(&self, session: &mut AnySession, game: &'static str) -> Result<(), Fault> {
        if let Some(path) = &self.sgf {
            load(session.go_mut().ok_or_else(|| no_records("--sgf", game))?, path, self.before)?;
        }
        if let Some(path) = &self.diagram {
            let go: &mut GoSession = session.go_mut().ok_or_else(|| no_records("--diagram", game))?;
            go.start_from(read_diagram(path)?);
        }
        play_moves(&mut **session, "--moves", &self.moves)?;
        session.context_mut().take_notes().iter().for_each(|note| remark(note));
        Ok(())
    }
}

/// The fault of an option for records of Go, in another game.
pub(super) fn no_records(option: &str, game: &str) -> Fault {
    Fault::new(format!("{option}: not an option for {game}; use --moves"))
}

/// Loads the game in a file up to the position before a move, and prints remarks on anything not read exactly as
/// written.
pub(super) fn load(session: &mut GoSession, path: &Path, before: Option<u32>) -> Result<(), Fault> {
    let count = session.load_sgf(path, before.map(|before| before as usize))?;
    if let Some(number) = before.filter(|&number| number as usize > count + 1) {
        let (file, most) = (path.display(), count + 1);
        return Err(Fault::new(format!("--move {number}: {file} has {count} moves; expected 1 to {most}")));
    }
    session.context_mut().take_notes().iter().for_each(|note| remark(note));
    Ok(())
}

/// The words of a list of moves or points, separated by spaces or commas.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', ',', '\t', '\n']).filter(|word| !word.is_empty())
}

/// Plays the moves of an option, in alternating colors.
pub(super) fn play_moves(session: &mut dyn GameSession, option: &str, moves: &str) -> Result<(), Fault> {
    for (number, word) in (1..).zip(words(moves)) {
        let to_play = session.to_play();
        session.play_text(to_play, word).map_err(Fault::of(format!("{option}: move {number}, {word}")))?;
    }
    Ok(())
}

/// Reads the position drawn in a file.
fn read_diagram(path: &Path) -> Result<Position, Fault> {
    let text = read_text(path, MAX_FILE)?;
    Ok(diagram::parse(&text).map_err(|error| FileFault::new(path, error))?)
}
