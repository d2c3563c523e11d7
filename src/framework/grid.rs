//! Games on a grid of points: board diagrams and point names.

use std::fmt::Write;

use super::Color;

/// A board of stones of both players on a grid. Columns and rows count from 0, rows from the bottom.
pub trait Grid {
    /// The number of columns, at most 25.
    fn cols(&self) -> u8;

    /// The number of rows, at most 25.
    fn rows(&self) -> u8;

    /// The color of the stone on a point; `None` when the point is empty.
    fn stone(&self, col: u8, row: u8) -> Option<Color>;

    /// Whether the diagram marks the point when empty.
    fn is_marked(&self, _col: u8, _row: u8) -> bool {
        false
    }

    /// Whether stones are on line intersections, as in Go; otherwise they are in squares.
    fn has_lines(&self) -> bool {
        false
    }

    /// The board diagram, with `X` for Black and `O` for White.
    fn diagram(&self) -> String {
        let letters: String = (0..self.cols()).map(|col| format!(" {}", column_letter(col))).collect();
        let mut text = format!("  {letters}\n");
        for row in (0..self.rows()).rev() {
            let points: String = (0..self.cols())
                .flat_map(|col| match self.stone(col, row) {
                    None if self.is_marked(col, row) => [' ', '+'],
                    stone => [' ', symbol(stone)],
                })
                .collect();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{:2}{points} {}", row + 1, row + 1);
        }
        text + "  " + &letters
    }
}

/// A snapshot of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stones {
    cols: u8,
    rows: u8,
    has_lines: bool,
    /// The stone of each point and whether it is marked, bottom row first.
    points: Vec<(Option<Color>, bool)>,
}

impl Stones {
    /// Copies a board.
    pub fn of(grid: &dyn Grid) -> Self {
        let (cols, rows) = (grid.cols(), grid.rows());
        let points = (0..rows).flat_map(|row| (0..cols).map(move |col| (col, row)));
        let points = points.map(|(col, row)| (grid.stone(col, row), grid.is_marked(col, row))).collect();
        Self { cols, rows, has_lines: grid.has_lines(), points }
    }

    /// Copies a board without its stones.
    pub fn without_stones(grid: &dyn Grid) -> Self {
        let mut copy = Self::of(grid);
        copy.points.iter_mut().for_each(|(stone, _)| *stone = None);
        copy
    }

    fn point(&self, col: u8, row: u8) -> (Option<Color>, bool) {
        self.points[usize::from(row) * usize::from(self.cols) + usize::from(col)]
    }
}

impl Grid for Stones {
    fn cols(&self) -> u8 {
        self.cols
    }

    fn rows(&self) -> u8 {
        self.rows
    }

    fn stone(&self, col: u8, row: u8) -> Option<Color> {
        self.point(col, row).0
    }

    fn is_marked(&self, col: u8, row: u8) -> bool {
        self.point(col, row).1
    }

    fn has_lines(&self) -> bool {
        self.has_lines
    }
}

/// The symbol of a point in diagrams: `X` for Black, `O` for White, and a dot if empty.
pub const fn symbol(stone: Option<Color>) -> char {
    match stone {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    }
}

/// The letter of a column, skipping I.
pub fn column_letter(col: u8) -> char {
    char::from(b'A' + col + u8::from(col >= 8))
}

/// The name of a point, such as `C2`.
pub fn vertex(col: u8, row: u8) -> String {
    format!("{}{}", column_letter(col), row + 1)
}

/// Parses a point name, case-insensitively, into column and row; `None` if invalid.
pub fn parse_vertex(text: &str) -> Option<(u8, u8)> {
    let letter = text.chars().next()?.to_ascii_uppercase();
    let digits = text.get(1..)?;
    let is_letter = letter.is_ascii_uppercase() && letter != 'I';
    let is_number = (1..=2).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    if !is_letter || !is_number || digits.starts_with('0') {
        return None;
    }
    let row = digits.parse::<u8>().ok()? - 1;
    Some((letter as u8 - b'A' - u8::from(letter > 'I'), row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_points_round_trip() {
        for col in 0..25 {
            for row in 0..25 {
                assert_eq!(parse_vertex(&vertex(col, row).to_lowercase()), Some((col, row)));
            }
        }
        for text in ["", "A", "I3", "A0", "A03", "3A", "A-1", "é3", "A100", "pass"] {
            assert_eq!(parse_vertex(text), None, "{text}");
        }
    }
}
