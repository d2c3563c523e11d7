//! Analyses as JSON. Move values are for the player to move; ownership is 100 for Black to -100 for White.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::state::Worth;
use crate::engine::go::analysis::Analysis;
use crate::engine::{LastSearch, ObserverFactory};
use crate::framework::{Color, Move, Observer, Report};
use crate::go::{Point, vertex};
use crate::util::rounded;
use crate::web::hub::{Hub, Topic};

/// Time between updates of an analysis.
pub(super) const INTERVAL: Duration = Duration::from_millis(250);
/// Maximum length of a shown principal variation, in moves.
const MAX_LINE: usize = 16;
/// Number of moves shown with their principal variation.
const MAX_LINES: usize = 16;
/// Smallest prior shown.
const MIN_PRIOR: f64 = 0.002;

pub(super) fn of_go(analysis: &Analysis, size: u8) -> Value {
    let moves = analysis.moves.iter().enumerate();
    let moves = moves.filter(|(_, of)| of.values.visits > 0 || of.prior > MIN_PRIOR);
    let moves: Vec<Value> = moves
        .map(|(i, of)| {
            let line = of.line.iter().take(if i < MAX_LINES { MAX_LINE } else { 1 });
            json!({
                "move": vertex::text(of.mv),
                "visits": of.values.visits,
                "winrate": rounded(of.values.winrate, 3),
                "lead": rounded(of.values.lead, 1),
                "prior": rounded(of.prior, 3),
                "line": line.map(|&(mv, _)| vertex::text(mv)).collect::<Vec<_>>(),
            })
        })
        .collect();
    let percent = 100.0 * f32::from(analysis.to_play.sign());
    let owners = analysis.ownership.as_ref().map(|owners| {
        let points = (0..size).flat_map(|row| (0..size).map(move |col| Point::at(col, row)));
        points.map(|p| (percent * owners[p]).round() as i32).collect::<Vec<_>>()
    });
    json!({
        "toPlay": analysis.to_play.to_string(),
        "visits": analysis.root.visits,
        "winrate": rounded(analysis.root.winrate, 3),
        "lead": rounded(analysis.root.lead, 1),
        "moves": moves,
        "owners": owners,
    })
}

/// A search report for any game.
pub(super) fn of_report(
    report: &Report,
    to_play: Color,
    probability: &dyn Fn(f64) -> f64,
    text: &dyn Fn(Move) -> String,
) -> Value {
    let probability = |mean| rounded(probability(mean), 3);
    let line = |moves: &[Move]| moves.iter().take(MAX_LINE).map(|&mv| text(mv)).collect::<Vec<_>>();
    let prior: f64 = report.moves.iter().map(|stat| stat.prior_weight * stat.prior_value).sum();
    let is_best = |mv: Move| report.sequence.first() == Some(&mv);
    let moves = report.moves.iter().filter(|stat| stat.count > 0 || is_best(stat.mv));
    let moves: Vec<Value> = moves
        .map(|stat| {
            json!({
                "move": text(stat.mv),
                "visits": stat.count,
                "winrate": probability(stat.value),
                "prior": (prior > 0.0).then(|| rounded(stat.prior_weight * stat.prior_value / prior, 3)),
                "line": if is_best(stat.mv) { line(&report.sequence) } else { line(&[stat.mv]) },
            })
        })
        .collect();
    json!({
        "toPlay": to_play.to_string(),
        "visits": report.count,
        "winrate": probability(report.value),
        "moves": moves,
    })
}

/// A position's value from its search report, if any.
pub(super) fn worth(last: &LastSearch, text: &dyn Fn(Move) -> String) -> Option<Worth> {
    let report = &last.report;
    let winrate = if last.color == Color::Black { last.win_rate() } else { 1.0 - last.win_rate() };
    let best = report.best.map(text);
    (report.count > 0).then_some(Worth { winrate, lead: None, visits: report.count, best })
}

/// A position's value from its analysis.
pub(super) fn worth_of_go(analysis: &Analysis) -> Option<Worth> {
    let ((winrate, lead), visits) = (analysis.for_black(), analysis.root.visits);
    let best = analysis.moves.first().map(|best| vertex::text(best.mv));
    (visits > 0).then_some(Worth { winrate, lead: Some(lead), visits, best })
}

/// Observers that show the search of any player on the pages.
pub(super) fn observers(hub: Arc<Hub>) -> ObserverFactory {
    Arc::new(move |_, searched| {
        let (hub, searched) = (hub.clone(), searched.clone());
        let see = move |report: &Report| {
            let probability = |mean| searched.scale.probability(mean, report.margin);
            hub.publish(Topic::Analysis, &of_report(report, searched.to_play, &probability, &*searched.text));
        };
        vec![Observer { interval: INTERVAL, see: Box::new(see) }]
    })
}
