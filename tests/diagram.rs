//! Positions drawn as text, and files of them.

use brasa::go::diagram::{self, Symbol};
use brasa::go::{NoLiberty, Point, Position, Rules};

/// A diagram with labels: `X` and `O` are stones, `x` and `o` are stones marked for a test, `.` is an empty point, and
/// any other letter is an empty point with that label.
pub(crate) struct Diagram {
    size: u8,
    symbols: Vec<Symbol>,
}

impl Diagram {
    pub(crate) fn new(text: &str) -> Self {
        let symbols = diagram::symbols(text, |mark| mark == '.' || mark.is_ascii_alphabetic());
        let mut symbols = symbols.unwrap_or_else(|error| panic!("{error}:\n{text}"));
        symbols.sort_unstable_by_key(|symbol| symbol.point);
        Self { size: symbols.len().isqrt() as u8, symbols }
    }

    pub(crate) fn position(&self, rules: Rules) -> Result<Position, NoLiberty> {
        let stones = self.symbols.iter().map(|symbol| (symbol.point, symbol.color()));
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
        self.symbols
            .iter()
            .filter(|symbol| labels.contains(&symbol.mark))
            .map(|symbol| symbol.point)
            .collect()
    }

    /// Returns the image of the diagram under one of 16 symmetries: 0 to 7 are rotations and reflections, 8 to 15 the
    /// same with colors swapped.
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
        let image =
            |symbol: &Symbol| Symbol { point: place(symbol.point), mark: swapped(symbol.mark), ..*symbol };
        Self { size: self.size, symbols: self.symbols.iter().map(image).collect() }
    }
}

/// A case in a data file: a line `name: answer` with a diagram below; lines beginning with `#` are comments.
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
