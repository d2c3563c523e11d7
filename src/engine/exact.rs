//! The value of a small position under best play, by alpha-beta.

use std::time::Duration;

use super::playouts::for_black;
use crate::framework::{Color, Control, Game, Limits, Search, Stop};
use crate::search::AlphaBeta;
use crate::search::alphabeta::AlphaBetaParams;
use crate::util::params::Params;

/// Limit of the positions searched.
const MOST_NODES: u64 = 5_000_000;

/// The value of a position for Black under best play by both: 1 for a win, 0 for a loss, ½ for a draw; `None`
/// if `time` or five million positions are not enough to find it. The search has a hash table if the game has a key for
/// it.
pub(super) fn value_under_best_play<G: Game>(game: &G, time: Duration) -> Option<f64> {
    /// Below any possible lead: the search needs the winner, not the margin.
    const LEAST: f64 = 1e-6;
    if let Some(outcome) = game.outcome() {
        return Some(for_black(outcome));
    }
    let hash_entries = if game.table_key().is_some() { 1 << 18 } else { 0 };
    let params = AlphaBetaParams { alpha: -LEAST, beta: LEAST, hash_entries, ..AlphaBetaParams::for_size(0) };
    let limits = Limits { playouts: Some(MOST_NODES), time: Some(time), ..Limits::default() };
    let report = AlphaBeta::new(params).search(game, limits, &Control::default());
    let lead = if game.to_play() == Color::Black { report.margin } else { -report.margin };
    (report.stop == Stop::Proven).then(|| {
        if lead.abs() < LEAST {
            0.5
        } else if lead > 0.0 {
            1.0
        } else {
            0.0
        }
    })
}
