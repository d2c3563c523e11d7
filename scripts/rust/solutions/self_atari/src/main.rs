//! Exercise: the filter of self-atari. 45 minutes; lesson 1.
//!
//! - pass: a move that leaves a chain of its own, which had two liberties or more, with one
//! - good: a single stone with one liberty
//! - excellent: a move that captures is none; a move that joins chains is judged by the liberties of all

mod answer;
mod board;

use board::Board;

/// Whether the legal move leaves its chain with one liberty and captures nothing.
fn is_self_atari(board: Board, color: char, point: usize) -> bool {
    let mut after = board;
    after.play(point, color) == Some(0) && after.chain(point).1.len() == 1
}

fn main() {
    answer::serve(&[("is_self_atari", &|args| {
        answer::call(args, |(rows, color, name): (Vec<String>, char, String)| {
            let board = Board::new(&rows);
            let point = board.point(&name);
            is_self_atari(board, color, point)
        })
    })]);
}
