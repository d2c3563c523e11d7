//! Finding a move: the limits of the search, the observers, and the use of the answer.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::error::{MAX_MOVES, SessionError};
use super::state::{LastSearch, Session};
use crate::engine::build::TimeUse;
use crate::engine::context::Searched;
use crate::engine::host::Hosted;
use crate::framework::{Color, Decision, Limits, Move, Thinking, add_counts};

impl<G: Hosted> Session<G> {
    /// Finds a move for a player and plays it; a resignation plays nothing.
    ///
    /// # Errors
    /// When the game is over or too long for another move, or the player's move is illegal.
    pub fn genmove(&mut self, color: Color) -> Result<Decision, SessionError> {
        let start = Instant::now();
        let decision = self.think(color, self.limits(color), start)?;
        self.conclude(color, decision, start)?;
        self.answered = Some(color).filter(|_| decision != Decision::Resign);
        Ok(decision)
    }

    /// Plays the move that a player decided on, and charges the player with the time since `start`.
    ///
    /// # Errors
    /// When the move is illegal.
    pub(in crate::engine) fn conclude(
        &mut self,
        color: Color,
        decision: Decision,
        start: Instant,
    ) -> Result<(), SessionError> {
        if let Decision::Play(mv) = decision {
            self.play(color, mv).map_err(|error| error.of_player(self.position().move_text(mv)))?;
        }
        self.move_time = start.elapsed();
        let overhead = self.overhead();
        self.clock.spend(color, self.move_time, overhead);
        Ok(())
    }

    /// Finds a move for a player by a search and does not play it; the clock does not run.
    ///
    /// # Errors
    /// When the game is over or too long for another move.
    pub fn reg_genmove(&mut self, color: Color) -> Result<Decision, SessionError> {
        let limits = Limits { search_only: true, ..self.timeless_limits(color) };
        self.think(color, limits, Instant::now())
    }

    /// Lets the player of a side decide, within limits that count from `start`.
    ///
    /// # Errors
    /// When the game is over or too long for another move.
    pub(in crate::engine) fn think(
        &mut self,
        color: Color,
        limits: Limits,
        start: Instant,
    ) -> Result<Decision, SessionError> {
        if self.record.moves().len() >= MAX_MOVES {
            return Err(SessionError::TooLong);
        }
        let game = self.position().search_position(color);
        if game.outcome().is_some() {
            return Err(SessionError::Over);
        }
        let is_current = color == self.position().to_play() && self.position().outcome().is_none();
        if !is_current {
            self.forget();
        }
        let named = game.clone();
        let text = Arc::new(move |mv: Move| named.move_text(mv));
        let observers = self.context.observers(&Searched { to_play: color, text });
        let control = self.context.control().observed(observers);
        let build = self.context.build();
        // Waiting for a player that pondered is a part of the move's time, as is building one.
        self.seats.prepare(color, build.clone());
        let limits = limits.after(start.elapsed());
        let Thinking { decision, report } =
            self.seats.decide(color, build, |player| player.decide(&game, limits, &control));
        if !is_current {
            self.forget();
        }
        match report {
            Some(report) => {
                self.statistics.add(&report, self.last.is_none());
                add_counts(&mut self.rule_counts, &report.rules);
                self.last = Some(LastSearch { report, color });
            }
            None => self.statistics.passes += u64::from(decision == Decision::Play(Move::PASS)),
        }
        Ok(decision)
    }

    /// Returns the limits of a move: those of the player's clock, and without a clock those of the settings.
    pub(in crate::engine) fn limits(&self, color: Color) -> Limits {
        let limits = self.timeless_limits(color);
        if self.settings().player.ignore_clock {
            return limits;
        }
        match self.seats.time_use(color) {
            TimeUse::Full => {
                let progress = self.position().progress();
                let share = self.clock.share(color, progress, &self.settings().time, self.overhead());
                share.map_or(limits, |share| {
                    // A move that may take no more than planned, as in a byo-yomi period, has no reason to save time.
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

    /// Returns the limits of a move without a clock.
    fn timeless_limits(&self, color: Color) -> Limits {
        let settings = self.settings();
        let limits = settings.limits();
        match self.seats.time_use(color) {
            TimeUse::Full => limits,
            TimeUse::Share(_) => {
                let is_counted = self.seats.has_simulations(color) && !settings.is_set("timelimit");
                let time = limits.time.filter(|_| !is_counted);
                Limits { time, most_time: None, sure_after: None, ..limits }
            }
        }
    }

    /// Returns the least lag to expect of a move.
    fn overhead(&self) -> Duration {
        Duration::from_secs_f64(self.settings().go.overhead)
    }
}
