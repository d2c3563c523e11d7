//! Parses the symbols of a figure.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use super::cursor::Cursor;
use super::{DatabaseError, Figure};

/// The bits of the cells that a field may hold, in the order of the board's cells.
const EMPTY: u8 = 1;
const OWN: u8 = 1 << 1;
const FOREIGN: u8 = 1 << 2;
const BORDER: u8 = 1 << 3;

/// The symbols and the cells that they match; the move is on an empty point.
const SYMBOLS: [(char, u8); 11] = [
    ('*', EMPTY),
    ('O', OWN),
    ('o', OWN | EMPTY),
    ('X', FOREIGN),
    ('x', FOREIGN | EMPTY),
    ('?', OWN | FOREIGN | EMPTY),
    ('.', EMPTY),
    ('%', OWN | FOREIGN | EMPTY | BORDER),
    ('|', BORDER),
    ('-', BORDER),
    ('+', BORDER),
];

/// A symbol and its location.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    symbol: char,
    bits: u8,
    pub(super) line: usize,
    column: usize,
}

/// Parses the three symbols of a row; text after a blank is a comment.
pub(super) fn row(cursor: &mut Cursor) -> Result<[Cell; 3], DatabaseError> {
    let row = [cell(cursor)?, cell(cursor)?, cell(cursor)?];
    match cursor.peek() {
        Some(next) if next != '#' && !next.is_whitespace() => {
            Err(cursor.expected("the end of the row after three symbols"))
        }
        _ => Ok(row),
    }
}

fn cell(cursor: &mut Cursor) -> Result<Cell, DatabaseError> {
    match SYMBOLS.iter().find(|(symbol, _)| Some(*symbol) == cursor.peek()) {
        Some(&(symbol, bits)) => {
            let cell = Cell { symbol, bits, line: cursor.line(), column: cursor.column() };
            cursor.bump();
            Ok(cell)
        }
        None => Err(cursor.expected("a symbol of a figure, one of `*OoXx?.%|-+`")),
    }
}

/// The figure of three rows. Edges must cover whole sides, and the move must be at the center.
pub(super) fn figure(cursor: &Cursor, rows: [[Cell; 3]; 3]) -> Result<Figure, DatabaseError> {
    let error = |cell: Cell, expected: &str| {
        let found = cell.symbol.to_string();
        cursor.on_line(cell.line).expected_at(cell.column, expected, &found)
    };
    let [[nw, n, ne], [w, center, e], [sw, s, se]] = rows;
    if center.symbol != '*' {
        return Err(error(center, "`*`, the move, at the center"));
    }
    let misplaced: [(char, &[Cell], &str); 4] = [
        ('*', &[n, e, s, w, ne, se, sw, nw], "a neighbor of the move, which is at the center"),
        ('+', &[n, e, s, w], "`+` only in the corners of the figure"),
        ('|', &[n, s], "`|` only in the left or right column"),
        ('-', &[w, e], "`-` only in the top or bottom row"),
    ];
    for (symbol, cells, expected) in misplaced {
        if let Some(&cell) = cells.iter().find(|cell| cell.symbol == symbol) {
            return Err(error(cell, expected));
        }
    }

    // Edges cover whole sides: if one symbol of a side is an edge, the others must agree.
    let side = |symbol: char, name: &str, cells: [Cell; 3]| {
        let is_edge = cells.iter().any(|cell| cell.symbol == symbol || cell.symbol == '+');
        match cells.iter().find(|cell| ![symbol, '+', '%'].contains(&cell.symbol)) {
            Some(&cell) if is_edge => {
                Err(error(cell, &format!("`{symbol}`, `+` or `%`, because the {name} is an edge")))
            }
            _ => Ok(is_edge),
        }
    };
    let north = side('-', "top row", [nw, n, ne])?;
    let east = side('|', "right column", [ne, e, se])?;
    let south = side('-', "bottom row", [sw, s, se])?;
    let west = side('|', "left column", [nw, w, sw])?;
    if north && south {
        return Err(error(s, "at most one horizontal edge"));
    }
    if east && west {
        return Err(error(e, "at most one vertical edge"));
    }
    let bits = |cell: Cell, is_border: bool| if is_border { BORDER } else { cell.bits };
    Ok(Figure::new([
        bits(n, north),
        bits(e, east),
        bits(s, south),
        bits(w, west),
        bits(ne, north || east),
        bits(se, south || east),
        bits(sw, south || west),
        bits(nw, north || west),
    ]))
}
