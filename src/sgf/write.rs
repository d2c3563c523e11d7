//! The writer: a tree as FF\[4\] text.
//!
//! Lines break between nodes, properties and values, never within a value, and stay within 80 columns unless
//! one value alone is longer. Only `]` and `\` are escaped.

use std::fmt;

use super::{Collection, Node, NodeId, Tree, Visit};

const COLUMNS: usize = 80;

/// Writes the games one after the other, each ended by a line break.
impl fmt::Display for Collection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.games.iter().try_for_each(|tree| writeln!(f, "{tree}"))
    }
}

/// Writes the game as SGF text that [`parse`](super::parse()) reads back as an equal tree.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Lines { out: f, column: 0 };
        for step in self.walk() {
            match step {
                Visit::Enter(id) => {
                    if begins_variation(self, id) {
                        lines.open_variation()?;
                    }
                    lines.node(&self[id])?;
                }
                Visit::Leave(id) if begins_variation(self, id) => lines.word(")")?,
                Visit::Leave(_) => {}
            }
        }
        Ok(())
    }
}

/// Whether a node starts a variation in parentheses: the root, and every node with siblings.
fn begins_variation(tree: &Tree, id: NodeId) -> bool {
    tree.parent(id).is_none_or(|parent| tree.children(parent).nth(1).is_some())
}

struct Lines<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    /// Characters in the current line.
    column: usize,
}

impl Lines<'_, '_> {
    fn open_variation(&mut self) -> fmt::Result {
        if self.column > 0 {
            self.line_break()?;
        }
        self.word("(")
    }

    fn node(&mut self, node: &Node) -> fmt::Result {
        let words = words(node);
        self.make_room(words.iter().map(|word| width(word)).sum())?;
        words.iter().try_for_each(|word| self.word(word))
    }

    /// Writes text that cannot be broken across lines.
    fn word(&mut self, word: &str) -> fmt::Result {
        self.make_room(width(word))?;
        self.out.write_str(word)?;
        self.column = match word.rsplit_once('\n') {
            Some((_, last_line)) => width(last_line),
            None => self.column + width(word),
        };
        Ok(())
    }

    fn make_room(&mut self, width: usize) -> fmt::Result {
        // Breaking after a single `(` would gain nothing.
        if self.column > 1 && self.column + width > COLUMNS {
            self.line_break()?;
        }
        Ok(())
    }

    fn line_break(&mut self) -> fmt::Result {
        self.column = 0;
        self.out.write_str("\n")
    }
}

/// A node's text, split where a line may break.
fn words(node: &Node) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::from(";");
    for property in node.properties() {
        word += property.identifier();
        for value in property.values() {
            word.push('[');
            for char in value.chars() {
                if matches!(char, ']' | '\\') {
                    word.push('\\');
                }
                word.push(char);
            }
            word.push(']');
            words.push(std::mem::take(&mut word));
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

fn width(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[test]
    fn short_games_take_one_line() {
        let mut tree = Tree::new();
        assert_eq!(tree.to_string(), "(;)");
        let root = tree.root();
        tree[root].set("FF", "4");
        tree[root].push("AB", "dd");
        tree[root].push("AB", "pp");
        let id = tree.add_child(root);
        tree[id].set("W", "");
        tree[id].set("C", r"a]b\c:d");
        assert_eq!(tree.to_string(), r"(;FF[4]AB[dd][pp];W[]C[a\]b\\c:d])");
        let collection = Collection { games: vec![tree.clone(), Tree::new()] };
        assert_eq!(collection.to_string(), format!("{tree}\n(;)\n"));
    }

    #[test]
    fn variations_begin_on_lines_of_their_own() {
        let text = "(;FF[4];B[aa]\n(;W[bb];B[cc]\n(;W[dd])\n(;W[ee]))\n(;W[ff]))\n";
        assert_eq!(parse(text.replace('\n', " ").as_bytes()).unwrap().to_string(), text);
    }

    #[test]
    fn lines_stay_within_eighty_columns() {
        let mut tree = Tree::new();
        let mut id = tree.root();
        for point in ["aa"; 200] {
            tree[id].push("AB", point);
        }
        for _ in 0..200 {
            id = tree.add_child(id);
            tree[id].set("B", "dd");
            tree[id].set("BL", "30.5");
        }
        let text = tree.to_string();
        assert!(text.lines().all(|line| line.len() <= COLUMNS), "{text}");
        assert!(text.lines().all(|line| line.starts_with(['(', ';', '['])), "{text}");
        assert_eq!(parse(text.as_bytes()).unwrap().games, [tree]);
    }
}
