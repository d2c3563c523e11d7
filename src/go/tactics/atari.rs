//! What a stone's chain would have for liberties, before the stone is played.

use crate::framework::Color;
use crate::go::board::{Board, Features, Liberties, Point, cell};

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

/// Returns whether the chain of a stone of `color` at the empty point `p` would have at least three
/// liberties. Captures do not count.
#[must_use]
pub fn gains_liberties<F: Features>(board: &Board<F>, p: Point, color: Color) -> bool {
    if board.empty_neighbors(p) >= 3 {
        return true;
    }
    let (mut found, mut count) = ([Point::NULL; 3], 0);
    let mut note = |q: Point| {
        if q != p && !found[..count].contains(&q) {
            found[count] = q;
            count += 1;
        }
        count == 3
    };
    for q in p.neighbors() {
        match board.cell(q) {
            cell::EMPTY => {
                if note(q) {
                    return true;
                }
            }
            stone if stone == color as u8 => {
                // Four are enough: one of them may be `p`.
                let (liberties, many) = board.find_liberties::<4>(board.head(q));
                for &liberty in &liberties[..many] {
                    if note(liberty) {
                        return true;
                    }
                }
            }
            _ => {}
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
