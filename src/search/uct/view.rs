//! A read-only view of the tree for printing.

use std::cmp::Reverse;
use std::io;

use super::params::SearchParams;
use super::report::children;
use super::tree::{NodeId, Tree};
use crate::framework::{Move, MoveStat, Sequence, TreeView};

/// A view of a tree.
pub(super) struct View<'a, G> {
    pub(super) tree: &'a Tree,
    pub(super) params: &'a SearchParams,
    pub(super) root: &'a G,
    pub(super) games: &'a [Sequence],
}

impl<G> View<'_, G> {
    /// A node's visited moves, most visited last.
    fn below(&self, id: NodeId) -> Vec<MoveStat> {
        let mut moves = children(self.tree, id, self.params);
        moves.retain(|stat| stat.count > 0);
        // Stable: ties keep the tree's order.
        moves.sort_by_key(|stat| Reverse(stat.count));
        moves.reverse();
        moves
    }

    fn child(&self, id: NodeId, mv: Move) -> Option<NodeId> {
        self.tree.children(self.tree.node(id)).find(|(_, child)| child.mv() == mv).map(|(id, _)| id)
    }
}

impl<G> TreeView<G> for View<'_, G> {
    fn root(&self) -> &G {
        self.root
    }

    fn walk(
        &self,
        most_depth: usize,
        visit: &mut dyn FnMut(usize, &MoveStat) -> io::Result<()>,
    ) -> io::Result<()> {
        // The nodes on the path down, each with its remaining moves.
        let mut levels = Vec::new();
        if most_depth > 0 {
            levels.push((NodeId::ROOT, self.below(NodeId::ROOT)));
        }
        while let Some((id, moves)) = levels.last_mut() {
            let (id, Some(stat)) = (*id, moves.pop()) else {
                levels.pop();
                continue;
            };
            visit(levels.len(), &stat)?;
            if levels.len() < most_depth
                && let Some(child) = self.child(id, stat.mv)
            {
                levels.push((child, self.below(child)));
            }
        }
        Ok(())
    }

    fn after(&self, line: &[Move]) -> Vec<MoveStat> {
        let end = line.iter().try_fold(NodeId::ROOT, |id, &mv| self.child(id, mv));
        end.map_or(Vec::new(), |id| children(self.tree, id, self.params))
    }

    fn games(&self) -> &[Sequence] {
        self.games
    }
}
