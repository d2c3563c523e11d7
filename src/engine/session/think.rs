//! Finding a move: what bounds the search, when to pass without one, and what becomes of the answer.

use std::time::{Duration, Instant};

use super::{Session, SessionError};
use crate::framework::{Color, Decision, Game, Limits, Move, Thinking};

impl Session {
    /// Finds a move for a player and plays it; a resignation plays nothing.
    ///
    /// # Errors
    /// When the game is too long for another move.
    pub fn genmove(&mut self, color: Color) -> Result<Decision, SessionError> {
        let start = Instant::now();
        if self.moves.len() >= super::MAX_MOVES {
            return Err(SessionError::TooLong);
        }
        let limits = self.limits(color);
        let mut decision = if self.passing_wins(color) {
            self.statistics.passes += 1;
            Decision::Play(Move::PASS)
        } else {
            self.think(color, limits, start)
        };
        if let Decision::Play(mv) = decision
            && self.play(color, mv).is_err()
        {
            // A player that answers with an illegal move is a defect, but no reason to lose the game by it.
            debug_assert!(false, "illegal move {mv:?}");
            decision = Decision::Play(Move::PASS);
            self.play(color, Move::PASS)?;
        }
        self.end_move(color, start);
        Ok(decision)
    }

    /// Charges a player with a move that began at `start`.
    pub(super) fn end_move(&mut self, color: Color, start: Instant) {
        self.move_time = start.elapsed();
        self.clock.spend(color, self.move_time);
    }

    /// Finds a move for a player, clocks aside, and does not play it.
    pub fn reg_genmove(&mut self, color: Color) -> Decision {
        self.think(color, self.settings.limits(), Instant::now())
    }

    /// Searches from now on, within limits that count from `start`.
    pub(super) fn think(&mut self, color: Color, limits: Limits, start: Instant) -> Decision {
        let mut game = self.position.clone();
        let is_ours = color == game.to_play() && game.outcome().is_none();
        if !game.rules().capture_dead {
            // A pass of ours would end the game, and be counted as if all stones lived: let the search answer
            // it, so that dead stones are dead.
            game.forget_passes();
        }
        if !is_ours {
            game.set_to_play(color);
            // Whoever asks for a move in a finished game wants it to go on.
            game.forget_passes();
            self.forget();
        }
        let limits = Limits { time: limits.time.map(|time| time.saturating_sub(start.elapsed())), ..limits };
        let control = self.control.clone();
        let Thinking { decision, report } = self.player().decide(&game, limits, &control);
        if !is_ours {
            self.forget();
        }
        if let Some(report) = report {
            self.statistics.add(&report, self.report.is_none());
            self.report = Some((report, color));
        }
        decision
    }

    /// Returns what bounds a move of a player: its clock, and without one what the settings say.
    pub(super) fn limits(&self, color: Color) -> Limits {
        let board = self.position.board();
        let points = usize::from(board.size()).pow(2);
        let lag = Duration::from_secs_f64(self.settings.go.overhead);
        let limits = self.settings.limits();
        match self.clock.share(color, points, board.empty_count(), lag) {
            Some(share) if !self.settings.player.ignore_clock => Limits { time: Some(share), ..limits },
            _ => limits,
        }
    }
}
