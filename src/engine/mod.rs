//! The only place where games, searches, policies and players meet: lists of what can be combined, and a session that
//! plays one combination.
//!
//! [`Settings`] are what was chosen. [`Settings::spec`] turns them into a [`PlayerSpec`], from which searches and players
//! are built. A [`Session`] is one game with its players and its clock, and [`AnySession`] one of any game in [`GAMES`].

pub mod bench;
pub mod build;
mod clock;
mod context;
mod games;
pub mod go;
pub mod gtp_record;
mod host;
mod idle;
pub mod levels;
mod players;
pub mod playouts;
pub mod presets;
pub mod rating;
mod searches;
mod session;
mod settings;
mod signature;
mod spec;

pub use clock::{Clock, Progress, Share, TimeParams, TimeSystem};
pub use context::{ConfigureError, ObserverFactory, Searched, SessionContext};

pub use games::{AnySession, GAMES, GameEntry, Open};
pub use go::GoSession;
pub use host::{Hosted, UnacceptableSize};
pub use idle::no_effect;
pub use players::players;
pub use presets::{PRESETS, Preset, UnknownPreset};
pub use searches::searches;
pub use session::{
    Branch, ChoiceError, GameInfo, GameSession, LastDecision, LastSearch, MAX_MOVES, Players, PlayoutStep,
    Record, Session, SessionError, Statistics, SteppedPlayout,
};
pub use settings::{ChosenRules, GROUPS, GoParams, Group, ParamRow, Settings, rows};
pub use signature::signature;
pub use spec::{BoardSize, PlayerSpec};

pub use crate::players::SearchMode;
