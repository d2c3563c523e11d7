//! Which games repeat an earlier one: move by move, on a board perhaps turned or mirrored, with the same
//! programs holding the same colors.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::opening::Opening;
use crate::framework::{Color, Move};
use crate::go::Point;

/// The games seen so far.
#[derive(Default)]
pub(super) struct Repeats {
    size: u8,
    seen: HashMap<(bool, Vec<u16>), u32>,
}

impl Repeats {
    pub(super) fn new(size: u8) -> Self {
        Self { size, seen: HashMap::new() }
    }

    /// Adds a game and returns the number of the one that it repeats, if any. A game without moves repeats
    /// nothing.
    pub(super) fn add(
        &mut self,
        number: u32,
        alternated: bool,
        opening: &Opening,
        moves: &[(Color, Move)],
    ) -> Option<u32> {
        if moves.is_empty() {
            return None;
        }
        let line = || opening.stones.iter().chain(moves);
        let turned =
            (0..8).map(|symmetry| line().map(|&(color, mv)| self.code(color, mv, symmetry)).collect());
        let key: Vec<u16> = turned.min().unwrap_or_default();
        match self.seen.entry((alternated, key)) {
            Entry::Occupied(first) => Some(*first.get()),
            Entry::Vacant(entry) => {
                entry.insert(number);
                None
            }
        }
    }

    /// Returns a number for a move on a board turned or mirrored in one of eight ways.
    fn code(&self, color: Color, mv: Move, symmetry: u8) -> u16 {
        let p = Point::of_move(mv);
        if p == Point::NULL {
            return color as u16;
        }
        let last = self.size - 1;
        let (mut col, mut row) = (p.col(), p.row());
        if symmetry & 1 != 0 {
            col = last - col;
        }
        if symmetry & 2 != 0 {
            row = last - row;
        }
        if symmetry & 4 != 0 {
            (col, row) = (row, col);
        }
        4 * Point::at(col, row).number() + color as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::vertex;

    #[test]
    fn games_repeat_whatever_the_side_of_the_board() {
        let mut repeats = Repeats::new(9);
        let mut add = |number, alternated, text: &str| {
            let moves: Vec<_> = Color::ALL
                .into_iter()
                .cycle()
                .zip(text.split(' ').filter(|word| !word.is_empty()))
                .map(|(color, word)| (color, vertex::parse(word, 9).unwrap()))
                .collect();
            repeats.add(number, alternated, &Opening::default(), &moves)
        };
        assert_eq!(add(0, false, "C3 D4 pass E5"), None);
        assert_eq!(add(1, false, "C3 D4 E5 pass"), None);
        assert_eq!(add(2, false, "C3 D4 pass E5"), Some(0));
        assert_eq!(add(3, false, "G7 F6 pass E5"), Some(0), "turned");
        assert_eq!(add(4, true, "C3 D4 pass E5"), None, "the other program has Black");
        assert_eq!(add(5, true, "C3 D4 pass E5"), Some(4));
        assert_eq!(add(6, false, ""), None);
        assert_eq!(add(7, false, ""), None);
    }
}
