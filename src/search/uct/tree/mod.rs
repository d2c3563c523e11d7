//! The lock-free tree: a slab of nodes that grows by blocks of children and is never freed while in use.
//!
//! The tree is an array of 32-byte slots. Slot 0 is the root. The children of a node are a contiguous block of slots
//! behind a header slot that names their parent; within a block the nodes' words are interleaved, see
//! [`node`](super::node). A block is allocated by advancing one counter, and published by one store:
//!
//! 1. A thread that expands a leaf *claims* it (compare-and-exchange, leaf to busy). Threads that find it busy treat it
//!    as a leaf.
//! 2. The claim's owner allocates a block and fills it with relaxed stores; no other thread can see it yet.
//! 3. It *publishes* the block's position and length, packed in one word, with one release store. Readers load that
//!    word with acquire, so they see either no children or all of them, complete.
//!
//! So a node is expanded once, and no thread sees an incomplete child or a wrong length. The protocol is model-checked
//! (tests `loom_*`). [`Tree::compact`], the only operation that moves nodes, takes `&mut self`: the compiler proves
//! that no thread is searching.
//!
//! Blocks are allocated in increasing order, children after their parents, so pruning and re-rooting slide the
//! surviving blocks down in one in-place pass over the slab.
//!
//! # References
//! - M. Enzenberger and M. Müller, "A lock-free multithreaded Monte-Carlo tree search algorithm", Advances in Computer
//!   Games 12, 2009. Differences: one published word instead of two, so expansions cannot tear; a claim, so none is
//!   lost; counts and values are added atomically.
//! - The sliding compaction is the forward half of B. Jonkers, "A fast garbage compaction algorithm",
//!   Information Processing Letters 9(1), 1979.

use std::time::Duration;

use crossbeam_utils::CachePadded;

use super::node::{Children, MAX_CHILDREN, Node, WORDS, add_rave, children_of, move_of};
use super::sync::{AtomicBool, AtomicU64, Ordering};
use crate::framework::{Candidate, Move};

/// A node's block and its index there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId {
    first: u32,
    len: u16,
    index: u16,
}

impl NodeId {
    /// The root.
    pub(super) const ROOT: Self = Self { first: 0, len: 1, index: 0 };

    const fn to_word(self) -> u64 {
        self.first as u64 | (self.len as u64) << 32 | (self.index as u64) << 48
    }

    const fn from_word(word: u64) -> Self {
        Self { first: word as u32, len: (word >> 32) as u16, index: (word >> 48) as u16 }
    }
}

/// The parent in the header of an unreachable block.
const NOBODY: NodeId = NodeId { first: u32::MAX, len: 0, index: 0 };

const NODE_BYTES: u64 = 32;

const _: () = assert!(cfg!(loom) || (WORDS * size_of::<AtomicU64>()) as u64 == NODE_BYTES);

/// The tree.
pub(super) struct Tree {
    words: Box<[AtomicU64]>,
    /// Slots in use. Padded: every expansion writes it, while every playout reads the neighboring fields.
    used: CachePadded<AtomicU64>,
    /// Whether an expansion ran out of room.
    full: AtomicBool,
}

impl Tree {
    /// Creates a root in a tree of up to `bytes` of memory, at least 1 MB, or as much of that as the system allocates.
    /// Physical memory is committed only as the tree grows.
    pub(super) fn new(bytes: u64) -> Self {
        Self::with_slots((bytes.max(1_000_000) / NODE_BYTES).min(u64::from(u32::MAX)) as usize)
    }

    fn with_slots(slots: usize) -> Self {
        let words = words(WORDS * slots);
        let tree = Self { words, used: CachePadded::new(AtomicU64::new(1)), full: AtomicBool::new(false) };
        tree.node(NodeId::ROOT).reset(&Candidate::new(Move::PASS));
        tree
    }

    /// Reduces the tree to its root.
    pub(super) fn clear(&mut self) {
        self.used.store(1, Ordering::Relaxed);
        self.full.store(false, Ordering::Relaxed);
        self.node(NodeId::ROOT).reset(&Candidate::new(Move::PASS));
    }

    /// Slots in use: one per node, and one more per expanded node.
    pub(super) fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// Whether an expansion has run out of room since the last compaction.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// The words of a block: links, values, RAVE statistics and counts.
    #[inline(always)]
    fn block(&self, Children { first, len }: Children) -> [&[AtomicU64]; WORDS] {
        let words = &self.words[WORDS * first as usize..][..WORDS * len];
        let (links, words) = words.split_at(len);
        let (values, words) = words.split_at(len);
        let (raves, counts) = words.split_at(len);
        [links, values, raves, &counts[..len]]
    }

