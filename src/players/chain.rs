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
}

impl<G: Game> Chain<G> {
    /// The last search should find a move in every unfinished game.
    pub fn new(searches: Vec<Box<dyn Search<G>>>) -> Self {
        Self { searches }
    }
}

impl<G: Game> Player<G> for Chain<G> {
    fn decide(&mut self, game: &G, limits: Limits, control: &Control) -> Thinking {
        let mut report = Report::default();
        for search in &mut self.searches {
            report = search.search(game, limits, control);
            if report.best.is_some() {
                break;
            }
        }
        Thinking { decision: Decision::Play(report.best.unwrap_or(Move::PASS)), report: Some(report) }
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
