//! What a stone's chain would have for liberties, before the stone is played.

use crate::framework::Color;
use crate::go::board::{Board, Features, Liberties, Point, cell, color_bits, direction, empty_bits};

/// Returns the liberties that the chain of a stone of `color` at the empty point `p` would have.
///
/// Of a captured chain only the stones beside `p` count as liberties. Nothing is played: liberty sums add up.
#[inline]
#[must_use]
pub fn liberties_after<F: Features>(board: &Board<F>, p: Point, color: Color) -> Liberties {
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

/// Returns whether a stone of `color` at the empty point `p` would have one liberty or none.
#[inline]
#[must_use]
pub fn is_self_atari<F: Features>(board: &Board<F>, p: Point, color: Color) -> bool {
    board.empty_neighbors(p) < 2 && liberties_after(board, p, color).at_most_one()
}

/// Returns whether a stone of `color` at the empty point `p` would put own stones in atari that were not: a chain
/// of two liberties that loses one of them, or the stone itself where it joins no other and captures nothing.
///
/// A chain in atari that stays so is none, nor is a stone that captures two or more of those beside it at once.
#[inline]
#[must_use]
pub fn is_blunder<F: Features>(board: &Board<F>, p: Point, color: Color) -> bool {
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

/// Returns whether a chain of `color` with the two liberties `p` and `other` would have at least three after
/// a stone at `p`. Captures do not count.
#[must_use]
pub fn gains_liberties<F: Features>(
    board: &Board<F>,
    head: Point,
    p: Point,
    other: Point,
    color: Color,
) -> bool {
    let code = board.code(p);
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
            // Four are enough: one of them may be `p`, one known.
            let (liberties, many) = board.find_liberties::<4>(friend);
            if liberties[..many].iter().any(|&liberty| is_enough(liberty)) {
                return true;
            }
        }
    }
    false
}

/// Returns how many stones a chain of `color` would have after a stone at the empty point `p`.
#[must_use]
pub fn size_after<F: Features>(board: &Board<F>, p: Point, color: Color) -> usize {
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

/// Returns whether a stone of `color` at the empty point `p` would capture.
#[inline]
#[must_use]
pub fn captures<F: Features>(board: &Board<F>, p: Point, color: Color) -> bool {
    p.neighbors().into_iter().any(|q| board.cell(q) == !color as u8 && board.in_atari(board.head(q)))
}
