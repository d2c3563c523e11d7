//! Matches and tournaments between GTP programs that run as child processes, statistics of their results,
//! result pages, and regression tests.

mod boards;
mod claim;
mod clock;
mod contest;
mod files;
mod game;
mod go_judge;
mod guard;
mod html;
mod judge;
mod match_game;
mod match_program;
mod merge;
pub mod opening;
mod page;
mod plot;
mod program;
mod rating;
mod record;
pub mod regress;
mod repeats;
mod settings;
mod sprt;
pub mod stats;
mod summary;
mod table;
mod tournament;
mod writer;

pub use claim::{Claim, Margin};
pub use clock::{TimeError, TimeLimits, duration};
pub use contest::{MatchStatus, Schedule, Shard, ShardError, play};
pub use files::{FileError, Files, read_table};
pub use judge::{Judge, Played};
pub use match_game::{GoGame, MatchGame, OtherGame};
pub use match_program::{Contestant, Identity};
pub use merge::{MergeError, merge};
pub use page::publish;
pub use program::{Program, ProgramError, StartError};
pub use rating::{Rating, ratings};
pub use settings::{MatchError, MatchSettings};
pub use sprt::{Sprt, SprtDecision};
pub use summary::{Summary, summary_dat};
pub use table::{ResultRow, ResultTable, TableError};
pub use tournament::{PlayersError, Standings, TournamentFormat, publish_tournament, read_players};
