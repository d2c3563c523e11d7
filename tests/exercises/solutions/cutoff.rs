//! Exercise 3 solved: alpha-beta.

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
        best = best.max(-value(&after, -beta, -alpha.max(best), nodes));
        if best >= beta {
            break;
        }
    }
    best
}
