//! A thread's tally: final scores and owners by first move, for searches with detail.
//!
//! Only its thread writes to a tally, with relaxed loads and stores; observers concurrently read and sum all tallies.
//! An observer may see a playout in some numbers and not yet in others, which shifts a mean by less than the playout's
//! share.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use crossbeam_utils::CachePadded;

use crate::framework::{CERTAIN, Detail, Ends, Move};

/// A margin of 1 in fixed point: the sum of squares of 2^31 playouts fits into 64 bits.
const ONE: f64 = 65_536.0;

pub(super) struct Tally {
    root: Sums,
    /// By index of the first move.
    moves: Vec<Sums>,
}

/// Sums over final positions.
#[derive(Default)]
struct Sums {
    count: AtomicU64,
    margins: AtomicI64,
    squares: AtomicU64,
    /// By point, Black's share minus White's, times [`CERTAIN`]; empty if owners are not requested.
    owners: Box<[AtomicI64]>,
}

impl Sums {
    fn new(points: usize) -> Self {
        Self { owners: (0..points).map(|_| AtomicI64::new(0)).collect(), ..Self::default() }
    }

    fn add(&self, margin: f32, owners: &[i8]) {
        let margin = (f64::from(margin) * ONE).round() as i64;
        let relaxed = Ordering::Relaxed;
        self.count.store(self.count.load(relaxed) + 1, relaxed);
        self.margins.store(self.margins.load(relaxed) + margin, relaxed);
        self.squares.store(self.squares.load(relaxed) + margin.unsigned_abs().pow(2), relaxed);
        for (sum, &owner) in self.owners.iter().zip(owners) {
            sum.store(sum.load(relaxed) + i64::from(owner), relaxed);
        }
    }

    fn merged<'a>(all: impl Iterator<Item = &'a Self> + Clone) -> Ends {
        let relaxed = Ordering::Relaxed;
        let count: u64 = all.clone().map(|sums| sums.count.load(relaxed)).sum();
        let total = count.max(1) as f64;
        let margins: i64 = all.clone().map(|sums| sums.margins.load(relaxed)).sum();
        let squares: u64 = all.clone().map(|sums| sums.squares.load(relaxed)).sum();
        let margin = margins as f64 / total / ONE;
        let variance = squares as f64 / total / (ONE * ONE) - margin * margin;
        let mut owners = vec![0.0; all.clone().map(|sums| sums.owners.len()).max().unwrap_or(0)];
        for sums in all {
            for (mean, sum) in owners.iter_mut().zip(&sums.owners) {
                *mean += (sum.load(relaxed) as f64 / (total * f64::from(CERTAIN))) as f32;
            }
        }
        Ends { count, margin: margin.clamp(-1.0, 1.0), deviation: variance.max(0.0).sqrt(), owners }
    }
}

impl Tally {
    /// One tally per thread, or none without detail. Points and moves share indices below `limit`.
    pub(super) fn of_threads(detail: Detail, threads: usize, limit: usize) -> Vec<CachePadded<Self>> {
        let threads = if detail == Detail::None { 0 } else { threads };
        let points = |least: Detail| if detail >= least { limit } else { 0 };
        let tally = || Self {
            root: Sums::new(points(Detail::Owners)),
            moves: (0..limit).map(|_| Sums::new(points(Detail::MoveOwners))).collect(),
        };
        (0..threads).map(|_| CachePadded::new(tally())).collect()
    }

    /// Whether owners are requested.
    pub(super) fn has_owners(&self) -> bool {
        !self.root.owners.is_empty()
    }

    /// Adds the final position, played out or expected, of a game that began with `first`: Black's margin and the
    /// owners.
    pub(super) fn add(&self, first: Option<Move>, margin: f32, owners: &[i8]) {
        self.root.add(margin, owners);
        if let Some(mv) = first {
            self.moves[mv.index()].add(margin, owners);
        }
    }

    /// The totals over all games.
    pub(super) fn root(tallies: &[CachePadded<Self>]) -> Ends {
        Sums::merged(tallies.iter().map(|tally| &tally.root))
    }

    /// The totals over games that began with a move; `root`, the totals over all games, if there are none.
    pub(super) fn after(tallies: &[CachePadded<Self>], mv: Move, root: &Ends) -> Ends {
        let ends = Sums::merged(tallies.iter().map(|tally| &tally.moves[mv.index()]));
        if ends.count > 0 {
            return ends;
        }
        let owners = if ends.owners.is_empty() { Vec::new() } else { root.owners.clone() };
        Ends { owners, ..root.clone() }
    }
}
