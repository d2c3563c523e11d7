//! The only place where games, searches, policies and players meet: what can be combined, and a session
//! that plays with one combination.

pub mod bench;
mod clock;
pub mod course;
mod doubt;
mod endgame;
mod exact;
mod factory;
mod games;
mod patterns;
mod players;
mod playouts;
pub mod presets;
pub mod registry;
mod rules;
mod searches;
mod session;
mod settings;
mod sides;
mod signature;
mod status;
mod table;

pub use clock::{Clock, Progress, Share, TimeParams, TimeSystem};
pub use endgame::GoEndgame;
pub use exact::minimax;
pub use factory::{Factory, NoParams, Tools};
pub use games::{GAMES, GameEntry, Hosted, Open, Shape};
pub use patterns::Patterns;
pub use players::{Making, PlayerEntry, players};
pub use playouts::{Effort, Study};
pub use presets::{PRESETS, Preset, UnknownPreset};
pub use rules::{Ko, RuleParams};
pub use searches::{SearchEntry, searches};
pub use session::{Audience, LoadError, MAX_MOVES, Session, SessionError, Statistics};
pub use settings::{GROUPS, GoParams, Group, Row, Settings, rows};
pub use sides::{ChoiceError, Players, SideParams, Sides};
pub use signature::signature;
pub use status::Status;
pub use table::{GameTable, Table};

pub use crate::players::MoveTimer;
pub use crate::players::SearchMode;
pub use crate::search::uct::LiveGfx;
