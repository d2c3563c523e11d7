//! An automatic book's best moves: a single move, a line, and an exported book.

use super::file::Origin;
use super::graph::{Edge, Graph, NodeId};
use super::lines::{Book, Line, Reply};
use super::params::BookMoveSelect;
use crate::framework::{Move, Symmetric};

/// A position's best move.
pub(super) fn best(graph: &Graph, moves: &[Edge], select: BookMoveSelect) -> Option<Edge> {
    let count = |edge: &Edge| match select {
        BookMoveSelect::Value => 0,
        BookMoveSelect::Count => graph.node(edge.child).count,
    };
    let value = |edge: &Edge| graph.value_of(*edge);
    moves.iter().copied().max_by(|a, b| count(a).cmp(&count(b)).then(value(a).total_cmp(&value(b))))
}

/// A book of the positions with evaluated moves, including moves whose value is at most `margin` below the best; a
/// move's weight is 1000 for the best value and falls to 1 at the margin.
pub fn export<G: Symmetric>(
    origin: &Origin<G>,
    graph: &Graph,
    start: fn(u8) -> Option<G>,
    least_count: u32,
    margin: f32,
) -> Book<G> {
    let mut book = Book::new(start);
    graph.walk(&origin.game, |moves, game, id| {
        let edges = &graph.node(id).edges;
        let best = edges.iter().map(|&edge| graph.value_of(edge)).max_by(f32::total_cmp);
        let (Some(best), true) = (best, graph.node(id).count >= least_count) else { return true };
        let canonical = game.canonical();
        let mut replies: Vec<Reply> = Vec::new();
        for &edge in edges {
            let loss = best - graph.value_of(edge);
            if loss <= margin
                && let Some(&mv) = canonical.from_canonical(game, edge.mv).first()
            {
                let share = if margin > 0.0 { 1.0 - loss / margin } else { 1.0 };
                replies.push(Reply { mv, weight: f64::from((share * 1000.0).round().max(1.0)) });
            }
        }
        replies.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        if let [reply] = &mut replies[..] {
            reply.weight = 1.0;
        }
        let line = Line { comments: Vec::new(), size: origin.size, moves: moves.to_vec(), replies };
        book.push(line, canonical.key);
        true
    });
    book
}

/// The line of best moves from a position.
pub fn main_line<G: Symmetric>(graph: &Graph, game: &G) -> Vec<(Move, NodeId)> {
    let mut game = game.clone();
    let mut line: Vec<(Move, NodeId)> = Vec::new();
    while let Some(edge) = best(graph, &graph.moves(&game), BookMoveSelect::Value) {
        // A cycle of positions would not end.
        if line.iter().any(|&(_, id)| id == edge.child) {
            break;
        }
        line.push((edge.mv, edge.child));
        game.play_legal(edge.mv);
    }
    line
}
