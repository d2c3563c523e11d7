//! Board coordinates: sizes (`SZ`), points, moves, and compressed point lists.
//!
//! A point is two letters, column then row, counted from the upper left corner: `a` to `z`, then `A` to `Z`.

use std::fmt;
use std::str::FromStr;

use crate::util::excerpt;

/// Maximum columns or rows that the letters can express.
pub const MAX_SIZE: u8 = 52;

/// Why a value is not valid for its property.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum ValueError {
    /// The value of `SZ` is not a size.
    #[error("`{0}` is not a board size, expected 1 to {MAX_SIZE}, or columns:rows such as `9:13`")]
    Size(String),
    /// The value is not two letters.
    #[error("`{0}` is not a point, expected two letters such as `dd`")]
    Point(String),
    /// The point is not on the board.
    #[error("`{text}` is not on the board, expected a point from `aa` to `{}`", size.last())]
    OffBoard { text: String, size: Size },
}

/// A point, counted from 0 at the upper left; SGF's rows run opposite to those of GTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    column: u8,
    row: u8,
}

impl Point {
    /// The point at a column and a row, both from 0.
    ///
    /// # Panics
    ///
    /// If either is not below [`MAX_SIZE`].
    #[track_caller]
    pub const fn new(column: u8, row: u8) -> Self {
        assert!(column < MAX_SIZE && row < MAX_SIZE, "point beyond the largest SGF board");
        Self { column, row }
    }

    /// The column, 0 at the left.
    pub const fn column(self) -> u8 {
        self.column
    }

    /// The row, 0 at the top.
    pub const fn row(self) -> u8 {
        self.row
    }
}

/// Writes the two letters.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letter(self.column), letter(self.row))
    }
}

fn letter(index: u8) -> char {
    char::from(if index < 26 { b'a' + index } else { b'A' + (index - 26) })
}

fn index(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    }
}

/// The size of a board, 1 to [`MAX_SIZE`] columns and rows; reads and writes the value of `SZ`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// The size of a board of `width` columns and `height` rows; `None` if a side is not 1 to
    /// [`MAX_SIZE`].
    pub fn new(width: u8, height: u8) -> Option<Self> {
        let valid = 1..=MAX_SIZE;
        (valid.contains(&width) && valid.contains(&height)).then_some(Self { width, height })
    }

    /// The number of columns.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// The number of rows.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Reads a point such as `dd`.
    ///
    /// # Errors
    ///
    /// [`ValueError`] if the text is not two letters or the point is not on the board.
    pub fn read_point(self, text: &str) -> Result<Point, ValueError> {
        let not_a_point = || ValueError::Point(excerpt(text));
        let &[column, row] = text.trim().as_bytes() else {
            return Err(not_a_point());
        };
        let column = index(column).ok_or_else(not_a_point)?;
        let row = index(row).ok_or_else(not_a_point)?;
        if column >= self.width || row >= self.height {
            return Err(ValueError::OffBoard { text: excerpt(text), size: self });
        }
        Ok(Point { column, row })
    }

    /// Reads the value of `B` or `W`: a point, or `None` for a pass (empty, or `tt` on boards up to 19x19).
    ///
    /// # Errors
    ///
    /// As [`read_point`](Self::read_point).
    pub fn read_move(self, text: &str) -> Result<Option<Point>, ValueError> {
        match text.trim() {
            "" => Ok(None),
            "tt" if self.width <= 19 && self.height <= 19 => Ok(None),
            _ => self.read_point(text).map(Some),
        }
    }

    /// Reads the values of `AB`, `AW` and the like: points, and rectangles such as `aa:cc`.
    ///
    /// Returns each point once, in order of first mention, rectangles row by row, so never more points than the board
    /// has. Takes O(values × rows).
    ///
    /// # Errors
    ///
    /// As [`read_point`](Self::read_point), for the first value that is wrong.
    pub fn read_points(self, values: &[String]) -> Result<Vec<Point>, ValueError> {
        // One bit per column of each row; rows are processed at once, because a list may repeat a large rectangle.
        let mut seen = [0u64; MAX_SIZE as usize];
        let mut points = Vec::new();
        for value in values {
            let (from, to) = value.split_once(':').unwrap_or((value, value));
            let (from, to) = (self.read_point(from)?, self.read_point(to)?);
            let (left, right) = (from.column.min(to.column), from.column.max(to.column));
            let (top, bottom) = (from.row.min(to.row), from.row.max(to.row));
            let columns = (1 << (right + 1)) - (1 << left);
            for (row, seen) in (0..).zip(&mut seen).take(usize::from(bottom) + 1).skip(usize::from(top)) {
                let mut fresh: u64 = columns & !*seen;
                *seen |= columns;
                while fresh != 0 {
                    points.push(Point { column: fresh.trailing_zeros() as u8, row });
                    fresh &= fresh - 1;
                }
            }
        }
        Ok(points)
    }

    fn last(self) -> Point {
        Point { column: self.width - 1, row: self.height - 1 }
    }
}

