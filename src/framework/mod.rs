//! The contracts between games, searches, policies and players; no algorithm lives here.

mod color;
mod command;
mod game;
mod grid;
mod knowledge;
mod move_stat;
#[cfg(test)]
pub(crate) mod nim;
mod outcome;
mod player;
mod playout;
mod search;
mod symmetry;
mod trace;

pub use color::{Color, ParseColorError};
pub use command::{Args, Command, CommandInfo, Failure, Reply};
pub use game::{Game, IllegalMove, Move};
pub use grid::{Grid, Stones, column_letter, parse_vertex, symbol, vertex};
pub use knowledge::{CERTAIN, Candidate, Knowledge};
pub use move_stat::{MoveStat, RaveStat};
pub use outcome::{Ending, Outcome};
pub use player::{Decision, Player, Thinking};
pub use playout::{PlayoutLimit, PlayoutPolicy, Sequence};
pub use search::{
    Control, Detail, Ends, HashStatistics, Limits, MoveDetail, Observer, Report, Search, SearchDetail, Stop,
    TreeView, Until, add_counts,
};
pub use symmetry::{Canonical, Symmetric};
pub use trace::{Step, Tracer, ValueSource};
