//! The value of a small position under best play, by proof-number search.

use std::time::Duration;

use super::playouts::for_black;
use crate::framework::{Color, Control, Game, Limits, Search, Stop};
use crate::search::DfPn;
use crate::search::dfpn::DfPnParams;
use crate::util::params::Params;

/// Limit of the positions searched.
const MAX_NODES: u64 = 5_000_000;

/// The value of a position for Black under best play by both: 1 for a win, 0 for a loss, ½ for a draw; `None`
/// if `time` or five million positions are not enough to find it.
pub(super) fn value_under_best_play<G: Game>(game: &G, time: Duration) -> Option<f64> {
    if let Some(outcome) = game.outcome() {
        return Some(for_black(outcome));
    }
    let limits = Limits { playouts: Some(MAX_NODES), time: Some(time), ..Limits::default() };
    let report = DfPn::new(DfPnParams::for_size(0)).search(game, limits, &Control::default());
    let value = if game.to_play() == Color::Black { report.value } else { 1.0 - report.value };
    (report.stop == Stop::Proven).then_some(value)
}
