//! Pictures of boards as SVG and PNG: stones, move numbers, marks, and shares of points as a heat map.
//!
//! A [`Picture`] is filled from any [`Grid`](crate::framework::Grid) and written by [`Picture::svg`] or [`png`].

mod letters;
mod picture;
mod png;
mod shape;
mod svg;

pub use picture::{Mark, Picture, Shade};
pub use png::{PngError, png};
pub use shape::Letters;

use crate::util::FileKind;

/// SVG files.
pub static SVG: FileKind = FileKind {
    name: "an SVG picture",
    is: |text| text.starts_with("<svg") || text.starts_with("<?xml") && text.contains("<svg"),
};

/// PNG files.
pub static PNG: FileKind = FileKind { name: "a PNG picture", is: |text| text.starts_with("\u{fffd}PNG\r\n") };

#[cfg(test)]
mod tests;
