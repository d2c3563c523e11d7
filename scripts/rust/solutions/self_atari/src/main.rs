//! Exercise: a self-atari filter. 45 minutes; lesson 1.
//!
//! - pass: a move that reduces an own chain from two or more liberties to one
//! - good: a single stone with one liberty
//! - excellent: a capture is not self-atari; a move that joins chains counts the liberties of the joined chain

#[path = "../../../skeletons/self_atari/src/answer.rs"]
mod answer;
#[path = "../../../skeletons/self_atari/src/board.rs"]
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
