//! The player that plays what its search finds best.

use crate::framework::{CommandSet, Control, Decision, Game, Limits, Move, Player, Search, Thinking};

/// Plays the best move of a search; passes where the search finds none.
pub struct SearchPlayer<G: Game> {
    search: Box<dyn Search<G>>,
    reuse: bool,
}

impl<G: Game> SearchPlayer<G> {
    /// Creates the player; `reuse` lets the search keep what it learned for the next move.
    #[must_use]
    pub fn new(search: Box<dyn Search<G>>, reuse: bool) -> Self {
        Self { search, reuse }
    }
}

impl<G: Game> Player<G> for SearchPlayer<G> {
    fn decide(&mut self, game: &G, limits: Limits, control: &Control) -> Thinking {
        if !self.reuse {
            self.search.clear();
        }
        let report = self.search.search(game, limits, control);
        Thinking { decision: Decision::Play(report.best.unwrap_or(Move::PASS)), report: Some(report) }
    }

    fn ponder(&mut self, game: &G, limits: Limits, control: &Control) {
        // What is found stays in the tree, or nowhere.
        if self.reuse {
            self.search.search(game, limits, control);
        }
    }

    fn played(&mut self, mv: Move) {
        self.search.played(mv);
    }

    fn clear(&mut self) {
        self.search.clear();
    }

    fn commands(&mut self) -> Option<Box<dyn CommandSet + '_>> {
        self.search.commands()
    }
}
