//! The game tree of SGF nodes, with a current node on display.
//!
//! Go moves are written as in SGF, moves of other games in their own notation.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::engine::{AnySession, GameSession, GoSession, SessionError};
use crate::framework::Color;
use crate::go::letters;
use crate::sgf::{NodeId, Tree, Visit};
use crate::web::command::Refusal;

/// The game tree.
pub(super) struct Variations {
    tree: Tree,
    node: NodeId,
    /// For each node, the child shown last.
    forward: HashMap<NodeId, NodeId>,
    /// Board size if the game is Go.
    go_size: Option<u8>,
}

impl Variations {
    /// The tree of the session's game, up to its last move.
    pub(super) fn of(session: &AnySession) -> Self {
        let go: Option<&GoSession> = session.go();
        let mut variations = match go {
            Some(go) => Self::read(go.sgf(), go.size()),
            None => Self::of_other(Tree::new()),
        };
        if go.is_none() {
            for &(color, mv) in session.moves() {
                variations.add(color, &session.move_text(mv));
            }
        }
        variations
    }

    /// The tree of a Go record, with its main line shown to the end.
    pub(super) fn read(tree: Tree, size: u8) -> Self {
        let node = tree.main_line_ids().last().unwrap_or(tree.root());
        Self { node, tree, forward: HashMap::new(), go_size: Some(size) }
    }

    /// The tree of a record of another game.
    pub(super) fn of_other(tree: Tree) -> Self {
        Self { go_size: None, ..Self::read(tree, 0) }
    }

    pub(super) fn tree(&self) -> &Tree {
        &self.tree
    }

    pub(super) fn node(&self) -> NodeId {
        self.node
    }

    /// The nodes, in the order of their numbers after writing and rereading the tree.
    pub(super) fn places(&self) -> impl Iterator<Item = NodeId> {
        self.tree.walk().filter_map(|visit| if let Visit::Enter(id) = visit { Some(id) } else { None })
    }

    /// The node with a number.
    pub(super) fn find(&self, number: u32) -> Result<NodeId, Refusal> {
        let node = self.tree.node(number).filter(|&id| self.is_attached(id));
        node.ok_or_else(|| Refusal::new(409, format!("there is no node {number}")))
    }

    fn is_attached(&self, id: NodeId) -> bool {
        self.tree.path(id).first() == Some(&self.tree.root())
    }

    /// A node's move: color and text.
    pub(super) fn mv(&self, id: NodeId) -> Option<(Color, String)> {
        let node = &self.tree[id];
        let color = if node.get("B").is_some() { Color::Black } else { Color::White };
        Some((color, self.read_text(node.played()?)))
    }

    fn read_text(&self, value: &str) -> String {
        let Some(size) = self.go_size else { return value.to_owned() };
        letters::parse(value, size).map_or(value.to_owned(), crate::go::vertex::text)
    }

    /// The value of a move property.
    fn written(&self, text: &str) -> String {
        let Some(size) = self.go_size else { return text.to_owned() };
        crate::go::vertex::parse(text, size).map_or(String::new(), |mv| letters::text(mv, size))
    }

    /// The mutable tree.
    pub(super) fn tree_mut(&mut self) -> &mut Tree {
        &mut self.tree
    }

    /// Goes to the child with this move, adding it if missing. Returns whether it was added.
    pub(super) fn add(&mut self, color: Color, text: &str) -> bool {
        let known = self.tree.children(self.node).find(|&id| {
            self.mv(id).is_some_and(|(of, known)| of == color && known.eq_ignore_ascii_case(text))
        });
        let child = known.unwrap_or_else(|| {
            let value = self.written(text);
            let child = self.tree.add_child(self.node);
            self.tree[child].set(&color.letter().to_string(), value);
            child
        });
        self.show(child);
        known.is_none()
    }

    /// Makes the line to the current node the main line up to there; returns true if the tree changed.
    pub(super) fn promote_line(&mut self) -> bool {
        let mut is_changed = false;
        for id in self.tree.path(self.node) {
            let Some(parent) = self.tree.parent(id) else { continue };
            while self.tree.children(parent).next() != Some(id) {
                self.tree.promote(id);
                is_changed = true;
            }
        }
        is_changed
    }

    /// Shows a node.
    pub(super) fn show(&mut self, id: NodeId) {
        for pair in self.tree.path(id).windows(2) {
            if let [parent, child] = *pair {
                self.forward.insert(parent, child);
            }
        }
        self.node = id;
    }

    pub(super) fn parent(&self) -> Option<NodeId> {
        self.tree.parent(self.node)
    }

    /// The child shown last, or else the first.
    pub(super) fn next(&self, id: NodeId) -> Option<NodeId> {
        let shown = self.forward.get(&id).copied().filter(|&next| self.tree.parent(next) == Some(id));
        shown.or_else(|| self.tree.children(id).next())
    }

