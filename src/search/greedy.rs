//! One move ahead: a winning move, if there is one.
//!
//! # References
//! - C. Hunt, "Fuegito User Manual", 2012 (GreedySearch).

use crate::framework::{Control, Game, Limits, Move, Report, Search};

/// Finds a move that wins at once; no move when there is no such move.
pub struct Greedy;

impl<G: Game> Search<G> for Greedy {
    fn search(&mut self, game: &G, _: Limits, _: &Control) -> Report {
        Report::instant(winning_move(game))
    }
}

/// Returns the first move that wins the game at once.
pub(super) fn winning_move(game: &impl Game) -> Option<Move> {
    let mut moves = Vec::new();
    game.candidates(&mut moves);
    let wins = |&mv: &Move| {
        let mut after = game.clone();
        after.play_legal(mv);
        after.outcome().is_some_and(|outcome| outcome.winner == Some(game.to_play()))
    };
    moves.into_iter().find(wins)
}
