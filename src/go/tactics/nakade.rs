//! Nakade: eye shapes whose vital point decides between one eye and two.

use crate::framework::Color;
use crate::go::board::{Board, Point, Tracking, color_bits, direction, empty_bits};

/// Maximum number of stones in a nakade shape.
pub const LARGEST: usize = 6;

/// Whether a chain of `color` through the empty point `p` would be a nakade shape: up to three
/// stones, a square or pyramid of four, a bulky or crossed five, a rabbity six.
///
/// # References
/// - Sensei's Library, "Nakade"; the list as in Fuego's playouts (TR 09-08, University of Alberta, 2009).
pub fn is_shape_after<F: Tracking>(board: &Board<F>, p: Point, color: Color) -> bool {
    let mut stones = [Point::NULL; LARGEST];
    stones[0] = p;
    let mut count = 1;
    for q in p.neighbors() {
        if board.cell(q) == color as u8 && !stones[..count].contains(&q) {
            for stone in board.stones_of(board.head(q)) {
                if count == LARGEST {
                    return false;
                }
                stones[count] = stone;
                count += 1;
            }
        }
    }
    is_shape(&stones[..count])
}

/// Whether connected points form a nakade shape.
pub fn is_shape(points: &[Point]) -> bool {
    if points.len() <= 3 {
        return true;
    }
    let mut degrees = [0; LARGEST];
    for (degree, p) in degrees.iter_mut().zip(points) {
        *degree = p.neighbors().iter().filter(|q| points.contains(q)).count();
    }
    degrees.sort_unstable();
    // The sorted degrees identify a shape.
    matches!(
        (points.len(), degrees),
        (4, [0, 0, 2, 2, 2, 2] | [0, 0, 1, 1, 1, 3])
            | (5, [0, 1, 2, 2, 2, 3] | [0, 1, 1, 1, 1, 4])
            | (6, [1, 1, 2, 2, 2, 4])
    )
}

/// The vital point of a nakade-shaped region of three to six points: the point with the most neighbors in the region.
/// `None` if the region has another shape or the maximum is not unique.
pub fn vital_point(points: &[Point]) -> Option<Point> {
    let degree = |p: &Point| p.neighbors().iter().filter(|q| points.contains(q)).count();
    if points.len() < 3 || !is_shape(points) {
        return None;
    }
    let best = *points.iter().max_by_key(|p| degree(p))?;
    let unique = points.iter().filter(|p| degree(p) == degree(&best)).count() == 1;
    unique.then_some(best)
}

/// The vital point of the empty region around `start` for a move of `color`; `None` if the region has more than six
/// points or touches a stone of `color`.
pub fn vital_point_against<F: Tracking>(board: &Board<F>, start: Point, color: Color) -> Option<Point> {
    if is_surely_open(board, start, color) {
        return None;
    }
    let mut region = [Point::NULL; LARGEST];
    region[0] = start;
    let (mut count, mut next) = (1, 0);
    while next < count {
        let p = region[next];
        next += 1;
        let code = board.neighborhood3x3(p);
        if color_bits(code, color) != 0 {
            return None;
        }
        let mut empty = empty_bits(code);
        while empty != 0 {
            let q = p + direction(empty);
            empty &= empty - 1;
            if !region[..count].contains(&q) {
                if count == LARGEST {
                    return None;
                }
                region[count] = q;
                count += 1;
            }
        }
    }
    vital_point(&region[..count])
}

/// Whether the points within two steps of `start` already show that the empty region around it is too large or touches
/// a stone of `color`, which decides most regions.
#[inline]
fn is_surely_open<F: Tracking>(board: &Board<F>, start: Point, color: Color) -> bool {
    let code = board.neighborhood3x3(start);
    if color_bits(code, color) != 0 {
        return true;
    }
    let mut empty = empty_bits(code);
    // A point two steps away is adjacent to at most two points one step away; each adjacency counts one half.
    let mut halves = 2 + 2 * empty.count_ones();
    while empty != 0 {
        let code = board.neighborhood3x3(start + direction(empty));
        empty &= empty - 1;
        halves += empty_bits(code).count_ones() - 1;
        if color_bits(code, color) != 0 || halves > 2 * LARGEST as u32 {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(rows: &[&str]) -> Vec<Point> {
        let mut points = Vec::new();
        for (row, text) in rows.iter().enumerate() {
            for (col, symbol) in text.bytes().enumerate() {
                if symbol != b'.' {
                    points.push(Point::at(col as u8, row as u8));
                }
            }
        }
        points
    }

    #[test]
    fn shapes_with_a_vital_point_are_known() {
        for rows in [
            &["##", "##"][..],
            &["###", ".#."],
            &["##", "##", "#."],
            &[".#.", "###", ".#."],
            &["##.", "###", ".#."],
            &["###"],
            &["##", "#."],
        ] {
            assert!(is_shape(&points(rows)), "{rows:?}");
        }
        for rows in [&["####"][..], &["##.", ".##"], &["###", "#.."], &["###", "###"], &["#####"]] {
            assert!(!is_shape(&points(rows)), "{rows:?}");
        }
    }

    #[test]
    fn the_vital_point_is_the_center() {
        assert_eq!(vital_point(&points(&["###"])), Some(Point::at(1, 0)));
        assert_eq!(vital_point(&points(&[".#.", "###", ".#."])), Some(Point::at(1, 1)));
        assert_eq!(vital_point(&points(&["##", "##", "#."])), Some(Point::at(0, 1)));
        assert_eq!(vital_point(&points(&["##", "##"])), None, "dead as it stands");
        assert_eq!(vital_point(&points(&["##"])), None);
    }

    #[test]
    fn the_region_must_be_small_and_foreign() {
        let mut board = Board::<crate::go::board::Bare>::new(5);
        for (col, row) in [(0, 1), (1, 1), (2, 1), (3, 1), (3, 0)] {
            board.play_legal(Point::at(col, row), Color::White);
        }
        let find = |board: &Board<_>, color| vital_point_against(board, Point::at(0, 0), color);
        assert_eq!(find(&board, Color::Black), Some(Point::at(1, 0)));
        assert_eq!(find(&board, Color::White), None, "the eye space is White's own");
        assert_eq!(vital_point_against(&board, Point::at(4, 4), Color::Black), None, "too large");
    }
}
