//! A node of the tree in 32 bytes: four atomic words.
//!
//! Siblings' words are interleaved: all links first, then all values, and so on. Words that are read together are
//! adjacent, and RAVE updates leave the other words in the caches of other threads.
//!
//! | word | bits | content |
//! |---|---|---|
//! | link | 0-15 | the move that leads to the node |
//! | | 16-17 | state: leaf, busy, expanded |
//! | | 18-29 | number of children |
//! | | 30-61 | slot of the first child |
//! | | 62 | whether the children were made without knowledge |
//! | value | 0-25 | mean bonus |
//! | | 26-61 | sum of win shares, in 1/32 |
//! | | 62-63 | the [`Proof`] |
//! | rave | 0-23 | weight of the RAVE samples, in 1/32 |
//! | | 24-63 | sum of weight times value |
//! | | 0-31 | without RAVE: the estimate of the position after the move |
//! | | 32 | whether there is one |
//! | | 33-63 | the mean margin for Black |
//! | count | 0-31 | number of playouts |
//! | | 32-47 | the prior's value; without a weight, the move's probability |
//! | | 48-63 | the prior's weight, in 1/64 |
//!
//! A [`Value`] has two parts for the player who made the move: the win share, and a bonus for the lead and the length
//! of the game. Selection uses their sum; reports show win shares. Where playouts correct a network's estimates, the bonus
//! also takes the win share to its mix with the estimate, and reports show the sum. Counts and win shares are added
//! atomically, so none is lost, and 2^31 playouts fit. The mean bonus moves toward each new bonus by (bonus − mean) /
//! count. RAVE samples of the sum are numerous and approximate by nature; they are loaded, added and stored
//! non-atomically, so a race may lose a sample. When the RAVE weight would overflow, the statistics are halved: the mean
//! stays, and the weight in the estimate has long approached its final value.
//!
//! A proof costs selection nothing: it is a bit field above the win shares, so that, read as one signed number, the
//! mean of a won node exceeds any other and the mean of a lost or filtered node is below any other.
//!
//! All accesses are `Relaxed` except those of `link`: statistics need no ordering, but a link publishes the children,
//! so it is stored with `Release` and loaded with `Acquire`.

use super::sync::{AtomicU64, Ordering};
use crate::framework::{Candidate, Move};

/// The value of a win, as a fixed-point number.
pub(super) const ONE: u64 = 1 << 16;

/// A playout's value for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    /// The win share, up to [`Self::WIN`].
    wins: u32,
    /// The total used by selection, fixed-point up to [`ONE`]: win share plus bonus.
    total: u32,
}

impl Value {
    /// The win share of a full win.
    const WIN: u32 = 32;

    /// The value with a win share and a total, both in [0, 1]. The share is rounded to 1/32, and the bonus absorbs the
    /// difference.
    pub(super) fn new(share: f64, total: f64) -> Self {
        let fixed = |value: f64, one: u64| (value.clamp(0.0, 1.0) * one as f64 + 0.5) as u32;
        Self { wins: fixed(share, u64::from(Self::WIN)), total: fixed(total, ONE) }
    }

    #[inline(always)]
    pub(super) const fn for_opponent(self) -> Self {
        Self { wins: Self::WIN - self.wins, total: ONE as u32 - self.total }
    }

    /// The win share, in [0, 1].
    pub(super) fn share(self) -> f64 {
        f64::from(self.wins) / f64::from(Self::WIN)
    }

    /// The total used by selection, in [0, 1].
    pub(super) fn total(self) -> f64 {
        self.fixed() as f64 / ONE as f64
    }

    /// The total used by selection, fixed-point up to [`ONE`].
    #[inline(always)]
    pub(super) const fn fixed(self) -> u64 {
        self.total as u64
    }

    /// The bonus in units of the node's mean bonus; [`NO_BONUS`] for none.
    #[inline(always)]
    const fn bonus(self) -> i64 {
        const UNIT: i64 = NO_BONUS as i64;
        NO_BONUS as i64 + self.total as i64 * (UNIT / ONE as i64)
            - self.wins as i64 * (UNIT / Self::WIN as i64)
    }
}

/// The bits of the mean bonus.
const BONUS_BITS: u32 = 26;
const BONUS_MASK: u64 = (1 << BONUS_BITS) - 1;
/// The mean without any bonus.
const NO_BONUS: u64 = 1 << (BONUS_BITS - 1);

const WON: u64 = 1 << 62;
const LOST: u64 = 1 << 63;

