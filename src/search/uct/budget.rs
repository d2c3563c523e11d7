//! When a search ends.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crossbeam::utils::CachePadded;

use super::params::MoveSelect;
use super::report;
use super::worker::Shared;
use crate::framework::{Control, Game, Limits, Stop};

/// A search that is given less, or is stopped before it begins, makes so many playouts all the same, so that
/// it has a move to show.
const LEAST_PLAYOUTS: u64 = 50;

/// More playouts than this at the root would overflow its statistics.
const MOST_PLAYOUTS: u64 = 1 << 31;

/// What a search may spend, shared by its threads.
pub(super) struct Budget<'a> {
    limits: Limits,
    control: &'a Control,
    start: Instant,
    /// Playouts begun, those of the reused tree included.
    begun: CachePadded<AtomicU64>,
    reused: u64,
    /// Why the search has ended, once it has.
    ended: OnceLock<Stop>,
}

impl<'a> Budget<'a> {
    /// Creates the budget of a search that began at `start` with a tree of `reused` playouts.
    pub(super) fn new(limits: Limits, control: &'a Control, start: Instant, reused: u64) -> Self {
        let begun = CachePadded::new(AtomicU64::new(reused));
        Self { limits, control, start, begun, reused, ended: OnceLock::new() }
    }

    /// Returns why the search has ended, once it has.
    pub(super) fn ended(&self) -> Option<Stop> {
        self.ended.get().copied()
    }

    /// Ends the search, unless it has ended.
    pub(super) fn end(&self, stop: Stop) {
        self.ended.get_or_init(|| stop);
    }

    /// Takes a playout from the budget; false when the search has ended.
    pub(super) fn spend<G: Game>(&self, shared: &Shared<'_, G>, select: MoveSelect) -> bool {
        /// How many playouts pass between looks at whether the best move can change.
        const SETTLED_INTERVAL: u64 = 256;
        if self.ended.get().is_some() {
            return false;
        }
        let begun = self.begun.fetch_add(1, Ordering::Relaxed);
        let elapsed = self.limits.time.map(|limit| (self.start.elapsed(), limit));
        let stop = if begun >= self.limits.playouts.unwrap_or(u64::MAX).clamp(1, MOST_PLAYOUTS) {
            Stop::Playouts
        } else if begun < LEAST_PLAYOUTS {
            return true;
        } else if self.control.stopped() {
            Stop::Asked
        } else if elapsed.is_some_and(|(elapsed, limit)| elapsed >= limit) {
            Stop::Time
        } else if begun.is_multiple_of(SETTLED_INTERVAL)
            && select == MoveSelect::Count
            && self.remaining(begun, elapsed) <= report::lead(shared.tree)
        {
            Stop::Settled
        } else {
            return true;
        };
        self.end(stop);
        false
    }

    /// Returns how many playouts are still to come, as far as can be told.
    fn remaining(&self, begun: u64, elapsed: Option<(Duration, Duration)>) -> u64 {
        let games = self.limits.playouts.map_or(u64::MAX, |limit| limit.saturating_sub(begun));
        let timed = elapsed.map_or(u64::MAX, |(elapsed, limit)| {
            let seconds = elapsed.as_secs_f64();
            // The speed is not known before some time has passed.
            if seconds < 0.02 {
                return u64::MAX;
            }
            let rate = (begun - self.reused) as f64 / seconds;
            ((limit.as_secs_f64() - seconds) * rate * 1.1) as u64
        });
        games.min(timed)
    }
}
