//! The game tree: an arena of nodes, each an ordered list of properties.
//!
//! Links are arena indices, so no operation recurses and adding a child is O(1). A tree always has a root, and nodes
//! are never freed. Values are stored unescaped, with line breaks as `\n` and other white space as spaces. A detached
//! node keeps its number.

use std::iter::successors;
use std::ops::{Index, IndexMut};

/// The games of one SGF file, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection {
    /// One tree per game; at least one if the collection was parsed.
    pub games: Vec<Tree>,
}

/// An identifier and its values, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    identifier: String,
    values: Vec<String>,
}

impl Property {
    /// The identifier: upper-case ASCII letters, and digits after the first.
    pub fn identifier(&self) -> &str {
        &self.identifier
    }

    /// The values in text order; in composed values the first colon separates the parts.
    pub fn values(&self) -> &[String] {
        &self.values
    }
}

/// The properties of one node, each identifier at most once, in the order in which they were added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    properties: Vec<Property>,
}

impl Node {
    /// All properties.
    pub fn properties(&self) -> &[Property] {
        &self.properties
    }

    /// The first value of a property, or `None` if the node does not have it.
    pub fn get(&self, identifier: &str) -> Option<&str> {
        self.values(identifier).first().map(String::as_str)
    }

    /// The value of the node's move, Black's if it has moves of both players; `None` if it has none.
    pub fn played(&self) -> Option<&str> {
        self.get("B").or(self.get("W"))
    }

    /// The values of a property; empty if the node does not have it.
    pub fn values(&self, identifier: &str) -> &[String] {
        self.properties
            .iter()
            .find(|property| property.identifier == identifier)
            .map_or(&[], Property::values)
    }

    /// Removes a property.
    pub fn remove(&mut self, identifier: &str) {
        self.properties.retain(|property| property.identifier != identifier);
    }

    /// Makes `value` the only value of a property.
    ///
    /// The identifier is made of upper-case ASCII letters, and digits after the first.
    pub fn set(&mut self, identifier: &str, value: impl Into<String>) {
        if let Some(property) = self.find(identifier) {
            property.values.clear();
        }
        self.push(identifier, value);
    }

    /// Names the program as the maker of the record whose root this is, in front, where [`SGF`](super::SGF) finds it.
    pub fn sign(&mut self) {
        self.remove("AP");
        let maker = concat!(env!("CARGO_PKG_NAME"), ":", env!("CARGO_PKG_VERSION")).to_owned();
        self.properties.insert(0, Property { identifier: "AP".to_owned(), values: vec![maker] });
    }

    /// Appends a value to a property.
    ///
    /// The identifier is made of upper-case ASCII letters, and digits after the first.
    pub fn push(&mut self, identifier: &str, value: impl Into<String>) {
        check!(
            identifier.starts_with(|c: char| c.is_ascii_uppercase())
                && identifier.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit()),
            "{identifier:?} is not an SGF property identifier"
        );
        self.append(identifier, vec![canonical_space(value.into())]);
    }

    /// Appends values with canonical white space to a property.
    pub(super) fn append(&mut self, identifier: &str, values: Vec<String>) {
        if let Some(property) = self.find(identifier) {
            property.values.extend(values);
            return;
        }
        if self.properties.is_empty() {
            // Most nodes hold one move: this halves a tree's memory.
            self.properties.reserve_exact(1);
        }
        self.properties.push(Property { identifier: identifier.to_owned(), values });
    }

    fn find(&mut self, identifier: &str) -> Option<&mut Property> {
        self.properties.iter_mut().find(|property| property.identifier == identifier)
    }
}

/// Replaces white space that SGF text cannot express: line breaks by `\n`, the rest by spaces.
fn canonical_space(text: String) -> String {
    if !text.contains(['\r', '\t', '\x0b', '\x0c']) {
        return text;
    }
    text.replace("\r\n", "\n").replace("\n\r", "\n").replace('\r', "\n").replace(['\t', '\x0b', '\x0c'], " ")
}

/// A node id, valid only for its own tree; in another tree it names another node or is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The node's number, in creation order; the root is 0.
    pub fn number(self) -> u32 {
        self.0
    }
}

#[derive(Clone, Debug, Default)]
struct Links {
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
}

/// A visit of a node by [`Tree::walk`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// Before the children of the node.
    Enter(NodeId),
    /// After the children of the node.
    Leave(NodeId),
}

/// A game with its variations; the first child of a node continues the main line.
///
/// Trees are equal if they have the same shape and properties, in whatever order they were built.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    links: Vec<Links>,
}

