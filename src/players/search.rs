//! The player that plays the best move of its search.

use crate::framework::{Control, Decision, Game, Limits, Move, Player, Report, Search, Thinking, TreeView};

/// Plays the best move of a search; passes if it finds none.
pub struct SearchPlayer<G: Game> {
    search: Box<dyn Search<G>>,
    reuse: bool,
}

impl<G: Game> SearchPlayer<G> {
    /// With `reuse`, the search keeps its results for the next move.
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

    fn ponder(&mut self, game: &G, limits: Limits, control: &Control) -> Option<Report> {
        // Without reuse, the results would be lost.
        self.reuse.then(|| self.search.search(game, limits, control))
    }

    fn played(&mut self, mv: Move) {
        self.search.played(mv);
    }

    fn clear(&mut self) {
        self.search.clear();
    }

    fn tree(&self) -> Option<Box<dyn TreeView<G> + '_>> {
        self.search.tree()
    }
}
