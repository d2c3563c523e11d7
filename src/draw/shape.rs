//! The shapes of a drawing, and their elements in SVG.

use std::fmt::{self, Write as _};

use super::letters::{self, Line};
use crate::util::{escape, rounded};

/// How letters are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letters {
    /// As text, in a font of the viewer.
    Text,
    /// As strokes, which need no font.
    Strokes,
}

/// The form of a shape. A text is centered on its point; its size is the height of the letters.
#[derive(Clone, Debug)]
pub(super) enum Form {
    Circle { x: f64, y: f64, radius: f64 },
    Rect { x: f64, y: f64, width: f64, height: f64, corner: f64 },
    Lines(Vec<Line>),
    Text { text: String, x: f64, y: f64, size: f64 },
}

/// A shape. Colors are those of SVG, `#rrggbb`.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) form: Form,
    pub(super) fill: Option<&'static str>,
    /// Color and width of the outline.
    pub(super) stroke: Option<(&'static str, f64)>,
    pub(super) opacity: f64,
}

impl Shape {
    pub(super) const fn filled(form: Form, fill: &'static str) -> Self {
        Self { form, fill: Some(fill), stroke: None, opacity: 1.0 }
    }

    pub(super) const fn stroked(form: Form, stroke: &'static str, width: f64) -> Self {
        Self { form, fill: None, stroke: Some((stroke, width)), opacity: 1.0 }
    }

    /// Writes the element of SVG.
    pub(super) fn write(&self, svg: &mut String, letters: Letters) -> fmt::Result {
        match &self.form {
            Form::Circle { x, y, radius } => {
                write!(svg, "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"", short(*x), short(*y), short(*radius))?;
            }
            Form::Rect { x, y, width, height, corner } => {
                write!(svg, "<rect x=\"{}\" y=\"{}\"", short(*x), short(*y))?;
                write!(svg, " width=\"{}\" height=\"{}\"", short(*width), short(*height))?;
                if *corner > 0.0 {
                    write!(svg, " rx=\"{corner}\"")?;
                }
            }
            Form::Lines(lines) => {
                svg.push_str("<path stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"");
                for (points, is_closed) in lines {
                    for (i, (x, y)) in points.iter().enumerate() {
                        write!(svg, "{}{} {}", if i == 0 { 'M' } else { 'L' }, short(*x), short(*y))?;
                    }
                    svg.push_str(if *is_closed { "Z" } else { "" });
                }
                svg.push('"');
            }
            Form::Text { text, x, y, size } if letters == Letters::Text => {
                let (x, y, fill) = (short(*x), short(y + 0.35 * size), self.fill.unwrap_or("none"));
                let text = escape(text);
                return writeln!(
                    svg,
                    "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{fill}\">{text}</text>"
                );
            }
            Form::Text { .. } => return self.strokes().write(svg, letters),
        }
        write!(svg, " fill=\"{}\"", self.fill.unwrap_or("none"))?;
        if let Some((color, width)) = self.stroke {
            write!(svg, " stroke=\"{color}\" stroke-width=\"{}\"", short(width))?;
        }
        if self.opacity < 1.0 {
            write!(svg, " opacity=\"{}\"", short(self.opacity))?;
        }
        svg.push_str("/>\n");
        Ok(())
    }

    /// A text as strokes; any other shape as it is.
    pub(super) fn strokes(&self) -> Self {
        match (&self.form, self.fill) {
            (Form::Text { text, x, y, size }, Some(ink)) => {
                let (lines, width) = letters::lines(text, *x, *y, *size);
                Self { opacity: self.opacity, ..Self::stroked(Form::Lines(lines), ink, width) }
            }
            _ => self.clone(),
        }
    }
}

/// A number with at most two decimals.
fn short(x: f64) -> f64 {
    rounded(x, 2)
}
