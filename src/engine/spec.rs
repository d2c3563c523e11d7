//! Player specifications: everything that determines how a player plays.

use super::go::book::SharedBooks;
use crate::framework::Grid;
use crate::go::knowledge::{FilterParams, Weights};
use crate::go::pattern::database::Database;
use crate::go::playout::{CourseParams, PolicyName, PolicyParams};
use crate::net::Network;
use crate::players::PlayerParams;
use crate::search::flat::FlatParams;
use crate::search::uct::{GlobalSearchParams, SearchParams};
use crate::util::params::Params;

/// Everything from which a player's parts are built: board size, seed, parameters, and books, weights and networks by
/// identity. Players with equal specifications play alike, whatever came before.
///
/// Made only by [`Settings::spec`](super::Settings::spec). Settings that only limit a move or show something, such as the
/// clock or pondering, belong to the [`Limits`](crate::framework::Limits) of each move instead, so that changing it
/// keeps the player and its tree. The rules of Go are part of the position.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerSpec {
    /// The board size.
    pub board: BoardSize,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The parameters that affect play.
    pub params: PlayParams,
    /// The opening book; `None` to play without one.
    pub books: Option<SharedBooks>,
    /// The learned weights of the prior.
    pub weights: Weights,
    /// The network; `None` to play without one.
    pub net: Option<Network>,
}

impl PlayerSpec {
    /// True if the network evaluates each new leaf of a search, alone or, late in the game, with a playout.
    pub fn takes_estimates(&self) -> bool {
        self.net.is_some() && self.params.global.takes_estimates()
    }

    /// The descents of a search in the time of `estimates` evaluations by the network: more if most descents only play
    /// out.
    pub fn playouts_for(&self, estimates: u64) -> u64 {
        playouts_for(estimates, self.takes_estimates())
    }
}

/// The descents of a search in the time of `estimates` evaluations by a network.
pub(super) fn playouts_for(estimates: u64, takes_estimates: bool) -> u64 {
    /// Playouts in the time of an evaluation.
    const PER_ESTIMATE: u64 = 10;
    if takes_estimates { estimates } else { estimates.saturating_mul(PER_ESTIMATE) }
}

/// The parameters that affect play.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayParams {
    /// The tree search.
    pub search: SearchParams,
    /// How playouts end and are scored, and priors.
    pub global: GlobalSearchParams,
    /// The filter of moves at the root.
    pub root_filter: FilterParams,
    /// The filter of moves at other nodes.
    pub tree_filter: FilterParams,
    /// The choice of the playout policy.
    pub playout: PlayoutParams,
    /// The rule-based playout policy.
    pub policy: PolicyParams,
    /// Flat Monte Carlo.
    pub flat: FlatParams,
    /// The rules and filters of the course.
    pub course: CourseParams,
    /// The player: opening, passing and reuse of the tree.
    pub player: PlayerParams,
    /// The pattern database of the policy `database`.
    pub patterns: Database,
}

impl PlayParams {
    /// The defaults for a board size.
    pub fn for_size(size: u8) -> Self {
        Self {
            search: SearchParams::for_size(size),
            global: GlobalSearchParams::for_size(size),
            root_filter: FilterParams::for_size(size),
            // Finding safe points at every node is too expensive.
            tree_filter: FilterParams { check_safety: false, ..FilterParams::for_size(size) },
            playout: PlayoutParams::for_size(size),
            policy: PolicyParams::for_size(size),
            flat: FlatParams::for_size(size),
            course: CourseParams::for_size(size),
            player: PlayerParams::for_size(size),
            patterns: Database::default(),
        }
    }
}

crate::params! {
    /// `uct_param_policy`: the playout policy; [`PolicyParams`] follow in the same group.
    pub struct PlayoutParams {
        playout_policy: PolicyName = PolicyName::Fuego, in .., "Policy for playouts.";
    }
}

/// A requested board size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardSize {
    /// The number of columns; `None` for the default.
    pub cols: Option<u8>,
    /// The number of rows; `None` for the default.
    pub rows: Option<u8>,
}

impl BoardSize {
    /// The size of a square board.
    pub const fn square(side: u8) -> Self {
        Self { cols: Some(side), rows: Some(side) }
    }

    /// The size of a game's board.
    pub fn of(grid: &dyn Grid) -> Self {
        Self { cols: Some(grid.cols()), rows: Some(grid.rows()) }
    }

    /// The columns and rows; `usual` is the default.
    pub fn or(self, usual: (u8, u8)) -> (u8, u8) {
        (self.cols.unwrap_or(usual.0), self.rows.unwrap_or(usual.1))
    }
}
