//! Exercise 3: the cut-off of alpha-beta.
//!
//! The function below is plain minimax: it ignores the window from `alpha` to `beta`. `alpha` is the value that the
//! player to move can already get by another move, here or earlier. `beta` is the value above which the opponent avoids
//! this position. As soon as a move reaches `beta`, the rest of the moves need no search. Pass the window on to the
//! recursive call, from the view of the opponent, raise `alpha` as better moves are found, and cut off.
//!
//! Background: `brasa trace alphabeta -g tictactoe --moves "B2 A1 B1 B3"` prints windows and cut-offs; D. E. Knuth and
//! R. W. Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6(4), 1975.

use brasa::framework::{Color, Game};

/// Returns the value of a game for the player to move under best play: 1 for a win, -1 for a loss, 0 for a draw.
///
/// The value is exact if it lies between `alpha` and `beta`. A value up to `alpha` may be too high, and one from `beta`
/// on too low. `nodes` counts the positions searched.
pub(crate) fn value<G: Game>(game: &G, alpha: f32, beta: f32, nodes: &mut u64) -> f32 {
    *nodes += 1;
    if let Some(outcome) = game.outcome() {
        return if game.to_play() == Color::Black { outcome.margin } else { -outcome.margin };
    }
    let mut moves = Vec::new();
    game.candidates(&mut moves);
    let mut best = f32::NEG_INFINITY;
    for mv in moves {
        let mut after = game.clone();
        after.play_legal(mv);
        // The value of the opponent, with the other sign. The window is the greatest possible one each time.
        let value = -value(&after, f32::NEG_INFINITY, f32::INFINITY, nodes);
        best = best.max(value);
    }
    best
}