/// 19x19, the default without `SZ`.
impl Default for Size {
    fn default() -> Self {
        Self { width: 19, height: 19 }
    }
}

impl FromStr for Size {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let (width, height) = text.split_once(':').unwrap_or((text, text));
        width
            .trim()
            .parse()
            .ok()
            .zip(height.trim().parse().ok())
            .and_then(|(width, height)| Self::new(width, height))
            .ok_or_else(|| ValueError::Size(excerpt(text)))
    }
}

/// Writes the value of `SZ`, one number for a square board.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.width == self.height {
            write!(f, "{}", self.width)
        } else {
            write!(f, "{}:{}", self.width, self.height)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(size: &str, values: &[&str]) -> Result<String, ValueError> {
        let size: Size = size.parse().unwrap();
        let values: Vec<_> = values.iter().map(|&value| value.to_owned()).collect();
        let points = size.read_points(&values)?;
        Ok(points.iter().map(Point::to_string).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn every_point_reads_back() {
        let size = Size::new(52, 52).unwrap();
        for (column, row) in (0..52).flat_map(|column| (0..52).map(move |row| (column, row))) {
            let point = Point::new(column, row);
            assert_eq!(size.read_point(&point.to_string()), Ok(point));
        }
        assert_eq!(Point::new(3, 15).to_string(), "dp");
        assert_eq!(Point::new(25, 26).to_string(), "zA");
        assert_eq!(size.read_point("zA"), Ok(Point::new(25, 26)));
    }

    #[test]
    fn sizes_are_square_or_columns_and_rows() {
        assert_eq!("19".parse(), Ok(Size::default()));
        assert_eq!(" 9:13 ".parse(), Ok(Size::new(9, 13).unwrap()));
        assert_eq!(Size::new(9, 13).unwrap().to_string(), "9:13");
        assert_eq!("19:19".parse::<Size>().unwrap().to_string(), "19");
        for text in ["", "0", "53", "9:", ":9", "9:0", "9:9:9", "x", "-1", "999999999999"] {
            let message = text.parse::<Size>().unwrap_err().to_string();
            assert!(
                message.starts_with(&format!("`{text}` is not a board size, expected 1 to 52")),
                "{message}"
            );
        }
    }

    #[test]
    fn a_pass_is_empty_or_tt_where_tt_is_no_point() {
        let size = |text: &str| text.parse::<Size>().unwrap();
        assert_eq!(size("19").read_move(""), Ok(None));
        assert_eq!(size("52").read_move(""), Ok(None));
        assert_eq!(size("9:19").read_move("tt"), Ok(None));
        assert_eq!(size("20").read_move("tt"), Ok(Some(Point::new(19, 19))));
        assert_eq!(size("9").read_move("ai"), Ok(Some(Point::new(0, 8))));
        assert!(size("9:20").read_move("tt").is_err());
    }

    #[test]
    fn bad_points_are_refused_with_what_is_valid() {
        let size = Size::new(9, 13).unwrap();
        for text in ["a", "aaa", "a1", "é", "aa:bb", ""] {
            assert_eq!(size.read_point(text), Err(ValueError::Point(excerpt(text))));
        }
        let message = size.read_point("ja").unwrap_err().to_string();
        assert_eq!(message, "`ja` is not on the board, expected a point from `aa` to `im`");
        assert!(size.read_point("an").is_err());
        assert!(size.read_point("im").is_ok());
    }

    #[test]
    fn compressed_lists_expand_to_each_point_once() {
        assert_eq!(letters("9", &["dd", "aa:cb", "bb"]).unwrap(), "dd aa ba ca ab bb cb");
        assert_eq!(letters("9", &["cb:aa", "dd:dd"]).unwrap(), "aa ba ca ab bb cb dd");
        assert_eq!(letters("9", &[]).unwrap(), "");
        assert!(letters("9", &["aa:jj"]).is_err());
        assert!(letters("9", &["aa:"]).is_err());
        assert!(letters("9", &["aa:bb:cc"]).is_err());
        let hostile = vec!["aa:ZY".to_owned(); 100_000];
        let size = Size::new(52, 52).unwrap();
        assert_eq!(size.read_points(&hostile).unwrap().len(), 52 * 51);
    }
}
