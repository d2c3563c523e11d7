//! The same distribution as [`RandomPolicy`](super::RandomPolicy), implemented naively: generates all legal moves,
//! filters each, and picks one of the rest.
//!
//! The most direct implementation of the filter, used by the player Go1. It scans the whole board for each move. The
//! lazy policy of the player Go2 picks a move first and filters only that one, until a move passes; usually the first
//! one does. `brasa bench` measures the difference in speed.
//!
//! # References
//! - J. Wright, "Search, Knowledge, and Simulations", CMPUT 455, University of Alberta, 2021, lecture 13
//!   (simple and lazy filtering).

use super::{BoardPolicy, Moves, Rule, Turn};
use crate::go::board::{Bare, Board, Point};
use crate::go::tactics::eyes::is_eye_shape;
use crate::util::Rng;

/// Picks uniformly among the legal moves that do not fill an own eye; passes if there is none.
#[derive(Default)]
pub struct NaivePolicy {
    moves: Moves,
}

impl BoardPolicy for NaivePolicy {
    type Tracking = Bare;

    fn pick(&mut self, board: &mut Board<Bare>, turn: &Turn, rng: &mut Rng) -> (Point, Rule) {
        filtered(board, turn, &mut self.moves);
        match self.moves.as_slice() {
            [] => (Point::NULL, Rule::Pass),
            moves => (moves[rng.below(moves.len())], Rule::Random),
        }
    }

    fn candidates(&mut self, board: &Board<Bare>, turn: &Turn, moves: &mut Moves) -> Rule {
        filtered(board, turn, moves);
        if moves.is_empty() { Rule::Pass } else { Rule::Random }
    }
}

/// Sets `moves` to the legal moves that do not fill an own eye.
fn filtered(board: &Board<Bare>, turn: &Turn, moves: &mut Moves) {
    moves.clear();
    for &p in board.empty_points() {
        if board.is_legal_empty(p, turn.color) {
            moves.push(p);
        }
    }
    moves.retain(|p| !is_eye_shape(board.neighborhood3x3(p), turn.color));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::{Color, Game};
    use crate::go::diagram;
    use crate::go::playout::RandomPolicy;

    /// Black to play after White took a ko: E4 is the ko, A1 an eye, A7 a false eye, and a move at G1 suicide.
    fn position() -> (Board<Bare>, Turn) {
        let rows = [".X.....", "XO.....", "...XO..", "..X.XO.", "...XO..", "XX....O", ".X...O."];
        let mut position = diagram::parse(&rows.join("\n")).unwrap();
        position.set_to_play(Color::White);
        position.play(Point::at(3, 3).to_move()).unwrap();
        let mut board = Board::new(7);
        board.copy_from(position.board());
        (board, Turn { color: Color::Black, last: position.last() })
    }

    /// The number of times that a policy picks each of the moves.
    fn counts(mut policy: impl BoardPolicy<Tracking = Bare>, moves: &[Point], draws: u32) -> Vec<f64> {
        let (mut board, turn) = position();
        let mut rng = Rng::new(5);
        let mut counts = vec![0.0; moves.len()];
        for _ in 0..draws {
            // The order of empty points is the one left by the previous sample.
            let (p, _) = policy.pick(&mut board, &turn, &mut rng);
            counts[moves.iter().position(|&mv| mv == p).expect("an acceptable move")] += 1.0;
        }
        counts
    }

    #[test]
    fn both_ways_to_filter_choose_every_acceptable_move_equally_often() {
        const DRAWS: u32 = 100_000;
        let (board, turn) = position();
        let (mut moves, mut others) = (Moves::default(), Moves::default());
        NaivePolicy::default().candidates(&board, &turn, &mut moves);
        RandomPolicy.candidates(&board, &turn, &mut others);
        assert_eq!(moves.as_slice(), others.as_slice());
        let moves = moves.as_slice();
        assert_eq!(moves.len(), board.empty_count() - 3, "all but the ko, the eye and the suicide");
        let naive = counts(NaivePolicy::default(), moves, DRAWS);
        let lazy = counts(RandomPolicy, moves, DRAWS);
        let expected = f64::from(DRAWS) / moves.len() as f64;
        let freedom = (moves.len() - 1) as f64;
        // Chi-square is approximately normal, with mean `freedom` and variance 2 `freedom`: chance rarely exceeds four
        // standard deviations.
        let bound = freedom + 4.0 * (2.0 * freedom).sqrt();
        for counts in [&naive, &lazy] {
            let chi_square: f64 = counts.iter().map(|count| (count - expected).powi(2) / expected).sum();
            assert!(chi_square < bound, "{chi_square} of at most {bound}: {counts:?}");
        }
        let chi_square: f64 = naive.iter().zip(&lazy).map(|(a, b)| (a - b).powi(2) / (a + b)).sum();
        assert!(chi_square < bound, "{chi_square} of at most {bound}");
    }
}
