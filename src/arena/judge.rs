//! Which moves are legal between programs that need not agree on the rules.
//!
//! A move loses the game when no common rule set allows it: off the board, on a stone, suicide, or retaking a
//! ko at once. Repeating an earlier position is left to the programs: if the opponent refuses such a move,
//! the player who repeated loses, for most rule sets forbid it; if the opponent refuses any other move, the
//! opponent loses; if nobody minds, the game goes on.

use crate::framework::{Game, IllegalMove, Move};
use crate::go::{KoRule, Position, Rules};

/// Returns the rules by which moves are judged.
pub(super) fn rules() -> Rules {
    Rules { ko: KoRule::Simple, suicide: false, ..Rules::default() }
}

/// Returns whether a move that [`rules`] allow repeats an earlier position.
pub(super) fn repeats(position: &Position, mv: Move) -> bool {
    let mut strict = position.clone();
    strict.set_rules(Rules { ko: KoRule::Positional, ..rules() });
    position.check(mv).is_ok() && strict.check(mv) == Err(IllegalMove::Ko)
}
