//! The statistics of the last search's moves, at its root and below.

use super::error::SessionError;
use super::state::Session;
use crate::engine::host::Hosted;
use crate::framework::{Color, Move, MoveStat};

/// The moves after a line of play in the tree of the last search.
pub struct Branch {
    /// The player to move.
    pub to_play: Color,
    /// The moves as text with their statistics, the most visited first.
    pub moves: Vec<(String, MoveStat)>,
}

impl<G: Hosted> Session<G> {
    /// The position after a line of play from the root of the last search, and the statistics of its moves, the most
    /// visited first. A search without a tree has statistics only at its root.
    ///
    /// # Errors
    /// When there was no search, or the line is illegal.
    pub fn branch(&mut self, line: &[String]) -> Result<(G, Vec<MoveStat>), SessionError> {
        let at_root = self.report()?.moves.clone();
        if line.is_empty() {
            let root = self.tree().map(|tree| tree.root().clone()).ok();
            let root = root.or_else(|| self.decided.as_ref().map(|decided| decided.game.clone()));
            return Ok((root.ok_or(SessionError::NoTree)?, at_root));
        }
        let tree = self.tree()?;
        let mut game = tree.root().clone();
        let mut moves: Vec<Move> = Vec::new();
        for text in line {
            let mv = game.parse_move(text).ok_or_else(|| SessionError::NotAMove(text.clone()))?;
            game.play(mv).map_err(SessionError::Illegal)?;
            moves.push(mv);
        }
        let mut after = tree.after(&moves);
        after.sort_by_key(|stat| std::cmp::Reverse(stat.count));
        Ok((game, after))
    }
}
