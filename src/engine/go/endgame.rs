//! Decisions about passing, made from the estimate of the final status.

use std::time::Instant;

use super::playouts::Effort;
use super::status::{self, Status};
use crate::engine::settings::Settings;
use crate::framework::{Color, Game, Move};
use crate::go::tactics::atari;
use crate::go::{Point, Position, Scoring, score};
use crate::players::{Endgame, OutOfTime};

/// A game is not near its end when a quick estimate finds more than one in this many points unsettled.
const MOST_UNSETTLED: usize = 8;

/// The endgame of Go, judged by the estimate.
pub struct GoEndgame(Settings);

impl GoEndgame {
    /// Creates the endgame; the settings choose the playouts.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self(settings)
    }

    /// Estimates how the game goes on when `color` passes.
    fn after_pass(&self, game: &Position, color: Color, effort: Effort) -> Result<Status, OutOfTime> {
        let mut passed = game.clone();
        passed.set_to_play(!color);
        Status::by_playouts(&self.0, &passed, effort).ok_or(OutOfTime)
    }
}

impl Endgame<Position> for GoEndgame {
    fn is_after_pass(&self, game: &Position) -> bool {
        game.passes() > 0 && game.rules().two_passes_end_game
    }

    fn passing_wins(&self, game: &Position, deadline: Option<Instant>) -> Result<bool, OutOfTime> {
        let color = game.to_play();
        let is_counted = game.rules().capture_dead;
        // Points that the opponent could still take with the next move do not count as ours.
        let status = self.after_pass(game, color, Effort { playouts: status::PLAYOUTS, deadline })?;
        let doubt = if is_counted { 0 } else { status.unsettled.len() };
        Ok(lead(&status, color) > swing(doubt) && (is_counted || !is_disputed(game, &status)))
    }

    fn last_move(
        &self,
        game: &Position,
        moves: &[Move],
        deadline: Option<Instant>,
    ) -> Result<Option<Move>, OutOfTime> {
        let (board, color, rules) = (game.board(), game.to_play(), game.rules());
        let points = usize::from(board.size()).pow(2);
        let glance = Effort { playouts: status::LEAST_PLAYOUTS, deadline };
        if board.empty_count() * 3 > points * 2
            || self.after_pass(game, color, glance)?.unsettled.len() * MOST_UNSETTLED > points
        {
            return Ok(None);
        }
        let status = self.after_pass(game, color, Effort { playouts: status::PLAYOUTS, deadline })?;
        if is_disputed(game, &status) {
            return Ok(None);
        }
        let owners = score::owners(board, &status.dead);
        let is_neutral = |p: &Point| board.color_at(*p).is_none() && owners[*p].is_none();
        if !status.unsettled.iter().all(is_neutral) || lead(&status, color) <= swing(status.unsettled.len()) {
            return Ok(None);
        }
        if rules.scoring == Scoring::Territory {
            return Ok(Some(Move::PASS));
        }
        for &mv in moves.iter().filter(|&&mv| status.unsettled.iter().any(|p| p.to_move() == mv)) {
            let mut after = game.clone();
            // A self-atari could be answered by a capture.
            if !atari::is_self_atari(board, Point::of_move(mv), color) && after.play(mv).is_ok() {
                let status = Status::by_playouts(&self.0, &after, glance).ok_or(OutOfTime)?;
                if lead(&status, color) > swing(status.unsettled.len()) {
                    return Ok(Some(mv));
                }
            }
        }
        Ok(Some(Move::PASS))
    }
}

/// Returns whether the estimate is doubtful: the player to move has chains in atari that it counts as alive.
fn is_disputed(game: &Position, status: &Status) -> bool {
    game.board().chains_in_atari(game.to_play()).iter().any(|head| !status.dead.contains(head))
}

/// Returns the lead of a player in half points.
fn lead(status: &Status, color: Color) -> i32 {
    match color {
        Color::Black => status.score,
        Color::White => -status.score,
    }
}

/// Returns the change of the lead, in half points, when `points` points change their owner.
fn swing(points: usize) -> i32 {
    4 * points as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_that_has_passed_leaves_no_playout_and_no_answer() {
        let position = Position::new(19, crate::go::Rules::default());
        let settings = Settings::new(19);
        let policy = super::super::policies::policy(settings.playout.playout_policy);
        let now = Some(Instant::now());
        let effort = Effort { playouts: status::PLAYOUTS, deadline: now };
        let study = (policy.study)(&settings, &position, effort, &mut crate::util::Rng::new(1));
        assert_eq!(study.playouts(), 0);
        let endgame = GoEndgame::new(settings);
        assert_eq!(endgame.passing_wins(&position, now), Err(OutOfTime));
        assert_eq!(endgame.passing_wins(&position, None), Ok(false));
    }
}
