//! Patterns of stones around a point.

pub mod database;
mod mogo;

pub use mogo::{Mogo, PATTERNS};
