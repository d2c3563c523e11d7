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

/// SVG files: a comment with the program's name, and the picture.
pub static SVG: FileKind =
    FileKind { name: "an SVG picture made by brasa", is: |text| text.starts_with(SVG_MARK) };

/// The comment that marks an SVG file as the program's.
const SVG_MARK: &str = "<!-- Made by brasa -->\n";

/// The text of an SVG file with a picture.
pub fn svg_file(svg: &str) -> String {
    format!("{SVG_MARK}{svg}")
}

/// PNG files, whose text chunk names the program.
pub static PNG: FileKind = FileKind {
    name: "a PNG picture made by brasa",
    is: |text| text.starts_with("\u{fffd}PNG\r\n") && text.contains("tEXtSoftware\0brasa"),
};

#[cfg(test)]
mod tests;
