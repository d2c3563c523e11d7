//! Cleanup after a disagreement about dead stones: they must be captured.

use std::time::Instant;

use super::session::GoSession;
use super::status::{self, Status};
use crate::engine::session::SessionError;
use crate::framework::{Color, Decision, Limits, Move, Until};
use crate::go::Rules;

impl GoSession {
    /// Finds and plays a move for a player, as if all stones on the board were alive. Never passes while the opponent
    /// has dead stones left, and never resigns.
    ///
    /// # Errors
    /// When the game is too long for another move, or the player's move is illegal.
    pub fn genmove_cleanup(&mut self, color: Color) -> Result<Decision, SessionError> {
        let start = Instant::now();
        // Answering the opponent's pass with a pass would end the cleanup at once.
        let limits = Limits { search_only: true, ..self.limits(color) };
        let rules = *self.rules();
        // The estimate before the search may take half of the move's time.
        let targets = self.targets(color, limits.time.map(|time| start + time / 2));
        self.adopt(Rules { capture_dead: true, ..rules });
        let decision = self.think(color, limits, start);
        self.adopt(rules);
        let mv = match decision? {
            Decision::Play(mv) => mv,
            Decision::Resign => Move::PASS,
        };
        let mv = if targets.is_empty() { mv } else { self.capturing_move(&targets).unwrap_or(mv) };
        let decision = Decision::Play(mv);
        self.conclude(color, decision, start)?;
        Ok(decision)
    }

    /// The liberties of the opponent's dead stones; empty if stopped before the estimate.
    fn targets(&self, color: Color, deadline: Option<Instant>) -> Vec<Move> {
        let mut position = self.position().clone();
        position.set_rules(Rules { capture_dead: false, ..*position.rules() });
        let board = position.board();
        let control = self.context().control();
        let until = Until { deadline, control: &control };
        let status = Status::by_playouts(&self.spec(), &position, status::PLAYOUTS, until);
        let dead = status.map_or(Vec::new(), |status| status.dead);
        let dead = dead.into_iter().filter(|&p| board.color_at(p) == Some(!color));
        let around = dead.flat_map(|head| board.stones_of(head)).flat_map(|stone| stone.neighbors());
        around.filter(|&p| board.is_on_board(p) && board.color_at(p).is_none()).map(|p| p.to_move()).collect()
    }

    /// The last search's most visited move that takes a liberty of dead stones. If all of these lose too much, the most
    /// visited move other than a pass.
    fn capturing_move(&self, targets: &[Move]) -> Option<Move> {
        /// The maximum value loss of a capture against the most visited move.
        const COST: f64 = 0.1;
        let report = self.report().ok()?;
        let mut moves = report.moves.iter().filter(|stat| stat.mv != Move::PASS);
        let best = report.moves.first()?.value;
        let captures = |mv: Move, value: f64| targets.contains(&mv) && value > best - COST;
        let capture = moves.clone().find(|stat| captures(stat.mv, stat.value));
        capture.or_else(|| moves.next()).map(|stat| stat.mv)
    }
}
