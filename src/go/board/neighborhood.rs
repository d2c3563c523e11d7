//! Queries of a 3x3 neighborhood code: empty neighbors, and neighbors of a color.

use super::point::SURROUNDINGS;
use super::{ORTHOGONAL, Point};
use crate::framework::Color;

/// The offset to the first neighbor in a bit set such as that of [`empty_bits`].
#[inline(always)]
pub fn direction(bits: u16) -> i16 {
    ORTHOGONAL[(bits.trailing_zeros() / 2) as usize & 3]
}

/// Returns bit `2 d` set for each orthogonal neighbor `d` that is empty.
#[inline(always)]
pub fn empty_bits(code: u16) -> u16 {
    !(code | code >> 1) & 0x55
}

/// Calls `visit` with each empty point of the eight around `p`, whose neighborhood is `code`.
#[inline(always)]
pub fn each_empty_around(code: u16, p: Point, mut visit: impl FnMut(Point)) {
    let mut empty = !(code | code >> 1) & 0x5555;
    while empty != 0 {
        visit(p + SURROUNDINGS[(empty.trailing_zeros() / 2) as usize & 7]);
        empty &= empty - 1;
    }
}

/// Returns bit `2 d` set for each orthogonal neighbor `d` that is a stone of `color`.
#[inline(always)]
pub fn color_bits(code: u16, color: Color) -> u16 {
    let (low, high) = (code & 0x55, (code >> 1) & 0x55);
    match color {
        Color::Black => low & !high,
        Color::White => high & !low,
    }
}

/// Whether all four orthogonal neighbors are stones of `color` or border.
#[inline(always)]
pub fn is_surrounded(code: u16, color: Color) -> bool {
    let mask = match color {
        Color::Black => 0x55,
        Color::White => 0xaa,
    };
    code & mask == mask
}

/// The code with black and white swapped.
#[inline]
pub const fn exchange_colors(code: u16) -> u16 {
    (code & 0x5555) << 1 | (code >> 1) & 0x5555
}
