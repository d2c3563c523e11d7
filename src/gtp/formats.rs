//! Analysis output formats. All values are for the player to move.
//!
//! Each key in an analysis line has one value. The variation after `pv` comes last, because some clients read it to the
//! end of the segment; extra requested parts follow it.

use std::fmt;

use serde_json::{Value, json};

use crate::engine::go::analysis::{Analysis, AnalyzedMove, Ownership, Values};
use crate::framework::{Move, MoveStat, Report};
use crate::go::{Point, vertex};
use crate::util::rounded;

/// The keys of the owners and of their standard deviations, for the root.
pub(super) const OWNERS: [&str; 2] = ["ownership", "ownershipStdev"];
/// The keys of the owners and of their standard deviations, for each move.
pub(super) const MOVE_OWNERS: [&str; 2] = ["movesOwnership", "movesOwnershipStdev"];

/// The optional parts of an analysis line: whether each of [`Self::KEYS`] was requested.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Parts([bool; 8]);

impl Parts {
    /// The keys that request the parts.
    pub(super) const KEYS: [&str; 8] = [
        "rootInfo",
        "ownership",
        "ownershipStdev",
        "movesOwnership",
        "movesOwnershipStdev",
        "pvVisits",
        "pvEdgeVisits",
        "noResultValue",
    ];

    pub(super) fn part(&mut self, key: &str) -> Option<&mut bool> {
        Self::KEYS.iter().zip(&mut self.0).find(|(known, _)| **known == key).map(|(_, part)| part)
    }

    /// Whether the client asked for any of these parts.
    pub(super) fn has(mut self, keys: &[&str]) -> bool {
        keys.iter().any(|key| self.part(key).is_some_and(|part| *part))
    }
}

/// The moves of an analysis line.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveRange {
    /// Minimum number of moves to list, even without playouts.
    pub(super) least: usize,
    /// Maximum number of moves.
    pub(super) most: usize,
}

impl MoveRange {
    /// The moves to list; those without playouts come last.
    fn of(self, analysis: &Analysis) -> impl Iterator<Item = (usize, &AnalyzedMove)> {
        let visited = analysis.moves.iter().filter(|of| of.values.visits > 0).count();
        analysis.moves.iter().take(visited.max(self.least).min(self.most)).enumerate()
    }
}

/// A line of GoGui's `gfx`: a kind, points and their texts.
pub(super) fn marks<P: fmt::Display>(kind: &str, texts: impl Iterator<Item = (P, String)>) -> String {
    texts.fold(kind.to_owned(), |line, (point, text)| format!("{line} {point} {text}"))
}

/// A line of `lz-analyze`: win rate, prior and bound are whole numbers from 0 to 10000.
pub(super) fn lz(analysis: &Analysis, range: MoveRange) -> String {
    let share = |x: f64| (x * 10_000.0).round() as u64;
    let segment = |(order, of): (usize, &AnalyzedMove)| {
        let AnalyzedMove { mv, values, lcb, prior, .. } = of;
        format!(
            "info move {} visits {} winrate {} prior {} lcb {} order {order} pv {}",
            vertex::text(*mv),
            values.visits,
            share(values.winrate),
            share(*prior),
            share(*lcb),
            line(of)
        )
    };
    range.of(analysis).map(segment).collect::<Vec<_>>().join(" ")
}

/// A line of `kata-analyze`, for a board of a size.
pub(super) fn kata(analysis: &Analysis, range: MoveRange, parts: Parts, size: u8) -> String {
    let mut out = Vec::new();
    for (order, of) in range.of(analysis) {
        let AnalyzedMove { mv, values, lcb, prior, line: steps, ownership } = of;
        let (visits, utility_lcb) = (values.visits, 2.0 * lcb - 1.0);
        // Each playout has a result.
        let no_result = if parts.has(&["noResultValue"]) { "noResultValue 0.000000 " } else { "" };
        out.push(format!(
            "info move {} visits {visits} edgeVisits {visits} {} {no_result}prior {prior:.6} lcb {lcb:.6} utilityLcb \
             {utility_lcb:.6} weight {visits}.0 order {order} pv {}",
            vertex::text(*mv),
            score(values),
            line(of)
        ));
        let counts = steps.iter().map(|(_, visits)| visits.to_string()).collect::<Vec<_>>().join(" ");
        let keys = ["pvVisits", "pvEdgeVisits"].into_iter().filter(|key| parts.has(&[key]));
        out.extend(keys.map(|key| format!("{key} {counts}")));
        out.extend(ownership.iter().flat_map(|ownership| owners(parts, MOVE_OWNERS, ownership, size)));
    }
    if parts.has(&["rootInfo"]) {
        let root = &analysis.root;
        out.push(format!("rootInfo visits {} {} weight {}.0", root.visits, score(root), root.visits));
    }
    out.extend(analysis.ownership.iter().flat_map(|ownership| owners(parts, OWNERS, ownership, size)));
    out.join(" ")
}

