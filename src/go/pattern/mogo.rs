//! The 3x3 patterns of MoGo and of Michi: hane, cuts and edge moves, as a table over all 3x3 neighborhood codes.
//!
//! The figures below match in all 16 symmetries: the eight rotations and reflections, with colors as drawn and swapped.
//! The move is at the center. A figure with a player matches only for that player with colors as drawn, and only for
//! the other player with colors swapped.
//!
//! Wildcards are expanded once to all matching neighborhoods, each setting a bit of a table. A match is then a single
//! lookup, independent of the number of patterns.
//!
//! # References
//! - S. Gelly, Y. Wang, R. Munos and O. Teytaud, "Modification of UCT with patterns in Monte-Carlo Go",
//!   INRIA RR-6062, 2006, figures 5 to 8.
//! - P. Baudis, "Michi", 2015, <https://github.com/pasky/michi>: its shapes and notation. There wildcards also match
//!   the border; here, as in the course's lecture, they do not.

use std::sync::LazyLock;

use super::database::Neighborhood;
use crate::framework::Color;
use crate::go::board::exchange_colors;

/// A figure: `X` black, `O` white, `.` empty, `x` not black, `o` not white (both include empty), `?` anything
/// on the board, blank the border; three rows, the northern first, the move at the center.
pub struct Pattern {
    /// The name of the group the figure belongs to.
    pub group: &'static str,
    /// The three rows.
    pub rows: [&'static str; 3],
    /// The only player for whom the figure matches, with the colors as drawn; `None` for both players.
    pub player: Option<Color>,
    /// Figures that must not match.
    pub except: &'static [[&'static str; 3]],
}

const fn figure(group: &'static str, rows: [&'static str; 3]) -> Pattern {
    Pattern { group, rows, player: None, except: &[] }
}

const fn figure_for(group: &'static str, rows: [&'static str; 3], player: Color) -> Pattern {
    Pattern { group, rows, player: Some(player), except: &[] }
}

crate::choices! {
    /// A set of patterns.
    pub enum PatternSet {
        /// The patterns of MoGo.
        Mogo = "mogo",
        /// The patterns of Michi: those that hold for both players, and shapes of attachments.
        Michi = "michi",
    }
}

impl PatternSet {
    /// The figures of the set.
    pub const fn figures(self) -> &'static [Pattern] {
        match self {
            Self::Mogo => &MOGO,
            Self::Michi => &MICHI,
        }
    }
}

/// The patterns of MoGo.
const MOGO: [Pattern; 11] = [
    figure("hane", ["XOX", "...", "???"]),
    figure("hane", ["XO.", "...", "?.?"]),
    figure("hane", ["XO?", "X..", "?.?"]),
    figure_for("hane", ["XOO", "...", "?.?"], Color::Black),
    Pattern {
        group: "cut1",
        rows: ["XO?", "O.?", "???"],
        player: None,
        except: &[["XO?", "O.O", "?.?"], ["XO?", "O..", "?O?"]],
    },
    figure("cut2", ["?X?", "O.O", "ooo"]),
    figure("edge", ["X.?", "O.?", "   "]),
    figure("edge", ["?X?", "x.O", "   "]),
    figure_for("edge", ["?XO", "?.?", "   "], Color::Black),
    figure_for("edge", ["?XO", "?.O", "   "], Color::White),
    figure_for("edge", ["?XO", "O.X", "   "], Color::White),
];

/// The patterns of Michi.
const MICHI: [Pattern; 13] = [
    figure("hane", ["XOX", "...", "???"]),
    figure("hane", ["XO.", "...", "?.?"]),
    figure("hane", ["XO?", "X..", "x.?"]),
    figure("attachment", [".O.", "X..", "..."]),
    figure("cut1", ["XO?", "O.o", "?o?"]),
    figure("cut1", ["XO?", "O.X", "???"]),
    figure("cut2", ["?X?", "O.O", "ooo"]),
    figure("cut2", ["OX?", "o.O", "???"]),
    figure("edge", ["X.?", "O.?", "   "]),
    figure("edge", ["OX?", "X.O", "   "]),
    figure("edge", ["?X?", "x.O", "   "]),
    figure("edge", ["?XO", "x.x", "   "]),
    figure("edge", ["?OX", "X.O", "   "]),
];

