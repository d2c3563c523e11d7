//! Resigning a lost game.

use crate::framework::{Control, Decision, Game, Limits, Player, Thinking};

/// Resigns when the inner player's search finds a value below [`Limits::resign_below`]. Under [`Limits::search_only`] it never
/// resigns: a test of a lost position needs a move for its answer.
///
/// A handicap game looks lost for White from the start. In such a game the player resigns only when its mean
/// lead has become notably worse than at its first search.
pub struct Resigning<P, G> {
    inner: P,
    is_handicap: fn(&G) -> bool,
    /// Each player's mean lead at its first search of the game.
    first_margins: [Option<f64>; 2],
}

/// A notable change of the mean lead, as a share of the largest possible lead.
const NOTABLE: f64 = 0.05;

impl<P, G> Resigning<P, G> {
    /// Decorates a player, in games without handicap unless told otherwise.
    pub fn new(inner: P) -> Self {
        Self { inner, is_handicap: |_| false, first_margins: [None; 2] }
    }

    /// Adds a function that detects handicap games.
    pub fn sparing(self, is_handicap: fn(&G) -> bool) -> Self {
        Self { is_handicap, ..self }
    }
}

impl<G: Game, P: Player<G>> Player<G> for Resigning<P, G> {
    fn decide(&mut self, game: &G, limits: Limits, control: &Control) -> Thinking {
        let mut thinking = self.inner.decide(game, limits, control);
        if let Some(report) = &thinking.report
            && !limits.search_only
        {
            let first_margin = *self.first_margins[game.to_play().index()].get_or_insert(report.margin);
            if report.count >= limits.sure_after.unwrap_or(0)
                && report.value < limits.resign_below
                && !((self.is_handicap)(game) && report.margin > first_margin - NOTABLE)
            {
                thinking.decision = Decision::Resign;
            }
        }
        thinking
    }

    fn clear(&mut self) {
        self.first_margins = [None; 2];
        self.inner.clear();
    }

    hand_on_to_inner!(G);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::nim::Nim;
    use crate::framework::{Move, Report};

    /// A player whose searches find these values, margins and counts.
    struct Fixed(Vec<(f64, f64, u64)>);

    impl Player<Nim> for Fixed {
        fn decide(&mut self, _: &Nim, _: Limits, _: &Control) -> Thinking {
            let (value, margin, count) = self.0.remove(0);
            let report = Report { value, margin, count, ..Report::default() };
            Thinking { decision: Decision::Play(Move(1)), report: Some(report) }
        }
    }

    const PLAY: Decision = Decision::Play(Move(1));

    fn limits() -> Limits {
        Limits { resign_below: 0.1, sure_after: Some(1000), ..Limits::default() }
    }

    fn next(player: &mut Resigning<Fixed, Nim>) -> Decision {
        player.decide(&Nim::new(7), limits(), &Control::default()).decision
    }

    #[test]
    fn only_a_well_searched_loss_is_resigned() {
        let decide = |value, count| next(&mut Resigning::new(Fixed(vec![(value, -0.5, count)])));
        assert_eq!(decide(0.05, 1000), Decision::Resign);
        assert_eq!(decide(0.05, 999), PLAY);
        assert_eq!(decide(0.1, 5000), PLAY);
    }

    #[test]
    fn a_search_that_has_to_decide_tells_a_move_of_a_lost_position() {
        let mut player = Resigning::new(Fixed(vec![(0.0, -1.0, 5000)]));
        let limits = Limits { search_only: true, ..limits() };
        assert_eq!(player.decide(&Nim::new(7), limits, &Control::default()).decision, PLAY);
    }

    #[test]
    fn a_handicap_game_is_not_resigned_while_it_stands_as_it_began() {
        let search = |margin| (0.02, margin, 5000);
        let found = vec![search(-0.3), search(-0.34), search(-0.36), search(-0.36)];
        let mut player = Resigning::new(Fixed(found)).sparing(|_| true);
        assert_eq!([next(&mut player), next(&mut player)], [PLAY, PLAY]);
        assert_eq!(next(&mut player), Decision::Resign);
        player.clear();
        assert_eq!(next(&mut player), PLAY, "a new game begins anew");
    }
}