    /// The nodes from the root through the current node to the end.
    pub(super) fn line(&self) -> Vec<NodeId> {
        let mut line = self.tree.path(self.node);
        while let Some(next) = line.last().and_then(|&id| self.next(id)) {
            line.push(next);
        }
        line
    }

    /// Moves a session from the current node's position to another node's, and shows that node.
    pub(super) fn go(&mut self, session: &mut AnySession, to: NodeId) -> Result<(), Refusal> {
        if to == self.node {
            return Ok(());
        }
        let is_step = self.tree.parent(to) == Some(self.node)
            && self.tree[to].properties().iter().all(|property| !is_set_up(property.identifier()));
        let is_played =
            is_step && self.mv(to).is_none_or(|(color, text)| session.play_text(color, &text).is_ok());
        if !is_played {
            match session.go_mut() {
                Some(go) => {
                    go.load_tree(&self.tree.line_to(to), None)?;
                }
                None => replay(&mut **session, &self.moves(to))?,
            }
        }
        self.show(to);
        Ok(())
    }

    /// Brings another session of the same game to a node's position.
    pub(super) fn follow(&self, session: &mut dyn GameSession, to: NodeId) -> Result<(), SessionError> {
        replay(session, &self.moves(to))
    }

    /// The moves from the root to a node.
    fn moves(&self, to: NodeId) -> Vec<(Color, String)> {
        self.tree.path(to).into_iter().filter_map(|id| self.mv(id)).collect()
    }

    /// The tree for the page. `nodes` holds the parent, the color, the move, and 1 if there is a comment; `children`
    /// holds the numbers of the children, main line first. Both are indexed by a node's number; a deleted node is null.
    pub(super) fn view(&self) -> Value {
        let mut nodes = vec![Value::Null; self.tree.size()];
        let mut children: Vec<Vec<u32>> = vec![Vec::new(); self.tree.size()];
        for id in self.places() {
            let (color, text) =
                self.mv(id).map_or(('-', String::new()), |(color, text)| (color.letter(), text));
            let parent = self.tree.parent(id).map(NodeId::number);
            let at = id.number() as usize;
            nodes[at] = json!([parent, color, text, u8::from(self.tree[id].get("C").is_some())]);
            children[at] = self.tree.children(id).map(NodeId::number).collect();
        }
        json!({ "nodes": nodes, "children": children })
    }
}

/// Whether a property changes the position other than by a move.
fn is_set_up(identifier: &str) -> bool {
    matches!(identifier, "AB" | "AW" | "AE" | "PL")
}

/// Replays moves from the start of a game.
fn replay(session: &mut dyn GameSession, moves: &[(Color, String)]) -> Result<(), SessionError> {
    session.undo(session.moves().len())?;
    moves.iter().try_for_each(|(color, text)| session.play_text(*color, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{BoardSize, GAMES, SessionContext, Settings};
    use std::sync::Arc;

    fn session(game: &str) -> AnySession {
        let context = SessionContext::new(Settings::new(9), 1, Arc::default());
        let size = if game == "tictactoe" { None } else { Some(9) };
        let entry = GAMES.iter().find(|entry| entry.name == game).unwrap();
        (entry.open)(BoardSize { cols: size, rows: size }, Color::Black, context).unwrap()
    }

    #[test]
    fn every_node_of_every_game_can_be_shown() {
        for (game, moves) in [("go", ["C3", "pass", "D4"]), ("tictactoe", ["B2", "A1", "C3"])] {
            let mut session = session(game);
            let mut variations = Variations::of(&session);
            let mut nodes = vec![variations.node()];
            for text in moves {
                let color = session.to_play();
                session.play_text(color, text).unwrap();
                assert!(variations.add(color, text));
                nodes.push(variations.node());
            }
            variations.go(&mut session, nodes[1]).unwrap();
            assert_eq!((session.moves().len(), session.to_play()), (1, Color::White), "{game}");
            // A variation, and the same move again.
            session.play_text(Color::White, "A3").unwrap();
            assert!(variations.add(Color::White, "A3"));
            variations.go(&mut session, nodes[1]).unwrap();
            session.play_text(Color::White, "a3").unwrap();
            assert!(!variations.add(Color::White, "a3"));
            for (count, &node) in nodes.iter().enumerate() {
                variations.go(&mut session, node).unwrap();
                assert_eq!(session.moves().len(), count, "{game}");
            }
            variations.go(&mut session, nodes[0]).unwrap();
            assert_eq!(variations.line(), nodes, "the line that was shown last");
            assert_eq!(variations.view()["nodes"][4], json!([1, "W", "A3", 0]));
        }
    }
}
