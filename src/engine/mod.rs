//! The only place where games, searches, policies and players meet: what can be combined, and a session
//! that plays with one combination.

pub mod bench;
mod clock;
pub mod presets;
pub mod registry;
mod rules;
mod session;
mod settings;

pub use clock::{Clock, Progress, Share, TimeParams, TimeSystem};
pub use presets::{PRESETS, Preset, UnknownPreset};
pub use rules::{Ko, RuleParams};
pub use session::{Audience, LoadError, MAX_MOVES, Session, SessionError, Status};
pub use settings::{GROUPS, GoParams, Group, Row, Settings, rows};

pub use crate::search::uct::LiveGfx;
