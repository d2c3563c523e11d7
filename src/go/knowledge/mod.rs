//! Knowledge of Go that initializes new nodes of the tree: filters and priors.

mod filter;
mod ladder;
mod learned;
mod locality;
mod net;
mod opening;
mod prior;

pub use filter::{CourseFilter, FilterParams, MoveFilter};
pub use ladder::LadderPrior;
pub use learned::{LearnedPrior, Weights, WeightsError};
pub use locality::Locality;
pub use net::{NetKnowledge, built_in_network, rank_network};
pub use opening::OpeningPrior;
pub use prior::{PolicyPrior, sets_atari};

use super::board::Board;
use crate::util::params::BoardClass;

/// Whether the priors consider a board large.
fn is_large(board: &Board) -> bool {
    BoardClass::of(board.size()) == BoardClass::Large
}