/// The proven state of a node, for the player who made the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Proof {
    /// Removed by a filter after the node was made.
    Filtered,
    /// The move loses.
    Lost,
    /// The outcome is not known.
    Open,
    /// The move wins.
    Won,
}

impl Proof {
    const fn bits(self) -> u64 {
        match self {
            Self::Filtered => LOST | WON,
            Self::Lost => LOST,
            Self::Open => 0,
            Self::Won => WON,
        }
    }

    /// Whether the node's outcome is known.
    pub(super) const fn is_proven(self) -> bool {
        matches!(self, Self::Lost | Self::Won)
    }
}

const MOVE_MASK: u64 = 0xffff;
const STATE_SHIFT: u32 = 16;
const STATE_MASK: u64 = 3 << STATE_SHIFT;
const LEAF: u64 = 0;
const BUSY: u64 = 1 << STATE_SHIFT;
const EXPANDED: u64 = 2 << STATE_SHIFT;
const LEN_SHIFT: u32 = 18;
const LEN_BITS: u32 = 12;
const FIRST_SHIFT: u32 = LEN_SHIFT + LEN_BITS;

const DEFERRED: u64 = 1 << 62;

const RAVE_UNIT: u64 = 32;
const RAVE_SHIFT: u32 = 24;
const RAVE_MOST: u64 = (1 << RAVE_SHIFT) - 1;
const PRIOR_UNIT: f32 = 64.0;
const MARGIN_SHIFT: u32 = 33;
const MARGIN_UNIT: f64 = (1 << 29) as f64;

/// Maximum number of children.
pub(super) const MAX_CHILDREN: usize = (1 << LEN_BITS) - 1;

/// Words per node.
pub(super) const WORDS: usize = 4;

/// A node in the tree.
#[derive(Clone, Copy)]
pub(super) struct Node<'t> {
    link: &'t AtomicU64,
    value: &'t AtomicU64,
    rave: &'t AtomicU64,
    count: &'t AtomicU64,
}

/// The children of an expanded node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Children {
    /// The first child's slot.
    pub(super) first: u32,
    /// Their number.
    pub(super) len: usize,
}

/// A snapshot of a node's statistics. Values are for the player who made the move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Stats {
    /// The number of playouts.
    pub(super) count: f64,
    /// The sum of their totals, used by selection.
    pub(super) sum: f64,
    /// The sum of their win shares.
    pub(super) wins: f64,
    /// The weight of the RAVE samples.
    pub(super) rave_count: f64,
    /// The weighted sum of RAVE values.
    pub(super) rave_sum: f64,
    /// The weight of the prior.
    pub(super) prior_weight: f64,
    /// The weight of the prior times its value.
    pub(super) prior_sum: f64,
    /// The move's probability before the search; 0 where it is not known.
    pub(super) probability: f64,
}

