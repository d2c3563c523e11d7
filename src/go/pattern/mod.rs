//! Patterns of stones around a point.

pub mod database;
pub mod learned;
mod mogo;

pub use mogo::{Mogo, Pattern, PatternSet};
