//! Knowledge of Go that new nodes of the tree begin with.

mod filter;
mod params;
mod prior;

pub use filter::MoveFilter;
pub use params::FilterParams;
pub use prior::DefaultPrior;
