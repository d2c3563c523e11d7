//! A move's features other than its shape: effects on chains, and distances from the last moves and the border.
//!
//! # References
//! - R. Coulom, "Computing Elo ratings of move patterns in the game of Go", ICGA Journal 30(4), 2007: most of
//!   the features.

use super::shape::distance;
use crate::framework::Color;
use crate::go::board::{Board, Point, Tracking};
use crate::go::tactics::atari::{gains_liberties, liberties_after, size_after};
use crate::go::tactics::ladder::LadderReader;

/// The number of distance features from a move, from 2 up; the last one includes all greater distances.
pub(super) const DISTANCES: usize = 16;
/// The number of line features, from the edge; the last one includes all higher lines.
pub(super) const LINES: usize = 6;

/// The names in files of the tactical features.
pub(super) const TACTICS: [&str; 12] = [
    "capture_last",
    "capture_to_save",
    "capture_one",
    "capture_more",
    "escape",
    "escape_in_ladder",
    "self_atari_one",
    "self_atari_more",
    "atari",
    "atari_in_ladder",
    "reduce_to_two",
    "gain_liberties",
];

/// The first features of the groups: distances from the last move and the one before, lines of the board.
pub(super) const LAST: usize = TACTICS.len();
pub(super) const BEFORE: usize = LAST + DISTANCES;
pub(super) const LINE: usize = BEFORE + DISTANCES;
/// The number of features other than shapes.
pub(super) const COUNT: usize = LINE + LINES;

pub(super) fn name(feature: usize) -> String {
    match feature {
        LINE.. => format!("line_{}", feature - LINE + 1),
        BEFORE.. => format!("before_last_{}", feature - BEFORE + 2),
        LAST.. => format!("last_{}", feature - LAST + 2),
        _ => TACTICS[feature].to_owned(),
    }
}

/// Calls `visit` with each feature, except the shape, of a move of `color` at the empty point `p`.
pub(super) fn each<F: Tracking>(
    board: &Board<F>,
    reader: &mut LadderReader,
    p: Point,
    color: Color,
    last: [Point; 2],
    mut visit: impl FnMut(usize),
) {
    for (from, group) in last.into_iter().zip([LAST, BEFORE]) {
        if from != Point::NULL {
            let (dx, dy) = (p.col() as i8 - from.col() as i8, p.row() as i8 - from.row() as i8);
            visit(group + usize::from(distance(dx, dy)).clamp(2, DISTANCES + 1) - 2);
        }
    }
    let edge = board.size() - 1;
    let line = p.col().min(p.row()).min(edge - p.col()).min(edge - p.row());
    visit(LINE + usize::from(line).min(LINES - 1));
    if board.neighborhood3x3(p) & 0xff == 0 {
        return;
    }
    let [last, _] = last;
    let after = liberties_after(board, p, color);
    if after.at_most_one() {
        visit(if size_after(board, p, color) == 1 { 6 } else { 7 });
    }
    let (mut captured, mut takes_last, mut saves) = (0, false, false);
    let (mut gives_atari, mut ladder, mut reduces, mut gains, mut flees) =
        (false, false, false, false, false);
    for head in board.chains_beside(p, color) {
        flees |= board.in_atari(head) && !after.at_most_one();
        if let Some([a, b]) = board.two_liberties(head) {
            gains |= gains_liberties(board, head, p, if a == p { b } else { a }, color);
        }
    }
    for head in board.chains_beside(p, !color) {
        let liberties = board.find_liberties::<4>(head).1;
        if liberties == 1 {
            captured += board.chain_size(head);
            takes_last |=
                last != Point::NULL && board.cell(last) == board.cell(head) && board.head(last) == head;
            saves |= board.chains_around(head).any(|friend| board.in_atari(friend));
        } else if liberties == 2 {
            gives_atari = true;
            let mut after = *board;
            after.play_legal(p, color);
            ladder |= reader.read(&after, head, !color).is_some_and(|ladder| ladder.captured);
        } else {
            reduces |= liberties == 3;
        }
    }
    if captured > 0 {
        visit(match () {
            () if takes_last => 0,
            () if saves => 1,
            () if captured == 1 => 2,
            () => 3,
        });
    }
    if flees {
        let caught = board.chains_beside(p, color).any(|head| {
            board.in_atari(head) && reader.read(board, head, color).is_some_and(|ladder| ladder.captured)
        });
        visit(if caught { 5 } else { 4 });
    }
    if gives_atari {
        visit(if ladder { 9 } else { 8 });
    }
    if reduces {
        visit(10);
    }
    if gains {
        visit(11);
    }
}
