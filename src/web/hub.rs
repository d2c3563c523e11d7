//! The latest value of each topic, for any number of readers.
//!
//! Slow readers skip intermediate values but get the last one, so queues do not grow.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use serde_json::Value;

/// A subscription topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topic {
    /// The drawing of the empty board.
    Board,
    /// The game tree.
    Tree,
    /// The values of the positions of the game.
    Values,
    /// The analysis of the position; null if none.
    Analysis,
    /// The most costly moves, once confirmed by deeper searches.
    Mistakes,
    /// The settings of the page.
    Settings,
    /// The position, the players and the state of the game. The last one: the page steps along the values from its
    /// node, and needs them first.
    State,
}

impl Topic {
    pub(super) const ALL: [Self; 7] =
        [Self::Board, Self::Tree, Self::Values, Self::Analysis, Self::Mistakes, Self::Settings, Self::State];

    /// The event name, and the last part of the path.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::State => "state",
            Self::Tree => "tree",
            Self::Values => "values",
            Self::Analysis => "analysis",
            Self::Mistakes => "mistakes",
            Self::Settings => "settings",
        }
    }
}

/// The latest values.
pub(super) struct Hub {
    latest: Mutex<Latest>,
    changed: Condvar,
}

struct Latest {
    /// Number of changes.
    version: u64,
    /// For each topic, the version of its last change and its JSON value.
    topics: [(u64, Arc<str>); Topic::ALL.len()],
}

impl Hub {
    pub(super) fn new() -> Self {
        let topics = std::array::from_fn(|_| (0, Arc::from("null")));
        Self { latest: Mutex::new(Latest { version: 0, topics }), changed: Condvar::new() }
    }

    /// Sets a topic's value; no change if it is the same.
    pub(super) fn publish(&self, topic: Topic, value: &Value) {
        let text = value.to_string();
        let mut latest = self.latest.lock();
        if *latest.topics[topic as usize].1 == text {
            return;
        }
        latest.version += 1;
        latest.topics[topic as usize] = (latest.version, Arc::from(text));
        self.changed.notify_all();
    }

    /// A topic's value as JSON.
    pub(super) fn value(&self, topic: Topic) -> Arc<str> {
        self.latest.lock().topics[topic as usize].1.clone()
    }

    /// The values changed since a version, all since version 0, and the new version. Waits up to `most` for a change;
    /// empty if there is none.
    pub(super) fn wait(&self, since: u64, most: Duration) -> (u64, Vec<(Topic, Arc<str>)>) {
        let deadline = Instant::now() + most;
        let mut latest = self.latest.lock();
        while latest.version == since {
            if self.changed.wait_until(&mut latest, deadline).timed_out() {
                break;
            }
        }
        let new = Topic::ALL.into_iter().zip(&latest.topics);
        let new = new.filter(|(_, (version, _))| since == 0 || *version > since);
        (latest.version, new.map(|(topic, (_, value))| (topic, value.clone())).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn readers_get_what_is_new_to_them() {
        let hub = Hub::new();
        hub.publish(Topic::State, &json!(1));
        hub.publish(Topic::Analysis, &json!(2));
        hub.publish(Topic::State, &json!(3));
        let (version, new) = hub.wait(0, Duration::ZERO);
        let texts: Vec<_> = new.iter().map(|(topic, text)| (*topic, &**text)).collect();
        assert_eq!(texts.len(), Topic::ALL.len(), "a new reader may have old values of another program");
        for part in [(Topic::State, "3"), (Topic::Analysis, "2"), (Topic::Tree, "null")] {
            assert!(texts.contains(&part), "{part:?}");
        }
        hub.publish(Topic::State, &json!(3));
        assert_eq!(hub.wait(version, Duration::ZERO).1, [], "the same value is no news");
    }
}
