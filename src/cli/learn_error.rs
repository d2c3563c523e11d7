//! Errors of learning from games.

use std::path::PathBuf;

use super::files::FileFault;
use crate::go::pattern::database::tune::Family;
use crate::go::pattern::learned::ModelError;
use crate::net::{Shape, StateError};

/// Why learning failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum LearnError {
    #[error(transparent)]
    File(#[from] FileFault),
    #[error("{}:{error}", path.display())]
    Model { path: PathBuf, error: ModelError },
    #[error(
        "{}:{line}: expected the win probability of a position, 0 to 1, and the moves on {size}x{size} that lead to it",
        path.display()
    )]
    Judged { path: PathBuf, line: usize, size: u8 },
    #[error("{}: no position; expected the output of `brasa patterns judge`", .0.display())]
    NoneJudged(PathBuf),
    #[error(
        "no game on {0}x{0} to use: expected SGF without handicap, one game a line, and more games than --skip"
    )]
    NoGames(u8),
    #[error(
        "{files}: {count} games on {sizes} with a winner: expected SGF without handicap, one game a line, and at least \
         two games"
    )]
    FewGames { files: String, sizes: String, count: u32 },
    #[error("{}:{line}: expected {columns} numbers between tabs", path.display())]
    LogLine { path: PathBuf, line: usize, columns: usize },
    #[error("{}: {error}; remove it to begin anew, or give another --out", path.display())]
    State { path: PathBuf, error: StateError },
    #[error("no formula fits {0} positions: a calibration needs at least 40, of which both players win some")]
    FewPositions(usize),
    #[error("{0} are fewer than the {1} of --from: a network can only grow")]
    Smaller(Shape, Shape),
    #[error("cannot start the engine '{0}': {1}")]
    Engine(String, std::io::Error),
    #[error("the engine ended; the labels written so far are whole, and the same command continues them")]
    EngineEnded,
    #[error("game {game}: the engine refused it: {error}")]
    Refused { game: u64, error: String },
    #[error("game {game}: the engine's answer has no {field}")]
    Answer { game: u64, field: &'static str },
    #[error("no position was learned from: a greater --share or more games are needed")]
    NothingLearned,
    #[error("no position was judged: the engine made no search")]
    NothingJudged,
    #[error("{0} has no line with a value above 0: there is no value to tune")]
    NoLines(String),
    #[error("the values grew beyond all bounds: a smaller --rate or a greater --spring is needed")]
    Diverged,
    #[error("no line of {database} belongs to the family `{family}`: names must match its `Pattern` lines")]
    NoFamily { database: String, family: Family },
}
