//! The picture of a board as SVG. A point is 40 units wide.

use std::fmt::Write as _;

use super::letters;
use super::picture::{Mark, Picture, Shade, Spot};
use crate::framework::{Color, column_letter};
use crate::util::escape;

/// The distance between two points.
const STEP: f64 = 40.0;
/// The space for the coordinates on each side.
const MARGIN: f64 = 28.0;
/// The height of a line below the board.
const LINE: f64 = 26.0;
/// The letters of the caption that fit into a point's width.
const LETTERS_A_STEP: f64 = 4.6;
/// The radius of a stone.
const STONE: f64 = 18.5;

const WOOD: &str = "#ecc783";
const INK: &str = "#43351c";
const BLACK: &str = "#16161a";
const WHITE: &str = "#fcfcf8";
const SIGNAL: &str = "#d1381f";
const WEIGHT: &str = "#1b7f5a";

/// How letters are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letters {
    /// As text, in a font of the viewer.
    Text,
    /// As strokes, which need no font.
    Strokes,
}

impl Picture {
    /// The picture as an SVG element.
    pub fn svg(&self, letters: Letters) -> String {
        let (width, board) =
            (2.0 * MARGIN + f64::from(self.cols) * STEP, 2.0 * MARGIN + f64::from(self.rows) * STEP);
        let captions = self.captions();
        let height = board + captions.len() as f64 * LINE;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"sans-serif\" text-anchor=\"middle\">\n"
        );
        if !self.title.is_empty() {
            let _ = writeln!(svg, "<title>{}</title>", escape(&self.title));
        }
        let _ = writeln!(svg, "<rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"{WOOD}\"/>");
        let mut drawing = Drawing { picture: self, letters, svg };
        drawing.lines();
        drawing.coordinates();
        for row in 0..self.rows {
            for col in 0..self.cols {
                drawing.point(col, row);
            }
        }
        for (i, text) in captions.iter().enumerate() {
            drawing.text(text, width / 2.0, board + (i as f64 + 0.3) * LINE, 16.0, INK);
        }
        drawing.svg + "</svg>\n"
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

/// A picture that is being written.
struct Drawing<'a> {
    picture: &'a Picture,
    letters: Letters,
    svg: String,
}

impl Drawing<'_> {
    /// The middle of a point.
    fn middle(&self, col: u8, row: u8) -> (f64, f64) {
        let from_top = self.picture.rows - 1 - row;
        (MARGIN + (f64::from(col) + 0.5) * STEP, MARGIN + (f64::from(from_top) + 0.5) * STEP)
    }

    fn add(&mut self, element: &str) {
        self.svg += element;
        self.svg.push('\n');
    }

    fn text(&mut self, text: &str, x: f64, y: f64, size: f64, ink: &str) {
        let element = match self.letters {
            Letters::Strokes => letters::element(text, x, y, size, ink),
            Letters::Text => format!(
                "<text x=\"{x}\" y=\"{:.1}\" font-size=\"{size}\" fill=\"{ink}\">{}</text>",
                y + 0.35 * size,
                escape(text)
            ),
        };
        self.add(&element);
    }

    /// Draws the lines: through the points, or around the squares.
    fn lines(&mut self) {
        let Picture { cols, rows, has_lines, .. } = *self.picture;
        let mut path = String::new();
        let (left, top) = self.middle(0, rows - 1);
        let (right, bottom) = self.middle(cols - 1, 0);
        let out = if has_lines { 0.0 } else { STEP / 2.0 };
        let (left, top, right, bottom) = (left - out, top - out, right + out, bottom + out);
        let count = |points: u8| if has_lines { points } else { points + 1 };
        for col in 0..count(cols) {
            let x = left + f64::from(col) * STEP;
            let _ = write!(path, "M{x} {top}V{bottom}");
        }
        for row in 0..count(rows) {
            let y = top + f64::from(row) * STEP;
            let _ = write!(path, "M{left} {y}H{right}");
        }
        self.add(&format!(
            "<path d=\"{path}\" stroke=\"{INK}\" stroke-width=\"1.3\" stroke-linecap=\"square\" fill=\"none\"/>"
        ));
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
            self.add(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"3.5\" fill=\"{INK}\"/>"));
        }
        if spot.stone.is_none() && !spot.text.is_empty() {
            // The lines end around a text.
            self.add(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"13\" fill=\"{WOOD}\"/>"));
        }
        if let Some(Shade::Weight(weight)) = spot.shade {
            self.weight(x, y, weight);
        }
        if let Some(color) = spot.stone {
            let (fill, opacity) = (fill_of(color), if spot.is_ghost { " opacity=\".6\"" } else { "" });
            self.add(&format!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{STONE}\" fill=\"{fill}\" stroke=\"{BLACK}\"{opacity}/>"
            ));
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

    /// Draws a square of the owner's color, but not on a stone of that color.
    fn owner(&mut self, x: f64, y: f64, share: f64, stone: Option<Color>) {
        let owner = if share > 0.0 { Color::Black } else { Color::White };
        let (fill, side) = (fill_of(owner), 20.0 * share.abs().min(1.0).sqrt());
        if side >= 2.0 && stone != Some(owner) {
            self.add(&format!(
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" fill=\"{fill}\" \
                 stroke=\"#777\" stroke-width=\".7\"/>",
                x - side / 2.0,
                y - side / 2.0
            ));
        }
    }

    fn weight(&mut self, x: f64, y: f64, weight: f64) {
        let weight = weight.clamp(0.0, 1.0);
        let (radius, opacity) = (4.0 + 15.0 * weight.sqrt(), 0.35 + 0.5 * weight);
        self.add(&format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius:.1}\" fill=\"{WEIGHT}\" opacity=\"{opacity:.2}\"/>"
        ));
    }

    fn mark(&mut self, mark: Mark, x: f64, y: f64, ink: &str) {
        let shape = match mark {
            Mark::Ring => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"15.5\""),
            Mark::Triangle => {
                format!("<path d=\"M{x} {}L{} {}H{}Z\"", y - 11.0, x + 9.5, y + 6.0, x - 9.5)
            }
            Mark::Square => {
                format!("<rect x=\"{}\" y=\"{}\" width=\"16\" height=\"16\"", x - 8.0, y - 8.0)
            }
            Mark::Cross => format!("<path d=\"M{} {}l16 16m0 -16l-16 16\"", x - 8.0, y - 8.0),
        };
        let ink = if mark == Mark::Ring { SIGNAL } else { ink };
        self.add(&format!("{shape} fill=\"none\" stroke=\"{ink}\" stroke-width=\"2\"/>"));
    }
}

fn fill_of(color: Color) -> &'static str {
    match color {
        Color::Black => BLACK,
        Color::White => WHITE,
    }
}

/// The color in which texts and marks of a point are seen best.
fn ink_on(spot: &Spot) -> &'static str {
    match spot.stone {
        Some(color) => fill_of(!color),
        None => BLACK,
    }
}
