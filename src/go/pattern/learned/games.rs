//! Game records for training, one game per line.

use crate::framework::{Color, Game, Move};
use crate::go::board::{MAX_SIZE, MIN_SIZE};
use crate::go::letters;
use crate::go::{Position, Rules};
use crate::sgf::{self, Size};

/// The initial position and the moves of the game on a line of SGF, up to the first illegal move; `None` for handicap
/// games, setup stones, other board sizes, invalid SGF, and games without a legal move.
pub fn read(line: &[u8], size: u8) -> Option<(Position, Vec<Move>)> {
    let tree = sgf::first_game(line)?;
    let board: Size = tree[tree.root()].get("SZ").map_or(Ok(Size::default()), str::parse).ok()?;
    if board.width() != size || board.height() != size || !(MIN_SIZE..=MAX_SIZE).contains(&size) {
        return None;
    }
    let start = Position::new(size, Rules::default());
    let mut game = start.clone();
    let mut moves = Vec::new();
    for node in tree.main_line() {
        if ["AB", "AW", "AE", "PL"].iter().any(|name| node.get(name).is_some()) {
            return None;
        }
        for (name, color) in [("B", Color::Black), ("W", Color::White)] {
            let Some(value) = node.get(name) else { continue };
            let mv = letters::of_point(board.read_move(value).ok()?, size);
            if game.to_play() != color || game.play(mv).is_err() {
                return Some((start, moves)).filter(|(_, moves)| !moves.is_empty());
            }
            moves.push(mv);
        }
    }
    Some((start, moves)).filter(|(_, moves)| !moves.is_empty())
}
