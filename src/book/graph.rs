//! The position graph of the automatic book, with values.
//!
//! A node is a position in canonical form, shared by symmetric images and move transpositions. Values are for the
//! player to move, in [0, 1]. A leaf's value is its evaluation; any other node's value is the best of its moves. A
//! node's *priority* determines when a line below it is expanded: the minimum over its moves of
//!
//! > alpha x (loss of value by the move) + priority of the position after it + 1
//!
//! and 0 for a leaf. The line of smallest priority is expanded next: a line drops out when it is long, or when one of
//! its moves is much worse than the best one.
//!
//! # References
//! - T. R. Lincke, "Strategies for the automatic construction of opening books", Computers and Games 2000, LNCS 2063
//!   (drop-out expansion).
//! - Fuego's `SgBookBuilder` (counts, widening).

use std::collections::HashMap;

use crate::framework::{Move, Symmetric};

/// The number of a node of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A move of a node and the resulting node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// The move in the position's canonical image.
    pub mv: Move,
    /// The node after the move.
    pub child: NodeId,
}

/// A position.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The key of the canonical image.
    pub key: u64,
    /// The evaluation; `None` for a position that was not evaluated, such as the start.
    pub heuristic: Option<f32>,
    /// The value: the evaluation for a leaf, else the best of the moves.
    pub value: f32,
    /// The priority; infinite if no line below can be expanded.
    pub priority: f32,
    /// The number of expansions of this position and those below it.
    pub count: u32,
    /// Whether all moves of the position were evaluated.
    pub is_complete: bool,
    /// The evaluated moves.
    pub edges: Vec<Edge>,
    parents: Vec<NodeId>,
}

/// The value of an unevaluated position.
const UNKNOWN: f32 = 0.5;
/// Maximum number of nodes recomputed after a change, reached only by cycles of positions.
const MAX_UPDATES: usize = 100_000;

/// A graph of positions, starting with the first node.
#[derive(Clone, Debug)]
pub struct Graph {
    alpha: f32,
    nodes: Vec<Node>,
    index: HashMap<u64, NodeId>,
}

impl Graph {
    /// The start of all lines.
    pub const ROOT: NodeId = NodeId(0);

    /// Creates a graph of one position; `alpha` is the weight of value loss in priorities.
    pub fn new<G: Symmetric>(start: &G, alpha: f64) -> Self {
        let mut graph = Self { alpha: alpha as f32, nodes: Vec::new(), index: HashMap::new() };
        graph.insert(start.canonical().key);
        graph
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no move of the start was evaluated.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() <= 1
    }

    /// The number of positions whose moves were evaluated.
    pub fn interior(&self) -> usize {
        self.nodes.iter().filter(|node| !node.edges.is_empty()).count()
    }

    /// The memory of the nodes in bytes, approximately.
    pub fn bytes(&self) -> u64 {
        // A node, its index entry, and an edge with a parent for each but the first.
        let each = size_of::<Node>() + 2 * size_of::<(u64, NodeId)>() + 3 * size_of::<Edge>();
        (self.nodes.len() * each) as u64
    }

    /// The node of a position; `None` when the graph does not have it.
    pub fn find<G: Symmetric>(&self, game: &G) -> Option<NodeId> {
        self.find_key(game.canonical().key)
    }

    /// The node with a key; `None` when the graph does not have it.
    pub fn find_key(&self, key: u64) -> Option<NodeId> {
        self.index.get(&key).copied()
    }

    /// The value of a move of a node for the player who makes it.
    pub fn value_of(&self, edge: Edge) -> f32 {
        1.0 - self.node(edge.child).value
    }

    /// The priority of a line that begins with a move of a node.
    pub fn priority_of(&self, id: NodeId, edge: Edge) -> f32 {
        let loss = self.node(id).value - self.value_of(edge);
        self.alpha * loss + self.node(edge.child).priority + 1.0
    }

    /// A position's moves with their nodes, including every image of a move of a symmetric position. Excludes moves
    /// made illegal by an earlier position.
    pub fn moves<G: Symmetric>(&self, game: &G) -> Vec<Edge> {
        let canonical = game.canonical();
        let Some(id) = self.find_key(canonical.key) else { return Vec::new() };
        let edges = self.node(id).edges.iter();
        let images = edges.flat_map(|&Edge { mv, child }| {
            canonical.from_canonical(game, mv).into_iter().map(move |mv| Edge { mv, child })
        });
        images.filter(|edge| game.clone().play(edge.mv).is_ok()).collect()
    }

