//! A picture as PNG.

use super::picture::Picture;
use super::shape::{Form, Shape};

/// Maximum PNG width in pixels.
const MAX_WIDTH: u32 = 4000;

/// Maximum number of pixels.
const MAX_PIXELS: f64 = 64e6;

/// Why a PNG was not made.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The picture has no pixels, or too many.
    #[error("a picture cannot be {0} pixels wide: expected 1 to {MAX_WIDTH}")]
    Width(u32),
    /// The picture is too high for its width.
    #[error("the picture is too high for its width: expected at most {MAX_PIXELS} pixels in all")]
    Pixels,
}

/// A picture as PNG of a width in pixels.
///
/// # Errors
/// When the width is 0 or more than 4000, or the picture has more than 64 million pixels.
pub fn png(picture: &Picture, width: u32) -> Result<Vec<u8>, PngError> {
    if !(1..=MAX_WIDTH).contains(&width) {
        return Err(PngError::Width(width));
    }
    let extent = picture.extent();
    let scale = f64::from(width) / extent.0;
    let height = (extent.1 * scale).ceil();
    if f64::from(width) * height > MAX_PIXELS {
        return Err(PngError::Pixels);
    }
    let mut canvas =
        Canvas { width: width as usize, scale, pixels: vec![[0.0; 4]; width as usize * height as usize] };
    for shape in picture.shapes() {
        canvas.draw(&shape);
    }
    Ok(canvas.encode())
}

/// The pixels of a drawing: red, green and blue times opacity, and opacity, each from 0 to 1.
struct Canvas {
    width: usize,
    /// Pixels per unit.
    scale: f64,
    pixels: Vec<[f32; 4]>,
}

impl Canvas {
    fn draw(&mut self, shape: &Shape) {
        let Shape { form, fill, stroke, opacity } = &shape.strokes();
        match form {
            &Form::Circle { x, y, radius } => {
                let distance = |px: f64, py: f64| (px - x).hypot(py - y) - radius;
                self.outline(
                    [x - radius, y - radius, x + radius, y + radius],
                    &distance,
                    (*fill, *stroke, *opacity),
                );
            }
            &Form::Rect { x, y, width, height, corner } => {
                let (half_x, half_y) = (width / 2.0, height / 2.0);
                let distance = |px: f64, py: f64| {
                    let (dx, dy) = (
                        (px - x - half_x).abs() - half_x + corner,
                        (py - y - half_y).abs() - half_y + corner,
                    );
                    dx.max(0.0).hypot(dy.max(0.0)) + dx.max(dy).min(0.0) - corner
                };
                self.outline([x, y, x + width, y + height], &distance, (*fill, *stroke, *opacity));
            }
            Form::Lines(lines) => {
                for (points, is_closed) in lines {
                    let first = points.first().filter(|_| *is_closed);
                    for (a, b) in points.iter().zip(points.iter().skip(1).chain(first)) {
                        self.segment(*a, *b, *stroke, *opacity);
                    }
                }
            }
            Form::Text { .. } => {}
        }
    }

    /// Fills and strokes an outline within a box, given the distance from it, which is negative inside.
    fn outline(
        &mut self,
        area: [f64; 4],
        distance: &dyn Fn(f64, f64) -> f64,
        (fill, stroke, opacity): (Option<&str>, Option<(&str, f64)>, f64),
    ) {
        if let Some(color) = fill {
            self.paint(area, distance, color, opacity);
        }
        if let Some((color, width)) = stroke {
            let [left, top, right, bottom] = area;
            let (half, area) = (width / 2.0, [left - width, top - width, right + width, bottom + width]);
            self.paint(area, &|x, y| distance(x, y).abs() - half, color, opacity);
        }
    }

    /// Draws a segment with round ends.
    fn segment(&mut self, a: (f64, f64), b: (f64, f64), stroke: Option<(&str, f64)>, opacity: f64) {
        let Some((color, width)) = stroke else { return };
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let square = (dx * dx + dy * dy).max(f64::MIN_POSITIVE);
        let distance = |x: f64, y: f64| {
            let along = (((x - a.0) * dx + (y - a.1) * dy) / square).clamp(0.0, 1.0);
            (x - a.0 - along * dx).hypot(y - a.1 - along * dy) - width / 2.0
        };
        let area = [a.0.min(b.0) - width, a.1.min(b.1) - width, a.0.max(b.0) + width, a.1.max(b.1) + width];
        self.paint(area, &distance, color, opacity);
    }

    /// Paints the pixels inside; edge pixels in part.
    fn paint(&mut self, area: [f64; 4], distance: &dyn Fn(f64, f64) -> f64, color: &str, opacity: f64) {
        let color = u32::from_str_radix(color.trim_start_matches('#'), 16).unwrap_or_default();
        let color = [16, 8, 0].map(|shift| (color >> shift & 255) as f32 / 255.0);
        let [left, top, right, bottom] = area.map(|x| x * self.scale);
        let (columns, scale) =
            ((left.max(1.0) - 1.0) as usize..((right + 1.0) as usize).min(self.width), self.scale);
        let rows = self.pixels.chunks_exact_mut(self.width).enumerate();
        for (y, row) in rows.take((bottom + 1.0) as usize).skip((top.max(1.0) - 1.0) as usize) {
            for (x, pixel) in columns.clone().zip(&mut row[columns.clone()]) {
                let inside = distance((x as f64 + 0.5) / scale, (y as f64 + 0.5) / scale) * -scale;
                let cover = ((inside + 0.5).clamp(0.0, 1.0) * opacity) as f32;
                for (old, new) in pixel.iter_mut().zip(color.into_iter().chain([1.0])) {
                    *old += (new - *old) * cover;
                }
            }
        }
    }

    /// The pixels in a file.
    fn encode(&self) -> Vec<u8> {
        let mut raw = Vec::with_capacity(self.pixels.len() * 4 + self.pixels.len() / self.width);
        for row in self.pixels.chunks_exact(self.width) {
            // No filter.
            raw.push(0);
            for &[red, green, blue, opacity] in row {
                let byte = |x: f32| (x * 255.0).round() as u8;
                let part = |x: f32| byte(x / opacity.max(1e-6));
                raw.extend([part(red), part(green), part(blue), byte(opacity)]);
            }
        }
        let size = [self.width, self.pixels.len() / self.width].map(|side| (side as u32).to_be_bytes());
        // Eight bits for each of red, green, blue and opacity.
        let header = [&size.concat()[..], &[8, 6, 0, 0, 0]].concat();
        let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
        chunk(&mut png, *b"IHDR", &header);
        chunk(&mut png, *b"tEXt", b"Software\0brasa");
        chunk(&mut png, *b"IDAT", &miniz_oxide::deflate::compress_to_vec_zlib(&raw, 6));
        chunk(&mut png, *b"IEND", &[]);
        png
    }
}

/// Adds a chunk: its length, kind and data, and the CRC-32 of kind and data.
fn chunk(png: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    png.extend((data.len() as u32).to_be_bytes());
    let start = png.len();
    png.extend(kind);
    png.extend(data);
    let mut crc = u32::MAX;
    for byte in &png[start..] {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
        }
    }
    png.extend((!crc).to_be_bytes());
}
