//! Games whose boards can be rotated and reflected.

use super::{Game, Move};

/// A game whose board has symmetries: rotations and reflections that preserve the rules.
///
/// A symmetry is a number; 0 is the identity. For an opening book, positions that differ by a symmetry are the same.
/// Only Go has symmetries so far; books and records know them by this trait because they are in a lower layer than Go.
pub trait Symmetric: Game {
    /// Returns, for each symmetry of the board, a key of the position's image. The keys depend on the board size, the
    /// pieces and the player to move, but not on earlier positions.
    fn image_keys(&self) -> Vec<u64>;

    /// The image of a move under a symmetry.
    fn image(&self, mv: Move, symmetry: u8) -> Move;

    /// The inverse of a symmetry.
    fn inverse(&self, symmetry: u8) -> u8;

    /// The canonical form of the position, which all its images share.
    fn canonical(&self) -> Canonical {
        let keys = self.image_keys();
        let key = keys.iter().copied().min().unwrap_or(self.key());
        let symmetries = (0..).zip(&keys).filter(|&(_, &k)| k == key).map(|(symmetry, _)| symmetry).collect();
        Canonical { key, symmetries }
    }
}

/// The canonical form of a position: the image with the smallest key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The key of that image.
    pub key: u64,
    /// The symmetries that map the position to that image; several if the position itself is symmetric.
    pub symmetries: Vec<u8>,
}

impl Canonical {
    /// The canonical image of a move in the position: the smallest among moves that differ only by a symmetry of the
    /// position.
    pub fn to_canonical<G: Symmetric>(&self, game: &G, mv: Move) -> Move {
        self.symmetries.iter().map(|&symmetry| game.image(mv, symmetry)).min().unwrap_or(mv)
    }

    /// The moves in the position that a move in the canonical image stands for, each once.
    pub fn from_canonical<G: Symmetric>(&self, game: &G, mv: Move) -> Vec<Move> {
        let back = |&symmetry: &u8| game.image(mv, game.inverse(symmetry));
        let mut moves: Vec<_> = self.symmetries.iter().map(back).collect();
        moves.sort_unstable();
        moves.dedup();
        moves
    }
}
