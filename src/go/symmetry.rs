//! The eight symmetries of the square board.
//!
//! Bit 0 of a symmetry mirrors the columns and bit 1 the rows; bit 2 then exchanges columns and rows.

use super::board::{Point, color_key, stone_key};
use super::position::Position;
use crate::framework::{Game, Move, Symmetric};
use crate::util::zobrist;

/// The number of symmetries.
pub const SYMMETRIES: u8 = 8;

/// The image of a point of a board of size `size`.
pub fn image(p: Point, size: u8, symmetry: u8) -> Point {
    let flip = |line: u8, bit: u8| if symmetry & bit == 0 { line } else { size - 1 - line };
    let (col, row) = (flip(p.col(), 1), flip(p.row(), 2));
    if symmetry & 4 == 0 { Point::at(col, row) } else { Point::at(row, col) }
}

impl Symmetric for Position {
    fn image_keys(&self) -> Vec<u64> {
        let (board, size) = (self.board(), self.board().size());
        // Numbers from here on are not used for stones.
        let size_key = zobrist((1 << 32) + u64::from(size));
        let mut keys = vec![size_key ^ color_key(self.to_play()); usize::from(SYMMETRIES)];
        for p in board.points() {
            if let Some(color) = board.color_at(p) {
                for (symmetry, key) in (0..).zip(&mut keys) {
                    *key ^= stone_key(image(p, size, symmetry), color);
                }
            }
        }
        keys
    }

    fn image(&self, mv: Move, symmetry: u8) -> Move {
        if mv == Move::PASS { mv } else { image(Point::of_move(mv), self.board().size(), symmetry).to_move() }
    }

    fn inverse(&self, symmetry: u8) -> u8 {
        match symmetry & 4 {
            0 => symmetry,
            // Swapping columns and rows swaps the two reflections.
            swap => swap | (symmetry & 1) << 1 | (symmetry & 2) >> 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Rules;
    use crate::util::Rng;

    #[test]
    fn symmetries_are_undone_by_their_inverses_and_differ() {
        let game = Position::new(5, Rules::default());
        let mv = Point::at(1, 0).to_move();
        let images: Vec<_> = (0..SYMMETRIES).map(|symmetry| game.image(mv, symmetry)).collect();
        let mut distinct = images.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), 8);
        for (symmetry, &image) in (0..).zip(&images) {
            assert_eq!(game.image(image, game.inverse(symmetry)), mv, "{symmetry}");
        }
        assert_eq!(game.image(Move::PASS, 5), Move::PASS);
    }

    #[test]
    fn all_images_of_a_game_have_one_canonical_form() {
        let mut rng = Rng::new(1);
        for size in [2, 3, 9, 19] {
            let mut games: Vec<_> = (0..SYMMETRIES).map(|_| Position::new(size, Rules::default())).collect();
            for _ in 0..30 {
                let moves = games[0].moves();
                let Some(&mv) = moves.get(rng.below(moves.len().max(1))) else { break };
                let canonical = games[0].canonical();
                let of_move = canonical.to_canonical(&games[0], mv);
                for (symmetry, game) in (0..).zip(&mut games) {
                    let found = game.canonical();
                    let image = game.image(mv, symmetry);
                    assert_eq!(found.key, canonical.key);
                    assert_eq!(found.to_canonical(game, image), of_move);
                    assert!(found.from_canonical(game, of_move).contains(&image));
                    game.play(image).unwrap();
                }
            }
        }
    }

    #[test]
    fn the_size_and_the_player_to_move_belong_to_the_key() {
        let key = |size, passes| {
            let mut game = Position::new(size, Rules::default());
            (0..passes).for_each(|_| game.play(Move::PASS).unwrap());
            game.canonical().key
        };
        assert_ne!(key(9, 0), key(13, 0));
        assert_ne!(key(9, 0), key(9, 1));
        assert_eq!(key(9, 0), key(9, 2));
    }
}