    #[inline(always)]
    pub(super) fn node(&self, id: NodeId) -> Node<'_> {
        let block = self.block(Children { first: id.first, len: usize::from(id.len) });
        Node::new(block.map(|words| &words[usize::from(id.index)]))
    }

    /// The children of a node; empty for a leaf.
    #[inline(always)]
    pub(super) fn children(&self, node: Node<'_>) -> impl ExactSizeIterator<Item = (NodeId, Node<'_>)> {
        let children = node.children().unwrap_or(Children { first: 0, len: 0 });
        let [links, values, raves, counts] = self.block(children);
        (0..children.len).map(move |i| {
            let id = NodeId { first: children.first, len: children.len as u16, index: i as u16 };
            (id, Node::new([&links[i], &values[i], &raves[i], &counts[i]]))
        })
    }

    /// The child of a node after a move.
    pub(super) fn child(&self, id: NodeId, mv: Move) -> Option<(NodeId, Node<'_>)> {
        self.children(self.node(id)).find(|(_, child)| child.mv() == mv)
    }

    /// Adds a RAVE sample of `value` to each child whose move has a positive `weight`, in 1/32, up to 64.
    #[inline(always)]
    pub(super) fn add_rave(&self, node: Node<'_>, value: u64, weight: impl Fn(Move) -> u64) {
        if let Some(children) = node.children() {
            let [links, _, raves, _] = self.block(children);
            for (link, rave) in links.iter().zip(raves) {
                let weight = weight(move_of(link));
                if weight > 0 {
                    add_rave(rave, weight, value);
                }
            }
        }
    }

    /// Expands a claimed leaf. Without room, releases the claim and marks the tree as full.
    pub(super) fn expand(&self, parent: NodeId, candidates: &[Candidate]) -> bool {
        let candidates = &candidates[..candidates.len().min(MAX_CHILDREN)];
        let node = self.node(parent);
        let Some(header) = self.allocate(candidates.len() as u64 + 1) else {
            node.release();
            self.full.store(true, Ordering::Relaxed);
            return false;
        };
        let children = Children { first: header + 1, len: candidates.len() };
        self.set_header(children, parent);
        let [links, values, raves, counts] = self.block(children);
        for (i, candidate) in candidates.iter().enumerate() {
            let child = Node::new([&links[i], &values[i], &raves[i], &counts[i]]);
            child.reset(candidate);
        }
        node.publish(children);
        true
    }

    /// Allocates slots; `None` without room.
    fn allocate(&self, slots: u64) -> Option<u32> {
        let most = (self.words.len() / WORDS) as u64;
        // Relaxed: `publish` publishes the slots, not the counter.
        let mut used = self.used.load(Ordering::Relaxed);
        loop {
            if used + slots > most {
                return None;
            }
            match self.used.compare_exchange_weak(used, used + slots, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some(used as u32),
                Err(now) => used = now,
            }
        }
    }

    /// Writes the header of a block: its parent and its length.
    fn set_header(&self, children: Children, parent: NodeId) {
        let header = WORDS * (children.first as usize - 1);
        self.words[header].store(parent.to_word(), Ordering::Relaxed);
        self.words[header + 1].store(children.len as u64, Ordering::Relaxed);
    }

    /// Reads the header in a slot.
    fn header(&self, slot: u32) -> (NodeId, Children) {
        let header = WORDS * slot as usize;
        let parent = NodeId::from_word(self.words[header].load(Ordering::Relaxed));
        let len = self.words[header + 1].load(Ordering::Relaxed) as usize;
        (parent, Children { first: slot + 1, len })
    }

    /// Expected pruning time: twice the time measured on our machine.
    pub(super) fn prune_time(&self) -> Duration {
        Duration::from_nanos(20 * self.used())
    }

    /// Makes `root` the root, keeping only the children of nodes with at least `least_count` playouts. Nodes move;
    /// siblings keep their order.
    pub(super) fn compact(&mut self, root: NodeId, least_count: u64) {
        let kept = self.node(root).children();
        if root != NodeId::ROOT {
            if let Some(children) = self.node(NodeId::ROOT).children() {
                self.set_header(children, NOBODY);
            }
            self.node(NodeId::ROOT).copy_stats(self.node(root));
            self.node(NodeId::ROOT).unfilter();
            if let Some(children) = kept {
                self.set_header(children, NodeId::ROOT);
            }
        }
        let end = self.used() as u32;
        let (mut from, mut to) = (1, 1);
        while from < end {
            let (parent, block) = self.header(from);
            from = block.first + block.len as u32;
            if parent != NOBODY && (parent == NodeId::ROOT || self.node(parent).count() >= least_count) {
                let moved = Children { first: to + 1, len: block.len };
                self.move_block(block, moved);
                self.set_header(moved, parent);
                self.node(parent).publish(moved);
                to += 1 + block.len as u32;
            } else {
                if parent != NOBODY {
                    self.node(parent).release();
                }
                for children in self.block(block)[0].iter().filter_map(children_of) {
                    if Some(children) != kept {
                        self.set_header(children, NOBODY);
                    }
                }
            }
        }
        self.used.store(u64::from(to), Ordering::Relaxed);
        self.full.store(false, Ordering::Relaxed);
    }

    /// Moves a block down, and updates the headers of its nodes' children.
    fn move_block(&self, from: Children, to: Children) {
        let (source, target) = (WORDS * from.first as usize, WORDS * to.first as usize);
        for i in 0..WORDS * from.len {
            self.words[target + i].store(self.words[source + i].load(Ordering::Relaxed), Ordering::Relaxed);
        }
        for (index, link) in self.block(to)[0].iter().enumerate() {
            if let Some(children) = children_of(link) {
                self.set_header(
                    children,
                    NodeId { first: to.first, len: to.len as u16, index: index as u16 },
                );
            }
        }
    }
}

/// `count` zeroed words; halves the count until the allocation succeeds.
#[cfg(not(loom))]
fn words(mut count: usize) -> Box<[AtomicU64]> {
    loop {
        match bytemuck::allocation::try_zeroed_slice_box(count) {
            Ok(words) => return words,
            Err(()) => count /= 2,
        }
    }
}

#[cfg(loom)]
fn words(count: usize) -> Box<[AtomicU64]> {
    (0..count).map(|_| AtomicU64::new(0)).collect()
}

#[cfg(test)]
mod tests;
