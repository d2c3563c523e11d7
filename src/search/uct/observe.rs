//! Observation of a running search.
//!
//! Each observer has a thread that sleeps for an interval and then reads the tree while other threads grow it;
//! everything the report reads is atomic. The end of the search wakes it at once. Without observers there is no such
//! thread; a playout costs one extra branch.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};
use parking_lot::Mutex;

use super::worker::Counters;
use crate::framework::{Observer, Report};
use crate::util::threads;

/// Playouts of a thread between two snapshots of its statistics.
const NOTE_INTERVAL: u64 = 16;

/// The data that search threads share with observers.
pub(super) struct Watch<'a> {
    observers: &'a [Observer],
    start: Instant,
    /// Each thread's latest snapshot.
    noted: Vec<Mutex<Counters>>,
}

impl<'a> Watch<'a> {
    pub(super) fn new(observers: &'a [Observer], start: Instant, threads: usize) -> Self {
        Self { observers, start, noted: (0..threads).map(|_| Mutex::default()).collect() }
    }

    /// Takes a snapshot of a thread's statistics every `NOTE_INTERVAL` playouts.
    #[inline]
    pub(super) fn note(&self, thread: usize, counters: &Counters) {
        if !self.observers.is_empty() && counters.games.is_multiple_of(NOTE_INTERVAL) {
            *self.noted[thread].lock() = *counters;
        }
    }

    /// Runs `work`, a part of the search, while showing observers the reports made by `report`.
    pub(super) fn during(&self, report: impl Fn(&[Counters]) -> Report + Sync, work: impl FnOnce()) {
        if self.observers.is_empty() {
            return work();
        }
        // No value is ever sent: dropping `end` is the signal, even on a panic.
        let (end, ended) = bounded::<()>(0);
        std::thread::scope(|scope| {
            let _end = end;
            for observer in self.observers {
                let (ended, report) = (ended.clone(), &report);
                // The search continues if it cannot be shown.
                let _ = threads::start(scope, 1, move || self.show(observer, &ended, report));
            }
            work();
        });
    }

    /// Shows reports to an observer until the work has ended.
    fn show(&self, observer: &Observer, ended: &Receiver<()>, report: impl Fn(&[Counters]) -> Report) {
        while ended.recv_timeout(self.until_next(observer.interval)) == Err(RecvTimeoutError::Timeout) {
            let counters: Vec<_> = self.noted.iter().map(|noted| *noted.lock()).collect();
            (observer.see)(&Report { time: self.start.elapsed(), ..report(&counters) });
        }
    }

    /// The time until the search has run for a multiple of the interval. Counting from the start keeps the rhythm
    /// across pruning pauses.
    fn until_next(&self, interval: Duration) -> Duration {
        let interval = interval.as_nanos().max(1);
        let rest = interval - self.start.elapsed().as_nanos() % interval;
        Duration::from_nanos(u64::try_from(rest).unwrap_or(u64::MAX))
    }
}
