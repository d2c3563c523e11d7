//! Exercise: a playout policy. 60 minutes; lesson 2.
//!
//! - pass: a random one of `board.moves(color)`; `None` if there are none
//! - good: a move that captures, if there is one
//! - excellent: every capturing move is picked for some seeds

#[path = "../../../skeletons/policy/src/answer.rs"]
mod answer;
#[path = "../../../skeletons/policy/src/board.rs"]
mod board;

use board::Board;

/// A random number below `n`, the same for the same seed.
fn random(seed: u64, n: usize) -> usize {
    let mixed = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed ^ mixed >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33) as usize % n
}

/// The point of a move, or `None` to pass.
fn pick(board: Board, color: char, seed: u64) -> Option<usize> {
    let moves = board.moves(color);
    let captures = |&p: &usize| board.clone().play(p, color) > Some(0);
    let mut chosen: Vec<usize> = moves.iter().copied().filter(captures).collect();
    if chosen.is_empty() {
        chosen = moves;
    }
    (!chosen.is_empty()).then(|| chosen[random(seed, chosen.len())])
}

fn main() {
    answer::serve(&[("pick", &|args| {
        answer::call(args, |(rows, color, seed): (Vec<String>, char, u64)| {
            let board = Board::new(&rows);
            pick(board.clone(), color, seed).map_or("pass".to_owned(), |p| board.name(p))
        })
    })]);
}
