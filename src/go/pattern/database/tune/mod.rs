//! Finding the values of a database's lines, from games or from positions whose worth is known.
//!
//! The first line that fits a move gives it its value, so that a database is a model with one parameter a line: a
//! move is drawn with the value of its line over the sum of those of all moves. What a person writes is which moves
//! are told apart; [`likelihood`] and [`balance`] find the numbers. Lines of the value 0 forbid moves, and keep it.
//!
//! - [`likelihood`] makes the moves of games as probable as it can;
//! - [`balance`] makes the results of playouts as right as it can, which is what playouts are for;
//! - [`adjust`] changes the values of families of lines by powers and factors, which matches decide.

pub mod balance;
mod family;
pub mod likelihood;
mod lines;
mod shapes;
mod text;

pub use family::{Family, adjust};
pub use lines::Lines;
pub use shapes::every_shape;
pub use text::{LEAST_VALUE, MOST_VALUE, with_values};

#[cfg(test)]
mod tests;
