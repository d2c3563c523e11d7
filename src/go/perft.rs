//! Perft: counts the move sequences of a given length, the classic move generator test.
//!
//! Moves are played on a [`Position`], so the counts test the legality code of real games. The last ply is counted
//! without playing it.
//!
//! # References
//! - S. J. Edwards, "Perft", in Chess Programming Wiki, <https://www.chessprogramming.org/Perft>.

use super::{Point, Position, Rules};
use crate::framework::{Game, Move};

/// Counts the sequences of exactly 0, 1, 2, … moves from the empty board, one number at a time.
///
/// The sequences have passes if two of them end the game. A pass never repeats a position; the empty board is the first
/// position.
///
/// # Panics
/// When the size is not 2 to 19.
pub fn counts(size: u8, rules: Rules) -> impl Iterator<Item = u64> {
    let root = Position::new(size, rules);
    let mut line = vec![root.clone()];
    (0..).map(move |depth| {
        line.resize_with(depth + 1, || root.clone());
        count(&mut line, rules.two_passes_end_game, depth)
    })
}

/// Counts the sequences of `depth` moves from the first position of `line`; the others are scratch space, one per move.
fn count(line: &mut [Position], passes: bool, depth: usize) -> u64 {
    let [position, rest @ ..] = line else { return 0 };
    if depth == 0 {
        return 1;
    }
    if position.outcome().is_some() {
        return 0;
    }
    let legal = |p: &&Point| position.check(p.to_move()).is_ok();
    let points = position.board().empty_points();
    if depth == 1 {
        return points.iter().filter(legal).count() as u64 + u64::from(passes);
    }
    let mut sum = 0;
    let moves = points.iter().filter(legal).map(|p| p.to_move()).chain(passes.then_some(Move::PASS));
    for mv in moves {
        if let Some(next) = rest.first_mut() {
            next.copy_from(position);
            next.play_legal(mv);
            sum += count(rest, passes, depth - 1);
        }
    }
    sum
}
