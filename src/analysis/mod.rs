//! Analyses of positions for other programs, and reviews of games for people.

pub mod json;
pub mod review;