/// The eight neighbors in the order of the 3x3 code's fields, as column and row of a figure.
const FIELDS: [(usize, usize); 8] = [(1, 0), (2, 1), (1, 2), (0, 1), (2, 0), (2, 2), (0, 2), (0, 0)];

/// The table: for each neighborhood code and player, whether some pattern matches.
pub struct Mogo {
    matches: [Box<[u64; 1024]>; 2],
}

impl Mogo {
    /// The table of MoGo's patterns.
    pub fn table() -> &'static Self {
        Self::of(PatternSet::Mogo)
    }

    /// The table of a set, which is built on first use.
    pub fn of(set: PatternSet) -> &'static Self {
        static MOGO: LazyLock<Mogo> = LazyLock::new(|| Mogo::new(PatternSet::Mogo));
        static MICHI: LazyLock<Mogo> = LazyLock::new(|| Mogo::new(PatternSet::Michi));
        match set {
            PatternSet::Mogo => &MOGO,
            PatternSet::Michi => &MICHI,
        }
    }

    /// Whether a pattern matches at a point with this neighborhood, with `color` to play.
    #[inline(always)]
    pub fn matches(&self, code: u16, color: Color) -> bool {
        self.matches[color.index()][usize::from(code >> 6)] >> (code & 63) & 1 != 0
    }

    fn new(set: PatternSet) -> Self {
        let mut table = Self { matches: [Box::new([0; 1024]), Box::new([0; 1024])] };
        for pattern in set.figures() {
            let mut codes = expand(&fields(&pattern.rows));
            codes.retain(|&code| !pattern.except.iter().any(|rows| fits(&fields(rows), code)));
            for code in codes.into_iter().flat_map(|code| Neighborhood(code).images()) {
                let drawn = pattern.player.unwrap_or(Color::Black);
                table.insert(code, drawn);
                table.insert(exchange_colors(code), !drawn);
                if pattern.player.is_none() {
                    table.insert(code, !drawn);
                    table.insert(exchange_colors(code), drawn);
                }
            }
        }
        table
    }

    fn insert(&mut self, code: u16, color: Color) {
        self.matches[color.index()][usize::from(code >> 6)] |= 1 << (code & 63);
    }
}

/// The eight symbols around the center, in the order of the fields.
fn fields(rows: &[&str; 3]) -> [u8; 8] {
    FIELDS.map(|(col, row)| rows[row].as_bytes()[col])
}

/// The cells that a symbol matches, as bits.
const fn cells(symbol: u8) -> u8 {
    match symbol {
        b'.' => 0b0001,
        b'X' => 0b0010,
        b'O' => 0b0100,
        b'x' => 0b0101,
        b'o' => 0b0011,
        b'?' => 0b0111,
        _ => 0b1000,
    }
}

fn fits(fields: &[u8; 8], code: u16) -> bool {
    fields.iter().enumerate().all(|(i, &symbol)| cells(symbol) >> (code >> (2 * i) & 3) & 1 != 0)
}

