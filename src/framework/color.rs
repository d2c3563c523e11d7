//! The two players.

use std::fmt;
use std::ops::Not;
use std::str::FromStr;

/// A player, by the color of its stones.
///
/// The discriminants are the board's cell values, so converting a color to a cell costs nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// The player who begins in Go.
    Black = 1,
    /// The player who receives the komi in Go.
    White = 2,
}

impl Color {
    /// Both colors, Black first.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// Splits the name of a color's parameter such as `black_depth` into the color and `depth`.
    pub fn of_param(name: &str) -> Option<(Self, &str)> {
        let (color, param) = name.split_once('_')?;
        Self::ALL.into_iter().find(|known| known.to_string() == color).map(|known| (known, param))
    }

    /// 0 for Black and 1 for White, for array indexing.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self as usize - 1) & 1
    }

    /// 1 for Black and -1 for White.
    #[inline(always)]
    pub const fn sign(self) -> i8 {
        match self {
            Self::Black => 1,
            Self::White => -1,
        }
    }

    /// Returns `Black` or `White`, as in the names of properties and at the start of a sentence.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Black => "Black",
            Self::White => "White",
        }
    }

    /// Returns `B` or `W`, as in SGF and in results.
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }
}

/// The other player.
impl Not for Color {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// `black` or `white`.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

/// The text is not a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a color: expected b, black, w or white")]
pub struct ParseColorError;

/// Reads `b`, `black`, `w` or `white`, in any case.
impl FromStr for Color {
    type Err = ParseColorError;

    fn from_str(text: &str) -> Result<Self, ParseColorError> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Self::Black),
            "w" | "white" => Ok(Self::White),
            _ => Err(ParseColorError),
        }
    }
}
