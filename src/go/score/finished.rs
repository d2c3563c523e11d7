//! The score of a finished position by its rules.

use super::{area, territory};
use crate::go::{Point, Position, Scoring};

/// The score of a finished position in half points, as its rules count it and with White's
/// compensation taken off; where the rules let all stones live, `dead` is ignored.
pub fn final_score(position: &Position, dead: &[Point]) -> i32 {
    let (board, rules) = (position.board(), position.rules());
    let dead = if rules.capture_dead { &[] } else { dead };
    let points = match rules.scoring {
        Scoring::Area => area(board, dead),
        Scoring::Territory => territory(board, dead),
    };
    2 * points - position.compensation()
}
