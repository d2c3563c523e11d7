//! The taste of a player who does not read: the moves that people reject at a glance.

use std::collections::HashMap;

use crate::engine::levels::Rank;
use crate::engine::settings::Settings;
use crate::framework::{Color, Move, Report};
use crate::go::{Point, Position};

/// The probabilities with which a rank's intuition chooses each move, given moves with the network's probabilities.
/// They sum to 1, or are all 0 if the network knows none of the moves.
pub fn human_policy(rank: Rank, position: &Position, priors: &[(Move, f64)]) -> HashMap<Move, f64> {
    let mut settings = Settings::new(position.board().size());
    settings.set_level(Some(rank));
    let params = settings.params.player;
    let greatest = priors.iter().map(|(_, prior)| *prior).fold(0.0, f64::max);
    let report = Report::default();
    let weight = |&(mv, prior): &(Move, f64)| match mv {
        Move::PASS => prior / greatest,
        mv => params.intuitive(prior / greatest) * taste(position, &report, mv, params.intuition_nearness),
    };
    let weights: Vec<f64> = priors.iter().map(weight).collect();
    let sum: f64 = weights.iter().sum();
    let chance = |(&(mv, _), weight)| (mv, if sum > 0.0 { weight / sum } else { 0.0 });
    priors.iter().zip(weights).map(chance).collect()
}

/// The number of stones played or set up, per point of the board.
pub(super) fn stones_per_point(position: &Position) -> f64 {
    let board = position.board();
    let stones: usize = Color::ALL.into_iter().map(|color| board.stones(color) + board.captured(color)).sum();
    stones as f64 / f64::from(board.size()).powi(2)
}

/// The factor on a move's probability in intuition: 0 for first-line moves in the opening and for settled points,
/// `nearness` within three lines of the opponent's last move, else 1.
pub(super) fn taste(position: &Position, report: &Report, mv: Move, nearness: f64) -> f64 {
    /// Stones per point up to which people avoid the first line.
    const OPENING: f64 = 0.3;
    /// Playouts after which ownership is reliable.
    const SURE: u64 = 20;
    /// |Black's share - White's share| of the playouts from which the owner of a point is settled.
    const SETTLED: f32 = 0.96;
    /// Maximum distance, in lines, of a reply from the move it answers.
    const NEAR: u8 = 3;

    let p = Point::of_move(mv);
    let last = position.board().size() - 1;
    let line = [p.col(), p.row(), last - p.col(), last - p.row()].into_iter().min().unwrap_or(0);
    if line == 0 && stones_per_point(position) < OPENING {
        return 0.0;
    }
    let answered = position.last()[0];
    let is_near = answered != Point::NULL
        && p.col().abs_diff(answered.col()).max(p.row().abs_diff(answered.row())) <= NEAR;
    if is_near {
        return nearness;
    }
    let ends = report.detail.as_ref().map(|detail| &detail.root).filter(|ends| ends.count >= SURE);
    let owner = ends.and_then(|ends| ends.owners.get(usize::from(mv.0)));
    if owner.is_some_and(|share| share.abs() >= SETTLED) { 0.0 } else { 1.0 }
}