    fn insert(&mut self, key: u64) -> NodeId {
        if let Some(&id) = self.index.get(&key) {
            return id;
        }
        // Memory runs out long before the numbers do.
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { key, value: UNKNOWN, ..Node::default() });
        self.index.insert(key, id);
        id
    }

    /// Adds an evaluated move to a position's node, or replaces its evaluation. The value is for the player who makes
    /// the move.
    pub(super) fn add<G: Symmetric>(&mut self, game: &G, id: NodeId, mv: Move, after: &G, value: f32) {
        let child = self.insert(after.canonical().key);
        let node = &mut self.nodes[child.index()];
        node.heuristic = Some(1.0 - value);
        if !node.parents.contains(&id) {
            node.parents.push(id);
        }
        let mv = game.canonical().to_canonical(game, mv);
        let edges = &mut self.nodes[id.index()].edges;
        if edges.iter().all(|edge| edge.child != child) {
            edges.push(Edge { mv, child });
        }
        self.update(child);
    }

    /// Changes the evaluation of a node without updating others.
    pub(super) fn set_heuristic(&mut self, id: NodeId, value: f32) {
        self.nodes[id.index()].heuristic = Some(value);
    }

    /// Marks a node as having all its moves evaluated.
    pub(super) fn complete(&mut self, id: NodeId) {
        self.nodes[id.index()].is_complete = true;
    }

    /// Sets the count of a node.
    pub(super) fn set_count(&mut self, id: NodeId, count: u32) {
        self.nodes[id.index()].count = count;
    }

    /// Recomputes a node's value and priority from its moves; returns whether they changed.
    fn compute(&mut self, id: NodeId) -> bool {
        let node = self.node(id);
        let best = node.edges.iter().map(|&edge| self.value_of(edge)).max_by(f32::total_cmp);
        let value = best.or(node.heuristic).unwrap_or(UNKNOWN);
        let old = (node.value, node.priority);
        self.nodes[id.index()].value = value;
        let node = self.node(id);
        let least = node.edges.iter().map(|&edge| self.priority_of(id, edge)).min_by(f32::total_cmp);
        let end = if node.is_complete { f32::INFINITY } else { 0.0 };
        let priority = least.unwrap_or(end);
        self.nodes[id.index()].priority = priority;
        old != (value, priority)
    }

    /// Recomputes a node and, while they change, its ancestors.
    pub(super) fn update(&mut self, id: NodeId) {
        let mut waiting = vec![id];
        for _ in 0..MAX_UPDATES {
            let Some(id) = waiting.pop() else { return };
            if self.compute(id) {
                waiting.extend(&self.node(id).parents);
            }
        }
    }

    /// All nodes.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// Recomputes all nodes; `alpha` is the weight of value loss in priorities.
    pub fn refresh(&mut self, alpha: f64) {
        self.alpha = alpha as f32;
        self.refresh_values();
    }

    /// Recomputes all nodes from the evaluations of the leaves.
    pub(super) fn refresh_values(&mut self) {
        // In this order nodes follow their moves, except in cycles, which the updates below complete.
        let mut is_seen = vec![false; self.nodes.len()];
        for first in self.ids() {
            let mut path = vec![(first, 0)];
            while let Some((id, next)) = path.pop() {
                if next == 0 && std::mem::replace(&mut is_seen[id.index()], true) {
                    continue;
                }
                match self.node(id).edges.get(next) {
                    Some(edge) => path.extend([(id, next + 1), (edge.child, 0)]),
                    None => {
                        self.compute(id);
                    }
                }
            }
        }
        self.ids().for_each(|id| self.update(id));
    }

    /// Calls a function for each position that the graph's moves reach from `start`, with the moves leading to it; each
    /// position once, parents first. The line ends where the function returns false.
    pub fn walk<G: Symmetric>(&self, start: &G, mut visit: impl FnMut(&[Move], &G, NodeId) -> bool) {
        let mut is_seen = vec![false; self.nodes.len()];
        let Some(id) = self.find(start) else { return };
        let mut waiting = vec![(Vec::new(), start.clone(), id)];
        while let Some((moves, game, id)) = waiting.pop() {
            if std::mem::replace(&mut is_seen[id.index()], true) || !visit(&moves, &game, id) {
                continue;
            }
            let canonical = game.canonical();
            for edge in self.node(id).edges.iter().rev() {
                let Some(&mv) = canonical.from_canonical(&game, edge.mv).first() else { continue };
                let mut after = game.clone();
                // This move order makes a repetition that another one does not.
                if after.play(mv).is_ok() {
                    waiting.push(([&moves[..], &[mv]].concat(), after, edge.child));
                }
            }
        }
    }
}
