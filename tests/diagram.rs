//! Positions drawn as text, and files of them.

use brasa::framework::Color;
use brasa::go::{NoLiberty, Point, Position, Rules};

/// A square board drawn row by row from the top: `X` and `O` are stones, `x` and `o` stones that a test
/// singles out, `.` and any other letter empty points, the letter being a label. Blanks are ignored.
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

    /// Returns the diagram turned or reflected in the `symmetry`-th of eight ways, with colors swapped from the
    /// eighth on.
    pub(crate) fn transformed(&self, symmetry: usize) -> Self {
        let last = self.size - 1;
        let place = |p: Point| {
            let x = if symmetry & 2 == 0 { p.col() } else { last - p.col() };
            let y = if symmetry & 4 == 0 { p.row() } else { last - p.row() };
            if symmetry & 1 == 0 { Point::at(x, y) } else { Point::at(y, x) }
        };
        let swapped = |mark| match mark {
            mark if symmetry < 8 => mark,
            'X' => 'O',
            'O' => 'X',
            'x' => 'o',
            'o' => 'x',
            mark => mark,
        };
        let marks = self.marks.iter().map(|&(p, mark)| (place(p), swapped(mark))).collect();
        Self { size: self.size, marks }
    }
}

/// A case of a data file: a line `name: answer` with a diagram below; other lines begin with `#`.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) answer: &'static str,
    pub(crate) diagram: Diagram,
}

/// Returns the cases of a text.
pub(crate) fn cases(text: &'static str) -> Vec<Case> {
    let mut cases: Vec<(&str, &str, String)> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some((name, answer)) = line.split_once(": ") {
            cases.push((name, answer, String::new()));
        } else if let Some((_, _, diagram)) = cases.last_mut() {
            *diagram += line;
            *diagram += "\n";
        }
    }
    cases
        .into_iter()
        .map(|(name, answer, diagram)| Case { name, answer, diagram: Diagram::new(&diagram) })
        .collect()
}
