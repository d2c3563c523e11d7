//! Players: a search that plays, and decorators that decide some moves themselves and leave the rest to the
//! inner player.

mod chain;
mod mixed;
mod opening;
mod params;
mod pass;
mod resign;
mod search;
mod varied;

pub use chain::Chain;
pub use mixed::{Mixed, MixedParams};
pub use opening::OpeningMoves;
pub use params::{PlayerParams, SearchMode};
pub use pass::{Endgame, OutOfTime, PassStyle, Passing};
pub use resign::Resigning;
pub use search::SearchPlayer;
pub use varied::Varied;
