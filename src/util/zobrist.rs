//! Random keys for hashing positions.
//!
//! # References
//! - A. L. Zobrist, "A new hashing method with application for game playing", TR 88, University of Wisconsin, 1970.
//! - The keys are the outputs of SplitMix64: G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom
//!   number generators", OOPSLA 2014.

/// The key of a number: the same on every machine, and different for different numbers.
pub const fn zobrist(number: u64) -> u64 {
    const SEED: u64 = 0x6272_6173_6120_676f;
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut z = SEED.wrapping_add(number.wrapping_add(1).wrapping_mul(STEP));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
