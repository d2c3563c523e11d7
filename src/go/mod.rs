//! The game of Go.

pub mod board;
pub mod diagram;
pub mod handicap;
pub mod knowledge;
pub mod letters;
pub mod network;
pub mod pattern;
pub mod perft;
pub mod playout;
mod position;
mod rules;
pub mod score;
pub mod simple;
pub mod symmetry;
pub mod tactics;
pub mod vertex;

pub use board::{Board, Point};
pub use position::{NoLiberty, Position};
pub use rules::{HandicapBonus, KoRule, Komi, KomiError, Rules, Scoring, UnknownRules};
pub use tactics::eyes;
