//! Passing once nothing is left to gain.
//!
//! The search reserves part of the move's time for the pass decision: 1.5 times its last duration, or half of the time
//! if the reserve was too short. Without enough time the player plays on.

use std::time::{Duration, Instant};

use super::PlayerParams;
use crate::framework::{Control, Decision, Game, Limits, Move, MoveStat, Player, Report, Thinking, Until};

/// Win rate above which a game counts as won.
///
/// # References
/// - Fuego's threshold (M. Enzenberger and M. Müller, TR 09-08, University of Alberta, 2009).
const WON: f64 = 0.8;

/// The deadline passed before the answer, or the control requested a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfTime;

/// Questions about the end of a game, answered without tree search.
pub trait Endgame<G: Game>: Send {
    /// Whether the opponent has just passed, so that a pass ends the game.
    fn is_after_pass(&self, game: &G) -> bool;

    /// Whether the player to move wins if both sides pass now.
    ///
    /// # Errors
    /// When the end comes first.
    fn passing_wins(&self, game: &G, until: Until<'_>) -> Result<bool, OutOfTime>;

    /// Whether people would stop here: everything is settled, and a pass loses no points that matter.
    ///
    /// # Errors
    /// When the end comes first.
    fn is_settled(&self, _game: &G, _until: Until<'_>) -> Result<bool, OutOfTime> {
        Ok(false)
    }

    /// Whether the board is far from settled. A pass of a lost game then gives it away.
    ///
    /// # Errors
    /// When the end comes first.
    fn is_open(&self, _game: &G, _until: Until<'_>) -> Result<bool, OutOfTime> {
        Ok(false)
    }

    /// Whether a needless move costs points. A search's pass is then deliberate, and [`Self::last_move`] is asked in
    /// lost games too, and instead of a pass.
    fn waste_costs(&self, _game: &G) -> bool {
        false
    }

    /// The move to play when the game is decided and nothing is left to fight for: the first of `moves` that is safe
    /// and still gains something, or else a pass; `None` if something is left to fight for.
    ///
    /// # Errors
    /// When the end comes before the answer is known.
    fn last_move(&self, game: &G, moves: &[Move], until: Until<'_>) -> Result<Option<Move>, OutOfTime>;
}

/// Passes in a won game once nothing is left to gain, and plays on if the inner player's pass would lose a game that
/// its search considers won, or leave an open board.
pub struct Passing<P, E> {
    inner: P,
    endgame: E,
    params: PlayerParams,
    /// Expected duration of the pass decision.
    reserve: Duration,
}

impl<P, E> Passing<P, E> {
    /// Creates the decorator.
    pub fn new(inner: P, endgame: E, params: PlayerParams) -> Self {
        Self { inner, endgame, params, reserve: Duration::ZERO }
    }

    /// Whether to pass without search; `is_answer` requires that the pass wins.
    fn passes_at_once<G: Game>(&self, game: &G, is_answer: bool, until: Until<'_>) -> Result<bool, OutOfTime>
    where
        E: Endgame<G>,
    {
        Ok(is_answer && self.endgame.passing_wins(game, until)?
            || self.params.humanlike_pass && self.endgame.is_settled(game, until)?)
    }

    /// The move to play instead of the search's; `None` keeps it.
    fn amend<G: Game>(
        &self,
        game: &G,
        mv: Move,
        report: &Report,
        until: Until<'_>,
    ) -> Result<Option<Move>, OutOfTime>
    where
        E: Endgame<G>,
    {
        let waste_costs = self.endgame.waste_costs(game);
        if mv != Move::PASS || waste_costs {
            let is_over = mv == Move::PASS || report.value < 1.0 - WON;
            if !self.params.early_pass || report.value <= WON && !(waste_costs && is_over) {
                return Ok(None);
            }
            // The report lists the most visited move first.
            let moves: Vec<Move> = report.moves.iter().map(|stat| stat.mv).collect();
            return self.endgame.last_move(game, &moves, until);
        }
        let gives_away = if report.value > 0.5 {
            !self.endgame.passing_wins(game, until)?
        } else {
            self.endgame.is_open(game, until)?
        };
        Ok(if gives_away { most_visited_play(report) } else { None })
    }
}

/// The most visited move other than a pass.
fn most_visited_play(report: &Report) -> Option<Move> {
    let is_play = |stat: &&MoveStat| stat.mv != Move::PASS;
    report.moves.iter().find(is_play).map(|stat| stat.mv)
}

impl<G: Game, P: Player<G>, E: Endgame<G>> Player<G> for Passing<P, E> {
    fn decide(&mut self, game: &G, limits: Limits, control: &Control) -> Thinking {
        let (mut limits, mut start) = (limits, Instant::now());
        let is_answer = self.params.answer_pass && self.endgame.is_after_pass(game);
        if !limits.search_only && (is_answer || self.params.humanlike_pass) {
            // The decision may take half of the move's time.
            let deadline = limits.time.and_then(|time| start.checked_add(time / 2));
            if self.passes_at_once(game, is_answer, Until { deadline, control }) == Ok(true) {
                return Thinking { decision: Decision::Play(Move::PASS), report: None };
            }
            limits = limits.after(start.elapsed());
            start = Instant::now();
        }
        let reserve = limits.time.map_or(Duration::ZERO, |time| self.reserve.min(time / 2));
        let mut thinking = self.inner.decide(game, limits.after(reserve), control);
        let (Decision::Play(mv), Some(report)) = (thinking.decision, &thinking.report) else {
            return thinking;
        };
        let begun = Instant::now();
        // Keep the reserve even after a search that overran its time.
        let planned = limits.time.and_then(|time| {
            let most = limits.most_time.unwrap_or(time).max(time);
            let latest = start.checked_add(most)?;
            Some(start.checked_add(time)?.max((begun + reserve).min(latest)))
        });
        let other = match self.amend(game, mv, report, Until { deadline: planned, control }) {
            Ok(other) => {
                // 1.5 times the duration of this decision; the reserve shrinks by at most half.
                self.reserve = (self.reserve / 2).max(begun.elapsed() * 3 / 2);
                other
            }
            Err(OutOfTime) => {
                if !control.stopped() {
                    self.reserve = limits.time.unwrap_or_default() / 2;
                }
                if mv == Move::PASS { most_visited_play(report) } else { None }
            }
        };
        if let Some(other) = other {
            thinking.decision = Decision::Play(other);
        }
        thinking
    }

    fn clear(&mut self) {
        self.reserve = Duration::ZERO;
        self.inner.clear();
    }

    hand_on_to_inner!(G);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::nim::Nim;
    use crate::util::params::Params as _;

    /// A player with one preferred move and others; records the time it is given.
    struct Fixed(Move, f64, Option<Duration>);

    impl Player<Nim> for Fixed {
        fn decide(&mut self, _: &Nim, limits: Limits, _: &Control) -> Thinking {
            self.2 = limits.time;
            let stat = |mv, value| MoveStat { mv, count: 10, value, ..MoveStat::default() };
            let moves = vec![stat(self.0, self.1), stat(Move(1), 0.1), stat(Move(2), 0.9)];
            let report = Report { best: Some(self.0), value: self.1, moves, ..Report::default() };
            Thinking { decision: Decision::Play(self.0), report: Some(report) }
        }
    }

    /// The heap representing a position after a pass.
    const AFTER_PASS: u16 = 8;

    /// Whether passing wins, and the moves that gain something where nothing else is left.
    struct End(Result<bool, OutOfTime>, Result<Option<Vec<Move>>, OutOfTime>);

    impl Endgame<Nim> for End {
        fn is_after_pass(&self, game: &Nim) -> bool {
            game.heap == AFTER_PASS
        }

        fn passing_wins(&self, _: &Nim, _: Until<'_>) -> Result<bool, OutOfTime> {
            self.0
        }

        fn last_move(&self, _: &Nim, moves: &[Move], _: Until<'_>) -> Result<Option<Move>, OutOfTime> {
            let left = self.1.clone()?;
            Ok(left.map(|left| moves.iter().copied().find(|mv| left.contains(mv)).unwrap_or(Move::PASS)))
        }
    }

    fn of(player: &mut Passing<Fixed, End>, limits: Limits) -> Move {
        match player.decide(&Nim::new(7), limits, &Control::default()).decision {
            Decision::Play(mv) => mv,
            Decision::Resign => panic!("resigned"),
        }
    }

    fn decide(found: u16, value: f64, wins: bool, left: Option<&[u16]>, early: bool) -> Move {
        let left = left.map(|left| left.iter().map(|&mv| Move(mv)).collect());
        let end = End(Ok(wins), Ok(left));
        let params = PlayerParams { early_pass: early, ..PlayerParams::for_size(9) };
        of(&mut Passing::new(Fixed(Move(found), value, None), end, params), Limits::default())
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
        assert_eq!(decide(3, 0.9, true, Some(&[2, 1]), true), Move(1), "visited as often, and first");
    }

    #[test]
    fn a_pass_that_wins_is_answered_without_a_search() {
        let decide = |wins, answer_pass, search_only| {
            let end = End(Ok(wins), Ok(None));
            let params = PlayerParams { answer_pass, ..PlayerParams::for_size(9) };
            let mut player = Passing::new(Fixed(Move(2), 0.6, None), end, params);
            let limits = Limits { search_only, ..Limits::default() };
            player.decide(&Nim::new(AFTER_PASS), limits, &Control::default()).report.is_none()
        };
        assert!(decide(true, true, false));
        assert!(!decide(false, true, false) && !decide(true, false, false) && !decide(true, true, true));
    }

    #[test]
    fn without_time_to_decide_the_player_plays_on_and_saves_time_for_the_next_move() {
        const TIME: Duration = Duration::from_secs(60);
        let limits = Limits { time: Some(TIME), ..Limits::default() };
        for (found, played) in [(0, 1), (3, 3)] {
            let end = End(Err(OutOfTime), Err(OutOfTime));
            let mut player = Passing::new(Fixed(Move(found), 0.9, None), end, PlayerParams::for_size(9));
            assert_eq!(of(&mut player, limits), Move(played));
            assert_eq!(player.inner.2, Some(TIME));
            of(&mut player, limits);
            assert_eq!(player.inner.2, Some(TIME / 2));
            player.clear();
            of(&mut player, limits);
            assert_eq!(player.inner.2, Some(TIME), "another game");
        }
    }

    #[test]
    fn no_time_is_too_long() {
        let end = End(Err(OutOfTime), Err(OutOfTime));
        let params = PlayerParams { humanlike_pass: true, ..PlayerParams::for_size(9) };
        let mut player = Passing::new(Fixed(Move(3), 0.9, None), end, params);
        let limits = Limits { time: Some(Duration::MAX), ..Limits::default() };
        assert_eq!(of(&mut player, limits), Move(3));
    }

    /// An endgame whose questions are interrupted.
    struct Interrupted;

    impl Endgame<Nim> for Interrupted {
        fn is_after_pass(&self, _: &Nim) -> bool {
            false
        }

        fn passing_wins(&self, _: &Nim, until: Until<'_>) -> Result<bool, OutOfTime> {
            until.control.stop();
            if until.goes_on() { Ok(true) } else { Err(OutOfTime) }
        }

        fn last_move(&self, game: &Nim, _: &[Move], until: Until<'_>) -> Result<Option<Move>, OutOfTime> {
            self.passing_wins(game, until).map(|_| Some(Move::PASS))
        }
    }

    #[test]
    fn an_interrupted_decision_keeps_the_move_and_the_reserve() {
        let limits = Limits { time: Some(Duration::from_secs(60)), ..Limits::default() };
        for found in [0, 3] {
            let params = PlayerParams::for_size(9);
            let mut player = Passing::new(Fixed(Move(found), 0.9, None), Interrupted, params);
            let control = Control::default();
            let Decision::Play(mv) = player.decide(&Nim::new(7), limits, &control).decision else { panic!() };
            assert_eq!(mv, Move(if found == 0 { 1 } else { found }));
            assert!(control.stopped() && player.reserve == Duration::ZERO);
        }
    }
}
