//! Board pictures as SVG. A point is 40 units wide.

use std::fmt::Write as _;

use super::picture::{Mark, Picture, Shade, Spot};
use super::shape::{Form, Letters, Shape};
use crate::framework::{Color, column_letter};
use crate::util::escape;

/// The distance between two points.
const STEP: f64 = 40.0;
/// The space for the coordinates on each side.
const MARGIN: f64 = 28.0;
/// The height of a line below the board.
const LINE: f64 = 26.0;
/// Caption letters per point width.
const LETTERS_A_STEP: f64 = 4.6;
/// The radius of a stone.
const STONE: f64 = 18.5;

const WOOD: &str = "#ecc783";
const INK: &str = "#43351c";
const BLACK: &str = "#16161a";
const WHITE: &str = "#fcfcf8";
const SIGNAL: &str = "#d1381f";
const WEIGHT: &str = "#1b7f5a";

impl Picture {
    /// The picture as an SVG element.
    pub fn svg(&self, letters: Letters) -> String {
        let (width, height) = self.extent();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"sans-serif\" text-anchor=\"middle\">\n"
        );
        if !self.title.is_empty() {
            let _ = writeln!(svg, "<title>{}</title>", escape(&self.title));
        }
        for shape in self.shapes() {
            let _ = shape.write(&mut svg, letters);
        }
        svg + "</svg>\n"
    }

    /// Width and height.
    pub(super) fn extent(&self) -> (f64, f64) {
        let [width, board] = [self.cols, self.rows].map(|points| 2.0 * MARGIN + f64::from(points) * STEP);
        (width, board + self.captions().len() as f64 * LINE)
    }

    /// The shapes, from back to front.
    pub(super) fn shapes(&self) -> Vec<Shape> {
        let ((width, height), captions) = (self.extent(), self.captions());
        let board = Form::Rect { x: 0.0, y: 0.0, width, height, corner: 6.0 };
        let mut drawing = Drawing { picture: self, shapes: vec![Shape::filled(board, WOOD)] };
        drawing.lines();
        drawing.coordinates();
        for row in 0..self.rows {
            for col in 0..self.cols {
                drawing.point(col, row);
            }
        }
        let top = height - captions.len() as f64 * LINE;
        for (i, text) in captions.iter().enumerate() {
            drawing.text(text, width / 2.0, top + (i as f64 + 0.3) * LINE, 16.0, INK);
        }
        drawing.shapes
    }

    /// The lines of the caption, as long as the picture is wide.
    fn captions(&self) -> Vec<String> {
        let most = (f64::from(self.cols) * LETTERS_A_STEP) as usize;
        let mut lines: Vec<String> = Vec::new();
        for part in self.caption.split("   ").filter(|part| !part.is_empty()) {
            match lines.last_mut() {
                Some(line) if line.len() + part.len() < most => *line += &format!("   {part}"),
                _ => lines.push(part.to_owned()),
            }
        }
        lines
    }
}

/// A picture that is being drawn.
struct Drawing<'a> {
    picture: &'a Picture,
    shapes: Vec<Shape>,
}

