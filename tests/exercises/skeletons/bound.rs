//! Exercise 1: the bound of UCB1, which decides on the move that a search tries next.
//!
//! The bound is `w + C sqrt(ln N / n)`: the win rate `w` of the move, and a bonus that is large while its number of
//! tries `n` is small beside the number `N` of all tries. A move that was never tried has an infinite bound, so that
//! each move is tried once.
//!
//! Background: `brasa trace ucb -g tictactoe --param bound=ucb1` prints bounds; P. Auer, N. Cesa-Bianchi and P.
//! Fischer, "Finite-time analysis of the multiarmed bandit problem", Machine Learning 47, 2002.

/// Returns the upper confidence bound of a move.
///
/// `wins` is the sum of the values of its playouts, each from 0 to 1; `tries` is the number of its playouts, `all` the
/// number of playouts of all moves, and `constant` the exploration constant C.
pub(crate) fn bound(wins: f64, tries: u64, all: u64, constant: f64) -> f64 {
    todo!("exercise 1")
}
