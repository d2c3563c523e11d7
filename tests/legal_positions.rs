//! The number of legal positions: the colorings of a board in which every chain has a liberty.
//!
//! # References
//! - J. Tromp and G. Farnebäck, "Combinatorics of Go", Computers and Games 2006.

use brasa::framework::Color;
use brasa::go::{Point, Position, Rules};

/// Returns the number of colorings of a board that can be set up.
fn legal_positions(size: u8) -> usize {
    let points: Vec<Point> =
        (0..size).flat_map(|row| (0..size).map(move |col| Point::at(col, row))).collect();
    let colorings = 3_usize.pow(points.len() as u32);
    let is_legal = |coloring: usize| {
        let stones = points.iter().scan(coloring, |rest, &p| {
            let color = [None, Some(Color::Black), Some(Color::White)][*rest % 3];
            *rest /= 3;
            Some((p, color))
        });
        Position::from_stones(size, Rules::default(), stones).is_ok()
    };
    (0..colorings).filter(|&coloring| is_legal(coloring)).count()
}

#[test]
fn positions_of_2x2_and_3x3_are_as_many_as_proved() {
    assert_eq!(legal_positions(2), 57);
    assert_eq!(legal_positions(3), 12_675);
}