impl Drawing<'_> {
    /// The middle of a point.
    fn middle(&self, col: u8, row: u8) -> (f64, f64) {
        let from_top = self.picture.rows - 1 - row;
        (MARGIN + (f64::from(col) + 0.5) * STEP, MARGIN + (f64::from(from_top) + 0.5) * STEP)
    }

    fn text(&mut self, text: &str, x: f64, y: f64, size: f64, ink: &'static str) {
        self.shapes.push(Shape::filled(Form::Text { text: text.to_owned(), x, y, size }, ink));
    }

    /// Draws the lines: through the points, or around the squares.
    fn lines(&mut self) {
        let Picture { cols, rows, has_lines, .. } = *self.picture;
        let mut lines = Vec::new();
        let (left, top) = self.middle(0, rows - 1);
        let (right, bottom) = self.middle(cols - 1, 0);
        let out = if has_lines { 0.0 } else { STEP / 2.0 };
        let (left, top, right, bottom) = (left - out, top - out, right + out, bottom + out);
        let count = |points: u8| if has_lines { points } else { points + 1 };
        for col in 0..count(cols) {
            let x = left + f64::from(col) * STEP;
            lines.push((vec![(x, top), (x, bottom)], false));
        }
        for row in 0..count(rows) {
            let y = top + f64::from(row) * STEP;
            lines.push((vec![(left, y), (right, y)], false));
        }
        self.shapes.push(Shape::stroked(Form::Lines(lines), INK, 1.3));
    }

    fn coordinates(&mut self) {
        let Picture { cols, rows, .. } = *self.picture;
        let far = |points: u8| MARGIN * 1.5 + f64::from(points) * STEP;
        for col in 0..cols {
            let (x, _) = self.middle(col, 0);
            for y in [MARGIN / 2.0, far(rows)] {
                self.text(&column_letter(col).to_string(), x, y, 15.0, INK);
            }
        }
        for row in 0..rows {
            let (_, y) = self.middle(0, row);
            for x in [MARGIN / 2.0, far(cols)] {
                self.text(&(row + 1).to_string(), x, y, 15.0, INK);
            }
        }
    }

    fn point(&mut self, col: u8, row: u8) {
        let picture = self.picture;
        let (x, y) = self.middle(col, row);
        let spot = &picture.spots[usize::from(row) * usize::from(picture.cols) + usize::from(col)];
        if spot.is_star && spot.stone.is_none() && spot.text.is_empty() {
            self.shapes.push(Shape::filled(Form::Circle { x, y, radius: 3.5 }, INK));
        }
        if spot.stone.is_none() && !spot.text.is_empty() {
            // The lines stop around text.
            self.shapes.push(Shape::filled(Form::Circle { x, y, radius: 13.0 }, WOOD));
        }
        if let Some(Shade::Weight(weight)) = spot.shade {
            self.weight(x, y, weight);
        }
        if let Some(color) = spot.stone {
            self.shapes.push(Shape {
                stroke: Some((BLACK, 1.0)),
                opacity: if spot.is_ghost { 0.6 } else { 1.0 },
                ..Shape::filled(Form::Circle { x, y, radius: STONE }, fill_of(color))
            });
        }
        if let Some(Shade::Owner(share)) = spot.shade {
            self.owner(x, y, share, spot.stone);
        }
        let ink = ink_on(spot);
        if let Some(mark) = spot.mark {
            self.mark(mark, x, y, ink);
        }
        if !spot.text.is_empty() {
            let size = match spot.text.chars().count() {
                0..=2 => 19.0,
                3 => 15.0,
                _ => 12.0,
            };
            self.text(&spot.text, x, y, size, ink);
        }
    }

    /// Draws a square in the owner's color, except on a stone of that color.
    fn owner(&mut self, x: f64, y: f64, share: f64, stone: Option<Color>) {
        let owner = if share > 0.0 { Color::Black } else { Color::White };
        let (fill, side) = (fill_of(owner), 20.0 * share.abs().min(1.0).sqrt());
        if side >= 2.0 && stone != Some(owner) {
            let form =
                Form::Rect { x: x - side / 2.0, y: y - side / 2.0, width: side, height: side, corner: 0.0 };
            self.shapes.push(Shape { stroke: Some(("#777777", 0.7)), ..Shape::filled(form, fill) });
        }
    }

    fn weight(&mut self, x: f64, y: f64, weight: f64) {
        let weight = weight.clamp(0.0, 1.0);
        let (radius, opacity) = (4.0 + 15.0 * weight.sqrt(), 0.35 + 0.5 * weight);
        self.shapes.push(Shape { opacity, ..Shape::filled(Form::Circle { x, y, radius }, WEIGHT) });
    }

    fn mark(&mut self, mark: Mark, x: f64, y: f64, ink: &'static str) {
        let form = match mark {
            Mark::Ring => Form::Circle { x, y, radius: 15.5 },
            Mark::Triangle => {
                Form::Lines(vec![(vec![(x, y - 11.0), (x + 9.5, y + 6.0), (x - 9.5, y + 6.0)], true)])
            }
        };
        let ink = if mark == Mark::Ring { SIGNAL } else { ink };
        self.shapes.push(Shape::stroked(form, ink, 2.0));
    }
}

fn fill_of(color: Color) -> &'static str {
    match color {
        Color::Black => BLACK,
        Color::White => WHITE,
    }
}

/// The most visible color for texts and marks on a point.
fn ink_on(spot: &Spot) -> &'static str {
    match spot.stone {
        Some(color) => fill_of(!color),
        None => BLACK,
    }
}
