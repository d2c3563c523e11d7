//! Finding a move: search limits, observers, and playing the decision.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::error::{MAX_MOVES, SessionError};
use super::state::{LastDecision, LastSearch, Session};
use crate::engine::build::TimeUse;
use crate::engine::context::Searched;
use crate::engine::host::Hosted;
use crate::framework::{
    Color, Control, Decision, Limits, Move, Observer, Player, Report, Thinking, add_counts,
};

impl<G: Hosted> Session<G> {
    /// Same as [`Self::conclude`], after which the player may ponder.
    pub(in crate::engine) fn conclude_genmove(
        &mut self,
        color: Color,
        decision: Decision,
        start: Instant,
    ) -> Result<(), SessionError> {
        self.conclude(color, decision, start)?;
        self.answered = Some(color).filter(|_| decision != Decision::Resign);
        Ok(())
    }

    /// Plays a player's decision, and charges the player the time since `start`.
    pub(in crate::engine) fn conclude(
        &mut self,
        color: Color,
        decision: Decision,
        start: Instant,
    ) -> Result<(), SessionError> {
        if let Decision::Play(mv) = decision {
            self.play(color, mv).map_err(|error| match error {
                SessionError::Illegal(reason) => {
                    SessionError::PlayerIllegal { mv: self.position().move_text(mv), reason }
                }
                error => error,
            })?;
        }
        self.move_time = start.elapsed();
        let overhead = self.overhead();
        self.clock.spend(color, self.move_time, overhead);
        Ok(())
    }

    /// Checks that a player can make a move.
    ///
    /// # Errors
    /// When the game is over or too long for another move.
    pub fn check_thinkable(&self, color: Color) -> Result<(), SessionError> {
        if self.record.moves().len() >= MAX_MOVES {
            return Err(SessionError::TooLong);
        }
        if self.position().search_position(color).outcome().is_some() {
            return Err(SessionError::Over);
        }
        Ok(())
    }

    /// Lets a side's player decide, within limits measured from `start`.
    pub(in crate::engine) fn think(
        &mut self,
        color: Color,
        limits: Limits,
        start: Instant,
    ) -> Result<Decision, SessionError> {
        self.think_observed(color, limits, start, Vec::new()).map(|(decision, _)| decision)
    }

    /// Same as [`Self::think`], with more observers; also returns whether the player searched.
    pub(in crate::engine) fn think_observed(
        &mut self,
        color: Color,
        limits: Limits,
        start: Instant,
        more: Vec<Observer>,
    ) -> Result<(Decision, bool), SessionError> {
        self.check_thinkable(color)?;
        let game = self.position().search_position(color);
        let named = game.clone();
        let text = Arc::new(move |mv: Move| named.move_text(mv));
        let scale = game.scale(&self.spec());
        let mut observers = self.context.observers(&Searched { to_play: color, text, scale });
        observers.extend(more);
        let control = self.context.control().observed(observers);
        // Waiting for a pondering player counts toward the move's time, as does building one.
        let thinking =
            self.with_player(color, |player| player.decide(&game, limits.after(start.elapsed()), &control));
        self.seats.players.set_hash(color, thinking.report.as_ref().and_then(|report| report.hash));
        let (decision, has_searched) = (thinking.decision, thinking.report.is_some());
        self.keep_thinking(color, game, thinking);
        Ok((decision, has_searched))
    }

    /// Keeps a decision about a position, and its search, for the commands that explain the last ones.
    pub(in crate::engine) fn keep_thinking(&mut self, color: Color, game: G, thinking: Thinking) {
        let Thinking { decision, report } = thinking;
        let has_searched = report.is_some();
        match report {
            Some(report) => {
                let scale = game.scale(&self.spec());
                self.statistics.add(&report, self.last.is_none());
                add_counts(&mut self.rule_counts, &report.rules);
                self.last = Some(LastSearch { report, color, scale });
            }
            None => self.statistics.passes += u64::from(decision == Decision::Play(Move::PASS)),
        }
        self.decided = Some(LastDecision { game, decision, has_searched });
    }

    /// Runs the search of a side's player on the current position, without a decision. Returns the report; `None` if
    /// the player keeps no search results.
    pub(in crate::engine) fn study(
        &mut self,
        color: Color,
        limits: Limits,
        control: &Control,
    ) -> Option<Report> {
        let game = self.position().search_position(color);
        let report = self.with_player(color, |player| player.ponder(&game, limits, control))?;
        let scale = game.scale(&self.spec());
        self.last = Some(LastSearch { report: report.clone(), color, scale });
        Some(report)
    }

    /// Calls a side's player on the current position as if it were the side's turn.
    fn with_player<T>(&mut self, color: Color, act: impl FnOnce(&mut dyn Player<G>) -> T) -> T {
        let is_current = color == self.position().to_play() && self.position().outcome().is_none();
        if !is_current {
            self.forget();
        }
        let acted = self.seats.with_player(color, &self.spec(), act);
        if !is_current {
            self.forget();
        }
        acted
    }

    /// How a side's player uses its time.
    pub(in crate::engine) fn time_use(&self, color: Color) -> TimeUse {
        self.seats.players.time_use(color)
    }

    /// A move's limits: those of the player's clock, or of the settings without a clock.
    pub(in crate::engine) fn limits(&self, color: Color) -> Limits {
        let limits = self.timeless_limits(color);
        if self.settings().limits.ignore_clock {
            return limits;
        }
        match self.seats.players.time_use(color) {
            TimeUse::Full => {
                let progress = self.position().progress();
                let share = self.clock.share(color, progress, &self.settings().time, self.overhead());
                share.map_or(limits, |share| {
                    // A move limited to its planned time, as in a byo-yomi period, has no reason to save time.
                    let most_time = Some(share.most).filter(|&most| most > share.planned);
                    Limits { time: Some(share.planned), most_time, ..limits }
                })
            }
            TimeUse::Share(share) => {
                let time = self.clock.left(color).map(|left| left.mul_f64(share));
                Limits { time: time.or(limits.time), ..limits }
            }
        }
    }

    /// A move's limits without a clock.
    pub(super) fn timeless_limits(&self, color: Color) -> Limits {
        let settings = self.settings();
        let limits = settings.limits();
        match self.seats.players.time_use(color) {
            TimeUse::Full => limits,
            TimeUse::Share(_) => {
                let is_counted = self.seats.players.has_simulations(color) && !settings.is_set("timelimit");
                let time = limits.time.filter(|_| !is_counted);
                Limits { time, most_time: None, sure_after: None, ..limits }
            }
        }
    }

    /// The minimum expected lag per move.
    fn overhead(&self) -> Duration {
        Duration::from_secs_f64(self.settings().go.overhead)
    }
}