/// The keys shared by moves and root.
fn score(values: &Values) -> String {
    let Values { winrate, lead, stdev, .. } = values;
    format!(
        "utility {:.6} winrate {winrate:.6} scoreMean {lead:.3} scoreStdev {stdev:.3} scoreLead {lead:.3} scoreSelfplay \
         {lead:.3}",
        values.utility()
    )
}

/// The requested ownership and its standard deviations.
fn owners(
    parts: Parts,
    keys: [&'static str; 2],
    ownership: &Ownership,
    size: u8,
) -> impl Iterator<Item = String> {
    // Nearly every point has an owner at the end, so the squared owner is 1.
    let deviation = |owner: f32| (1.0 - owner * owner).max(0.0).sqrt();
    let values: [fn(f32) -> f32; 2] = [|owner| owner, deviation];
    keys.into_iter().zip(values).filter(move |(key, _)| parts.has(&[key])).map(move |(key, value)| {
        let cells = Point::by_rows(size).map(|p| format!(" {:.3}", value(ownership[p])));
        format!("{key}{}", cells.collect::<String>())
    })
}

/// The JSON object of `cgos-genmove_analyze` on one line.
pub(super) fn cgos(analysis: &Analysis, size: u8) -> String {
    /// Maximum numbers of moves and of moves per variation; the server keeps all of them in the game record.
    const MAX: usize = 20;
    let visited = analysis.moves.iter().filter(|of| of.values.visits > 0).take(MAX);
    let moves: Vec<Value> = visited
        .map(|of| {
            let line: Vec<_> = of.line.iter().skip(1).take(MAX).map(|&(mv, _)| vertex::text(mv)).collect();
            json!({
                "move": vertex::text(of.mv),
                "winrate": rounded(of.values.winrate, 4),
                "score": rounded(of.values.lead, 2),
                "prior": rounded(of.prior, 4),
                "visits": of.values.visits,
                "pv": line.join(" "),
            })
        })
        .collect();
    let mut object = json!({
        "winrate": rounded(analysis.root.winrate, 4),
        "score": rounded(analysis.root.lead, 2),
        "visits": analysis.root.visits,
        "moves": moves,
    });
    if let (Some(ownership), Some(fields)) = (&analysis.ownership, object.as_object_mut()) {
        let letters: String = Point::by_rows(size).map(|p| owner_letter(ownership[p])).collect();
        fields.insert("ownership".to_owned(), letters.into());
    }
    object.to_string()
}

/// The win rate of each move a search tried, best first, as Go3 prints them in [the course](crate::guide::course):
/// `Win rates: (e2, 1.0), (c1, 0.67)`.
pub fn win_rates(text: impl Fn(Move) -> String, report: &Report) -> String {
    let mut tried: Vec<&MoveStat> = report.moves.iter().filter(|stat| stat.count > 0).collect();
    // Stable: equal moves stay in search order.
    tried.sort_by(|a, b| b.value.total_cmp(&a.value));
    let pair = |stat: &&MoveStat| format!("({}, {:?})", text(stat.mv).to_lowercase(), rounded(stat.value, 2));
    format!("Win rates: {}", tried.iter().map(pair).collect::<Vec<_>>().join(", "))
}

/// An owner from -1 to 1 as one of 63 letters, `A` to `+`.
fn owner_letter(owner: f32) -> char {
    let level = ((owner.clamp(-1.0, 1.0) + 1.0) / 2.0 * 62.0).round() as u8;
    char::from(match level {
        0..26 => b'A' + level,
        26..52 => b'a' + (level - 26),
        52..62 => b'0' + (level - 52),
        _ => b'+',
    })
}

fn line(of: &AnalyzedMove) -> String {
    of.line.iter().map(|&(mv, _)| vertex::text(mv)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_have_63_letters() {
        assert_eq!([-1.0, 0.0, 1.0, -0.2, 0.7].map(owner_letter), ['A', 'f', '+', 'Z', '1']);
    }

    #[test]
    fn the_best_comes_first_and_what_was_not_tried_is_left_out() {
        let stat = |mv, value, count| MoveStat { mv, value, count, ..MoveStat::default() };
        let at = |col, row| Point::at(col, row).to_move();
        let moves = vec![
            stat(at(4, 4), 0.3, 10),
            stat(Move::PASS, 0.7251, 9),
            stat(at(0, 8), 1.0, 1),
            stat(at(1, 1), 0.9, 0),
        ];
        let text = win_rates(vertex::text, &Report { moves, ..Report::default() });
        assert_eq!(text, "Win rates: (a9, 1.0), (pass, 0.73), (e5, 0.3)");
    }
}
