//! Exercise 1 solved: the bound of UCB1.

/// Returns the upper confidence bound of a move.
///
/// `wins` is the sum of the values of its playouts, each from 0 to 1; `tries` is the number of its playouts, `all` the
/// number of playouts of all moves, and `constant` the exploration constant C.
pub(crate) fn bound(wins: f64, tries: u64, all: u64, constant: f64) -> f64 {
    if tries == 0 {
        return f64::INFINITY;
    }
    let tries = tries as f64;
    wins / tries + constant * ((all as f64).ln() / tries).sqrt()
}
