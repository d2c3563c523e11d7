//! Positions drawn as text.

use brasa::framework::Color;
use brasa::go::{NoLiberty, Point, Position, Rules};

/// A square board drawn row by row from the top: `X` and `O` are stones, `x` and `o` stones that a test
/// singles out, `.` and any other letter empty points, the letter being a label. Blanks mean nothing.
pub(crate) struct Diagram {
    size: u8,
    marks: Vec<(Point, char)>,
}

impl Diagram {
    pub(crate) fn new(text: &str) -> Self {
        let rows: Vec<Vec<char>> = text
            .lines()
            .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect())
            .filter(|row: &Vec<char>| !row.is_empty())
            .collect();
        let size = rows.len() as u8;
        assert!(rows.iter().all(|row| row.len() == rows.len()), "not a square:\n{text}");
        let marks = rows
            .iter()
            .rev()
            .zip(0..)
            .flat_map(|(row, y)| row.iter().zip(0..).map(move |(&mark, x)| (Point::at(x, y), mark)));
        Self { size, marks: marks.collect() }
    }

    pub(crate) fn position(&self, rules: Rules) -> Result<Position, NoLiberty> {
        let stones = self.marks.iter().map(|&(p, mark)| {
            let color = match mark {
                'X' | 'x' => Some(Color::Black),
                'O' | 'o' => Some(Color::White),
                _ => None,
            };
            (p, color)
        });
        Position::from_stones(self.size, rules, stones)
    }

    /// Returns the point with a label that occurs once.
    pub(crate) fn at(&self, label: char) -> Point {
        let labelled: Vec<Point> = self.labelled(&[label]);
        assert_eq!(labelled.len(), 1, "label {label}");
        labelled[0]
    }

    /// Returns all points with one of the labels.
    pub(crate) fn labelled(&self, labels: &[char]) -> Vec<Point> {
        self.marks.iter().filter(|(_, mark)| labels.contains(mark)).map(|&(p, _)| p).collect()
    }
}
