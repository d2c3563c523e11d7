//! Lets observers look on at a search while it runs.
//!
//! Each observer has a thread, which sleeps until its time has come and then reads the tree that others are
//! growing: what the report reads is atomic. The end of the search wakes it at once. Without observers there
//! is no thread, and a playout costs one test more.

use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, RecvTimeoutError, bounded};
use parking_lot::Mutex;

use super::worker::Counters;
use crate::framework::{Observer, Report};

/// How many playouts of a thread pass between its notes.
const NOTE_INTERVAL: u64 = 16;

/// What the threads of a search share with those who look on.
pub(super) struct Watch<'a> {
    observers: &'a [Observer],
    start: Instant,
    /// What each thread had counted at its last note.
    noted: Vec<Mutex<Counters>>,
}

impl<'a> Watch<'a> {
    /// Creates the watch of a search that began at `start` and has so many threads.
    pub(super) fn new(observers: &'a [Observer], start: Instant, threads: usize) -> Self {
        Self { observers, start, noted: (0..threads).map(|_| Mutex::default()).collect() }
    }

    /// Takes note of what a thread has counted, now and then.
    #[inline]
    pub(super) fn note(&self, thread: usize, counters: &Counters) {
        if !self.observers.is_empty() && counters.games.is_multiple_of(NOTE_INTERVAL) {
            *self.noted[thread].lock() = *counters;
        }
    }

    /// Does the work, a part of the search, and meanwhile shows the observers what `report` makes of the
    /// counters.
    pub(super) fn during(&self, report: impl Fn(&[Counters]) -> Report + Sync, work: impl FnOnce()) {
        if self.observers.is_empty() {
            return work();
        }
        // Nothing is ever sent: dropping `end` is the message, and a panic drops it as well.
        let (end, ended) = bounded::<()>(0);
        std::thread::scope(|scope| {
            let _end = end;
            for observer in self.observers {
                let (ended, report) = (ended.clone(), &report);
                scope.spawn(move || self.show(observer, &ended, report));
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

    /// Returns the time until the search will have run for a multiple of the interval. Counting from the
    /// start keeps the rhythm over the breaks in which the tree is pruned.
    fn until_next(&self, interval: Duration) -> Duration {
        let interval = interval.as_nanos().max(1);
        let rest = interval - self.start.elapsed().as_nanos() % interval;
        Duration::from_nanos(u64::try_from(rest).unwrap_or(u64::MAX))
    }
}
