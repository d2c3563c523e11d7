//! Passing when nothing is left to do, and not before.

use crate::framework::{Control, Decision, Game, Limits, Move, MoveStat, Player, Report, Thinking};

/// The value from which a game counts as won.
///
/// # References
/// - Fuego's threshold (M. Enzenberger and M. Müller, TR 09-08, University of Alberta, 2009).
const WON: f64 = 0.8;

/// What a game tells about its end without a search.
pub trait Endgame<G: Game>: Send {
    /// Returns whether the player to move wins if both sides pass now.
    fn passing_wins(&self, game: &G) -> bool;

    /// Returns the moves that still gain something, all of them safe, when the player to move has won and
    /// nothing is left to fight for; `None` when something is.
    fn left(&self, game: &G) -> Option<Vec<Move>>;
}

/// Passes in a won game in which nothing is left to gain, and plays on where the pass of the player inside
/// would lose what its search believes to be won.
pub struct Passing<P, E> {
    inner: P,
    endgame: E,
    early: bool,
}

impl<P, E> Passing<P, E> {
    /// Creates the decorator; without `early` it passes only where the player inside does.
    #[must_use]
    pub fn new(inner: P, endgame: E, early: bool) -> Self {
        Self { inner, endgame, early }
    }

    /// Returns what to play instead of a move that a search found.
    fn amend<G: Game>(&self, game: &G, mv: Move, report: &Report) -> Option<Move>
    where
        E: Endgame<G>,
    {
        if mv == Move::PASS {
            let is_good = report.value > 0.5 && !self.endgame.passing_wins(game);
            return if is_good { most_visited(report, |stat| stat.mv != Move::PASS) } else { None };
        }
        if !self.early || report.value <= WON {
            return None;
        }
        let left = self.endgame.left(game)?;
        if left.is_empty() {
            return Some(Move::PASS);
        }
        most_visited(report, |stat| left.contains(&stat.mv))
    }
}

/// Returns the most visited of the moves that `accept` lets through.
fn most_visited(report: &Report, accept: impl Fn(&MoveStat) -> bool) -> Option<Move> {
    // The report has the most visited first.
    report.moves.iter().find(|stat| accept(stat)).map(|stat| stat.mv)
}

impl<G: Game, P: Player<G>, E: Endgame<G>> Player<G> for Passing<P, E> {
    fn decide(&mut self, game: &G, limits: Limits, control: &Control) -> Thinking {
        let mut thinking = self.inner.decide(game, limits, control);
        if let (Decision::Play(mv), Some(report)) = (thinking.decision, &thinking.report)
            && let Some(other) = self.amend(game, mv, report)
        {
            thinking.decision = Decision::Play(other);
        }
        thinking
    }

    fn ponder(&mut self, game: &G, limits: Limits, control: &Control) {
        self.inner.ponder(game, limits, control);
    }

    fn played(&mut self, mv: Move) {
        self.inner.played(mv);
    }

    fn clear(&mut self) {
        self.inner.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::nim::Nim;

    /// A player that finds one move, and others that it likes less.
    struct Fixed(Move, f64);

    impl Player<Nim> for Fixed {
        fn decide(&mut self, _: &Nim, _: Limits, _: &Control) -> Thinking {
            let stat = |mv, value| MoveStat { mv, count: 10, value, ..MoveStat::default() };
            let moves = vec![stat(self.0, self.1), stat(Move(1), 0.1), stat(Move(2), 0.9)];
            let report = Report { best: Some(self.0), value: self.1, moves, ..Report::default() };
            Thinking { decision: Decision::Play(self.0), report: Some(report) }
        }
    }

    struct End(bool, Option<Vec<Move>>);

    impl Endgame<Nim> for End {
        fn passing_wins(&self, _: &Nim) -> bool {
            self.0
        }

        fn left(&self, _: &Nim) -> Option<Vec<Move>> {
            self.1.clone()
        }
    }

    fn decide(found: u16, value: f64, wins: bool, left: Option<&[u16]>, early: bool) -> Move {
        let left = left.map(|left| left.iter().map(|&mv| Move(mv)).collect());
        let mut player = Passing::new(Fixed(Move(found), value), End(wins, left), early);
        match player.decide(&Nim::new(7), Limits::default(), &Control::default()).decision {
            Decision::Play(mv) => mv,
            Decision::Resign => panic!("resigned"),
        }
    }

    #[test]
    fn a_pass_that_gives_the_game_away_is_replaced() {
        assert_eq!(decide(0, 0.7, false, None, true), Move(1));
        assert_eq!(decide(0, 0.7, true, None, true), Move::PASS);
        assert_eq!(decide(0, 0.3, false, None, true), Move::PASS, "lost anyway");
    }

    #[test]
    fn a_won_game_ends_once_nothing_is_left() {
        assert_eq!(decide(3, 0.9, true, Some(&[]), true), Move::PASS);
        assert_eq!(decide(3, 0.9, true, Some(&[]), false), Move(3));
        assert_eq!(decide(3, 0.7, true, Some(&[]), true), Move(3), "not won yet");
        assert_eq!(decide(3, 0.9, true, None, true), Move(3));
        assert_eq!(decide(3, 0.9, true, Some(&[2]), true), Move(2));
        assert_eq!(decide(3, 0.9, true, Some(&[5]), true), Move(3), "unknown to the search");
        assert_eq!(decide(3, 0.9, true, Some(&[2, 1]), true), Move(1), "visited as often, and first");
    }
}
