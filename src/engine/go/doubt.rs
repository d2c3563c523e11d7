//! A short search that decides the fate of a chain that playouts leave in doubt.
//!
//! The komi of this search lies midway between the scores with the chain alive and dead, so that the chain's owner wins
//! if the chain lives and loses if it dies. All stones count as alive at the end; dead stones must be captured.

use super::search::brief_search;
use crate::engine::settings::Settings;
use crate::framework::{Color, Game};
use crate::go::{HandicapBonus, Komi, Point, Position, Rules, Scoring, score};

/// The playouts of a search.
const PLAYOUTS: u64 = 500;

/// The distance from 0.5 that the owner's mean value must exceed for a decision.
const MARGIN: f64 = 0.1;

/// Returns whether a chain lives when the other chains of `dead` are dead; `None` when the searches are undecided, or
/// the score is the same either way. The owner's value is the mean of two searches, with each player to move first;
/// after two passes, only the player to move moves first, because that player would resume the game. The same position
/// and settings always give the same answer.
pub(super) fn lives(settings: &Settings, position: &Position, head: Point, dead: &[Point]) -> Option<bool> {
    let board = position.board();
    let color = board.color_at(head)?;
    let mut dead: Vec<Point> = dead.iter().copied().filter(|&p| p != head).collect();
    let alive_score = score::area(board, &dead);
    dead.push(head);
    let dead_score = score::area(board, &dead);
    if alive_score == dead_score {
        return None;
    }
    // The mean in half points, made odd so that no game is a draw.
    let middle = (alive_score + dead_score) | 1;
    let rules = Rules {
        komi: Komi::from_half_points(middle),
        handicap_bonus: HandicapBonus::None,
        scoring: Scoring::Area,
        capture_dead: true,
        two_passes_end_game: true,
        ..*position.rules()
    };
    let value = |first: Color| {
        let mut game = position.clone();
        game.set_rules(rules);
        game.forget_passes();
        game.set_to_play(first);
        let value = brief_search(settings, &game, PLAYOUTS, None)?.value;
        Some(if first == color { value } else { 1.0 - value })
    };
    let mean = match position.passes() {
        0 | 1 => (value(color)? + value(!color)?) / 2.0,
        _ => value(position.to_play())?,
    };
    ((mean - 0.5).abs() > MARGIN).then_some(mean > 0.5)
}
