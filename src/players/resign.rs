//! Resigning a lost game.

use crate::framework::{Control, Decision, Game, Limits, Player, Report, Thinking};

/// Resigns when the inner player's search value is below [`Limits::resign_below`]. Never resigns under
/// [`Limits::search_only`]: a test of a lost position needs a move as its answer.
///
/// A handicap game looks lost for White from the start. There the player resigns only once its mean lead is notably
/// worse than at its first search.
pub struct Resigning<P, G, F> {
    inner: P,
    is_handicap: fn(&G) -> bool,
    /// Resigns after this many consecutive lost own moves.
    moves: u64,
    /// A further condition on a position with a low value: whether it counts as lost, by its search report.
    is_lost: F,
    /// Each player's mean lead at its first search of the game.
    first_margins: [Option<f64>; 2],
    /// Each player's latest consecutive lost positions, by state key: a position searched again, after an undo, counts
    /// once.
    lost: [Vec<u64>; 2],
}

/// A notable change of the mean lead, as a share of the largest possible lead.
const NOTABLE: f64 = 0.05;

impl<P, G, F: Fn(&G, &Report) -> bool> Resigning<P, G, F> {
    /// Decorates a player to resign at its `moves`th consecutive lost move; `is_lost` decides in addition to the value,
    /// and `is_handicap` detects handicap games.
    pub fn new(inner: P, moves: u64, is_lost: F, is_handicap: fn(&G) -> bool) -> Self {
        Self { inner, is_handicap, moves, is_lost, first_margins: [None; 2], lost: Default::default() }
    }
}

impl<G: Game, P: Player<G>, F: Fn(&G, &Report) -> bool + Send> Player<G> for Resigning<P, G, F> {
    fn decide(&mut self, game: &G, limits: Limits, control: &Control) -> Thinking {
        let mut thinking = self.inner.decide(game, limits, control);
        if let Some(report) = &thinking.report
            && !limits.search_only
        {
            let player = game.to_play().index();
            let first_margin = *self.first_margins[player].get_or_insert(report.margin);
            let is_lost = report.count >= limits.sure_after.unwrap_or(0)
                && report.value < limits.resign_below
                && (self.is_lost)(game, report)
                && !((self.is_handicap)(game) && report.margin > first_margin - NOTABLE);
            let (lost, key) = (&mut self.lost[player], game.state_key());
            let before = lost.iter().position(|&earlier| earlier == key).unwrap_or(lost.len());
            lost.truncate(if is_lost { before } else { 0 });
            lost.extend(is_lost.then_some(key));
            if lost.len() as u64 >= self.moves {
                thinking.decision = Decision::Resign;
            }
        }
        thinking
    }

    fn clear(&mut self) {
        (self.first_margins, self.lost) = Default::default();
        self.inner.clear();
    }

    hand_on_to_inner!(G);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::Move;
    use crate::framework::nim::Nim;

    /// A player whose searches find these values, margins and counts.
    struct Fixed(Vec<(f64, f64, u64)>);

    impl Player<Nim> for Fixed {
        fn decide(&mut self, _: &Nim, _: Limits, _: &Control) -> Thinking {
            let (value, margin, count) = self.0.remove(0);
            let report = Report { value, margin, count, ..Report::default() };
            Thinking { decision: Decision::Play(Move(1)), report: Some(report) }
        }
    }

    /// Resigns at once.
    fn resigning(found: Vec<(f64, f64, u64)>) -> Resigning<Fixed, Nim, fn(&Nim, &Report) -> bool> {
        Resigning::new(Fixed(found), 1, |_, _| true, |_| false)
    }

    const PLAY: Decision = Decision::Play(Move(1));

    fn limits() -> Limits {
        Limits { resign_below: 0.1, sure_after: Some(1000), ..Limits::default() }
    }

    fn at(player: &mut impl Player<Nim>, stones: u16) -> Decision {
        player.decide(&Nim::new(stones), limits(), &Control::default()).decision
    }

    fn next(player: &mut impl Player<Nim>) -> Decision {
        at(player, 7)
    }

    #[test]
    fn only_a_well_searched_loss_is_resigned() {
        let decide = |value, count| next(&mut resigning(vec![(value, -0.5, count)]));
        assert_eq!(decide(0.05, 1000), Decision::Resign);
        assert_eq!(decide(0.05, 999), PLAY);
        assert_eq!(decide(0.1, 5000), PLAY);
    }

    #[test]
    fn a_search_that_has_to_decide_tells_a_move_of_a_lost_position() {
        let mut player = resigning(vec![(0.0, -1.0, 5000)]);
        let limits = Limits { search_only: true, ..limits() };
        assert_eq!(player.decide(&Nim::new(7), limits, &Control::default()).decision, PLAY);
    }

    #[test]
    fn a_handicap_game_is_not_resigned_while_it_stands_as_it_began() {
        let search = |margin| (0.02, margin, 5000);
        let found = vec![search(-0.3), search(-0.34), search(-0.36), search(-0.36)];
        let mut player = Resigning::new(Fixed(found), 1, |_: &Nim, _: &Report| true, |_| true);
        assert_eq!([next(&mut player), next(&mut player)], [PLAY, PLAY]);
        assert_eq!(next(&mut player), Decision::Resign);
        player.clear();
        assert_eq!(next(&mut player), PLAY, "a new game begins anew");
    }

    #[test]
    fn a_patient_player_resigns_after_several_lost_moves_and_not_early() {
        let search = |value| (value, -0.5, 5000);
        let found = [0.05, 0.05, 0.5, 0.05, 0.05, 0.05].map(search).to_vec();
        let mut player = Resigning::new(Fixed(found), 3, |_: &Nim, _: &Report| true, |_| false);
        let decisions: Vec<_> = (8..14).map(|stones| at(&mut player, stones)).collect();
        assert_eq!(decisions, [PLAY, PLAY, PLAY, PLAY, PLAY, Decision::Resign]);
        let mut player = Resigning::new(Fixed(vec![search(0.05)]), 1, |_: &Nim, _: &Report| false, |_| false);
        assert_eq!(next(&mut player), PLAY);
    }

    #[test]
    fn a_position_searched_again_after_an_undo_counts_once() {
        let mut player =
            Resigning::new(Fixed(vec![(0.05, -0.5, 5000); 8]), 4, |_: &Nim, _: &Report| true, |_| false);
        let decisions = [12, 11, 10, 10, 12, 11, 10, 9].map(|stones| at(&mut player, stones));
        assert_eq!(decisions[..7], [PLAY; 7]);
        assert_eq!(decisions[7], Decision::Resign);
    }
}
