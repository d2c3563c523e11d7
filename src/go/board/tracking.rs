//! The optional data that a board maintains beyond stones, chains, liberties and 3x3 neighborhoods.
//!
//! Each policy declares the data it reads and pays for nothing else: code that maintains the rest is not compiled for
//! its board.

use super::point::{Map, Point};

/// The data that a board maintains, as compile-time constants.
pub trait Tracking: Copy + Default + Send + Sync + std::fmt::Debug + 'static {
    /// Whether the board lists the chains in atari by color, and keeps atari bits.
    const ATARI: bool = false;
    /// Whether the board keeps the set of changed points, see [`super::Board::changes`].
    const CHANGES: bool = false;
    /// Whether the board keeps the Zobrist key of the stones.
    const KEY: bool = false;
    /// Whether the board keeps the points that the last stone stirred, see [`super::Board::stirred`].
    const STIRRED: bool = false;
}

/// Stones, chains, liberties and 3x3 neighborhoods only.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bare;

impl Tracking for Bare {}

/// Adds chains in atari, for rule-based policies.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tactical;

impl Tracking for Tactical {
    const ATARI: bool = true;
}

/// Adds chains in atari, changed and stirred points, for policies with per-point weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct Incremental;

impl Tracking for Incremental {
    const ATARI: bool = true;
    const CHANGES: bool = true;
    const STIRRED: bool = true;
}

/// Adds chains in atari, the Zobrist key and stirred points, for positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Keyed;

impl Tracking for Keyed {
    const ATARI: bool = true;
    const KEY: bool = true;
    const STIRRED: bool = true;
}

/// The heads of the chains of one color in atari, without duplicates.
///
/// At most 256 per board, because each needs a stone and no two are adjacent.
#[derive(Clone, Copy)]
pub(super) struct AtariList {
    heads: [Point; 256],
    len: u16,
}

/// A chain's index in its [`AtariList`] and its only liberty; the liberty is null when the chain is not in atari.
#[derive(Clone, Copy, Default)]
pub(super) struct Atari {
    place: u16,
    pub(super) liberty: Point,
}

impl AtariList {
    pub(super) const EMPTY: Self = Self { heads: [Point::NULL; 256], len: 0 };

    #[inline(always)]
    pub(super) fn as_slice(&self) -> &[Point] {
        &self.heads[..usize::from(self.len).min(256)]
    }

    #[inline(always)]
    pub(super) fn insert(&mut self, head: Point, liberty: Point, atari: &mut Map<Atari>) {
        atari[head] = Atari { place: self.len, liberty };
        self.heads[usize::from(self.len) & 255] = head;
        self.len += 1;
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, head: Point, atari: &mut Map<Atari>) {
        let place = atari[head].place;
        self.len -= 1;
        let last = self.heads[usize::from(self.len) & 255];
        self.heads[usize::from(place) & 255] = last;
        atari[last].place = place;
        atari[head] = Atari::default();
    }

    #[inline(always)]
    pub(super) fn copy_from(&mut self, other: &Self) {
        let len = usize::from(other.len).min(256);
        self.heads[..len].copy_from_slice(&other.heads[..len]);
        self.len = other.len;
    }
}
