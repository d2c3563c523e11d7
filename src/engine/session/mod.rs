//! A session: one game of any kind, its players and its clock.
//!
//! The front ends are thin layers over it. A method that fails changes nothing.

mod any;
mod error;
mod record;
mod seats;
mod slot;
mod state;
#[cfg(test)]
mod tests;
mod think;

pub use any::{GameSession, PlayoutStep, SteppedPlayout};
pub use error::{MAX_MOVES, SessionError};
pub use record::{GameInfo, Record};
pub use seats::{ChoiceError, Players};
pub use state::{Branch, LastDecision, LastSearch, Session, Statistics};
