//! Answers queries about the search: its tree, priors, playouts and patterns.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::state::Desk;
use super::views::letters;
use crate::engine::GoSession;
use crate::engine::go::search::priors_by_source;
use crate::framework::{Ending, Game, Grid, MoveStat, Outcome, vertex};
use crate::go::score;
use crate::util::params::Value as _;
use crate::util::rounded;
use crate::web::command::Refusal;
use crate::web::inbox::Answer;

/// Maximum number of moves shown per branch.
const MAX_ROWS: usize = 60;

/// A move's statistics, and the name and text of each source of its prior.
fn row(text: &str, stat: &MoveStat, sources: Option<&Vec<Value>>) -> Value {
    json!({
        "move": text,
        "count": stat.count,
        "value": stat.known_value().map(|value| rounded(value, 3)),
        "rave": stat.rave.map(|rave| json!({ "count": rave.count.round(), "value": rounded(rave.value, 3) })),
        "prior": stat.prior().text(),
        "bound": rounded(stat.bound.clamp(-100.0, 100.0), 3),
        "proven": stat.proven,
        "sources": sources,
    })
}

impl Desk {
    /// The moves after a line from the root of the last search.
    pub(super) fn branch(&mut self, line: &[String]) -> Answer {
        let branch = self.session.branch(line)?;
        let count = branch.moves.len();
        let sources = self.sources(line)?;
        let rows = branch.moves.iter().take(MAX_ROWS);
        let rows: Vec<Value> = rows.map(|(text, stat)| row(text, stat, sources.get(text))).collect();
        let report = &self.session.last_search()?.report;
        let mut details: Vec<String> =
            report.details.iter().map(|(name, text)| format!("{name} {text}")).collect();
        // A search without a tree still has a hash table and a longest line.
        details.extend(report.hash.iter().map(ToString::to_string));
        if report.longest > 0 {
            details.push(format!("longest line {}", report.longest));
        }
        Ok(json!({
            "toPlay": branch.to_play.to_string(),
            "rows": rows,
            "count": count,
            "node": self.searched.map(crate::sgf::NodeId::number),
            "playouts": report.count,
            "nodes": report.nodes,
            "depth": rounded(report.depth, 3),
            "details": details,
        }))
    }

    /// The sources of the prior of each move after a line from the root of the last search.
    fn sources(&mut self, line: &[String]) -> Result<HashMap<String, Vec<Value>>, Refusal> {
        let mut moves: HashMap<String, Vec<Value>> = HashMap::new();
        let Some(go) = self.go_mut() else { return Ok(moves) };
        let (position, _) = go.branch(line)?;
        for (source, candidates) in priors_by_source(&go.spec(), &position) {
            for known in candidates.iter().filter(|known| known.is_known()) {
                let entry = moves.entry(position.move_text(known.mv)).or_default();
                entry.push(json!([source, known.text()]));
            }
        }
        Ok(moves)
    }

    /// The moves here by value in the pattern database, each with the line that gives it.
    pub(super) fn patterns(&mut self) -> Answer {
        let go = self.need_go()?;
        let position = go.position();
        let database = &go.settings().params.patterns;
        let moves = database.explain(position.board(), position.to_play(), position.last()[0]);
        let total: f64 = moves.iter().map(|of| f64::from(of.value())).sum();
        let rows = moves.iter().take(MAX_ROWS).map(|of| {
            json!({
                "move": of.point.to_string(),
                "value": of.value(),
                "chance": rounded(f64::from(of.value()) / total.max(1.0), 3),
                "context": of.context.to_string(),
                "source": database.source(of),
            })
        });
        Ok(json!({
            "database": database.name(),
            "policy": go.settings().params.playout.playout_policy.write(),
            "count": moves.len(),
            "rows": rows.collect::<Vec<_>>(),
        }))
    }

    /// Runs a playout from here. Returns its moves, each with the policy rule that made it and the points it changed.
    /// Each call runs a different playout.
    pub(super) fn playout(&mut self) -> Answer {
        self.playouts += 1;
        let playout = self.session.playout(self.session.context().seed().wrapping_add(self.playouts));
        let grid = self.session.grid();
        let mut before = letters(grid);
        let start = before.clone();
        let steps: Vec<Value> = playout
            .steps
            .iter()
            .map(|step| {
                let after = letters(&step.board);
                let changes = changes(grid, &before, &after);
                before = after;
                json!([step.color.to_string(), step.text, step.rule, changes])
            })
            .collect();
        Ok(json!({ "stones": start, "steps": steps, "result": result(&playout.outcome, self.go()) }))
    }
}

/// The points where two boards differ, with the letters of their stones on the second.
fn changes(grid: &dyn Grid, before: &str, after: &str) -> Vec<Value> {
    let points = (0..grid.rows()).flat_map(|row| (0..grid.cols()).map(move |col| vertex(col, row)));
    let pairs = points.zip(before.chars().zip(after.chars()));
    pairs.filter(|(_, (old, new))| old != new).map(|(point, (_, new))| json!([point, new])).collect()
}

/// The result of a playout as text.
fn result(outcome: &Outcome, go: Option<&GoSession>) -> String {
    if outcome.ending == Ending::BrokenOff {
        return "stopped, because it was too long".to_owned();
    }
    let Some(winner) = outcome.winner else { return "a draw".to_owned() };
    match go {
        None => format!("{winner} wins"),
        Some(go) => {
            let half_points = f64::from(outcome.margin) * f64::from(go.position().greatest_score());
            let score = score::text(half_points.round() as i32);
            if outcome.ending == Ending::Mercy { format!("{winner} wins, {score} so far") } else { score }
        }
    }
}
