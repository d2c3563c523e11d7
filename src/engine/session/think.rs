//! Finding a move: what bounds the search, when to pass without one, and what becomes of the answer.

use std::time::{Duration, Instant};

use super::{Session, SessionError};
use crate::engine::Progress;
use crate::framework::{Color, Decision, Game, Limits, Move, Thinking};
use crate::go::Position;

impl Session {
    /// Finds a move for a player and plays it; a resignation plays nothing.
    ///
    /// # Errors
    /// When the game is too long for another move, or the player's move is illegal; the game is then as it was.
    pub fn genmove(&mut self, color: Color) -> Result<Decision, SessionError> {
        let start = Instant::now();
        if self.moves.len() >= super::MAX_MOVES {
            return Err(SessionError::TooLong);
        }
        let limits = self.limits(color);
        let decision = if self.sides.is_chosen(color) {
            self.think(color, limits, start)
        } else if self.passing_wins(color, half_time(limits, start)) {
            self.statistics.passes += 1;
            Decision::Play(Move::PASS)
        } else if let Some(mv) = self.forced_opening() {
            Decision::Play(mv)
        } else {
            self.think(color, limits, start)
        };
        if let Decision::Play(mv) = decision {
            self.play_decided(color, mv)?;
        }
        self.answered = decision != Decision::Resign;
        self.end_move(color, start);
        Ok(decision)
    }

    /// Plays the move that a player decided on.
    pub(super) fn play_decided(&mut self, color: Color, mv: Move) -> Result<(), SessionError> {
        self.play(color, mv).map_err(|error| error.of_player(self.position.move_text(mv)))
    }

    /// Charges a player with a move that began at `start`.
    pub(super) fn end_move(&mut self, color: Color, start: Instant) {
        self.move_time = start.elapsed();
        self.clock.spend(color, self.move_time, self.overhead());
    }

    /// Finds a move for a player, clocks aside, and does not play it.
    pub fn reg_genmove(&mut self, color: Color) -> Decision {
        self.think(color, self.settings.limits(), Instant::now())
    }

    /// Searches from now on, within limits that count from `start`.
    pub(super) fn think(&mut self, color: Color, limits: Limits, start: Instant) -> Decision {
        let is_ours = color == self.position.to_play() && self.position.outcome().is_none();
        let mut game = self.question();
        if !is_ours {
            game.set_to_play(color);
            // Whoever asks for a move in a finished game wants it to go on.
            game.forget_passes();
            self.forget();
        }
        if self.sides.is_chosen(color) {
            let thinking = self.sides.decide(color, &game, self.tools(), &self.control);
            return self.conclude(color, is_ours, thinking);
        }
        // If it pondered, the wait for it is a part of the move's time, as is building it.
        self.player();
        let since = |time: Duration| time.saturating_sub(start.elapsed());
        let limits =
            Limits { time: limits.time.map(since), most_time: limits.most_time.map(since), ..limits };
        let observers = self.audience.as_ref().map_or(Vec::new(), |make| make(&self.settings, &game));
        let control = self.control.observed(observers);
        let thinking = self.player().decide(&game, limits, &control);
        self.conclude(color, is_ours, thinking)
    }

    /// Takes note of what a player found, in a position that was not the game's unless it `is_ours`.
    fn conclude(&mut self, color: Color, is_ours: bool, thinking: Thinking) -> Decision {
        let Thinking { decision, report } = thinking;
        if !is_ours {
            self.forget();
        }
        if let Some(report) = report {
            self.statistics.add(&report, self.report.is_none());
            self.report = Some((report, color));
        }
        decision
    }

    /// Returns the current position as a search should see it.
    pub(super) fn question(&self) -> Position {
        let mut game = self.position.clone();
        if !game.rules().capture_dead {
            // A pass could end the game, and be counted as if all stones lived: let the search answer it, so
            // that dead stones are dead.
            game.forget_passes();
        }
        game
    }

    /// Returns what bounds a move of a player: its clock, and without one what the settings say.
    pub(super) fn limits(&self, color: Color) -> Limits {
        let board = self.position.board();
        let progress = Progress { points: usize::from(board.size()).pow(2), empty: board.empty_count() };
        let limits = self.settings.limits();
        match self.clock.share(color, progress, &self.settings.time, self.overhead()) {
            Some(share) if !self.settings.player.ignore_clock => {
                // Where a move may take no more, as in a period of its own, it has nothing to save for.
                let most_time = Some(share.most).filter(|&most| most > share.planned);
                Limits { time: Some(share.planned), most_time, ..limits }
            }
            _ => limits,
        }
    }

    /// Returns the least lag to expect of a move.
    fn overhead(&self) -> Duration {
        Duration::from_secs_f64(self.settings.go.overhead)
    }
}

/// Returns when half the time of a move that began at `start` is over: an estimate before the search ends there.
pub(super) fn half_time(limits: Limits, start: Instant) -> Option<Instant> {
    limits.time.map(|time| start + time / 2)
}
