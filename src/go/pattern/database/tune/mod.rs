//! Tuning of the values of a database, from games or from positions with known win rates.
//!
//! The first matching line determines the value of a move, so that a database is a model with one parameter
//! for each line: the probability of a move is the value of its line divided by the sum over all moves. A
//! person writes the patterns; [`likelihood`] and [`balance`] find the values. Lines with the value 0 forbid
//! moves and are not changed.
//!
//! - [`likelihood`] maximizes the probability of the moves of games;
//! - [`balance`] minimizes the error of the results of playouts;
//! - [`adjust`] applies powers and factors to the values of families of lines; matches show their effect.

pub mod balance;
mod family;
pub mod likelihood;
mod line_table;
mod shapes;
mod text;

pub use family::{Family, adjust};
pub use line_table::LineTable;
pub use shapes::every_shape;
pub use text::{MAX_VALUE, MIN_VALUE, with_values};

#[cfg(test)]
mod tests;
