//! Picture contents: a board, and what is drawn on its points.

use crate::framework::{Color, Grid, parse_vertex};

/// A mark on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A ring, as around the last move.
    Ring,
    /// A triangle.
    Triangle,
}

/// A shading of a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shade {
    /// Ownership, from 1 (always Black) to -1 (always White).
    Owner(f64),
    /// The weight of a move, in [0, 1].
    Weight(f64),
}

/// The contents of a point.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Spot {
    pub(super) stone: Option<Color>,
    /// Whether the stone is an expected one, drawn translucent.
    pub(super) is_ghost: bool,
    pub(super) is_star: bool,
    pub(super) text: String,
    pub(super) mark: Option<Mark>,
    pub(super) shade: Option<Shade>,
}

/// A board with its stones and drawings. Columns and rows count from 0, rows from the bottom.
///
/// Its methods panic for a column or row that the board does not have; [`Self::point`] reads the name of a point that
/// it has.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub(super) cols: u8,
    pub(super) rows: u8,
    /// Whether stones are on line intersections; otherwise they are in squares.
    pub(super) has_lines: bool,
    /// The points, the bottom row first.
    pub(super) spots: Vec<Spot>,
    pub(super) title: String,
    pub(super) caption: String,
}

impl Picture {
    /// The picture of a board.
    pub fn of(grid: &dyn Grid) -> Self {
        let (cols, rows) = (grid.cols(), grid.rows());
        let points = (0..rows).flat_map(|row| (0..cols).map(move |col| (col, row)));
        let spot = |(col, row)| Spot {
            stone: grid.stone(col, row),
            is_star: grid.is_marked(col, row),
            ..Spot::default()
        };
        Self {
            cols,
            rows,
            has_lines: grid.has_lines(),
            spots: points.map(spot).collect(),
            title: String::new(),
            caption: String::new(),
        }
    }

    /// Sets the title, read by screen readers and shown on pages.
    pub fn set_title(&mut self, title: &str) {
        title.clone_into(&mut self.title);
    }

    /// Adds text to the line below the board.
    pub fn add_caption(&mut self, text: &str) {
        if !self.caption.is_empty() {
            self.caption += "   ";
        }
        self.caption += text;
    }

    /// Writes a short text on a point; returns whether the point was free of text.
    pub fn write(&mut self, col: u8, row: u8, text: &str) -> bool {
        let spot = self.spot(col, row);
        let is_free = spot.text.is_empty();
        if is_free {
            text.clone_into(&mut spot.text);
        }
        is_free
    }

    /// Draws a mark on a point.
    pub fn mark(&mut self, col: u8, row: u8, mark: Mark) {
        self.spot(col, row).mark = Some(mark);
    }

    /// Shows a share on a point.
    pub fn shade(&mut self, col: u8, row: u8, shade: Shade) {
        self.spot(col, row).shade = Some(shade);
    }

    /// Numbers a line of moves, starting with `first`. A move is a point name, or two with a hyphen, of which the
    /// second counts. An earlier move on the point of a later one, and a pass, are listed below the board.
    pub fn number<'a>(&mut self, moves: impl IntoIterator<Item = &'a str>, first: usize) {
        // A point shows the stone of the last move there.
        let mut moves: Vec<_> = (first..).zip(moves).collect();
        moves.reverse();
        let captions = self.write_numbers(moves);
        captions.iter().rev().for_each(|caption| self.add_caption(caption));
    }

    /// Writes each number on its point, unless it has one. Returns captions for the rest.
    fn write_numbers<'a>(&mut self, moves: impl IntoIterator<Item = (usize, &'a str)>) -> Vec<String> {
        let mut captions = Vec::new();
        for (number, text) in moves {
            match self.point(text) {
                Some((col, row)) if self.write(col, row, &number.to_string()) => {}
                Some((col, row)) => captions.push(format!("{number} at {}", self.spot(col, row).text)),
                None => captions.push(format!("{number} {text}")),
            }
        }
        captions
    }

    /// Draws an expected line as numbered translucent stones, on points without a stone; `color` plays the first.
    pub fn line<'a>(&mut self, moves: impl IntoIterator<Item = &'a str>, mut color: Color) {
        let moves: Vec<&str> = moves.into_iter().collect();
        for text in &moves {
            if let Some(spot) = self.point(text).map(|(col, row)| self.spot(col, row))
                && spot.stone.is_none()
            {
                (spot.stone, spot.is_ghost) = (Some(color), true);
            }
            color = !color;
        }
        let captions = self.write_numbers((1..).zip(moves));
        captions.iter().for_each(|caption| self.add_caption(caption));
    }

    /// The point named by a move; `None` for a pass and the like.
    pub fn point(&self, text: &str) -> Option<(u8, u8)> {
        let name = text.rsplit('-').next().unwrap_or(text);
        parse_vertex(name).filter(|&(col, row)| col < self.cols && row < self.rows)
    }

    fn spot(&mut self, col: u8, row: u8) -> &mut Spot {
        assert!(col < self.cols && row < self.rows, "column {col}, row {row} is off the board");
        &mut self.spots[usize::from(row) * usize::from(self.cols) + usize::from(col)]
    }
}
