//! Search trees as SGF, and the games played by a search.
//!
//! Both are streamed, because they can exceed the remaining memory.

use std::io::{self, Write};
use std::path::Path;

use super::session::GoSession;
use super::sgf::start;
use crate::engine::session::{GameInfo, SessionError};
use crate::framework::{Color, Game, Move, MoveStat, TreeView};
use crate::go::Position;
use crate::go::letters;
use crate::sgf::SGF;
use crate::util::{FileFault, replace_file};

/// Why a tree or its games were not written; an old file is unchanged.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum TreeError {
    /// There is no tree.
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error("the last search kept no games; uct_param_search keep_games 1 lets the next one keep them")]
    NoGames,
    /// The file cannot be written.
    #[error("cannot save file: {0}")]
    Save(#[from] FileFault),
}

impl GoSession {
    /// Writes the tree of the last search to an SGF file, down to a depth; each move has its statistics as a comment.
    ///
    /// # Errors
    /// When there is no tree, or the file cannot be written.
    pub fn save_tree(&mut self, path: &Path, most_depth: usize) -> Result<(), TreeError> {
        let tree = self.tree()?;
        Ok(replace_file(path, &SGF, |out| write_tree(&*tree, most_depth, out))?)
    }

    /// Writes the games of the last search to an SGF file, as variations of the position searched.
    ///
    /// # Errors
    /// When there is no tree, the search kept no games, or the file cannot be written.
    pub fn save_games(&mut self, path: &Path) -> Result<(), TreeError> {
        let tree = self.tree()?;
        if tree.games().is_empty() {
            return Err(TreeError::NoGames);
        }
        Ok(replace_file(path, &SGF, |out| write_games(&*tree, out))?)
    }
}

fn write_tree(tree: &dyn TreeView<Position>, most_depth: usize, out: &mut dyn Write) -> io::Result<()> {
    let root = tree.root();
    write_root(root, out)?;
    let mut open = 0;
    tree.walk(most_depth, &mut |depth, stat| {
        close(open + 1 - depth, out)?;
        open = depth;
        let color = if depth % 2 == 1 { root.to_play() } else { !root.to_play() };
        write!(out, "\n(")?;
        write_move(color, stat.mv, root, out)?;
        write!(out, "C[{}]", comment(stat))
    })?;
    close(open, out)?;
    writeln!(out, ")")
}

fn write_games(tree: &dyn TreeView<Position>, out: &mut dyn Write) -> io::Result<()> {
    let root = tree.root();
    write_root(root, out)?;
    for game in tree.games() {
        write!(out, "\n(")?;
        let mut color = root.to_play();
        for &mv in game {
            write_move(color, mv, root, out)?;
            color = !color;
        }
        write!(out, ")")?;
    }
    writeln!(out, ")")
}

/// Writes the root position, without the closing parenthesis.
fn write_root(root: &Position, out: &mut dyn Write) -> io::Result<()> {
    let text = start(root, root.to_play(), &GameInfo::new()).to_string();
    write!(out, "{}", text.trim_end_matches(')'))
}

fn write_move(color: Color, mv: Move, root: &Position, out: &mut dyn Write) -> io::Result<()> {
    write!(out, ";{}[{}]", color.letter(), letters::text(mv, root.board().size()))
}

fn close(count: usize, out: &mut dyn Write) -> io::Result<()> {
    (0..count).try_for_each(|_| write!(out, ")"))
}

/// A move's statistics, with values for the player who makes it.
fn comment(stat: &MoveStat) -> String {
    let proven = match stat.proven {
        Some(true) => ", wins",
        Some(false) => ", loses",
        None => "",
    };
    format!(
        "count {}, value {:.4}, RAVE {}, prior {}{proven}",
        stat.count,
        stat.value,
        stat.rave_text(),
        stat.prior().text()
    )
}