impl Tree {
    /// Creates a tree with an empty root.
    pub fn new() -> Self {
        Self { nodes: vec![Node::default()], links: vec![Links::default()] }
    }

    /// The root, which holds the properties of the whole game.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// The number of nodes, at least 1.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// The node with a number; `None` when the tree is smaller.
    pub fn node(&self, number: u32) -> Option<NodeId> {
        ((number as usize) < self.nodes.len()).then_some(NodeId(number))
    }

    /// The nodes from the root to a node, both included.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = successors(Some(id), |&id| self.parent(id)).collect();
        path.reverse();
        path
    }

    /// A tree with only the nodes from the root to a node.
    pub fn line_to(&self, id: NodeId) -> Self {
        let mut line = Self::new();
        let mut at = line.root();
        for (i, id) in self.path(id).into_iter().enumerate() {
            if i > 0 {
                at = line.add_child(at);
            }
            line[at] = self[id].clone();
        }
        line
    }

    /// Adds an empty node as the last child of `parent`.
    ///
    /// # Panics
    ///
    /// If the tree has 2³² nodes; a parsed tree has far fewer because of the limit on the input.
    #[allow(clippy::expect_used, reason = "not reachable from input")]
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        let child = NodeId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 nodes"));
        let elder = self.links_mut(parent).last_child.replace(child);
        match elder {
            Some(elder) => self.links_mut(elder).next_sibling = Some(child),
            None => self.links_mut(parent).first_child = Some(child),
        }
        self.nodes.push(Node::default());
        self.links.push(Links { parent: Some(parent), ..Links::default() });
        child
    }

    /// Detaches a node and its subtree. The root stays.
    pub fn detach(&mut self, id: NodeId) {
        let Some(parent) = self.parent(id) else { return };
        let siblings: Vec<NodeId> = self.children(parent).filter(|&sibling| sibling != id).collect();
        self.set_children(parent, &siblings);
        *self.links_mut(id) = Links { parent: None, next_sibling: None, ..self.links(id).clone() };
    }

    /// Moves a node one place forward among its siblings.
    pub fn promote(&mut self, id: NodeId) {
        let Some(parent) = self.parent(id) else { return };
        let mut siblings: Vec<NodeId> = self.children(parent).collect();
        if let Some(at) = siblings.iter().position(|&sibling| sibling == id).filter(|&at| at > 0) {
            siblings.swap(at, at - 1);
            self.set_children(parent, &siblings);
        }
    }

    fn set_children(&mut self, parent: NodeId, children: &[NodeId]) {
        for (i, &child) in children.iter().enumerate() {
            self.links_mut(child).next_sibling = children.get(i + 1).copied();
        }
        let links = self.links_mut(parent);
        (links.first_child, links.last_child) = (children.first().copied(), children.last().copied());
    }

    /// The parent of a node, `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.links(id).parent
    }

    /// The children of a node, main line first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        successors(self.links(id).first_child, |&child| self.links(child).next_sibling)
    }

    /// The main line: the nodes from the root along first children.
    pub fn main_line(&self) -> impl Iterator<Item = &Node> {
        self.main_line_ids().map(|id| &self[id])
    }

    /// The ids of the nodes of the main line.
    pub fn main_line_ids(&self) -> impl Iterator<Item = NodeId> {
        successors(Some(self.root()), |&id| self.links(id).first_child)
    }

    /// Depth-first walk, main line first; each node is entered once and left once.
    pub fn walk(&self) -> impl Iterator<Item = Visit> {
        successors(Some(Visit::Enter(self.root())), |&visit| match visit {
            Visit::Enter(id) => Some(self.links(id).first_child.map_or(Visit::Leave(id), Visit::Enter)),
            Visit::Leave(id) => {
                let links = self.links(id);
                links.next_sibling.map(Visit::Enter).or(links.parent.map(Visit::Leave))
            }
        })
    }

    #[allow(clippy::indexing_slicing, reason = "a NodeId is made by add_child only")]
    fn links(&self, id: NodeId) -> &Links {
        &self.links[id.0 as usize]
    }

    #[allow(clippy::indexing_slicing, reason = "a NodeId is made by add_child only")]
    fn links_mut(&mut self, id: NodeId) -> &mut Links {
        &mut self.links[id.0 as usize]
    }
}

impl Default for Tree {
    fn default() -> Self {
        Self::new()
    }
}

impl Index<NodeId> for Tree {
    type Output = Node;

