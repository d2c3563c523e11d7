//! Two-ply search: a move after which the opponent has no immediate win.
//!
//! # References
//! - C. Hunt, "Fuegito User Manual", 2012 (SafetySearch).

use super::greedy::winning_move;
use crate::framework::{Control, Game, Limits, Move, Report, Search, Step};
use crate::util::Rng;

/// Plays a random move after which the opponent has no winning move, if there is one.
///
/// The manual takes the first such move; a random one is equally safe and varies the games.
pub struct Safety {
    seed: u64,
}

impl Safety {
    /// Moves depend only on `seed` and the position.
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }
}

impl<G: Game> Search<G> for Safety {
    fn search(&mut self, game: &G, _: Limits, control: &Control) -> Report {
        let mut moves = game.moves();
        moves.retain(|&mv| {
            let is_safe = is_safe(game, mv);
            let found = if is_safe { "is safe" } else { "lets the opponent win at once" };
            control.trace(|| Step::Look { mv, found });
            is_safe
        });
        let mut rng = Rng::new(self.seed ^ game.key());
        Report::instant(moves.get(rng.below(moves.len())).copied())
    }
}

/// Whether the opponent has not won after the move and has no winning reply.
fn is_safe(game: &impl Game, mv: Move) -> bool {
    let mut after = game.clone();
    after.play_legal(mv);
    match after.outcome() {
        Some(outcome) => outcome.winner != Some(!game.to_play()),
        None => winning_move(&after, |_, _| {}).is_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::nim::Nim;
    use crate::search::Greedy;

    fn found(search: &mut dyn Search<Nim>, heap: u16) -> Option<u16> {
        search.search(&Nim::new(heap), Limits::default(), &Control::default()).best.map(|mv| mv.0)
    }

    #[test]
    fn greed_sees_one_move_ahead_and_safety_two() {
        assert_eq!([1, 2, 3, 4].map(|heap| found(&mut Greedy, heap)), [Some(1), Some(2), None, None]);
        for seed in 1..20 {
            let mut safety = Safety::new(seed);
            assert_eq!(found(&mut safety, 4), Some(1), "two of four leave two");
            assert_eq!(found(&mut safety, 3), None, "whatever is taken, the rest is not");
            assert!(found(&mut safety, 9).is_some());
        }
    }
}
