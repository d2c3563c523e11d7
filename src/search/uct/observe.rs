//! Observation of a search while it runs.
//!
//! Each observer has a thread, which sleeps for an interval and then reads the tree while other threads grow
//! it; all that the report reads is atomic. The end of the search wakes it at once. Without observers there
//! is no such thread, and a playout costs one test more.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};
use parking_lot::Mutex;

use super::worker::Counters;
use crate::framework::{Observer, Report};
use crate::util::threads;

/// The number of playouts of a thread between two notes.
const NOTE_INTERVAL: u64 = 16;

/// The data that the threads of a search share with the observers.
pub(super) struct Watch<'a> {
    observers: &'a [Observer],
    start: Instant,
    /// The statistics of each thread at its last note.
    noted: Vec<Mutex<Counters>>,
}

impl<'a> Watch<'a> {
    /// Creates the watch of a search that began at `start` with a number of threads.
    pub(super) fn new(observers: &'a [Observer], start: Instant, threads: usize) -> Self {
        Self { observers, start, noted: (0..threads).map(|_| Mutex::default()).collect() }
    }

    /// Copies the statistics of a thread, every `NOTE_INTERVAL` playouts.
    #[inline]
    pub(super) fn note(&self, thread: usize, counters: &Counters) {
        if !self.observers.is_empty() && counters.games.is_multiple_of(NOTE_INTERVAL) {
            *self.noted[thread].lock() = *counters;
        }
    }

    /// Does the work, a part of the search, and meanwhile shows the observers the reports that `report`
    /// makes.
    pub(super) fn during(&self, report: impl Fn(&[Counters]) -> Report + Sync, work: impl FnOnce()) {
        if self.observers.is_empty() {
            return work();
        }
        // No value is ever sent: dropping `end` is the message, and a panic drops it too.
        let (end, ended) = bounded::<()>(0);
        std::thread::scope(|scope| {
            let _end = end;
            for observer in self.observers {
                let (ended, report) = (ended.clone(), &report);
                // A search that cannot be shown goes on.
                let _ = threads::start(scope, 1, move || self.show(observer, &ended, report));
            }
            work();
        });
    }

    /// Shows an observer reports until the work has ended.
    fn show(&self, observer: &Observer, ended: &Receiver<()>, report: impl Fn(&[Counters]) -> Report) {
        while ended.recv_timeout(self.until_next(observer.interval)) == Err(RecvTimeoutError::Timeout) {
            let counters: Vec<_> = self.noted.iter().map(|noted| *noted.lock()).collect();
            (observer.see)(&Report { time: self.start.elapsed(), ..report(&counters) });
        }
    }

    /// The time until the search will have run for a multiple of the interval. Counting from the
    /// start keeps the rhythm over the breaks in which the tree is pruned.
    fn until_next(&self, interval: Duration) -> Duration {
        let interval = interval.as_nanos().max(1);
        let rest = interval - self.start.elapsed().as_nanos() % interval;
        Duration::from_nanos(u64::try_from(rest).unwrap_or(u64::MAX))
    }
}
