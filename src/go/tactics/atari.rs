//! The liberties, size and captures of a stone's chain, computed without playing the stone.

use crate::framework::Color;
use crate::go::board::{Board, Liberties, Point, Tracking, cell, color_bits, direction, empty_bits};

/// The liberties of the chain that a stone of `color` at the empty point `p` would form.
///
/// The result is a sum of liberty sums. Of the captured stones, only those adjacent to `p` count as liberties.
#[inline]
pub fn liberties_after<F: Tracking>(board: &Board<F>, p: Point, color: Color) -> Liberties {
    let here = Liberties::at(p);
    let mut liberties = Liberties::NONE;
    let mut joined = [Point::NULL; 4];
    for (i, q) in p.neighbors().into_iter().enumerate() {
        match board.cell(q) {
            cell::EMPTY => liberties.add(Liberties::at(q)),
            cell::BORDER => {}
            stone if stone == color as u8 => {
                let head = board.head(q);
                if !joined.contains(&head) {
                    liberties.add(board.liberties(head));
                }
                joined[i] = head;
                liberties.remove(here);
            }
            _ => {
                if board.in_atari(board.head(q)) {
                    liberties.add(Liberties::at(q));
                }
            }
        }
    }
    liberties
}

/// Whether the chain that a stone of `color` at the empty point `p` would form has at most one liberty.
#[inline]
pub fn is_self_atari<F: Tracking>(board: &Board<F>, p: Point, color: Color) -> bool {
    board.empty_neighbors(p) < 2 && liberties_after(board, p, color).at_most_one()
}

/// Whether a stone of `color` at the empty point `p` would newly put own stones in atari: a chain of two liberties that
/// loses one, or the stone itself if it joins no chain and captures nothing.
///
/// A move is not a blunder if the chain was already in atari, or if the move captures at least two stones.
#[inline]
pub fn is_blunder<F: Tracking>(board: &Board<F>, p: Point, color: Color) -> bool {
    if !is_self_atari(board, p, color) {
        return false;
    }
    let is = |q: Point, color: Color| board.cell(q) == color as u8;
    let prey = |q: Point| is(q, !color) && board.in_atari(board.head(q));
    let (mut friends, mut safe_friends, mut prisoners) = (0, 0, 0);
    for q in p.neighbors() {
        if is(q, color) {
            friends += 1;
            safe_friends += u32::from(!board.in_atari(board.head(q)));
        } else if prey(q) {
            prisoners += board.chain_size(board.head(q));
        }
    }
    if friends == 0 { prisoners == 0 } else { safe_friends > 0 && prisoners < 2 }
}

/// Whether a chain of `color` with the two liberties `p` and `other` would have at least three after
/// a stone at `p`. Captures do not count.
pub fn gains_liberties<F: Tracking>(
    board: &Board<F>,
    head: Point,
    p: Point,
    other: Point,
    color: Color,
) -> bool {
    let code = board.neighborhood3x3(p);
    let mut empty = empty_bits(code);
    if empty.count_ones() >= 3 {
        return true;
    }
    let (mut found, mut count) = ([other, Point::NULL, Point::NULL], 1);
    let mut is_enough = |q: Point| {
        if q != p && !found[..count].contains(&q) {
            found[count] = q;
            count += 1;
        }
        count == 3
    };
    while empty != 0 {
        if is_enough(p + direction(empty)) {
            return true;
        }
        empty &= empty - 1;
    }
    let mut friends = color_bits(code, color);
    while friends != 0 {
        let friend = board.head(p + direction(friends));
        friends &= friends - 1;
        if friend != head {
            // Four suffice: one may be `p`, one already counted.
            let (liberties, many) = board.find_liberties::<4>(friend);
            if liberties[..many].iter().any(|&liberty| is_enough(liberty)) {
                return true;
            }
        }
    }
    false
}

/// The size of the chain that a stone of `color` at the empty point `p` would form.
pub fn size_after<F: Tracking>(board: &Board<F>, p: Point, color: Color) -> usize {
    let mut joined = [Point::NULL; 4];
    let mut size = 1;
    for (i, q) in p.neighbors().into_iter().enumerate() {
        if board.cell(q) == color as u8 && !joined.contains(&board.head(q)) {
            joined[i] = board.head(q);
            size += board.chain_size(joined[i]);
        }
    }
    size
}

/// Whether a stone of `color` at the empty point `p` would capture.
#[inline]
pub fn captures<F: Tracking>(board: &Board<F>, p: Point, color: Color) -> bool {
    p.neighbors().into_iter().any(|q| board.cell(q) == !color as u8 && board.in_atari(board.head(q)))
}
