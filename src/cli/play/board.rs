//! The board in the terminal.

use std::fmt::Write as _;

use super::table::Table;
use crate::framework::{Color, Grid, column_letter, parse_vertex};

/// How a board is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// As a diagram of letters.
    Plain,
    /// In colors.
    Colored,
}

/// Black stones and lines on wood, in the escape sequences of 256-color terminals.
const WOOD: &str = "\x1b[48;5;179m\x1b[38;5;94m";
const BLACK: &str = "\x1b[38;5;16m";
const WHITE: &str = "\x1b[38;5;231m";
const LAST: &str = "\x1b[38;5;160m";
const RESET: &str = "\x1b[0m";

impl Style {
    /// The style for standard output: colors only on a terminal, and not if `NO_COLOR` is set (<https://no-color.org>).
    pub(super) fn of(is_terminal: bool) -> Self {
        let is_unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        if is_terminal && !is_unwanted && !is_dumb { Self::Colored } else { Self::Plain }
    }
}

/// The board, with a line about the game below it.
pub(super) fn text(table: &Table, style: Style) -> String {
    let session = &table.session;
    let shown = session.show();
    if style == Style::Plain {
        return shown;
    }
    let grid = session.grid();
    let last = session.moves().last().map(|&(_, mv)| session.move_text(mv));
    let last = last.and_then(|text| parse_vertex(text.rsplit('-').next()?));
    let below = shown.lines().skip(usize::from(grid.rows()) + 2);
    let mut text = colored(grid, last);
    for line in below {
        let _ = write!(text, "\n{line}");
    }
    text
}

/// A board in colors; parentheses mark the last move.
fn colored(grid: &dyn Grid, last: Option<(u8, u8)>) -> String {
    let mut text = String::new();
    let mut letters = format!("{WOOD}   ");
    for col in 0..grid.cols() {
        let _ = write!(letters, " {}", column_letter(col));
    }
    letters += &format!("    {RESET}");
    let _ = writeln!(text, "{letters}");
    for row in (0..grid.rows()).rev() {
        let _ = write!(text, "{WOOD}{:>2} ", row + 1);
        for col in 0..grid.cols() {
            let before = match last {
                Some(last) if last == (col, row) => format!("{WOOD}{LAST}("),
                Some((last_col, last_row)) if (last_col + 1, last_row) == (col, row) => {
                    format!("{WOOD}{LAST})")
                }
                _ => " ".to_owned(),
            };
            let point = match grid.stone(col, row) {
                Some(Color::Black) => format!("{BLACK}●"),
                Some(Color::White) => format!("{WHITE}●"),
                None if grid.is_marked(col, row) => "+".to_owned(),
                None => "·".to_owned(),
            };
            let _ = write!(text, "{before}{WOOD}{point}");
        }
        let after = if last == Some((grid.cols() - 1, row)) { format!("{LAST})") } else { " ".to_owned() };
        let _ = writeln!(text, "{after}{WOOD}{:<2} {RESET}", row + 1);
    }
    text + &letters
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::Game;
    use crate::go::{Point, Position, Rules};

    /// A text without escape sequences.
    fn plain(text: &str) -> String {
        text.split('\x1b')
            .enumerate()
            .map(|(i, part)| if i == 0 { part } else { part.split_once('m').unwrap().1 })
            .collect()
    }

    #[test]
    fn the_last_move_is_in_parentheses() {
        let mut position = Position::new(3, Rules::default());
        for (col, row) in [(0, 0), (2, 1)] {
            position.play(Point::at(col, row).to_move()).unwrap();
        }
        let board = plain(&colored(&position, Some((2, 1))));
        let expected = "    A B C    \n 3  · · · 3  \n 2  · ·(●)2  \n 1  ● · · 1  \n    A B C    ";
        assert_eq!(board, expected);
        let board = plain(&colored(&position, Some((0, 0))));
        assert!(board.contains("\n 1 (●)· · 1  \n"), "{board}");
    }
}
