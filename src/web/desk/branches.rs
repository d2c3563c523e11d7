//! The variations of a game that is recorded as GTP commands: a comment of the record holds the tree as SGF.

use serde_json::Value;

use super::game::Variations;
use super::moves::MAX_NODES;
use crate::engine::GameSession;
use crate::sgf::{self, Step};

/// The start of the comment; a string of JSON follows.
const MARK: &str = "# VARIATIONS ";

impl Variations {
    /// The comment; `None` when the moves that lead to the node shown are the whole record.
    pub(super) fn comment(&self) -> Option<String> {
        let tree = self.tree();
        let path = tree.path(self.node());
        let is_plain = path.len() == tree.size() && path.iter().all(|&id| tree[id].get("C").is_none());
        (!is_plain).then(|| format!("{MARK}{}", Value::from(tree.to_string())))
    }

    /// The tree of a record, which shows the node at the end of its moves; `None` if it has none that fits. The session is at
    /// the end of these moves, and stays anywhere.
    pub(super) fn of_record(record: &str, session: &mut dyn GameSession) -> Option<Self> {
        let json = record.lines().find_map(|line| line.strip_prefix(MARK))?;
        let text: String = serde_json::from_str(json).ok()?;
        let tree = sgf::parse(text.as_bytes()).ok()?.games.into_iter().next()?;
        if tree.size() > MAX_NODES {
            return None;
        }
        let mut variations = Self::of_other(tree);
        let mut node = variations.tree().root();
        for &(color, mv) in session.moves() {
            let played = (color, session.move_text(mv));
            node = variations
                .tree()
                .children(node)
                .find(|&child| variations.mv(child).as_ref() == Some(&played))?;
        }
        session.undo(session.moves().len()).ok()?;
        for step in variations.tree().walk() {
            let (Step::Enter(id) | Step::Leave(id)) = step;
            match (step, variations.mv(id)) {
                (_, None) => {}
                (Step::Enter(_), Some((color, text))) => session.play_text(color, &text).ok()?,
                (Step::Leave(_), Some(_)) => session.undo(1).ok()?,
            }
        }
        variations.show(node);
        Some(variations)
    }
}
