//! Players that apply one tactic, or else play a random move.

use std::cmp::Reverse;

use super::choice::{best, moves, random};
use crate::framework::{Color, Game};
use crate::go::board::Board;
use crate::go::tactics::ladder::{LadderReader, LadderStatus};
use crate::go::tactics::{atari, chains};
use crate::go::{Point, Position};
use crate::util::Rng;

/// Captures as many stones as possible, else plays a random move.
pub(super) fn capture(position: &Position, rng: &mut Rng) -> Option<Point> {
    let (board, color) = (position.board(), position.to_play());
    best(moves(position), rng, |p| {
        let mut after = *board;
        after.play_legal(p, color);
        Some(after.captured(!color))
    })
}

/// Settles the largest chain of either color with an unsettled ladder. Failing that, captures the opponent's largest
/// chain that cannot escape a ladder, or else plays a random move.
pub(super) fn ladder(position: &Position, rng: &mut Rng) -> Option<Point> {
    let (board, color) = (position.board(), position.to_play());
    let mut reader = LadderReader::default();
    let mut urgent = Vec::new();
    for head in Color::ALL.into_iter().flat_map(|owner| chains::heads(board, owner)) {
        if !board.may_have_two_liberties(head) {
            continue;
        }
        let is_lost = match reader.status(board, head) {
            LadderStatus::Unsettled => false,
            LadderStatus::Captured if board.color_at(head) != Some(color) => true,
            _ => continue,
        };
        if let Some(ladder) = reader.read(board, head, color) {
            urgent.push((ladder.first, (!is_lost, board.chain_size(head))));
        }
    }
    let worth = |p| urgent.iter().filter(|&&(first, _)| first == p).map(|&(_, worth)| worth).max();
    best(moves(position), rng, worth).or_else(|| random(position, rng))
}

/// Extends or attacks the chain of either color with the fewest liberties, at the point where its owner's move would
/// gain it the most liberties. Avoids self-atari, and reads nothing else.
pub(super) fn dumb_tactic(position: &Position, rng: &mut Rng) -> Option<Point> {
    let (board, color) = (position.board(), position.to_play());
    let counts = chains::liberties(board);
    let worth = |p: Point| {
        let stones = p.neighbors().into_iter().filter(|&q| board.color_at(q).is_some());
        let chains = stones.map(|q| (counts[board.head(q)], extended(board, q, p), board.cell(q)));
        let helps = |&(now, then, owner): &(u16, u16, u8)| owner != color as u8 || then > now;
        chains.filter(helps).map(|(now, then, _)| (Reverse(now), then)).max()
    };
    let is_sound = |p: &Point| atari::captures(board, *p, color) || !atari::is_self_atari(board, *p, color);
    best(moves(position).into_iter().filter(is_sound), rng, worth).or_else(|| random(position, rng))
}

/// The number of liberties of a stone's chain after its owner's move at `p`; 0 if the move is suicide.
fn extended(board: &Board, stone: Point, p: Point) -> u16 {
    let Some(owner) = board.color_at(stone).filter(|&owner| !board.is_suicide(p, owner)) else { return 0 };
    let mut after = *board;
    after.clear_ko();
    after.play_legal(p, owner);
    chains::liberties(&after)[after.head(stone)]
}
