//! Letters as strokes, for pictures that must look the same on machines without fonts.

/// Points, each joined to its successor by a straight line, and whether the last is joined to the first.
pub(super) type Line = (Vec<(f64, f64)>, bool);

/// The width of a letter in its own units.
const WIDTH: f64 = 4.0;
/// The height of a letter in its own units.
const HEIGHT: f64 = 6.0;
/// The distance from one letter to the next in the same units.
const ADVANCE: f64 = 5.8;

/// The strokes of each letter in a box of 4 by 6 units, as SVG path data of `M`, `L`, `H`, `V` and `Z`.
const STROKES: [(char, &str); 42] = [
    ('0', "M0 1L1 0H3L4 1V5L3 6H1L0 5Z"),
    ('1', "M1 1L2 0V6M1 6H3"),
    ('2', "M0 1L1 0H3L4 1V2L0 6H4"),
    ('3', "M0 0H4L2 2.5H3L4 3.5V5L3 6H1L0 5"),
    ('4', "M3 6V0L0 4H4"),
    ('5', "M4 0H0V2.5H3L4 3.5V5L3 6H1L0 5"),
    ('6', "M4 1L3 0H1L0 1V5L1 6H3L4 5V3.5L3 2.5H0"),
    ('7', "M0 0H4L1.5 6"),
    ('8', "M1 3L0 2V1L1 0H3L4 1V2L3 3H1L0 4V5L1 6H3L4 5V4L3 3"),
    ('9', "M0 5L1 6H3L4 5V1L3 0H1L0 1V2.5L1 3.5H4"),
    ('A', "M0 6L2 0L4 6M.7 4H3.3"),
    ('B', "M0 0V6H3L4 5V4L3 3H0H2.7L3.7 2.2V.8L2.7 0Z"),
    ('C', "M4 1L3 0H1L0 1V5L1 6H3L4 5"),
    ('D', "M0 0V6H2.5L4 4.5V1.5L2.5 0Z"),
    ('E', "M4 0H0V6H4M0 3H3"),
    ('F', "M4 0H0V6M0 3H3"),
    ('G', "M4 1L3 0H1L0 1V5L1 6H3L4 5V3H2.5"),
    ('H', "M0 0V6M4 0V6M0 3H4"),
    ('I', "M2 0V6"),
    ('J', "M4 0V5L3 6H1L0 5"),
    ('K', "M0 0V6M4 0L0 3.5M1.3 2.4L4 6"),
    ('L', "M0 0V6H4"),
    ('M', "M0 6V0L2 3L4 0V6"),
    ('N', "M0 6V0L4 6V0"),
    ('O', "M0 1L1 0H3L4 1V5L3 6H1L0 5Z"),
    ('P', "M0 6V0H3L4 1V2L3 3H0"),
    ('Q', "M0 1L1 0H3L4 1V5L3 6H1L0 5ZM2.5 4.5L4 6"),
    ('R', "M0 6V0H3L4 1V2L3 3H0M2 3L4 6"),
    ('S', "M4 1L3 0H1L0 1V2L1 3H3L4 4V5L3 6H1L0 5"),
    ('T', "M0 0H4M2 0V6"),
    ('U', "M0 0V5L1 6H3L4 5V0"),
    ('V', "M0 0L2 6L4 0"),
    ('W', "M0 0L1 6L2 2L3 6L4 0"),
    ('X', "M0 0L4 6M4 0L0 6"),
    ('Y', "M0 0L2 3L4 0M2 3V6"),
    ('Z', "M0 0H4L0 6H4"),
    ('.', "M2 5.5V6"),
    (',', "M2 5.5L1.5 7"),
    (':', "M2 1.5V2M2 4.5V5"),
    ('-', "M1 3H3"),
    ('+', "M.5 3H3.5M2 1.5V4.5"),
    ('%', "M0 6L4 0M0 .5H1V1.5H0ZM3 4.5H4V5.5H3Z"),
];

/// The strokes of a line of text centered at (`x`, `y`), and their width. Lower-case letters are drawn as capitals, and
/// letters without strokes as blanks.
pub(super) fn lines(text: &str, x: f64, y: f64, size: f64) -> (Vec<Line>, f64) {
    let scale = 0.7 * size / HEIGHT;
    let count = text.chars().count() as f64;
    let (left, top) = (x - scale * ((count - 1.0) * ADVANCE + WIDTH) / 2.0, y - scale * HEIGHT / 2.0);
    let mut lines = Vec::new();
    for (i, letter) in text.chars().enumerate() {
        let letter = letter.to_ascii_uppercase();
        if let Some((_, path)) = STROKES.iter().find(|(known, _)| *known == letter) {
            let left = left + scale * i as f64 * ADVANCE;
            lines.extend(read(path).into_iter().map(|(points, is_closed)| {
                let place = |(x, y)| (left + scale * x, top + scale * y);
                (points.into_iter().map(place).collect(), is_closed)
            }));
        }
    }
    (lines, 0.9 * scale)
}

/// Reads the data of a path.
fn read(path: &str) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut rest = path;
    while let Some(command) = rest.chars().next() {
        rest = &rest[command.len_utf8()..];
        let end = rest.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let mut numbers = rest[..end].split(' ').filter_map(|number| number.parse().ok());
        rest = &rest[end..];
        let (x, y) = lines.last().and_then(|line| line.0.last()).copied().unwrap_or_default();
        let mut next = || numbers.next().unwrap_or_default();
        let point = match command {
            'H' => (next(), y),
            'V' => (x, next()),
            _ => (next(), next()),
        };
        match (command, lines.last_mut()) {
            ('M', _) | (_, None) => lines.push((vec![point], false)),
            ('Z', Some(line)) => line.1 = true,
            (_, Some(line)) => line.0.push(point),
        }
    }
    lines
}
