//! Scores a finished position by its rules.

use super::{area, owners, territory};
use crate::framework::Color;
use crate::go::board::{Board, Map, Tracking};
use crate::go::{Point, Position, Scoring};

/// A player's counts at the end of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Living stones on the board.
    pub stones: usize,
    /// Points that the player surrounds, including those under the opponent's dead stones.
    pub territory: usize,
    /// The opponent's stones that were captured or are dead.
    pub prisoners: usize,
}

/// Each player's counts. Stones plus territory is the area; territory plus prisoners is what territory scoring counts.
pub fn counts<F: Tracking>(board: &Board<F>, dead: &[Point]) -> [Count; 2] {
    let owners: Map<Option<Color>> = owners(board, dead);
    let mut counts = Color::ALL.map(|color| Count { prisoners: board.captured(!color), ..Count::default() });
    for p in board.points() {
        match (board.color_at(p), owners[p]) {
            (Some(color), Some(owner)) if color == owner => counts[owner.index()].stones += 1,
            (stone, owner) => {
                // A living stone would own its point, so this one is dead.
                if let Some(color) = stone {
                    counts[(!color).index()].prisoners += 1;
                }
                if let Some(owner) = owner {
                    counts[owner.index()].territory += 1;
                }
            }
        }
    }
    counts
}

/// The score of a finished position in half points by its rules, minus White's compensation; `dead` is ignored if the
/// rules count all stones as alive.
pub fn final_score(position: &Position, dead: &[Point]) -> i32 {
    let (board, rules) = (position.board(), position.rules());
    let dead = if rules.capture_dead { &[] } else { dead };
    let points = match rules.scoring {
        Scoring::Area => area(board, dead),
        Scoring::Territory => territory(board, dead),
    };
    2 * points - position.compensation()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::diagram;

    #[test]
    fn counts_explain_both_scores() {
        // The white stone in Black's corner is dead.
        let position = diagram::parse("O . X .\n. . X X\nO O X X\nO . X .").unwrap();
        let board = position.board();
        let dead = [board.points().find(|&p| p == Point::at(0, 3)).unwrap()];
        let [black, white] = counts(board, &dead);
        let sum = |count: Count| (count.stones + count.territory) as i32;
        assert_eq!(sum(black) - sum(white), area(board, &dead));
        let sum = |count: Count| (count.territory + count.prisoners) as i32;
        assert_eq!(sum(black) - sum(white), territory(board, &dead));
        assert_eq!(black.prisoners, 1);
    }
}
