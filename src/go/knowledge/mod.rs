//! Knowledge of Go that new nodes of the tree begin with.

mod prior;

pub use prior::DefaultPrior;
