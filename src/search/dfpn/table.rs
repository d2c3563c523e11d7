//! Df-pn's bounded table of proof and disproof numbers.
//!
//! A full table drops the half of its entries with the least work, which are the cheapest to search again (SmallTreeGC
//! in Nagai 2002).

use std::collections::HashMap;

/// The number of an unreachable goal.
pub(super) const NEVER: u32 = u32::MAX;

/// The distances to the two answers, in leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// To the goal of the player to move.
    pub(super) own: u32,
    /// To the goal of the other player.
    pub(super) other: u32,
}

impl Numbers {
    pub(super) const UNKNOWN: Self = Self { own: 1, other: 1 };
    pub(super) const REACHED: Self = Self { own: 0, other: NEVER };
    pub(super) const MISSED: Self = Self { own: NEVER, other: 0 };
    pub(super) const NO_LIMIT: Self = Self { own: NEVER, other: NEVER };
}

/// What is known about a position.
#[derive(Clone, Copy)]
struct Entry {
    numbers: Numbers,
    /// The number of positions expanded below it.
    work: u32,
}

/// Proof and disproof numbers by position key.
pub(super) struct Table {
    entries: HashMap<u64, Entry>,
    /// Maximum number of entries.
    most: usize,
}

impl Table {
    /// An empty table of at least one entry.
    pub(super) fn new(most: u64) -> Self {
        Self { entries: HashMap::new(), most: usize::try_from(most).unwrap_or(usize::MAX).max(1) }
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn get(&self, key: u64) -> Option<Numbers> {
        self.entries.get(&key).map(|entry| entry.numbers)
    }

    /// Replaces a position's numbers, and adds to its work.
    pub(super) fn insert(&mut self, key: u64, numbers: Numbers, work: u64) {
        let work = u32::try_from(work).unwrap_or(u32::MAX);
        if let Some(entry) = self.entries.get_mut(&key) {
            *entry = Entry { numbers, work: entry.work.saturating_add(work) };
            return;
        }
        if self.entries.len() >= self.most {
            self.drop_half();
        }
        self.entries.insert(key, Entry { numbers, work });
    }

    fn drop_half(&mut self) {
        let mut works: Vec<u32> = self.entries.values().map(|entry| entry.work).collect();
        let middle = works.len() / 2;
        let (_, &mut median, _) = works.select_nth_unstable(middle);
        self.entries.retain(|_, entry| entry.work > median);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_table_keeps_what_cost_the_most() {
        let mut table = Table::new(8);
        for key in 0..9 {
            table.insert(key, Numbers::UNKNOWN, key);
        }
        let kept: Vec<_> = (0..9).filter(|&key| table.get(key).is_some()).collect();
        assert_eq!(kept, [5, 6, 7, 8]);
        table.insert(5, Numbers::REACHED, 100);
        assert_eq!((table.get(5), table.len()), (Some(Numbers::REACHED), 4));
    }
}
