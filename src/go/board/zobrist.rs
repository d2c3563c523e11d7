//! Zobrist keys of the stones and of the player to move.

use super::point::{POINTS, Point};
use crate::framework::Color;
use crate::util::zobrist;

static KEYS: [[u64; POINTS]; 2] = keys();

const fn keys() -> [[u64; POINTS]; 2] {
    let mut keys = [[0; POINTS]; 2];
    let mut i = 0;
    while i < 2 * POINTS {
        keys[i / POINTS][i % POINTS] = zobrist(i as u64);
        i += 1;
    }
    keys
}

/// The key of a stone of `color` at `p`.
#[inline(always)]
pub fn stone_key(p: Point, color: Color) -> u64 {
    KEYS[color.index()][p.index()]
}

/// The key of the player to move: 0 for Black.
#[inline(always)]
pub fn color_key(color: Color) -> u64 {
    // The key of the null point, which never holds a stone.
    if matches!(color, Color::White) { KEYS[1][0] } else { 0 }
}
