//! A session: one game of any kind, its players and its clock.
//!
//! The front ends are thin layers over it. A method that fails changes nothing.

mod any;
mod branch;
mod error;
mod playout;
mod ponder;
mod record;
mod seats;
mod slot;
mod state;
mod statistics;
#[cfg(test)]
mod tests;
mod think;

pub use any::GameSession;
pub use branch::Branch;
pub use error::{MAX_MOVES, SessionError};
pub use playout::{PlayoutStep, SteppedPlayout};
pub use record::{GameInfo, Record};
pub use seats::{ChoiceError, Players};
pub use state::{LastDecision, LastSearch, Session};
pub use statistics::Statistics;
