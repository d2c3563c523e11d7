//! The faults of learning from games.

use std::io;
use std::path::PathBuf;

use crate::go::pattern::database::tune::Family;
use crate::go::pattern::learned::ModelError;

/// Learning failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum LearnError {
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
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
        "no game on {0}x{0} to use: expected SGF without handicap, a game a line, and more than --skip leaves out"
    )]
    NoGames(u8),
    #[error("no position was learned from: a greater --share or more games are needed")]
    NothingLearned,
    #[error("no position was judged: the engine searched none of them")]
    NothingJudged,
    #[error("{0} has no line with a value above 0, so that there is nothing to find")]
    NoLines(String),
    #[error("the values grew beyond all bounds: a smaller --rate or a greater --spring is needed")]
    Diverged,
    #[error("no line of {database} belongs to the family `{family}`: names are as in its `Pattern` lines")]
    NoFamily { database: String, family: Family },
}
