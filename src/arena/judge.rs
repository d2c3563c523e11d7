//! Which moves are legal between programs that need not agree on the rules.
//!
//! A move loses the game when no common rule set allows it: off the board, on a stone, suicide, or retaking a
//! ko at once. Repeating an earlier position is left to the programs: if the opponent refuses such a move,
//! the player who repeated loses, for most rule sets forbid it; if the opponent refuses any other move, the
//! opponent loses; if nobody minds, the game goes on.

use crate::framework::{IllegalMove, Move};
use crate::go::{KoRule, Position, Rules};

/// Returns the rules by which moves are judged.
pub(super) fn rules() -> Rules {
    Rules { ko: KoRule::Simple, suicide: false, ..Rules::default() }
}

/// Returns whether a move that [`rules`] allow repeats an earlier position.
pub(super) fn repeats(position: &Position, mv: Move) -> bool {
    let mut strict = position.clone();
    strict.set_rules(Rules { ko: KoRule::Positional, ..rules() });
    position.check(mv).is_ok() && strict.check(mv) == Err(IllegalMove::Superko)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::{Color, Game};
    use crate::go::Point;
    use crate::util::Rng;

    fn stones(position: &Position) -> Vec<Option<Color>> {
        position.board().points().map(|p| position.color_at(p)).collect()
    }

    #[test]
    fn repeated_positions_are_those_seen_before() {
        let (mut rng, mut found) = (Rng::new(1), 0);
        for _ in 0..20 {
            let mut position = Position::new(2, rules());
            let mut seen = vec![stones(&position)];
            for _ in 0..60 {
                let points: Vec<Point> = position.board().points().chain([Point::NULL]).collect();
                let mv = points[rng.below(points.len())].to_move();
                let mut after = position.clone();
                let expected = after.play(mv).is_ok() && mv != Move::PASS && seen.contains(&stones(&after));
                assert_eq!(repeats(&position, mv), expected);
                if position.play(mv).is_ok() {
                    found += usize::from(expected);
                    seen.push(stones(&position));
                }
            }
        }
        assert!(found > 10, "{found}");
    }
}
