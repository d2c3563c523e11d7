//! A picture as PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::picture::Picture;
use super::svg::Letters;

/// The greatest width of a PNG in pixels.
const MAX_WIDTH: u32 = 4000;

/// Why a PNG was not made.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The picture has no pixels, or too many.
    #[error("cannot draw a picture of {0} pixels' width; expected 1 to {MAX_WIDTH}")]
    Width(u32),
    /// The drawing failed.
    #[error("cannot draw the picture: {0}")]
    Drawing(String),
}

/// A picture as PNG of a width in pixels.
///
/// # Errors
/// When the width is 0 or more than 4000, or the drawing fails.
pub fn png(picture: &Picture, width: u32) -> Result<Vec<u8>, PngError> {
    if !(1..=MAX_WIDTH).contains(&width) {
        return Err(PngError::Width(width));
    }
    let failed = |error: &dyn std::fmt::Display| PngError::Drawing(error.to_string());
    let svg = picture.svg(Letters::Strokes);
    let tree = Tree::from_str(&svg, &Options::default()).map_err(|error| failed(&error))?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil() as u32;
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::Width(width))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(&error))
}
