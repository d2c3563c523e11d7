//! One move ahead: a winning move, if there is one.
//!
//! # References
//! - C. Hunt, "Fuegito User Manual", 2012 (GreedySearch).

use crate::framework::{Control, Game, Limits, Move, Report, Search, Step};

/// Finds a move that wins at once, if any.
pub struct Greedy;

impl<G: Game> Search<G> for Greedy {
    fn search(&mut self, game: &G, _: Limits, control: &Control) -> Report {
        let found = |wins| if wins { "wins at once" } else { "does not win at once" };
        let see = |mv, wins| control.trace(|| Step::Look { mv, found: found(wins) });
        Report::instant(winning_move(game, see))
    }
}

/// The first move that wins at once; calls `see` with each move tried and whether it wins.
pub(super) fn winning_move(game: &impl Game, see: impl Fn(Move, bool)) -> Option<Move> {
    let moves = game.moves();
    let wins = |&mv: &Move| {
        let mut after = game.clone();
        after.play_legal(mv);
        let wins = after.outcome().is_some_and(|outcome| outcome.winner == Some(game.to_play()));
        see(mv, wins);
        wins
    };
    moves.into_iter().find(wins)
}
