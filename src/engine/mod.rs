//! The only place where games, searches, policies and players meet: what can be combined, and a session
//! that plays with one combination.

pub mod bench;
mod clock;
mod endgame;
mod patterns;
pub mod presets;
pub mod registry;
mod rules;
mod session;
mod settings;
mod status;

pub use clock::{Clock, Progress, Share, TimeParams, TimeSystem};
pub use endgame::GoEndgame;
pub use patterns::Patterns;
pub use presets::{PRESETS, Preset, UnknownPreset};
pub use rules::{Ko, RuleParams};
pub use session::{Audience, LoadError, MAX_MOVES, Session, SessionError, Statistics};
pub use settings::{GROUPS, GoParams, Group, Row, Settings, rows};
pub use status::Status;

pub use crate::search::uct::LiveGfx;
