//! The lock-free tree: a slab of nodes that grows by blocks of children and is never freed while in use.
//!
//! Slot 0 is the root. The children of a node are a contiguous block behind a header slot that names their
//! parent. A block is allocated by moving one counter, and published by one store:
//!
//! 1. A thread that wants to expand a leaf *claims* it (compare and exchange, leaf to busy). Threads that
//!    find it busy go on as if it were a leaf.
//! 2. The owner of the claim allocates a block and fills it with relaxed stores; nobody else knows it yet.
//! 3. It *publishes* the block's place and length, which are one word, with one release store. Readers load
//!    that word with acquire, so that they see either no children or all of them, complete.
//!
//! A node is therefore expanded once, and neither a half-made child nor a wrong length is ever seen. The
//! protocol is model-checked (tests `loom_*` below). What would free or move nodes, [`Tree::compact`], takes
//! `&mut self`: the compiler proves that no thread searches.
//!
//! Blocks are allocated in increasing order, children after their parents. Pruning and re-rooting therefore
//! slide the surviving blocks down in one pass over the slab, in place.
//!
//! # References
//! - M. Enzenberger and M. Müller, "A lock-free multithreaded Monte-Carlo tree search algorithm", Advances
//!   in Computer Games 12, 2009. Differences: one published word instead of two, so that an expansion cannot
//!   be torn; a claim, so that none is lost; counts and values are added atomically.
//! - The sliding compaction is the forward half of B. Jonkers, "A fast garbage compaction algorithm",
//!   Information Processing Letters 9(1), 1979.

use crossbeam::utils::CachePadded;

use super::node::{Children, MOST_CHILDREN, Node, Slot};
use super::sync::{AtomicBool, AtomicU64, Ordering};
use crate::framework::{Candidate, Move};

/// The parent named in the header of a block that nobody reaches.
const NOBODY: u32 = u32::MAX;

/// The tree.
pub struct Tree {
    slots: Box<[Slot]>,
    /// The number of slots in use. Padded: every expansion writes it, every playout reads what is beside it.
    used: CachePadded<AtomicU64>,
    /// Whether an expansion found no room.
    full: AtomicBool,
}

impl Tree {
    /// The slot of the root.
    pub const ROOT: u32 = 0;

    /// Creates a tree of a root alone that may take `bytes` of memory, 1 MB at least. The memory is touched,
    /// and so really taken, only as the tree grows.
    pub fn new(bytes: u64) -> Self {
        let slots = (bytes.max(1_000_000) / size_of::<Slot>() as u64).min(u64::from(NOBODY)) as usize;
        Self::with_slots(slots)
    }

    fn with_slots(slots: usize) -> Self {
        #[cfg(not(loom))]
        let slots = bytemuck::allocation::zeroed_slice_box(slots);
        #[cfg(loom)]
        let slots = (0..slots).map(|_| std::array::from_fn(|_| AtomicU64::new(0))).collect();
        let tree = Self { slots, used: CachePadded::new(AtomicU64::new(1)), full: AtomicBool::new(false) };
        tree.node(Self::ROOT).reset(Move::PASS, 0.0, 0.0);
        tree
    }

    /// Makes the tree a root alone.
    pub fn clear(&mut self) {
        self.used.store(1, Ordering::Relaxed);
        self.full.store(false, Ordering::Relaxed);
        self.node(Self::ROOT).reset(Move::PASS, 0.0, 0.0);
    }

    /// Returns the number of slots in use: the nodes, and one for each expanded node.
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// Returns whether an expansion found no room since the tree was last compacted.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// Returns the node in a slot.
    #[inline(always)]
    pub fn node(&self, slot: u32) -> Node<'_> {
        Node::new(&self.slots[slot as usize])
    }

    /// Iterates over the children of a node with their slots; none for a leaf.
    #[inline(always)]
    pub fn children(&self, node: Node<'_>) -> impl ExactSizeIterator<Item = (u32, Node<'_>)> {
        let Children { first, len } = node.children().unwrap_or(Children { first: 0, len: 0 });
        let block = &self.slots[first as usize..][..len];
        block.iter().enumerate().map(move |(i, slot)| (first + i as u32, Node::new(slot)))
    }

    /// Expands a claimed leaf; without room, gives the claim back and marks the tree as full.
    pub fn expand(&self, parent: u32, candidates: &[Candidate]) -> bool {
        let candidates = &candidates[..candidates.len().min(MOST_CHILDREN)];
        let node = self.node(parent);
        let Some(header) = self.allocate(candidates.len() as u64 + 1) else {
            node.release();
            self.full.store(true, Ordering::Relaxed);
            return false;
        };
        self.node(header).set_header(parent, candidates.len());
        let first = header + 1;
        for (slot, candidate) in self.slots[first as usize..].iter().zip(candidates) {
            Node::new(slot).reset(candidate.mv, candidate.value, candidate.weight);
        }
        node.publish(Children { first, len: candidates.len() });
        true
    }

    /// Takes so many slots; `None` when they are not there.
    fn allocate(&self, slots: u64) -> Option<u32> {
        // Relaxed: the slots are handed over by `publish`, not by the counter.
        let mut used = self.used.load(Ordering::Relaxed);
        loop {
            if used + slots > self.slots.len() as u64 {
                return None;
            }
            match self.used.compare_exchange_weak(used, used + slots, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some(used as u32),
                Err(now) => used = now,
            }
        }
    }

    /// Makes the node in slot `root` the root, and keeps below it the children of nodes with at least
    /// `least_count` playouts. Slots change; the order of siblings does not.
    pub fn compact(&mut self, root: u32, least_count: u64) {
        let kept = self.node(root).children();
        if root != Self::ROOT {
            if let Some(children) = self.node(Self::ROOT).children() {
                self.disown(children);
            }
            self.node(Self::ROOT).copy_stats(self.node(root));
            if let Some(children) = kept {
                self.own(children, Self::ROOT);
            }
        }
        let end = self.used() as u32;
        let (mut from, mut to) = (1, 1);
        while from < end {
            let (parent, len) = self.node(from).header();
            let first = from + 1;
            let block = first..first + len as u32;
            let is_kept_root = parent == Self::ROOT;
            if parent != NOBODY && (is_kept_root || self.node(parent).count() >= least_count) {
                self.node(to).set_header(parent, len);
                for (i, slot) in block.clone().enumerate() {
                    let (target, node) = (to + 1 + i as u32, self.node(slot));
                    let children = node.children();
                    if target != slot {
                        self.node(target).copy_stats(node);
                        if let Some(children) = children {
                            self.node(target).publish(children);
                        }
                    }
                    if let Some(children) = children {
                        self.own(children, target);
                    }
                }
                self.node(parent).publish(Children { first: to + 1, len });
                to += 1 + len as u32;
            } else {
                if parent != NOBODY {
                    self.node(parent).release();
                }
                for slot in block.clone() {
                    if let Some(children) = self.node(slot).children()
                        && Some(children) != kept
                    {
                        self.disown(children);
                    }
                }
            }
            from = block.end;
        }
        self.used.store(u64::from(to), Ordering::Relaxed);
        self.full.store(false, Ordering::Relaxed);
    }

    fn own(&self, children: Children, parent: u32) {
        self.node(children.first - 1).set_header(parent, children.len);
    }

    fn disown(&self, children: Children) {
        self.own(children, NOBODY);
    }
}

#[cfg(test)]
#[path = "tree_tests.rs"]
mod tests;
