//! Local knowledge of Go that needs no search: eyes, atari, nakade shapes.

pub mod atari;
pub mod distance;
pub mod eyes;
pub mod nakade;