    #[allow(clippy::indexing_slicing, reason = "a NodeId is made by add_child only")]
    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }
}

impl IndexMut<NodeId> for Tree {
    #[allow(clippy::indexing_slicing, reason = "a NodeId is made by add_child only")]
    fn index_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }
}

impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        // The steps without the numbers of the nodes.
        fn shape(tree: &Tree) -> impl Iterator<Item = Option<&Node>> {
            tree.walk().map(|step| match step {
                Visit::Enter(id) => Some(&tree[id]),
                Visit::Leave(_) => None,
            })
        }
        shape(self).eq(shape(other))
    }
}

impl Eq for Tree {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_keeps_the_order_of_its_properties_and_merges_values() {
        let mut node = Node::default();
        node.push("AB", "aa");
        node.set("KM", "6.5");
        node.push("AB", "bb");
        node.set("KM", "7");
        assert_eq!(node.get("KM"), Some("7"));
        assert_eq!(node.values("AB"), ["aa", "bb"]);
        assert_eq!(node.get("C"), None);
        assert!(node.values("C").is_empty());
        let order: Vec<_> = node.properties().iter().map(Property::identifier).collect();
        assert_eq!(order, ["AB", "KM"]);
    }

    #[test]
    fn white_space_that_sgf_cannot_express_becomes_what_it_can() {
        let mut node = Node::default();
        node.set("C", "a\r\nb\rc\n\rd\te");
        assert_eq!(node.get("C"), Some("a\nb\nc\nd e"));
    }

    #[test]
    fn nodes_change_their_order_and_leave() {
        let mut tree = Tree::new();
        let [a, b, c] = [(); 3].map(|()| tree.add_child(tree.root()));
        tree.promote(c);
        assert!(tree.children(tree.root()).eq([a, c, b]));
        tree.promote(a);
        tree.detach(b);
        assert!(tree.children(tree.root()).eq([a, c]) && tree.parent(b).is_none());
        let d = tree.add_child(tree.root());
        assert!(tree.children(tree.root()).eq([a, c, d]));
    }

    #[test]
    fn links_follow_the_order_of_insertion() {
        let mut tree = Tree::new();
        let a = tree.add_child(tree.root());
        let b = tree.add_child(tree.root());
        let a1 = tree.add_child(a);
        assert!(tree.children(tree.root()).eq([a, b]));
        assert_eq!(tree.parent(a1), Some(a));
        assert_eq!(tree.parent(tree.root()), None);
        assert_eq!(tree.main_line().count(), 3);
        use Visit::{Enter, Leave};
        let root = tree.root();
        let steps = [Enter(root), Enter(a), Enter(a1), Leave(a1), Leave(a), Enter(b), Leave(b), Leave(root)];
        assert!(tree.walk().eq(steps));
    }

    #[test]
    fn a_line_leads_from_the_root_to_a_node() {
        let mut tree = Tree::new();
        let a = tree.add_child(tree.root());
        let b = tree.add_child(tree.root());
        let c = tree.add_child(b);
        tree[b].set("B", "dd");
        tree[a].set("B", "qq");
        assert_eq!(tree.path(c), [tree.root(), b, c]);
        let line = tree.line_to(c);
        assert_eq!(line.main_line().map(|node| node.get("B")).collect::<Vec<_>>(), [None, Some("dd"), None]);
        assert_eq!((line.size(), tree.node(3), tree.node(4)), (3, Some(c), None));
        assert_eq!(c.number(), 3);
    }

    #[test]
    fn equality_is_of_shape_and_content_not_of_insertion_order() {
        let build = |breadth_first: bool| {
            let mut tree = Tree::new();
            let a = tree.add_child(tree.root());
            let (b, a1) = if breadth_first {
                let b = tree.add_child(tree.root());
                (b, tree.add_child(a))
            } else {
                let a1 = tree.add_child(a);
                (tree.add_child(tree.root()), a1)
            };
            tree[b].set("B", "dd");
            tree[a1].set("W", "pp");
            tree
        };
        assert_eq!(build(true), build(false));
        let mut pruned = build(true);
        let extra = pruned.add_child(pruned.root());
        pruned.detach(extra);
        assert_eq!(pruned, build(false), "what is detached does not count");

        let mut chain = Tree::new();
        let a = chain.add_child(chain.root());
        chain.add_child(a);
        let mut fork = Tree::new();
        fork.add_child(fork.root());
        fork.add_child(fork.root());
        assert_ne!(chain, fork);
    }
}
