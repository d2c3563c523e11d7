//! Answers as JSON objects.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::fields::Fault;
use super::query::{Form, Perspective, Query};
use crate::engine::go::analysis::{Analysis, AnalyzedMove, Ownership, Values};
use crate::engine::go::search::{Look, Restriction};
use crate::engine::go::taste::human_policy;
use crate::framework::{Color, Game, Move, Symmetric};
use crate::go::{Point, Position};
use crate::util::rounded;

/// The answer for a fault, of kind `error` or `warning`.
pub(super) fn fault(kind: &str, id: Option<&str>, fault: &Fault) -> Value {
    let mut answer = Map::new();
    answer.insert(kind.to_owned(), json!(fault.text));
    answer.extend(fault.field.as_ref().map(|field| ("field".to_owned(), json!(field))));
    answer.extend(id.map(|id| ("id".to_owned(), json!(id))));
    Value::Object(answer)
}

/// The answer for a position whose analysis was stopped before any result.
pub(super) fn no_results(query: &Query, turn: usize) -> Value {
    json!({"id": query.id, "isDuringSearch": false, "noResults": true, "turnNumber": turn})
}

/// Writes the answers about one position.
pub(super) struct Writer {
    id: String,
    turn: usize,
    form: Form,
    position: Position,
    /// The network's evaluation before any search.
    pub(super) raw: Option<Look>,
    /// True if the query names the moves of the player to move: then the answer lists unvisited ones too.
    all_moves: bool,
}

impl Writer {
    pub(super) fn new(query: &Query, turn: usize, position: Position, raw: Option<Look>) -> Self {
        let names = |of: &Restriction| of.is_allowed && of.color == position.to_play();
        let all_moves = query.inquiry.restrictions.iter().any(names);
        Self { id: query.id.clone(), turn, form: query.form, position, raw, all_moves }
    }

    /// An answer with an analysis of the position.
    pub(super) fn answer(&self, analysis: &Analysis, is_during_search: bool) -> Value {
        let moves = &analysis.moves;
        let human = self.form.human.map(|rank| {
            let priors: Vec<_> = moves.iter().map(|of| (of.mv, of.prior)).collect();
            human_policy(rank, &self.position, &priors)
        });
        let visited = moves.iter().filter(|of| of.values.visits > 0 || self.all_moves);
        let info = |(order, of): (usize, &AnalyzedMove)| {
            let mut info = self.of_move(of, order);
            if let Some(chance) = human.as_ref().and_then(|human| human.get(&of.mv)) {
                add(&mut info, json!({"humanPrior": short(*chance)}));
            }
            info
        };
        let infos: Vec<_> = visited.enumerate().map(info).collect();
        let mut answer = json!({
            "id": self.id,
            "isDuringSearch": is_during_search,
            "turnNumber": self.turn,
            "moveInfos": infos,
            "rootInfo": self.root(&analysis.root),
        });
        let wanted = [self.form.ownership, self.form.ownership_stdev];
        self.add_owners(&mut answer, wanted, analysis.ownership.as_ref());
        if self.form.policy {
            let policy = match &self.raw {
                Some(raw) => self.policy(&raw.moves),
                None => self.policy(&moves.iter().map(|of| (of.mv, of.prior)).collect()),
            };
            add(&mut answer, json!({"policy": policy}));
            if let Some(human) = &human {
                add(&mut answer, json!({"humanPolicy": self.policy(human)}));
            }
        }
        answer
    }

    fn root(&self, values: &Values) -> Value {
        // KataGo's hash is omitted: clients compute it too, and raise an alarm if it differs.
        let key = self.position.image_keys().iter().min().copied().unwrap_or_default();
        let mut root = self.values(values);
        add(
            &mut root,
            json!({
                "currentPlayer": self.position.to_play().letter().to_string(),
                "symHash": format!("{key:016X}"),
            }),
        );
        if let Some(raw) = &self.raw {
            let (winrate, lead) = (short(self.share(raw.winrate)), short(self.sign() * raw.lead));
            add(&mut root, json!({"rawWinrate": winrate, "rawLead": lead, "rawNoResultProb": 0.0}));
        }
        root
    }

