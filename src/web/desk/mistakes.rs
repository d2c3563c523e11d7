//! The most costly moves, confirmed by deeper searches, and evaluation of other moves.

use serde_json::{Value, json};

use super::aside::Question;
use super::state::{Desk, Worth};
use crate::analysis::review::{DEEPER, Loss, Turn, doubtful, turn, turning_points};
use crate::engine::go::analysis::Inquiry;
use crate::engine::go::search::Restriction;
use crate::framework::{Color, Game, Limits, Move};
use crate::go::{Point, Position, vertex};
use crate::sgf::NodeId;
use crate::util::rounded;
use crate::web::command::Refusal;

/// Evaluations by the network for judging a move.
const JUDGE_ESTIMATES: u64 = 400;
/// Maximum length of a principal variation.
const MAX_LINE: usize = 10;

impl Desk {
    /// A node's move, in the search's notation.
    fn move_at(&self, node: NodeId, size: u8) -> Option<(Color, Move)> {
        let (color, text) = self.variations.mv(node)?;
        Some((color, vertex::parse(&text, size).ok()?))
    }

    /// The losses of the moves on a line between known positions; `number` is the index of the move's node.
    fn losses_on(&self, line: &[NodeId]) -> Vec<Loss> {
        let Some(size) = self.go().map(|go| go.size()) else { return Vec::new() };
        let turn = |worth: &Worth| Turn {
            winrate: worth.winrate,
            lead: worth.lead.unwrap_or(0.0),
            visits: worth.visits,
            line: worth.best.iter().filter_map(|best| vertex::parse(best, size).ok()).collect(),
        };
        let mv = |node| self.move_at(node, size);
        // The passes that end the game are not mistakes.
        let is_pass = |&node: &NodeId| mv(node).is_none_or(|(_, mv)| mv == Move::PASS);
        let end = line.iter().rposition(|node| !is_pass(node)).map_or(0, |last| last + 1);
        let pairs = line.windows(2).take(end.saturating_sub(1)).zip(1..);
        pairs
            .filter_map(|(pair, number)| {
                let [before, after] = [pair[0], pair[1]].map(|node| self.worths.get(&node).map(turn));
                let (color, mv) = mv(pair[1])?;
                Some(Loss::of(number, color, mv, [&before?, &after?]))
            })
            .collect()
    }

    /// A position of a line that needs a deeper search to confirm a mistake.
    fn doubtful_on(&self, line: &[NodeId]) -> Option<NodeId> {
        let is_deep: Vec<bool> = line.iter().map(|node| self.deep.contains(node)).collect();
        doubtful(&self.losses_on(line), &is_deep).and_then(|i| line.get(i).copied())
    }

    /// Whether the positions of the shown line are known, except perhaps the last one, and its mistakes confirmed. An
    /// analysis of each position alone confirms none.
    pub(super) fn is_reviewed(&self) -> bool {
        let line = self.variations.line();
        let is_known = |node| self.worths.get(node).is_some_and(|worth| worth.lead.is_some());
        line.iter().filter(|node| is_known(node)).count() + 1 >= line.len()
            && self.doubtful_on(&line).is_none()
    }

    /// Runs a longer search of a position before or after a mistake of the review; ends the review when all are
    /// confirmed.
    pub(super) fn confirm_next(&mut self) {
        let Some(review) = &self.review else { return };
        let playouts = u64::from(DEEPER) * review.playouts;
        let Some(node) = self.doubtful_on(&review.line) else {
            self.review = None;
            // A record opened here is not on the shelf yet.
            self.is_kept = false;
            return;
        };
        let found = self.review_go(node, playouts);
        if self.session.context().control().stopped() {
            return;
        }
        self.deep.insert(node);
        if let Some(found) = found {
            self.set_worth(node, found);
        }
    }

    /// The mistakes on the shown line confirmed by deeper searches, in game order.
    pub(super) fn mistakes(&self) -> Value {
        let line = self.variations.line();
        let mut mistakes = turning_points(&self.losses_on(&line));
        mistakes.retain(|loss| [loss.number - 1, loss.number].iter().all(|&i| self.deep.contains(&line[i])));
        let view = mistakes.iter().map(|loss| {
            let (before, after) = (line[loss.number - 1], line[loss.number]);
            json!({
                "before": before.number(),
                "number": loss.number,
                "color": loss.color.to_string(),
                "move": self.variations.mv(after).map(|(_, text)| text),
                "better": self.worths.get(&before).and_then(|worth| worth.best.as_deref()),
                "winrate": rounded(loss.winrate, 3),
                "points": rounded(loss.points, 1),
            })
        });
        view.collect()
    }

    /// A query for the position after a line from a node, at full strength: Black's lead and the principal variation. A
    /// problem in a part of the board has its answer there.
    pub(super) fn judge(&self, record: u32, node: u32, line: &[String]) -> Result<Question, Refusal> {
        let node = self.find(record, node)?;
        let go = self.need_go()?;
        let mut position = go.record_of(&self.variations.tree().line_to(node))?.position().clone();
        for text in line {
            position.play(vertex::parse(text, go.size())?)?;
        }
        let spec = self.deep_spec(&position);
        let root = go.record_of(&self.variations.tree().line_to(self.variations.tree().root()))?;
        let restrictions = problem_moves(root.position());
        Ok(Box::new(move |control| {
            let limits = Limits { playouts: Some(spec.playouts_for(JUDGE_ESTIMATES)), ..Limits::default() };
            let turn = turn(&spec, &position, Inquiry { limits, restrictions }, control);
            let turn = turn.ok_or_else(|| Refusal::new(409, "the search was stopped"))?;
            Ok(json!({
                "lead": rounded(turn.lead, 1),
                "line": turn.line.iter().take(MAX_LINE).map(|&mv| vertex::text(mv)).collect::<Vec<_>>(),
            }))
        }))
    }
}

/// Keeps both players of a problem near its stones, or on passes. Where the stones and two lines around them span more
/// than half of the board, all moves stay.
fn problem_moves(start: &Position) -> Vec<Restriction> {
    /// Lines around the stones.
    const MARGIN: u8 = 2;
    /// The number of restricted moves.
    const DEPTH: usize = 40;
    let board = start.board();
    let stones: Vec<Point> = board.points().filter(|&p| board.color_at(p).is_some()).collect();
    let near = |of: fn(Point) -> u8| {
        let (least, most) = (stones.iter().map(|&p| of(p)).min()?, stones.iter().map(|&p| of(p)).max()?);
        Some(least.saturating_sub(MARGIN)..=most + MARGIN)
    };
    let (Some(cols), Some(rows)) = (near(Point::col), near(Point::row)) else { return Vec::new() };
    let is_near = |&p: &Point| cols.contains(&p.col()) && rows.contains(&p.row());
    let moves: Vec<Move> = board.points().filter(is_near).map(Point::to_move).chain([Move::PASS]).collect();
    if 2 * moves.len() > board.points().count() {
        return Vec::new();
    }
    let only = |color| Restriction { color, is_allowed: true, moves: moves.clone(), depth: DEPTH };
    Color::ALL.map(only).to_vec()
}
