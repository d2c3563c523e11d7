//! The queue of waiting and running positions, by priority and then by arrival.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::{Condvar, Mutex};

use super::query::Query;
use crate::framework::Control;

/// The queue's memory limit in bytes. A query takes no more than its line and a few kilobytes.
const MEMORY: usize = 64 << 20;

/// The analysis of a position.
pub(super) struct Job {
    pub(super) query: Arc<Query>,
    /// The position's move number.
    pub(super) turn: usize,
    /// The control that stops the analysis.
    pub(super) control: Control,
    /// The position's share of the queue's memory, in bytes.
    weight: usize,
}

impl Job {
    fn is_of(&self, id: Option<&str>, is_turn: &impl Fn(usize) -> bool) -> bool {
        id.is_none_or(|id| id == self.query.id) && is_turn(self.turn)
    }
}

#[derive(Default)]
struct State {
    /// Waiting positions, by falling priority and then by arrival number.
    waiting: BTreeMap<(Reverse<i64>, u64), Arc<Job>>,
    running: Vec<Arc<Job>>,
    /// The number of positions that have arrived.
    arrived: u64,
    /// The memory of all positions in bytes.
    bytes: usize,
    is_closed: bool,
}

/// A memory-bounded queue.
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

impl Queue {
    /// Adds the positions of a query from a line of `line` bytes. Waits while the queue is full; any query fits into an
    /// empty queue.
    pub(super) fn push(&self, query: Query, line: usize) {
        let turns = query.turns.len();
        if turns == 0 {
            return;
        }
        let weight = (line + size_of::<Query>()) / turns + 2 * size_of::<Job>();
        let mut state = self.state.lock();
        while state.bytes > 0 && state.bytes + turns * weight > MEMORY && !state.is_closed {
            self.changed.wait(&mut state);
        }
        if state.is_closed {
            return;
        }
        let query = Arc::new(query);
        for &(turn, priority) in &query.turns {
            let job = Job { query: query.clone(), turn, control: Control::default(), weight };
            let key = (Reverse(priority), state.arrived);
            state.arrived += 1;
            state.bytes += weight;
            state.waiting.insert(key, Arc::new(job));
        }
        self.changed.notify_all();
    }

    /// Takes the next position, waiting if necessary; `None` if the queue is closed and empty.
    pub(super) fn next(&self) -> Option<Arc<Job>> {
        let mut state = self.state.lock();
        loop {
            if let Some((_, job)) = state.waiting.pop_first() {
                state.running.push(job.clone());
                return Some(job);
            }
            if state.is_closed {
                return None;
            }
            self.changed.wait(&mut state);
        }
    }

    /// Removes a finished position.
    pub(super) fn finish(&self, job: &Arc<Job>) {
        let mut state = self.state.lock();
        state.running.retain(|running| !Arc::ptr_eq(running, job));
        state.bytes -= job.weight;
        self.changed.notify_all();
    }

    /// Stops the analyses of the query with an id, or of all queries, at some move numbers. Removes and returns the
    /// positions that had not started.
    pub(super) fn terminate(&self, id: Option<&str>, is_turn: impl Fn(usize) -> bool) -> Vec<Arc<Job>> {
        let mut state = self.state.lock();
        let State { waiting, running, bytes, .. } = &mut *state;
        for job in running.iter().filter(|job| job.is_of(id, &is_turn)) {
            job.control.stop();
        }
        let mut removed = Vec::new();
        waiting.retain(|_, job| {
            let is_kept = !job.is_of(id, &is_turn);
            if !is_kept {
                *bytes -= job.weight;
                removed.push(job.clone());
            }
            is_kept
        });
        self.changed.notify_all();
        removed
    }

    /// Lets the threads end once no position is waiting.
    pub(super) fn close(&self) {
        self.state.lock().is_closed = true;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::super::query::{Defaults, Perspective, Request, parse};
    use super::*;

    fn query() -> Query {
        let defaults = Defaults { perspective: Perspective::Black, scale_visits: 1.0 };
        let line = br#"{"id":"a","moves":[["B","A1"]],"boardXSize":9,"boardYSize":9,"rules":"chinese","analyzeTurns":[0,1]}"#;
        match parse(line, &defaults) {
            Ok(Request::Query(query, _)) => *query,
            _ => panic!("a query"),
        }
    }

    #[test]
    fn a_full_queue_lets_its_filler_wait() {
        const QUERIES: usize = 20;
        let queue = Queue::default();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for _ in 0..QUERIES {
                    queue.push(query(), MEMORY / 3);
                }
                // It exceeds the memory, and fits only into an empty queue.
                queue.push(query(), 2 * MEMORY);
                queue.close();
            });
            let mut count = 0;
            while let Some(job) = queue.next() {
                count += 1;
                let (bytes, weight) = (queue.state.lock().bytes, job.weight);
                assert!(bytes <= MEMORY.max(2 * weight), "{bytes}");
                queue.finish(&job);
            }
            assert_eq!(count, 2 * QUERIES + 2);
        });
        assert_eq!(queue.state.lock().bytes, 0);
    }
}
