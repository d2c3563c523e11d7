//! The game of Go.
//!
//! A [`Position`] is a game that a search can play: a board with its rules and history. Its [`Board`] has only stones and
//! chains, for playouts. A [`Point`] is a place on the board and, as [`Point::to_move`], the move there; [`vertex`] reads
//! and writes points as `E5`, and [`diagram`] a whole position.

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
