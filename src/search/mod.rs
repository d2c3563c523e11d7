//! Searches: ways to find a good move in any game, one file or folder each.

pub mod alphabeta;
pub mod dfpn;
pub mod flat;
mod greedy;
mod policy;
mod random;
mod safety;
pub mod uct;

pub use alphabeta::AlphaBeta;
pub use dfpn::DfPn;
pub use flat::FlatSearch;
pub use greedy::Greedy;
pub use policy::PolicySearch;
pub use random::Random;
pub use safety::Safety;
