//! The chains of a position and their liberty counts.

use crate::framework::Color;
use crate::go::board::{Board, Map, Point, Tracking};

/// The heads of the chains of `color`, in ascending order.
pub fn heads<F: Tracking>(board: &Board<F>, color: Color) -> impl Iterator<Item = Point> + use<'_, F> {
    board.points().filter(move |&p| board.cell(p) == color as u8 && board.head(p) == p)
}

/// The liberty count of each chain at its head, and 0 elsewhere.
///
/// Takes time linear in the number of empty points.
pub fn liberties<F: Tracking>(board: &Board<F>) -> Map<u16> {
    let mut counts = Map::new(0);
    for &p in board.empty_points() {
        for head in Color::ALL.into_iter().flat_map(|color| board.chains_beside(p, color)) {
            counts[head] += 1;
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_liberty_counts_once_for_each_chain() {
        let mut board = Board::<crate::go::board::Bare>::new(5);
        for (col, row) in [(1, 0), (0, 1), (3, 3)] {
            board.play_legal(Point::at(col, row), Color::Black);
        }
        board.play_legal(Point::at(2, 0), Color::White);
        let [a, b, c, white] = [(1, 0), (0, 1), (3, 3), (2, 0)].map(|(col, row)| Point::at(col, row));
        let counts = liberties(&board);
        assert_eq!([a, b, c, white].map(|p| counts[p]), [2, 3, 4, 2]);
        assert_eq!(heads(&board, Color::Black).collect::<Vec<_>>(), [a, b, c]);
    }
}
