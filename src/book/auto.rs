//! An open automatic book: its graph of positions, the file that logs each addition, and its best moves as a single
//! move, a line or an opening book.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::file::{AUTO_BOOK, AutoBookError, Origin, first_line, line_text, lines, parse, parse_line};
use super::graph::{Edge, Graph, NodeId};
use super::lines::{Book, Line, Reply};
use super::params::BookMoveSelect;
use super::text::MAX_BYTES;
use crate::framework::{Move, Symmetric};
use crate::util::{LineLog, Rng, decode};

/// An open automatic book.
pub struct AutoBook<G> {
    origin: Origin<G>,
    graph: Graph,
    path: PathBuf,
    log: LineLog,
}

impl<G: Symmetric> AutoBook<G> {
    /// Opens or creates a book's file; the file stays locked until the book is dropped.
    ///
    /// # Errors
    /// When the file cannot be read or written, another process writes it, it is not a book of the game of `origin`,
    /// or a line is faulty. The file does not change then.
    pub fn open(path: &Path, origin: Origin<G>, alpha: f64) -> Result<Self, AutoBookError> {
        let (mut log, bytes) = LineLog::open(path, &AUTO_BOOK, MAX_BYTES)?;
        let graph = if bytes.is_empty() {
            log.append(&first_line(&origin))?;
            Graph::new(&origin.game, alpha)
        } else {
            parse(&decode(&bytes), path, &origin, alpha)?
        };
        Ok(Self { origin, graph, path: path.to_owned(), log })
    }

    /// The start position of the book.
    pub fn origin(&self) -> &Origin<G> {
        &self.origin
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The name of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Recomputes all values and priorities; `alpha` is the weight of value loss in priorities.
    pub fn refresh(&mut self, alpha: f64) {
        self.graph.refresh(alpha);
    }

    /// Waits until all lines are on disk.
    ///
    /// # Errors
    /// When the system reports one.
    pub fn save(&self) -> Result<(), AutoBookError> {
        Ok(self.log.sync()?)
    }

    /// Adds move evaluations after a line; none means that the position has no more moves.
    ///
    /// # Errors
    /// When the line cannot be written; the book does not change then.
    pub(super) fn add(&mut self, moves: &[Move], evaluations: &[(Move, f32)]) -> Result<(), AutoBookError> {
        self.add_line(line_text(&self.origin, moves, evaluations))
    }

    /// Adds a line to the file and to the graph.
    fn add_line(&mut self, mut line: String) -> Result<(), AutoBookError> {
        line.push('\n');
        self.log.append(&line)?;
        let added = parse_line(&line, &self.origin, &mut self.graph);
        check!(added.is_ok(), "{line}");
        Ok(())
    }

    /// Merges graphs of the same game. A position's evaluation becomes the mean over the graphs that have one, its
    /// count their maximum.
    ///
    /// # Errors
    /// When a line cannot be written.
    pub fn merge(&mut self, others: &[Graph]) -> Result<(), AutoBookError> {
        let merged = merge(&self.origin, &self.graph, others);
        lines(&self.origin, &merged, usize::MAX).into_iter().try_for_each(|line| self.add_line(line))
    }

    /// Sets the evaluations of positions by the keys of their canonical images; returns the number found in the book.
    /// Values are for the player to move.
    ///
    /// # Errors
    /// When a line cannot be written.
    pub fn import(&mut self, values: &[(u64, f32)]) -> Result<usize, AutoBookError> {
        let values: HashMap<u64, f32> = values.iter().copied().collect();
        let mut lines = Vec::new();
        self.graph.walk(&self.origin.game, |moves, _, id| {
            if let (Some(&value), Some((&last, moves))) =
                (values.get(&self.graph.node(id).key), moves.split_last())
            {
                let line = line_text(&self.origin, moves, &[(last, 1.0 - value)]);
                lines.push(format!("{line} | {}", self.count(moves)));
            }
            true
        });
        let count = lines.len();
        lines.into_iter().try_for_each(|line| self.add_line(line)).map(|()| count)
    }

    /// The position after moves.
    pub(super) fn after(&self, moves: &[Move]) -> G {
        let mut game = self.origin.game.clone();
        moves.iter().for_each(|&mv| game.play_legal(mv));
        game
    }

    /// The count of the position after moves.
    pub(super) fn count(&self, moves: &[Move]) -> u32 {
        self.graph.find(&self.after(moves)).map_or(0, |id| self.graph.node(id).count)
    }

    /// A position's best move, at random among its images; `None` if the book has no move, or a count below
    /// `usage_count`.
    pub fn choose(&self, game: &G, usage_count: u64, select: BookMoveSelect, rng: &mut Rng) -> Option<Move> {
        let id = self.graph.find(game)?;
        if u64::from(self.graph.node(id).count) < usage_count {
            return None;
        }
        let moves = self.graph.moves(game);
        let best = best(&self.graph, &moves, select)?;
        let images: Vec<_> = moves.iter().filter(|edge| edge.child == best.child).collect();
        images.get(rng.below(images.len().max(1))).map(|edge| edge.mv)
    }
}

/// The merged graph of several graphs of one game; see [`AutoBook::merge`].
pub fn merge<G: Symmetric>(origin: &Origin<G>, first: &Graph, others: &[Graph]) -> Graph {
    let mut merged = first.clone();
    for other in others {
        other.walk(&origin.game, |_, game, id| {
            let canonical = game.canonical();
            let node = other.node(id);
            let Some(own) = merged.find_key(node.key) else { return false };
            merged.set_count(own, merged.node(own).count.max(node.count));
            if node.is_complete {
                merged.complete(own);
            }
            for edge in &node.edges {
                let Some(&mv) = canonical.from_canonical(game, edge.mv).first() else { continue };
                let mut after = game.clone();
                if let (Ok(()), Some(value)) = (after.play(mv), other.node(edge.child).heuristic) {
                    merged.add(game, own, mv, &after, 1.0 - value);
                }
            }
            true
        });
    }
    let all: Vec<&Graph> = std::iter::once(first).chain(others).collect();
    for id in merged.ids() {
        let key = merged.node(id).key;
        let values = all.iter().filter_map(|graph| graph.node(graph.find_key(key)?).heuristic);
        let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
        if count > 0 {
            merged.set_heuristic(id, sum / count as f32);
        }
    }
    merged.refresh_values();
    merged
}

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
