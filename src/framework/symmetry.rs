//! Games whose boards can be turned and mirrored.

use super::{Game, Move};

/// A game whose board has symmetries: turns and reflections under which the rules stay the same.
///
/// A symmetry is a number; 0 leaves everything in its place. Positions that differ by a symmetry are the same
/// position for an opening book. Only Go has symmetries so far; books and records know them by this contract because
/// they stand below Go.
pub trait Symmetric: Game {
    /// Returns, for each symmetry of the board, a key of the position as that symmetry shows it. The keys depend on the
    /// board size, the pieces and the player to move, and not on earlier positions.
    fn image_keys(&self) -> Vec<u64>;

    /// A move as a symmetry shows it.
    fn image(&self, mv: Move, symmetry: u8) -> Move;

    /// The symmetry that undoes another one.
    fn inverse(&self, symmetry: u8) -> u8;

    /// The canonical form of the position: all its images have the same.
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
    /// The symmetries that lead from the position to that image, at least one; more than one when the position itself
    /// is symmetric.
    pub symmetries: Vec<u8>,
}

impl Canonical {
    /// A move of the position as the canonical image shows it: the smallest of the moves that only differ by a
    /// symmetry of the position.
    pub fn to_canonical<G: Symmetric>(&self, game: &G, mv: Move) -> Move {
        self.symmetries.iter().map(|&symmetry| game.image(mv, symmetry)).min().unwrap_or(mv)
    }

    /// The moves of the position that a move of the canonical image stands for, each once.
    pub fn from_canonical<G: Symmetric>(&self, game: &G, mv: Move) -> Vec<Move> {
        let back = |&symmetry: &u8| game.image(mv, game.inverse(symmetry));
        let mut moves: Vec<_> = self.symmetries.iter().map(back).collect();
        moves.sort_unstable();
        moves.dedup();
        moves
    }
}
