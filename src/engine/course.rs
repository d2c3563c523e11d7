//! The win rates that the course's player `go3` reports; [`guide::course`](crate::guide::course) is the lesson.

use crate::framework::{Move, MoveStat, Report};
use crate::util::rounded;

/// The win rate of each move a search tried, best first, as the course's Go3 prints them:
/// `Win rates: (e2, 1.0), (c1, 0.67)`.
pub fn win_rates(text: impl Fn(Move) -> String, report: &Report) -> String {
    let mut tried: Vec<&MoveStat> = report.moves.iter().filter(|stat| stat.count > 0).collect();
    // Stable: equal moves stay in search order.
    tried.sort_by(|a, b| b.value.total_cmp(&a.value));
    let pair = |stat: &&MoveStat| format!("({}, {:?})", text(stat.mv).to_lowercase(), rounded(stat.value, 2));
    format!("Win rates: {}", tried.iter().map(pair).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::Game;
    use crate::go::{Point, Position, Rules};

    #[test]
    fn the_best_comes_first_and_what_was_not_tried_is_left_out() {
        let stat = |mv, value, count| MoveStat { mv, value, count, ..MoveStat::default() };
        let at = |col, row| Point::at(col, row).to_move();
        let moves = vec![
            stat(at(4, 4), 0.3, 10),
            stat(Move::PASS, 0.7251, 9),
            stat(at(0, 8), 1.0, 1),
            stat(at(1, 1), 0.9, 0),
        ];
        let game = Position::new(9, Rules::default());
        let text = win_rates(|mv| game.move_text(mv), &Report { moves, ..Report::default() });
        assert_eq!(text, "Win rates: (a9, 1.0), (pass, 0.73), (e5, 0.3)");
    }
}
