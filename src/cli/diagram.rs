//! A position drawn as text.

use crate::framework::{Color, Game};
use crate::go::board::{MAX_SIZE, MIN_SIZE};
use crate::go::{NoLiberty, Point, Position, Rules};

/// Why a drawing is no position; lines and columns count from 1.
#[derive(Debug, thiserror::Error)]
pub(super) enum DiagramError {
    #[error("line {line}, column {column}: expected one of `XxOo.+`, found `{found}`")]
    Symbol { line: usize, column: usize, found: char },
    #[error("line {line}: expected {expected} points, as in the row above, found {found}")]
    Row { line: usize, expected: usize, found: usize },
    #[error("expected as many rows as columns, {MIN_SIZE} to {MAX_SIZE}, found {rows} rows of {columns}")]
    Size { rows: usize, columns: usize },
    #[error("line {line}: expected a single lowercase stone, the last move, found another")]
    Last { line: usize },
    #[error(transparent)]
    NoLiberty(#[from] NoLiberty),
}

/// Reads a drawing: the top row first, `X` Black's stones, `O` White's, `.` or `+` empty points. A lowercase stone
/// is the last move, and then it is the other player's turn. Blanks and lines that begin with `#` mean nothing.
pub(super) fn parse(text: &str) -> Result<Position, DiagramError> {
    let mut rows: Vec<Vec<char>> = Vec::new();
    let mut last = None;
    for (line, content) in
        (1..).zip(text.lines()).filter(|(_, content)| !content.trim_start().starts_with('#'))
    {
        let mut row = Vec::new();
        for (column, symbol) in (1..).zip(content.chars()).filter(|(_, symbol)| !symbol.is_whitespace()) {
            match symbol {
                'X' | 'O' | '.' | '+' => {}
                'x' | 'o' if last.is_some() => return Err(DiagramError::Last { line }),
                'x' | 'o' => last = Some((rows.len(), row.len(), symbol)),
                found => return Err(DiagramError::Symbol { line, column, found }),
            }
            row.push(symbol);
        }
        match rows.last() {
            _ if row.is_empty() => continue,
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
    let at = |row: usize, col: usize| Point::at(col as u8, (size - 1 - row) as u8);
    let color = |symbol: char| match symbol.to_ascii_uppercase() {
        'X' => Some(Color::Black),
        'O' => Some(Color::White),
        _ => None,
    };
    let stones = rows.iter().enumerate().flat_map(|(row, symbols)| {
        symbols.iter().enumerate().map(move |(col, &symbol)| (at(row, col), color(symbol)))
    });
    let drawn = Position::from_stones(size as u8, Rules::default(), stones.clone())?;
    let Some((p, mover)) = last.and_then(|(row, col, symbol)| Some((at(row, col), color(symbol)?))) else {
        return Ok(drawn);
    };
    // What was captured is not drawn: as all stones have liberties with the last one, it takes none now.
    let before = stones.map(|(q, color)| (q, color.filter(|_| q != p)));
    let mut position = Position::from_stones(size as u8, Rules::default(), before)?;
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
        assert_eq!(position.color_at(Point::at(1, 2)), Some(Color::Black));
        assert_eq!(position.color_at(Point::at(2, 1)), Some(Color::White));
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
            "line 2: expected a single lowercase stone, the last move, found another"
        );
        assert_eq!(error("XO\nOO"), "the stones at A1 have no liberty");
    }
}
