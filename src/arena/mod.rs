//! Programs against each other, as child processes that speak GTP: matches, tournaments, what their results
//! mean, and the pages that show it.

mod claim;
mod clock;
mod contest;
mod files;
mod game;
mod go_judge;
mod guard;
mod html;
mod judge;
mod merge;
pub mod opening;
mod page;
mod plot;
mod program;
mod rating;
mod record;
pub mod regress;
mod repeats;
mod scribe;
mod seat;
mod sprt;
pub mod stats;
mod summary;
mod table;
mod tournament;

pub use claim::{Claim, Margin};
pub use clock::{TimeError, TimeLimits, duration};
pub use contest::{MatchError, Plan, Progress, Settings, Shard, ShardError, play};
pub use files::{FileError, Files, read_table};
pub use judge::{GoGame, Judge, MatchGame, OtherGame, Played};
pub use merge::{MergeError, merge};
pub use page::publish;
pub use program::{Program, ProgramError, StartError};
pub use rating::{Rating, ratings};
pub use seat::{Contestant, Identity};
pub use sprt::{Decision, Sprt};
pub use summary::{Summary, summary_dat};
pub use table::{Row, Table, TableError};
pub use tournament::{PlayersError, Standings, System, publish_tournament, read_players};
