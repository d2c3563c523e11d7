//! Opening moves, which need no search.

use crate::framework::{Control, Decision, Game, Limits, Move, Player, Thinking};

/// Plays the move that a function finds for a position, if any, otherwise the inner player's.
pub struct OpeningMoves<P, F> {
    inner: P,
    find: F,
}

impl<P, F> OpeningMoves<P, F> {
    /// Creates the decorator.
    pub fn new(inner: P, find: F) -> Self {
        Self { inner, find }
    }
}

impl<G: Game, P: Player<G>, F: Fn(&G) -> Option<Move> + Send> Player<G> for OpeningMoves<P, F> {
    fn decide(&mut self, game: &G, limits: Limits, control: &Control) -> Thinking {
        if !limits.search_only
            && let Some(mv) = (self.find)(game)
        {
            return Thinking { decision: Decision::Play(mv), report: None };
        }
        self.inner.decide(game, limits, control)
    }

    fn clear(&mut self) {
        self.inner.clear();
    }

    hand_on_to_inner!(G);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::Report;
    use crate::framework::nim::Nim;

    struct Inner;

    impl Player<Nim> for Inner {
        fn decide(&mut self, _: &Nim, _: Limits, _: &Control) -> Thinking {
            Thinking { decision: Decision::Play(Move(2)), report: Some(Report::default()) }
        }
    }

    #[test]
    fn a_search_is_asked_only_where_the_opening_ends() {
        let mut player = OpeningMoves::new(Inner, |game: &Nim| (game.heap == 7).then_some(Move(1)));
        let mut decide = |heap, search_only| {
            let limits = Limits { search_only, ..Limits::default() };
            player.decide(&Nim::new(heap), limits, &Control::default()).decision
        };
        let [opening, search] = [Move(1), Move(2)].map(Decision::Play);
        assert_eq!([decide(7, false), decide(6, false), decide(7, true)], [opening, search, search]);
    }
}
