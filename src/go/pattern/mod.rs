//! Patterns of stones around a point.

mod mogo;

pub use mogo::{Mogo, PATTERNS};
