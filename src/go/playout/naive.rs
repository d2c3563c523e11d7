//! The same moves as [`RandomPolicy`](super::RandomPolicy), found the simple way: all legal moves are generated,
//! each of them is filtered, and one of those left is chosen.
//!
//! This is how the filter would be written first, and how the player Go1 moves. It looks at the whole board for each
//! move. The other policy, that of Go2, chooses first and filters only what was chosen, until something passes: most
//! of the time one look is enough. Both draw from the same distribution; `brasa bench` shows what the difference
//! costs.
//!
//! # References
//! - J. Wright, "Search, Knowledge, and Simulations", CMPUT 455, University of Alberta, 2021, lecture 13
//!   (simple and lazy filtering).

use super::{BoardPolicy, Moves, Rule, Turn};
use crate::go::board::{Bare, Board, Point};
use crate::go::tactics::eyes::is_eye_shape;
use crate::util::Rng;

/// Picks uniformly among the legal moves that fill no own eye, and passes when there is none.
#[derive(Default)]
pub struct NaivePolicy {
    moves: Moves,
}

impl BoardPolicy for NaivePolicy {
    type Features = Bare;

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

/// Replaces `moves` by the legal moves that fill no own eye.
fn filtered(board: &Board<Bare>, turn: &Turn, moves: &mut Moves) {
    moves.clear();
    for &p in board.empty_points() {
        if board.is_legal_empty(p, turn.color) {
            moves.push(p);
        }
    }
    moves.retain(|p| !is_eye_shape(board.code(p), turn.color));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::{Color, Game};
    use crate::go::playout::RandomPolicy;
    use crate::go::{Position, Rules};

    /// Black to play after White took a ko: E4 is the ko, A1 an eye, A7 a false one, and G1 would be suicide.
    fn position() -> (Board<Bare>, Turn) {
        let rows = [".X.....", "XO.....", "...XO..", "..X.XO.", "...XO..", "XX....O", ".X...O."];
        let stones = rows.iter().rev().zip(0..).flat_map(|(row, y)| {
            row.bytes().zip(0..).map(move |(mark, x)| {
                let color = match mark {
                    b'X' => Some(Color::Black),
                    b'O' => Some(Color::White),
                    _ => None,
                };
                (Point::at(x, y), color)
            })
        });
        let mut position = Position::from_stones(7, Rules::default(), stones).unwrap();
        position.set_to_play(Color::White);
        position.play(Point::at(3, 3).to_move()).unwrap();
        let mut board = Board::new(7);
        board.copy_from(position.board());
        (board, Turn { color: Color::Black, last: position.last() })
    }

    /// Returns how often a policy makes each of the moves.
    fn counts(mut policy: impl BoardPolicy<Features = Bare>, moves: &[Point], draws: u32) -> Vec<f64> {
        let (mut board, turn) = position();
        let mut rng = Rng::new(5);
        let mut counts = vec![0.0; moves.len()];
        for _ in 0..draws {
            // The order of the board's empty points stays as the draw before left it.
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
        // The distribution of chi-square is nearly normal around its degrees of freedom, with a variance of twice
        // that; a value beyond four deviations does not happen by chance.
        let bound = freedom + 4.0 * (2.0 * freedom).sqrt();
        for counts in [&naive, &lazy] {
            let chi_square: f64 = counts.iter().map(|count| (count - expected).powi(2) / expected).sum();
            assert!(chi_square < bound, "{chi_square} of at most {bound}: {counts:?}");
        }
        let chi_square: f64 = naive.iter().zip(&lazy).map(|(a, b)| (a - b).powi(2) / (a + b)).sum();
        assert!(chi_square < bound, "{chi_square} of at most {bound}");
    }
}
