//! A position drawn as text.

use super::board::{MAX_SIZE, MIN_SIZE};
use super::{NoLiberty, Point, Position, Rules};
use crate::framework::{Color, Game};

/// A text that is not a position diagram; lines and columns count from 1.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum DiagramError {
    /// A character that is not a symbol.
    #[error("line {line}, column {column}: expected one of `XxOo.+`, found `{found}`")]
    Symbol { line: usize, column: usize, found: char },
    /// A row that is shorter or longer than the row above.
    #[error("line {line}: expected {expected} points, as in the row above, found {found}")]
    Row { line: usize, expected: usize, found: usize },
    /// Not a square, or not of a valid size.
    #[error("expected as many rows as columns, {MIN_SIZE} to {MAX_SIZE}, found {rows} rows of {columns}")]
    Size { rows: usize, columns: usize },
    /// A second lowercase stone.
    #[error("line {line}: found a second lowercase stone; only the last move is lowercase")]
    Last { line: usize },
    /// A chain without liberty.
    #[error(transparent)]
    NoLiberty(#[from] NoLiberty),
}

/// A symbol of a diagram.
#[derive(Clone, Copy, Debug)]
pub struct Symbol {
    /// The point.
    pub point: Point,
    /// The character.
    pub mark: char,
    /// The line, from 1.
    pub line: usize,
}

impl Symbol {
    /// The color of `X`, `x` (Black), `O` and `o` (White); `None` for any other mark.
    pub fn color(self) -> Option<Color> {
        match self.mark {
            'X' | 'x' => Some(Color::Black),
            'O' | 'o' => Some(Color::White),
            _ => None,
        }
    }
}

/// The symbols of a square board, one row per line, top row first. Spaces, and lines beginning with `#`, are ignored.
///
/// # Errors
/// When `is_mark` rejects a character, the rows differ in length, or the board is not a square of a valid size.
pub fn symbols(text: &str, is_mark: impl Fn(char) -> bool) -> Result<Vec<Symbol>, DiagramError> {
    let mut rows: Vec<Vec<Symbol>> = Vec::new();
    let lines = (1..).zip(text.lines()).filter(|(_, content)| !content.trim_start().starts_with('#'));
    for (line, content) in lines {
        let marks = (1..).zip(content.chars()).filter(|(_, mark)| !mark.is_whitespace());
        let symbol = |(column, mark)| match mark {
            mark if is_mark(mark) => Ok(Symbol { point: Point::NULL, mark, line }),
            found => Err(DiagramError::Symbol { line, column, found }),
        };
        let row: Vec<Symbol> = marks.map(symbol).collect::<Result<_, _>>()?;
        match rows.last() {
            _ if row.is_empty() => {}
            Some(above) if above.len() != row.len() => {
                return Err(DiagramError::Row { line, expected: above.len(), found: row.len() });
            }
            _ => rows.push(row),
        }
    }
    let (size, columns) = (rows.len(), rows.first().map_or(0, Vec::len));
    if size != columns || !(usize::from(MIN_SIZE)..=usize::from(MAX_SIZE)).contains(&size) {
        return Err(DiagramError::Size { rows: size, columns });
    }
    for (y, row) in (0..).zip(rows.iter_mut().rev()) {
        for (x, symbol) in (0..).zip(row) {
            symbol.point = Point::at(x, y);
        }
    }
    Ok(rows.concat())
}

/// The position of a diagram: `X` and `O` are Black's and White's stones, `.` and `+` empty points. A
/// lowercase stone is the last move, which the other player answers; without one, Black is to play.
///
/// # Errors
/// When the text is not such a diagram, or a chain has no liberty.
pub fn parse(text: &str) -> Result<Position, DiagramError> {
    let symbols = symbols(text, |mark| "XxOo.+".contains(mark))?;
    let mut lowercase = symbols.iter().filter(|symbol| symbol.mark.is_lowercase());
    let last = lowercase.next();
    if let Some(another) = lowercase.next() {
        return Err(DiagramError::Last { line: another.line });
    }
    let size = symbols.len().isqrt() as u8;
    let stones = symbols.iter().map(|symbol| (symbol.point, symbol.color()));
    let drawn = Position::from_stones(size, Rules::default(), stones.clone())?;
    let Some((p, mover)) = last.and_then(|last| Some((last.point, last.color()?))) else {
        return Ok(drawn);
    };
    // The diagram shows the board after captures. All its stones have liberties, so the last move captures none.
    let before = stones.map(|(q, color)| (q, color.filter(|_| q != p)));
    let mut position = Position::from_stones(size, Rules::default(), before)?;
    position.set_to_play(mover);
    position.play_legal(p.to_move());
    Ok(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_has_stones_and_a_last_move() {
        let position = parse("# comment\n. X .\n\n.+o\n...\n").unwrap();
        assert_eq!(position.board().size(), 3);
        assert_eq!(position.board().color_at(Point::at(1, 2)), Some(Color::Black));
        assert_eq!(position.board().color_at(Point::at(2, 1)), Some(Color::White));
        assert_eq!(position.last()[0], Point::at(2, 1));
        assert_eq!(position.to_play(), Color::Black);
        assert_eq!(parse("x.\n..").unwrap().to_play(), Color::White);
        assert_eq!(parse("..\n..").unwrap().last()[0], Point::NULL);
    }

    #[test]
    fn errors_say_where_and_what() {
        let error = |text: &str| parse(text).map(drop).unwrap_err().to_string();
        assert_eq!(error("..\n. #"), "line 2, column 3: expected one of `XxOo.+`, found `#`");
        assert_eq!(error("#\n...\n..\n"), "line 3: expected 3 points, as in the row above, found 2");
        assert_eq!(error(".\n"), "expected as many rows as columns, 2 to 19, found 1 rows of 1");
        assert_eq!(error(""), "expected as many rows as columns, 2 to 19, found 0 rows of 0");
        assert_eq!(
            error("x.\n.o"),
            "line 2: found a second lowercase stone; only the last move is lowercase"
        );
        assert_eq!(error("XO\nOO"), "the stones at A1 have no liberty");
    }
}
