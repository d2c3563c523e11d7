//! Exercise 2: a filter of moves that is asked about few of them.
//!
//! A simulation chooses a random move, but never a bad one, such as one that fills an own eye. Filtering all moves
//! first is slow. Lazy filtering chooses a move first and asks the filter about that move only; when it is bad, another
//! one is chosen among the rest. Most of the time the first move passes.
//!
//! Background: the guide's page on the course, `src/go/playout/naive.rs` and `src/go/playout/random.rs`.
//! `Rng::below(n)` returns a number from 0 to n - 1.

use brasa::framework::Move;
use brasa::util::Rng;

/// Returns a move that is not bad, each with the same probability; `None` when all moves are bad. It may reorder and
/// shorten the list.
pub(crate) fn choose(
    moves: &mut Vec<Move>,
    is_bad: &mut dyn FnMut(Move) -> bool,
    rng: &mut Rng,
) -> Option<Move> {
    // Filters all moves first. It is right, but it asks `is_bad` about every move.
    moves.retain(|&mv| !is_bad(mv));
    moves.get(rng.below(moves.len())).copied()
}
