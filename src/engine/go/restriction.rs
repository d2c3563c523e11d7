//! Restrictions of the moves that an analysis considers.

use std::sync::Arc;

use crate::framework::{Candidate, Color, Game, Knowledge, Move};
use crate::go::Position;
use crate::util::Rng;

/// Restricts a player's moves in the first plies of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// The player.
    pub color: Color,
    /// True to consider only these moves, false to leave them out.
    pub is_allowed: bool,
    /// The moves.
    pub moves: Vec<Move>,
    /// Number of restricted plies; 1 restricts only the root.
    pub depth: usize,
}

/// Applies restrictions to a search.
#[derive(Clone)]
pub(super) struct Restricted {
    restrictions: Arc<[Restriction]>,
    /// Number of moves before the root.
    root: usize,
}

impl Restricted {
    pub(super) fn new(restrictions: &[Restriction], root: &Position) -> Self {
        Self { restrictions: restrictions.into(), root: root.age() }
    }
}

/// Keeps the pass if no other move is left: a search needs a move.
impl Knowledge<Position> for Restricted {
    fn edit(&mut self, game: &Position, candidates: &mut Vec<Candidate>, _: &mut Rng) {
        let ply = game.age().saturating_sub(self.root);
        for restriction in self.restrictions.iter() {
            if ply < restriction.depth && restriction.color == game.to_play() {
                let Restriction { is_allowed, moves, .. } = restriction;
                candidates.retain(|candidate| moves.contains(&candidate.mv) == *is_allowed);
            }
        }
        if candidates.is_empty() {
            candidates.push(Candidate::new(Move::PASS));
        }
    }
}
