//! What a board keeps up to date beyond stones, chains, liberties and 3x3 codes.
//!
//! Each policy names the features it reads, and pays for no other: a board without a feature is compiled
//! without the code that maintains it.

use super::point::{Map, Point};
use crate::framework::Color;

/// The features of a board, as constants the compiler can see.
pub trait Features: Copy + Default + Send + Sync + std::fmt::Debug + 'static {
    /// Whether the chains in atari are listed by color, and atari bits kept beside the 3x3 codes.
    const ATARI: bool;
    /// Whether the points are kept whose surroundings changed, see [`super::Board::changes`].
    const CHANGES: bool;
    /// Whether the Zobrist key of the stones is kept.
    const KEY: bool;
}

/// Stones, chains, liberties and 3x3 codes alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bare;

impl Features for Bare {
    const ATARI: bool = false;
    const CHANGES: bool = false;
    const KEY: bool = false;
}

/// Chains in atari too: what rule-based policies read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tactical;

impl Features for Tactical {
    const ATARI: bool = true;
    const CHANGES: bool = false;
    const KEY: bool = false;
}

/// Chains in atari, and the points that change: what policies read that weigh every point.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tracked;

impl Features for Tracked {
    const ATARI: bool = true;
    const CHANGES: bool = true;
    const KEY: bool = false;
}

/// Chains in atari, and the key: the boards of positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Keyed;

impl Features for Keyed {
    const ATARI: bool = true;
    const CHANGES: bool = false;
    const KEY: bool = true;
}

/// A list without duplicates: the chains of one color in atari. An entry is the chain's head.
///
/// No board has more than 256 of them: each needs a stone and no two are adjacent.
#[derive(Clone, Copy)]
pub(super) struct AtariList {
    heads: [Point; 256],
    len: u16,
}

/// The place of a chain in its [`AtariList`] and its only liberty; the liberty is null when not in atari.
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

/// The lists of chains in atari by color.
#[derive(Clone, Copy)]
pub(super) struct AtariLists(pub(super) [AtariList; 2]);

impl AtariLists {
    #[inline(always)]
    pub(super) fn of(&mut self, color: Color) -> &mut AtariList {
        &mut self.0[color.index()]
    }
}