    fn of_move(&self, of: &AnalyzedMove, order: usize) -> Value {
        let line = || of.line.iter().take(self.form.pv_length);
        let lcb = self.share(of.lcb);
        // As in the policy, the mean of all images; the search may have seen one.
        let prior = self.raw.as_ref().and_then(|raw| raw.moves.get(&of.mv)).unwrap_or(&of.prior);
        let mut info = self.values(&of.values);
        add(
            &mut info,
            json!({
                "move": self.position.move_text(of.mv),
                "order": order,
                "prior": short(*prior),
                "lcb": short(lcb),
                "utilityLcb": short(2.0 * lcb - 1.0),
                "edgeVisits": of.values.visits,
                "edgeWeight": of.values.visits,
                "playSelectionValue": of.values.visits,
                "pv": line().map(|&(mv, _)| self.position.move_text(mv)).collect::<Vec<_>>(),
            }),
        );
        if self.form.pv_visits {
            let visits: Vec<_> = line().map(|&(_, visits)| visits).collect();
            add(&mut info, json!({"pvVisits": visits, "pvEdgeVisits": visits}));
        }
        let wanted = [self.form.moves_ownership, self.form.moves_ownership_stdev];
        self.add_owners(&mut info, wanted, of.ownership.as_ref());
        info
    }

    /// The fields shared by root and moves.
    fn values(&self, values: &Values) -> Value {
        let lead = short(self.sign() * values.lead);
        let mut object = json!({
            "visits": values.visits,
            "weight": values.visits,
            "winrate": short(self.share(values.winrate)),
            "utility": short(self.sign() * values.utility()),
            "scoreLead": lead,
            "scoreMean": lead,
            "scoreSelfplay": lead,
            "scoreStdev": short(values.stdev),
        });
        if self.form.no_result {
            // Each playout has a result.
            add(&mut object, json!({"noResultValue": 0.0}));
        }
        object
    }

    /// Adds the requested ownership and its standard deviations.
    fn add_owners(&self, object: &mut Value, wanted: [bool; 2], ownership: Option<&Ownership>) {
        let owner = |p| f64::from(ownership.map_or(0.0, |ownership| ownership[p]));
        if wanted[0] {
            add(object, json!({"ownership": self.of_points(|p| self.sign() * owner(p))}));
        }
        if wanted[1] {
            // Nearly every point has an owner at the end, so the squared owner is 1.
            let deviation = |p| (1.0 - owner(p).powi(2)).max(0.0).sqrt();
            add(object, json!({"ownershipStdev": self.of_points(deviation)}));
        }
    }

    /// One number per point from the top row down, each row from the left, with three decimal places, because those of
    /// all moves fill a long line.
    fn of_points(&self, of: impl Fn(Point) -> f64) -> Value {
        self.points().map(|p| rounded(of(p), 3)).collect()
    }

    /// The probability of each point in the order of [`Self::of_points`], then of the pass; -1 for illegal moves, and 0
    /// for legal ones not considered by the search.
    fn policy(&self, chances: &HashMap<Move, f64>) -> Value {
        let chance = |mv: Move| match chances.get(&mv) {
            Some(chance) => short(*chance),
            None if self.position.check(mv).is_ok() => 0.0,
            None => -1.0,
        };
        self.points().map(Point::to_move).chain([Move::PASS]).map(chance).collect()
    }

    fn points(&self) -> impl Iterator<Item = Point> {
        Point::by_rows(self.position.board().size())
    }

    /// 1 if values are for the player to move, else -1.
    fn sign(&self) -> f64 {
        let to_play = self.position.to_play();
        match self.form.perspective {
            Perspective::Black if to_play == Color::White => -1.0,
            Perspective::White if to_play == Color::Black => -1.0,
            _ => 1.0,
        }
    }

    /// A win rate from the perspective of the answer.
    fn share(&self, winrate: f64) -> f64 {
        if self.sign() > 0.0 { winrate } else { 1.0 - winrate }
    }
}

/// Adds an object's fields to another one.
fn add(object: &mut Value, more: Value) {
    if let (Value::Object(object), Value::Object(more)) = (object, more) {
        object.extend(more);
    }
}

/// A number with six decimal places.
fn short(number: f64) -> f64 {
    rounded(number, 6)
}
