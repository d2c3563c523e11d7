//! The transposition table.

use crate::framework::{HashStatistics, Move};

/// How a value relates to the true value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Bound {
    /// Equal.
    #[default]
    Exact,
    /// A lower bound.
    Lower,
    /// An upper bound.
    Upper,
}

/// The result of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct HashEntry {
    /// Value for the player to move.
    pub(super) value: f32,
    pub(super) best: Move,
    /// Search depth in moves, at most 255.
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// Whether the value is final: independent of the search depth.
    pub(super) solved: bool,
}

/// A fixed-size table. A new entry replaces the old one in its slot, unless that is a deeper entry of the same
/// position.
pub(super) struct HashTable {
    slots: Vec<(u64, Option<HashEntry>)>,
    statistics: HashStatistics,
}

impl HashTable {
    /// The number of entries is rounded up to a power of two.
    pub(super) fn new(entries: u64) -> Self {
        let slots = vec![(0, None); entries.next_power_of_two() as usize];
        let statistics = HashStatistics {
            entry_size: size_of_val(&slots[0]),
            entries: slots.len(),
            ..HashStatistics::default()
        };
        Self { slots, statistics }
    }

    pub(super) fn statistics(&self) -> HashStatistics {
        self.statistics
    }

    fn slot(&self, key: u64) -> usize {
        // The length is a power of two.
        key as usize & (self.slots.len() - 1)
    }

    pub(super) fn find(&mut self, key: u64) -> Option<HashEntry> {
        self.statistics.lookups += 1;
        let (of, entry) = self.slots[self.slot(key)];
        let found = entry.filter(|_| of == key);
        self.statistics.found += u64::from(found.is_some());
        found
    }

    pub(super) fn store(&mut self, key: u64, entry: HashEntry) {
        self.statistics.stores += 1;
        let slot = self.slot(key);
        if let (of, Some(old)) = &self.slots[slot] {
            if *of != key {
                self.statistics.collisions += 1;
            } else if !entry.solved && (old.solved || old.depth > entry.depth) {
                return;
            }
        }
        self.slots[slot] = (key, Some(entry));
        self.statistics.new_stores += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_found_until_another_takes_its_place() {
        let mut table = HashTable::new(3);
        let entry = |depth| HashEntry { depth, ..HashEntry::default() };
        table.store(1, entry(3));
        table.store(1, entry(2));
        assert_eq!(table.find(1), Some(entry(3)), "the deeper one stays");
        table.store(5, entry(1));
        assert_eq!((table.find(1), table.find(5)), (None, Some(entry(1))));
        table.store(5, HashEntry { solved: true, ..entry(0) });
        table.store(5, entry(9));
        assert!(table.find(5).is_some_and(|entry| entry.solved), "nothing is better than the truth");
        let HashStatistics { collisions, stores, new_stores, lookups, found, entries, .. } =
            table.statistics();
        assert_eq!((collisions, stores, new_stores, lookups, found, entries), (1, 5, 3, 4, 3, 4));
    }
}
