//! Restrictions of the moves that an analysis considers.

use std::sync::Arc;

use crate::framework::{Candidate, Color, Game, Knowledge, Move};
use crate::go::Position;
use crate::util::Rng;

/// A restriction of a player's moves in the first plies of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// The player.
    pub color: Color,
    /// True to consider these moves only, false to leave them out.
    pub is_allowed: bool,
    /// The moves.
    pub moves: Vec<Move>,
    /// The number of plies that are restricted; 1 restricts the moves at the root only.
    pub depth: usize,
}

/// The filter of a search whose moves are restricted.
#[derive(Clone)]
pub(super) struct Restricted {
    restrictions: Arc<[Restriction]>,
    /// The age of the position at the root.
    root: usize,
}

impl Restricted {
    /// Creates the filter of a search of a position.
    pub(super) fn new(restrictions: &[Restriction], root: &Position) -> Self {
        Self { restrictions: restrictions.into(), root: root.age() }
    }
}

/// Leaves the pass when no other move is left, because a search needs a move.
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
