//! Random keys of stones, for hashing positions.
//!
//! # References
//! - A. L. Zobrist, "A new hashing method with application for game playing", TR 88, University of
//!   Wisconsin, 1970.
//! - The keys are the outputs of SplitMix64: G. L. Steele, D. Lea and C. H. Flood, "Fast splittable
//!   pseudorandom number generators", OOPSLA 2014.

use super::point::{POINTS, Point};
use crate::framework::Color;

static KEYS: [[u64; POINTS]; 2] = keys();

const fn keys() -> [[u64; POINTS]; 2] {
    let mut keys = [[0; POINTS]; 2];
    let mut state: u64 = 0x6272_6173_6120_676f;
    let mut i = 0;
    while i < 2 * POINTS {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        keys[i / POINTS][i % POINTS] = z ^ (z >> 31);
        i += 1;
    }
    keys
}

/// Returns the key of a stone of `color` at `p`.
#[inline(always)]
#[must_use]
pub fn stone_key(p: Point, color: Color) -> u64 {
    KEYS[color.index()][p.index()]
}

/// Returns the key of `color` being to move: 0 for Black.
#[inline(always)]
#[must_use]
pub fn color_key(color: Color) -> u64 {
    // The key of the null point, where no stone ever is.
    if matches!(color, Color::White) { KEYS[1][0] } else { 0 }
}
