//! The detail of a search: leads, owners and lines of its moves. A search gathers it only when its limits ask for it.

use super::Move;

/// The detail that a search gathers beside its statistics; each level includes the one before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Nothing.
    #[default]
    None,
    /// The lead at the ends of playouts, and a line of play for each move.
    Leads,
    /// The owners of the points at the ends of playouts.
    Owners,
    /// The owners of the points at the ends of playouts after each move.
    MoveOwners,
}

/// The ends of playouts. Playouts that were broken off do not count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ends {
    /// The number of ends.
    pub count: u64,
    /// Black's mean lead as a share of the largest possible lead, from -1 to 1.
    pub margin: f64,
    /// The standard deviation of that share.
    pub deviation: f64,
    /// For each point, by the number of the move there, the share of playouts in which Black owns it minus White's
    /// share; empty when the search gathered no owners.
    pub owners: Vec<f32>,
}

/// The detail of a move at the root.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveDetail {
    /// The ends of the playouts that began with the move; those of all playouts when none of this search did.
    pub ends: Ends,
    /// The line that both sides are expected to play from the move on, each move with its playouts.
    pub line: Vec<(Move, u64)>,
}

/// The detail of a search. The ends are those of its new playouts; the lines come from the whole tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchDetail {
    /// The ends of all playouts.
    pub root: Ends,
    /// The detail of each move, in the order of [`Report::moves`](super::Report::moves).
    pub moves: Vec<MoveDetail>,
}
