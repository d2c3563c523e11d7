//! Programs against each other, as child processes that speak GTP: matches, tournaments, what their results
//! mean, and the pages that show it.

mod claim;
mod clock;
mod contest;
mod files;
mod game;
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
mod settings;
mod sprt;
pub mod stats;
mod summary;
mod table;
mod tournament;

pub use claim::{Claim, Margin};
pub use clock::{TimeError, TimeLimits, duration};
pub use contest::{Plan, Progress, Shard, ShardError, play};
pub use files::{FileError, Files, read_table};
pub use merge::{MergeError, merge};
pub use page::publish;
pub use program::{Program, ProgramError, StartError};
pub use rating::{Rating, ratings};
pub use seat::{Contestant, Identity};
pub use settings::{MatchError, Settings};
pub use sprt::{Accepted, Sprt};
pub use summary::{Summary, summary_dat};
pub use table::{Row, Table, TableError};
pub use tournament::{PlayersError, Standings, System, publish_tournament, read_players};
