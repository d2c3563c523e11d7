//! Go record editing: stones, marks, labels, the player to move, and the order of variations.

use super::markup::POINTS;
use super::moves::MAX_NODES;
use super::state::Desk;
use crate::framework::parse_vertex;
use crate::sgf::{self, Node, NodeId, Size};
use crate::web::command::{Edit, Refusal};

/// The setup stone properties.
pub(super) const STONES: [&str; 3] = ["AB", "AW", "AE"];
/// Maximum label length, in characters.
const MAX_LABEL: usize = 12;

impl Desk {
    /// Changes a node.
    pub(super) fn edit(&mut self, edit: &Edit) -> Result<(), Refusal> {
        let id = self.find(edit.record, edit.node)?;
        let size = self.need_go()?.size();
        let board = Size::new(size, size).ok_or_else(|| Refusal::new(409, "no such board"))?;
        let point = || {
            let text = edit.point.as_deref().unwrap_or_default();
            let on_board = parse_vertex(text).filter(|&(col, row)| col < size && row < size);
            let (col, row) =
                on_board.ok_or_else(|| Refusal::new(400, "point: expected a point of the board"))?;
            Ok::<_, Refusal>(sgf::Point::new(col, size - 1 - row))
        };
        match edit.tool.as_str() {
            "delete" => self.delete(id)?,
            "promote" => self.promote(id)?,
            "PL" => self.set_up(id, |node| {
                let is_white = node.get("PL").is_some_and(|text| text.trim().eq_ignore_ascii_case("w"));
                node.set("PL", if is_white { "B" } else { "W" });
            })?,
            tool if STONES.contains(&tool) => {
                let point = point()?;
                self.set_up(id, |node| {
                    for property in STONES {
                        take(node, property, board, point);
                    }
                    node.push(tool, point.to_string());
                })?;
            }
            tool if POINTS.contains(&tool) => {
                let point = point()?;
                let node = &mut self.variations.tree_mut()[id];
                if !take(node, tool, board, point) {
                    node.push(tool, point.to_string());
                }
            }
            "LB" => {
                let start = format!("{}:", point()?);
                let node = &mut self.variations.tree_mut()[id];
                let text: String = edit.text.iter().flat_map(|text| text.chars()).take(MAX_LABEL).collect();
                let others: Vec<String> =
                    node.values("LB").iter().filter(|of| !of.starts_with(&start)).cloned().collect();
                let is_same = node.values("LB").contains(&(start.clone() + &text));
                node.remove("LB");
                let new = (!text.is_empty() && !is_same).then(|| start + &text);
                others.into_iter().chain(new).for_each(|value| node.push("LB", value));
            }
            tool => return Err(Refusal::new(400, format!("tool: '{tool}' is not a tool"))),
        }
        (self.is_playing, self.paused) = (false, None);
        self.is_kept = false;
        self.publish_tree();
        Ok(())
    }

    /// Changes a node's setup. A node with a move cannot have one, so it gets a child for it.
    fn set_up(&mut self, id: NodeId, change: impl FnOnce(&mut Node)) -> Result<(), Refusal> {
        let has_move = self.variations.tree()[id].played().is_some();
        let before = self.variations.tree().clone();
        let tree = self.variations.tree_mut();
        if has_move && tree.size() >= MAX_NODES {
            return Err(Refusal::new(409, format!("the record has {MAX_NODES} nodes")));
        }
        let target = if has_move { tree.add_child(id) } else { id };
        change(&mut tree[target]);
        let line = self.variations.tree().line_to(target);
        let loaded = self.go_mut().map(|go| go.load_tree(&line, None));
        if let Some(Err(error)) = loaded {
            *self.variations.tree_mut() = before;
            return Err(error.into());
        }
        // The rest is a different game now.
        self.worths.clear();
        self.deep.clear();
        self.review = None;
        self.variations.show(target);
        self.moved_on();
        Ok(())
    }

    /// Deletes a node and its subtree.
    fn delete(&mut self, id: NodeId) -> Result<(), Refusal> {
        let parent = self.variations.tree().parent(id);
        let parent = parent.ok_or_else(|| Refusal::new(409, "the start cannot be deleted"))?;
        if self.variations.tree().path(self.node()).contains(&id) {
            self.show(parent)?;
        }
        if self.ended.as_ref().is_some_and(|end| self.variations.tree().path(end.node).contains(&id)) {
            self.take_back_result();
        }
        self.review = None;
        self.variations.tree_mut().detach(id);
        Ok(())
    }

    /// Moves a node's variation one place forward.
    fn promote(&mut self, id: NodeId) -> Result<(), Refusal> {
        let tree = self.variations.tree_mut();
        let is_first =
            |&id: &NodeId| tree.parent(id).is_none_or(|parent| tree.children(parent).next() == Some(id));
        let branch = tree.path(id).into_iter().rev().find(|id| !is_first(id));
        tree.promote(branch.ok_or_else(|| Refusal::new(409, "this is the main line"))?);
        Ok(())
    }
}

/// Removes a point from a property; returns whether it was there.
fn take(node: &mut Node, property: &str, board: Size, point: sgf::Point) -> bool {
    let Ok(points) = board.read_points(node.values(property)) else { return false };
    if !points.contains(&point) {
        return false;
    }
    node.remove(property);
    points.into_iter().filter(|&of| of != point).for_each(|of| node.push(property, of.to_string()));
    true
}
