//! Analyses of positions for other programs.

pub mod json;
