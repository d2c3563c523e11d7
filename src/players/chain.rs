//! A player that asks one search after another.
//!
//! # References
//! - C. Hunt, "Fuegito User Manual", 2012 (SearchPlayer, AveragePlayer, and the null move with which one
//!   search leaves the decision to the next).

use crate::framework::{Control, Decision, Game, Limits, Move, Player, Report, Search, Thinking, TreeView};

/// Plays the move of the first search that finds one; passes if none does.
///
/// A search followed by a random one is the manual's search player; greedy, safety and random are its average player.
pub struct Chain<G: Game> {
    searches: Vec<Box<dyn Search<G>>>,
    /// Whether the searches lose their trees before each move.
    clears: bool,
    ponders: bool,
}

impl<G: Game> Chain<G> {
    /// The last search should find a move in every unfinished game.
    pub fn new(searches: Vec<Box<dyn Search<G>>>) -> Self {
        Self { searches, clears: false, ponders: false }
    }

    /// Without `reuse`, the searches lose their results before each move.
    pub fn reusing(self, reuse: bool) -> Self {
        Self { clears: !reuse, ..self }
    }

    /// A player of one search. With `reuse`, it ponders, and the search keeps its results for the next move.
    pub fn of_search(search: Box<dyn Search<G>>, reuse: bool) -> Self {
        Self { searches: vec![search], clears: !reuse, ponders: reuse }
    }

    fn think(&mut self, game: &G, limits: Limits, control: &Control) -> Report {
        let mut report = Report::default();
        for search in &mut self.searches {
            report = search.search(game, limits, control);
            if report.best.is_some() {
                break;
            }
        }
        report
    }
}

impl<G: Game> Player<G> for Chain<G> {
    fn decide(&mut self, game: &G, limits: Limits, control: &Control) -> Thinking {
        if self.clears {
            self.clear();
        }
        let report = self.think(game, limits, control);
        Thinking { decision: Decision::Play(report.best.unwrap_or(Move::PASS)), report: Some(report) }
    }

    fn ponder(&mut self, game: &G, limits: Limits, control: &Control) -> Option<Report> {
        self.ponders.then(|| self.think(game, limits, control))
    }

    fn played(&mut self, mv: Move) {
        self.searches.iter_mut().for_each(|search| search.played(mv));
    }

    fn clear(&mut self) {
        self.searches.iter_mut().for_each(|search| search.clear());
    }

    fn tree(&self) -> Option<Box<dyn TreeView<G> + '_>> {
        self.searches.iter().find_map(|search| search.tree())
    }
}
