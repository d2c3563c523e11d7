//! Single-point eyes.

use crate::framework::Color;
use crate::go::board::{Board, ORTHOGONAL, Point, Tracking, color_bits, is_surrounded};

/// Whether an empty point with this neighborhood is an eye that playouts must not fill: all orthogonal neighbors are
/// stones of `color` or border, and the opponent has at most one diagonal neighbor, none at the border.
///
/// # References
/// - The rule of the earliest Monte-Carlo programs: B. Bouzy and B. Helmstetter, "Monte-Carlo Go
///   developments", Advances in Computer Games 10, 2003.
#[inline(always)]
pub fn is_eye_shape(code: u16, color: Color) -> bool {
    is_surrounded(code, color) && {
        let diagonal = code >> 8;
        let at_border = diagonal & (diagonal >> 1) & 0x55 != 0;
        color_bits(diagonal, !color).count_ones() + u32::from(at_border) < 2
    }
}

/// Whether the empty point `p` is a simple eye: all orthogonal neighbors are stones of `color` or border, and the
/// stones belong to one chain, or to two chains that share a second such point.
///
/// # References
/// - Fuego's `IsSimpleEye` (M. Enzenberger and M. Müller, TR 09-08, University of Alberta, 2009).
pub fn is_simple_eye<F: Tracking>(board: &Board<F>, p: Point, color: Color) -> bool {
    if !is_surrounded(board.neighborhood3x3(p), color) {
        return false;
    }
    let mut heads = board.chains_beside(p, color);
    match (heads.next(), heads.next(), heads.next()) {
        (Some(_), None, _) => true,
        (Some(a), Some(b), None) => shares_second_eye(board, p, color, [a, b]),
        _ => false,
    }
}

/// Whether the two chains around `p` are the only neighbors of another empty point.
fn shares_second_eye<F: Tracking>(board: &Board<F>, p: Point, color: Color, heads: [Point; 2]) -> bool {
    let (small, large) = if board.chain_size(heads[0]) <= board.chain_size(heads[1]) {
        (heads[0], heads[1])
    } else {
        (heads[1], heads[0])
    };
    board.stones_of(small).any(|stone| {
        ORTHOGONAL.iter().any(|&offset| {
            let eye = stone + offset;
            eye != p
                && board.cell(eye) == 0
                && is_surrounded(board.neighborhood3x3(eye), color)
                && eye.neighbors().iter().any(|&q| board.is_on_board(q) && board.head(q) == large)
                && eye.neighbors().iter().all(|&q| !board.is_on_board(q) || heads.contains(&board.head(q)))
        })
    })
}
