//! What the estimate of the final status says of passing.

use super::{Settings, Status, status};
use crate::framework::{Color, Game, Move};
use crate::go::tactics::atari;
use crate::go::{Point, Position, Scoring, score};
use crate::players::Endgame;

/// The playouts of a quick look.
const GLANCE: u32 = 100;
/// A game is open when a quick look finds more than one in this many points unsettled.
const MOST_UNSETTLED: usize = 8;

/// The end of a game of Go as the estimate sees it.
pub struct GoEndgame(Settings);

impl GoEndgame {
    /// Creates it; the playouts are those of the settings.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self(settings)
    }

    /// Estimates how the game goes on when `color` passes.
    fn after_pass(&self, game: &Position, color: Color, playouts: u32) -> Status {
        let mut passed = game.clone();
        passed.set_to_play(!color);
        Status::of(&self.0, &passed, playouts)
    }
}

impl Endgame<Position> for GoEndgame {
    fn passing_wins(&self, game: &Position) -> bool {
        let color = game.to_play();
        let is_counted = game.rules().capture_dead;
        // What the opponent could still take with the next move is not ours.
        let status = self.after_pass(game, color, status::PLAYOUTS);
        let doubt = if is_counted { 0 } else { status.unsettled.len() };
        lead(&status, color) > swing(doubt) && (is_counted || !is_disputed(game, &status))
    }

    fn left(&self, game: &Position) -> Option<Vec<Move>> {
        let (board, color, rules) = (game.board(), game.to_play(), game.rules());
        let points = usize::from(board.size()).pow(2);
        let is_open =
            |playouts| self.after_pass(game, color, playouts).unsettled.len() * MOST_UNSETTLED > points;
        if board.empty_count() * 3 > points * 2 || is_open(GLANCE) {
            return None;
        }
        let status = self.after_pass(game, color, status::PLAYOUTS);
        if is_disputed(game, &status) {
            return None;
        }
        let owners = score::owners(board, &status.dead);
        let is_neutral = |p: &Point| board.color_at(*p).is_none() && owners[*p].is_none();
        if !status.unsettled.iter().all(is_neutral) || lead(&status, color) <= swing(status.unsettled.len()) {
            return None;
        }
        if rules.scoring == Scoring::Territory {
            return Some(Vec::new());
        }
        // A stone that takes a liberty from its own chains may be answered.
        let is_safe = |p: Point| {
            let mut after = game.clone();
            !atari::is_self_atari(board, p, color) && after.play(p.to_move()).is_ok() && {
                let status = Status::of(&self.0, &after, GLANCE);
                lead(&status, color) > swing(status.unsettled.len())
            }
        };
        Some(status.unsettled.iter().filter(|p| is_safe(**p)).map(|p| p.to_move()).collect())
    }
}

/// Returns whether the player to move has stones in atari that the estimate holds to be alive: whoever is right.
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

/// Returns how many half points change hands with so many points.
fn swing(points: usize) -> i32 {
    4 * points as i32
}
