//! Pictures of boards as SVG and PNG: stones, numbers of moves, marks, and shares of points as a heat map.
//!
//! A [`Picture`] is filled from any [`Grid`](crate::framework::Grid) and written by [`Picture::svg`] or [`png`].

mod letters;
mod picture;
mod png;
mod svg;

pub use picture::{Mark, Picture, Shade};
pub use png::{PngError, png};
pub use svg::Letters;

#[cfg(test)]
mod tests;