/// All matching codes.
fn expand(fields: &[u8; 8]) -> Vec<u16> {
    (0..=u16::MAX).filter(|&code| fits(fields, code)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::board::{Bare, Board, Point};

    /// Places a diagram with its center on a line of the board, counted from 0; returns whether a pattern matches there
    /// for Black and for White.
    fn players_on(line: u8, rows: &[&str]) -> (bool, bool) {
        let mut board = Board::<Bare>::new(9);
        for (row, symbols) in (0..=line + 1).rev().zip(rows) {
            for (col, symbol) in (4..).zip(symbols.bytes()) {
                match symbol {
                    b'X' => board.play_legal(Point::at(col, row), Color::Black),
                    b'O' => board.play_legal(Point::at(col, row), Color::White),
                    _ => {}
                }
            }
        }
        let code = board.neighborhood3x3(Point::at(5, line));
        (Mogo::table().matches(code, Color::Black), Mogo::table().matches(code, Color::White))
    }

    fn players(rows: [&str; 3]) -> (bool, bool) {
        players_on(4, &rows)
    }

    #[test]
    fn the_figures_match_for_the_players_they_name() {
        let both = (true, true);
        assert_eq!(players(["XOX", "...", "O.."]), both);
        assert_eq!(players(["OX.", "...", "..O"]), both, "colors exchanged");
        assert_eq!(players(["XO.", "X..", "..O"]), both);
        assert_eq!(players(["XOO", "...", "..."]), (true, false), "black to play");
        assert_eq!(players(["OXX", "...", "..."]), (false, true), "white to play, exchanged");
        assert_eq!(players([".X.", "O.O", "..X"]), both);
        assert_eq!(players([".X.", "O.O", "..O"]), (false, false), "connected below");
    }

    #[test]
    fn wildcards_stand_for_what_they_say() {
        // North, east, south, west, then the corners: 3 cells for each `?`, 2 for each `x` and `o`.
        let codes = |rows: [&str; 3]| expand(&fields(&rows));
        assert_eq!(codes(["XOX", "O.O", "XOX"]).len(), 1);
        assert_eq!(codes(["?OX", "X.O", "   "]).len(), 3);
        assert_eq!(codes(["XOX", "x.o", "XOX"]).len(), 4);
        let (east, west) = (|code: u16| code >> 2 & 3, |code: u16| code >> 6 & 3);
        assert!(codes(["XOX", "x.o", "XOX"]).iter().all(|&code| west(code) != 1 && east(code) != 2));
        assert_eq!(codes(["   ", " . ", "   "]), [0xffff], "the border all around");
    }

    #[test]
    fn cut1_has_exceptions() {
        assert_eq!(players(["XO.", "O.X", "..."]), (true, true));
        assert_eq!(players(["XO.", "O.O", "X.."]), (false, false));
    }

    #[test]
    fn michi_knows_other_shapes() {
        let code = |rows: [&str; 3]| expand(&fields(&rows))[0];
        let matches = |rows, color| {
            [PatternSet::Mogo, PatternSet::Michi].map(|set| Mogo::of(set).matches(code(rows), color))
        };
        let [black, white] = Color::ALL;
        assert_eq!(matches(["XOX", "...", "..."], black), [true, true]);
        assert_eq!(matches([".O.", "X..", "..."], black), [false, true], "an attachment");
        assert_eq!(matches(["OX.", "..O", "..."], white), [false, true], "a cut of a knight's move");
        assert_eq!(matches(["XOO", "...", "..."], black), [true, false], "for one player only");
        assert_eq!(matches(["XO.", "O.O", ".O."], black), [true, false], "nothing is left to cut");
        assert_eq!(matches(["XO.", "O.X", "XXX"], black), [true, true], "a cut that was peeped at");
    }

    #[test]
    fn edge_figures_match_at_the_edge_only() {
        assert_eq!(players_on(1, &[".X.", "..O", "..."]), (false, false), "one line too high");
        let on_edge = |rows: [&str; 2]| players_on(0, &rows);
        assert_eq!(on_edge(["X..", "O.."]), (true, true));
        assert_eq!(on_edge([".X.", "..O"]), (true, true));
        assert_eq!(on_edge([".XO", "..."]), (true, false));
        assert_eq!(on_edge([".XO", "X.O"]), (true, true), "two figures, one for each player");
        assert_eq!(on_edge([".XO", "O.X"]), (true, true));
        assert_eq!(on_edge([".XX", "..O"]), (true, true), "a stone below enemies");
        assert_eq!(on_edge([".XX", "X.O"]), (false, false));
    }

    #[test]
    fn nothing_matches_on_the_empty_board() {
        let board = Board::<Bare>::new(5);
        for p in board.points() {
            assert!(!Mogo::table().matches(board.neighborhood3x3(p), Color::Black), "{p}");
        }
    }
}