impl<'t> Node<'t> {
    /// A node view of these words.
    #[inline(always)]
    pub(super) const fn new(words: [&'t AtomicU64; WORDS]) -> Self {
        let [link, value, rave, count] = words;
        Self { link, value, rave, count }
    }

    /// Resets the slot to a fresh leaf.
    pub(super) fn reset(self, candidate: &Candidate) {
        self.link.store(u64::from(candidate.mv.0) | LEAF, Ordering::Relaxed);
        self.value.store(NO_BONUS, Ordering::Relaxed);
        self.rave.store(0, Ordering::Relaxed);
        self.count.store(prior_bits(candidate), Ordering::Relaxed);
    }

    /// The move that leads here.
    #[inline(always)]
    pub(super) fn mv(self) -> Move {
        move_of(self.link)
    }

    /// The children; `None` for a leaf. Everything written to them before publication is visible.
    #[inline(always)]
    pub(super) fn children(self) -> Option<Children> {
        children_of(self.link)
    }

    /// Claims a leaf for expansion; false if another thread holds the claim or the node is expanded.
    #[inline]
    pub(super) fn claim(self) -> bool {
        let link = self.link.load(Ordering::Relaxed);
        // Relaxed: the claim publishes no data; `publish` does.
        link & STATE_MASK == LEAF
            && self.link.compare_exchange(link, link | BUSY, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Releases the claim without children.
    pub(super) fn release(self) {
        self.link.store(self.link.load(Ordering::Relaxed) & MOVE_MASK, Ordering::Relaxed);
    }

    /// Publishes the complete children to all threads. Requires the claim.
    pub(super) fn publish(self, children: Children) {
        let link = self.link.load(Ordering::Relaxed) & (MOVE_MASK | DEFERRED)
            | EXPANDED
            | (children.len as u64) << LEN_SHIFT
            | u64::from(children.first) << FIRST_SHIFT;
        // Release: a thread that sees the link also sees the children.
        self.link.store(link, Ordering::Release);
    }

    /// Marks that the children will be made without knowledge. Requires the claim.
    pub(super) fn defer_knowledge(self) {
        self.link.fetch_or(DEFERRED, Ordering::Relaxed);
    }

    /// Whether the children were made below the knowledge threshold and still lack its priors.
    #[inline]
    pub(super) fn is_deferred(self) -> bool {
        self.link.load(Ordering::Relaxed) & DEFERRED != 0
    }

    /// Claims the addition of deferred knowledge to the children; false if another thread has claimed it or none was
    /// deferred.
    #[inline]
    pub(super) fn take_deferred(self) -> bool {
        // Relaxed: the caller has seen the children, and a read-modify-write continues the release sequence of
        // `publish`.
        self.is_deferred() && self.link.fetch_and(!DEFERRED, Ordering::Relaxed) & DEFERRED != 0
    }

    /// The move's probability before the search; 0 where it is not known.
    #[inline(always)]
    pub(super) fn probability(self) -> f64 {
        probability_of(self.count.load(Ordering::Relaxed))
    }

    #[inline(always)]
    pub(super) fn count(self) -> u64 {
        self.count.load(Ordering::Relaxed) & 0xffff_ffff
    }

    /// Counts a playout.
    #[inline(always)]
    pub(super) fn add_count(self) {
        self.count.fetch_add(1, Ordering::Relaxed);
    }

    /// Adds the value of a playout that was counted.
    #[inline]
    pub(super) fn add_value(self, value: Value) {
        let (count, bonus) = (self.count() as i64, value.bonus());
        let add = |old: u64| {
            let mean = (old & BONUS_MASK) as i64;
            // Rounded to nearest.
            let step = (2 * (bonus - mean) + count).div_euclid(2 * count);
            let mean = (mean + step).clamp(0, BONUS_MASK as i64) as u64;
            Some(((old & !BONUS_MASK) + (u64::from(value.wins) << BONUS_BITS)) | mean)
        };
        // Cannot fail, because `add` cannot.
        let _ = self.value.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
    }

    /// The position's estimated value for the player to move; `None` if unknown. Only for searches without RAVE.
    #[inline(always)]
    pub(super) fn estimate(self) -> Option<f32> {
        let word = self.rave.load(Ordering::Relaxed);
        (word >> 32 & 1 == 1).then(|| f32::from_bits(word as u32))
    }

    /// Stores the position's estimated value in place of the RAVE statistics.
    pub(super) fn set_estimate(self, value: f32) {
        let set =
            |word: u64| Some(word >> MARGIN_SHIFT << MARGIN_SHIFT | 1 << 32 | u64::from(value.to_bits()));
        // Cannot fail, because `set` cannot.
        let _ = self.rave.fetch_update(Ordering::Relaxed, Ordering::Relaxed, set);
    }

    /// The mean margin for Black, in [-1, 1]. Only for searches without RAVE.
    pub(super) fn margin(self) -> f64 {
        (self.rave.load(Ordering::Relaxed) as i64 >> MARGIN_SHIFT) as f64 / MARGIN_UNIT
    }

    /// Adds the margin for Black of a playout that was counted. Only for searches without RAVE.
    pub(super) fn add_margin(self, margin: f32) {
        let (count, margin) =
            (self.count() as i64, (f64::from(margin.clamp(-1.0, 1.0)) * MARGIN_UNIT) as i64);
        let add = |word: u64| {
            let mean = word as i64 >> MARGIN_SHIFT;
            let mean = mean + (margin - mean) / count;
            Some(word & ((1 << MARGIN_SHIFT) - 1) | (mean << MARGIN_SHIFT) as u64)
        };
        // Cannot fail, because `add` cannot.
        let _ = self.rave.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
    }

    /// Whether the move is neither filtered nor proven lost.
    #[inline(always)]
    pub(super) fn is_choice(&self) -> bool {
        self.proof() >= Proof::Open
    }

    #[inline(always)]
    pub(super) fn proof(self) -> Proof {
        match self.value.load(Ordering::Relaxed) & (WON | LOST) {
            0 => Proof::Open,
            WON => Proof::Won,
            LOST => Proof::Lost,
            _ => Proof::Filtered,
        }
    }

    /// Sets the state of an open node.
    pub(super) fn set_proof(self, proof: Proof) {
        self.value.fetch_or(proof.bits(), Ordering::Relaxed);
    }

    /// Clears the filtered state.
    pub(super) fn unfilter(self) {
        if self.proof() == Proof::Filtered {
            self.value.fetch_and(!(WON | LOST), Ordering::Relaxed);
        }
    }

    /// Replaces the prior.
    pub(super) fn set_prior(self, candidate: &Candidate) {
        let prior = prior_bits(candidate);
        let set = |count: u64| Some(count & 0xffff_ffff | prior);
        // Cannot fail, because `set` cannot.
        let _ = self.count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, set);
    }

    /// The statistics without the proof.
    pub(super) fn stats(self) -> Stats {
        self.read(!(WON | LOST))
    }

    /// The statistics with the proof folded into the sums, for selection.
    #[inline(always)]
    pub(super) fn stats_with_proof(self) -> Stats {
        self.read(u64::MAX)
    }

    #[inline(always)]
    fn read(self, mask: u64) -> Stats {
        let (value, rave, count) = (
            self.value.load(Ordering::Relaxed) & mask,
            self.rave.load(Ordering::Relaxed),
            self.count.load(Ordering::Relaxed),
        );
        let prior_weight = (count >> 48) as f64 * const { 1.0 / PRIOR_UNIT as f64 };
        let wins = (value as i64 >> BONUS_BITS) as f64 * const { 1.0 / Value::WIN as f64 };
        let bonus = ((value & BONUS_MASK) as i32 - NO_BONUS as i32) as f64 * const { 1.0 / NO_BONUS as f64 };
        let playouts = (count & 0xffff_ffff) as u32 as f64;
        Stats {
            count: playouts,
            sum: wins + bonus * playouts,
            wins,
            rave_count: (rave & RAVE_MOST) as u32 as f64 * const { 1.0 / RAVE_UNIT as f64 },
            rave_sum: (rave >> RAVE_SHIFT) as i64 as f64 * const { 1.0 / (RAVE_UNIT * ONE) as f64 },
            prior_weight,
            probability: probability_of(count),
            prior_sum: prior_weight * ((count >> 32) as u16 as f64 * const { 1.0 / 65535.0 }),
        }
    }

    /// Copies move and statistics from another node. The copy is a leaf; [`Self::publish`] may give it the other's
    /// children.
    pub(super) fn copy_stats(self, from: Node<'_>) {
        self.link.store(from.link.load(Ordering::Relaxed) & (MOVE_MASK | DEFERRED), Ordering::Relaxed);
        for (to, from) in [(self.value, from.value), (self.rave, from.rave), (self.count, from.count)] {
            to.store(from.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }
}

fn prior_bits(candidate: &Candidate) -> u64 {
    let weight = (candidate.weight.clamp(0.0, 1000.0) * PRIOR_UNIT + 0.5) as u64;
    let share = |x: f32| (x.clamp(0.0, 1.0) * 65535.0 + 0.5) as u64;
    let value = match candidate.probability {
        _ if weight > 0 => share(candidate.value),
        probability if probability > 0.0 => share(probability).max(1),
        _ => 0,
    };
    value << 32 | weight << 48
}

/// The probability in a count word; present when the prior has no weight.
#[inline(always)]
fn probability_of(count: u64) -> f64 {
    let prior = count >> 32;
    if prior > 0xffff { 0.0 } else { prior as u16 as f64 * const { 1.0 / 65535.0 } }
}

/// The children that a link points to.
#[inline(always)]
pub(super) fn children_of(link: &AtomicU64) -> Option<Children> {
    // Acquire: pairs with the Release of `publish`.
    let link = link.load(Ordering::Acquire);
    (link & STATE_MASK == EXPANDED).then_some(Children {
        first: (link >> FIRST_SHIFT) as u32,
        len: (link >> LEN_SHIFT) as usize & MAX_CHILDREN,
    })
}

#[inline(always)]
pub(super) fn move_of(link: &AtomicU64) -> Move {
    Move((link.load(Ordering::Relaxed) & MOVE_MASK) as u16)
}

/// Adds a RAVE sample to a RAVE word: its weight in 1/32, up to 64, and its value up to [`ONE`].
#[inline(always)]
pub(super) fn add_rave(rave: &AtomicU64, weight: u64, value: u64) {
    let old = rave.load(Ordering::Relaxed);
    let (mut total, mut sum) = (old & RAVE_MOST, old >> RAVE_SHIFT);
    total += weight;
    sum += weight * value;
    if total > RAVE_MOST {
        (total, sum) = (total / 2, sum / 2);
    }
    rave.store(total | sum << RAVE_SHIFT, Ordering::Relaxed);
}
