//! Exercise 2 solved: a lazy filter.

use brasa::framework::Move;
use brasa::util::Rng;

/// Returns a move that is not bad, each with the same probability; `None` when all moves are bad. It may reorder and
/// shorten the list.
pub(crate) fn choose(
    moves: &mut Vec<Move>,
    is_bad: &mut dyn FnMut(Move) -> bool,
    rng: &mut Rng,
) -> Option<Move> {
    while !moves.is_empty() {
        let mv = moves.swap_remove(rng.below(moves.len()));
        if !is_bad(mv) {
            return Some(mv);
        }
    }
    None
}
