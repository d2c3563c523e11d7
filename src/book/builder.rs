//! Automatic book builder: chooses positions to expand, and evaluates their moves by searches.
//!
//! # References
//! - T. R. Lincke, "Strategies for the automatic construction of opening books", Computers and Games 2000, LNCS 2063.
//! - Fuego's `SgBookBuilder` (widening, covering lines).

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;

use super::auto::AutoBook;
use super::file::AutoBookError;
use super::graph::{Edge, Graph, Node};
use super::params::AutoBookParams;
use crate::framework::{Color, Control, Limits, Move, Search, Symmetric};
use crate::util::threads;

/// Maximum number of moves in a line.
const MAX_MOVES: usize = 200;

/// Why an expansion failed; the book is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The file was not written.
    #[error(transparent)]
    File(#[from] AutoBookError),
    /// The positions have reached the memory limit.
    #[error("the book is full: {0} positions, the most that max_memory allows")]
    Full(usize),
    /// A position of a line is not in the book, and no move leads to it.
    #[error("no line of the book reaches the position")]
    Unreachable,
}

/// The result of [`Builder::expand`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// A position was expanded; these moves lead to it.
    Expanded(Vec<Move>),
    /// The control stopped the expansion; the book is unchanged.
    Stopped,
    /// Every line ends with the game's end; nothing is left to expand.
    Finished,
}

/// Lines of moves that restrict the builder.
#[derive(Clone, Debug, Default)]
pub struct Restrictions {
    /// The keys of positions never to enter.
    disabled: HashSet<u64>,
    /// By position key, the only keys to enter from there.
    forced: HashMap<u64, HashSet<u64>>,
}

impl Restrictions {
    /// Forbids the last move of each line; replaces the earlier lines.
    pub fn disable<G: Symmetric>(&mut self, start: &G, lines: &[Vec<Move>]) {
        let lines = lines.iter().filter(|line| !line.is_empty());
        self.disabled = lines.filter_map(|line| keys(start, line).pop()).collect();
    }

    /// Allows only the lines' moves at their positions; replaces the earlier lines.
    pub fn force<G: Symmetric>(&mut self, start: &G, lines: &[Vec<Move>]) {
        self.forced.clear();
        for line in lines {
            for pair in keys(start, line).windows(2) {
                self.forced.entry(pair[0]).or_default().insert(pair[1]);
            }
        }
    }

    fn allow(&self, from: u64, to: u64) -> bool {
        !self.disabled.contains(&to) && self.forced.get(&from).is_none_or(|allowed| allowed.contains(&to))
    }
}

/// The next step of the builder.
enum Next {
    /// Expand the position after these moves.
    Expand(Vec<Move>),
    /// The position after these moves has no other moves.
    Complete(Vec<Move>),
    /// No line can be extended.
    Nothing,
}

/// The keys of the start and of the positions after each move of a line, up to an illegal move.
fn keys<G: Symmetric>(start: &G, line: &[Move]) -> Vec<u64> {
    let mut game = start.clone();
    let mut keys = vec![game.canonical().key];
    for &mv in line {
        if game.play(mv).is_err() {
            break;
        }
        keys.push(game.canonical().key);
    }
    keys
}

/// A builder for a book.
pub struct Builder<'a, G: Symmetric> {
    /// The book.
    pub book: &'a mut AutoBook<G>,
    /// The searches, at least one; each is used by one thread at a time.
    pub searches: &'a mut [Box<dyn Search<G>>],
    /// The parameters.
    pub params: &'a AutoBookParams,
    /// Lines that restrict move selection.
    pub restrictions: &'a Restrictions,
    /// The control that stops a step.
    pub control: &'a Control,
}

impl<G: Symmetric> Builder<'_, G> {
    /// Expands the end position of the smallest-priority line starting with the book moves `moves`.
    ///
    /// # Errors
    /// When the book is full or its file cannot be written.
    pub fn expand(&mut self, moves: &[Move]) -> Result<Expansion, BuildError> {
        loop {
            match self.choose(moves)? {
                Next::Expand(line) => return self.expand_at(line),
                // The book records a position without further moves, so that it is not considered again.
                Next::Complete(line) => self.book.add(&line, &[])?,
                Next::Nothing => return Ok(Expansion::Finished),
            }
        }
    }

    /// Expands the positions of a line, including the start, until each was visited `count` times, in addition to
    /// earlier visits if `is_additive`. `expanded` is called after each expansion; it returns whether to continue.
    /// Returns whether the line was completed.
    ///
    /// # Errors
    /// When the book is full or its file cannot be written.
    pub fn cover(
        &mut self,
        line: &[Move],
        count: u32,
        is_additive: bool,
        mut expanded: impl FnMut(&Graph) -> bool,
    ) -> Result<bool, BuildError> {
        for end in 0..=line.len() {
            let (way, next) = (&line[..end], line.get(end));
            let mut done = if is_additive { 0 } else { self.book.count(way) };
            while done < count {
                match self.expand(way)? {
                    Expansion::Expanded(_) => done += 1,
                    Expansion::Stopped => return Ok(false),
                    Expansion::Finished => break,
                }
                if !expanded(self.book.graph()) {
                    return Ok(false);
                }
            }
            // The next position must be in the book, even if the search dislikes its move.
            if let Some(&mv) = next
                && !self.has_move(way, mv)
            {
                let Some(evaluations) = self.evaluate(way, &[mv]) else { return Ok(false) };
                self.book.add(way, &evaluations)?;
                if !expanded(self.book.graph()) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn has_move(&self, moves: &[Move], mv: Move) -> bool {
        let game = self.book.after(moves);
        let mut after = game.clone();
        let graph = self.book.graph();
        after.play(mv).is_ok()
            && graph
                .find(&after)
                .is_some_and(|child| graph.moves(&game).iter().any(|edge| edge.child == child))
    }

    /// Follows the smallest-priority line starting with `moves` to a position to expand. A position from which no line
    /// can continue is closed, and another line is followed.
    fn choose(&self, moves: &[Move]) -> Result<Next, BuildError> {
        let (graph, start) = (self.book.graph(), self.book.after(moves));
        let first = graph.find(&start).ok_or(BuildError::Unreachable)?;
        let mut closed = HashSet::new();
        while !closed.contains(&first) {
            let (mut line, mut game, mut id) = (moves.to_vec(), start.clone(), first);
            let mut seen = HashSet::from([id]);
            loop {
                let node = graph.node(id);
                if !node.is_complete && node.edges.len() < self.width(node.count) {
                    if self.has_new_move(&game, node, |key| self.restrictions.allow(node.key, key)) {
                        return Ok(Next::Expand(line));
                    }
                    if !self.has_new_move(&game, node, |_| true) {
                        return Ok(Next::Complete(line));
                    }
                }
                let open = graph.moves(&game).into_iter().filter(|edge| {
                    let child = graph.node(edge.child);
                    let is_new = !seen.contains(&edge.child) && !closed.contains(&edge.child);
                    is_new && child.priority.is_finite() && self.restrictions.allow(node.key, child.key)
                });
                let priority = |edge: &Edge| graph.priority_of(id, *edge);
                let next = open.min_by(|a, b| priority(a).total_cmp(&priority(b)));
                let Some(edge) = next.filter(|_| line.len() < MAX_MOVES) else { break };
                line.push(edge.mv);
                game.play_legal(edge.mv);
                id = edge.child;
                seen.insert(id);
            }
            closed.insert(id);
        }
        Ok(Next::Nothing)
    }

    /// Whether a position has a move that is missing from its node and leads to an allowed key.
    fn has_new_move(&self, game: &G, node: &Node, allow: impl Fn(u64) -> bool) -> bool {
        let graph = self.book.graph();
        let moves = game.moves();
        moves.into_iter().any(|mv| {
            let mut after = game.clone();
            let is_legal = mv != Move::PASS && after.play(mv).is_ok();
            let key = after.canonical().key;
            is_legal && allow(key) && node.edges.iter().all(|edge| graph.node(edge.child).key != key)
        })
    }

    /// The target number of moves for a position with a count.
    fn width(&self, count: u32) -> usize {
        let AutoBookParams { expand_width, expand_threshold, use_widening, .. } = *self.params;
        let steps = if use_widening { u64::from(count) / expand_threshold } else { 0 };
        (expand_width * (1 + steps)) as usize
    }

    /// Evaluates moves after a line.
    fn expand_at(&mut self, line: Vec<Move>) -> Result<Expansion, BuildError> {
        if self.book.graph().bytes() > self.params.max_memory {
            return Err(BuildError::Full(self.book.graph().len()));
        }
        let Some(moves) = self.sort(&line) else { return Ok(Expansion::Stopped) };
        let Some(evaluations) = self.evaluate(&line, &moves) else { return Ok(Expansion::Stopped) };
        self.book.add(&line, &evaluations)?;
        Ok(Expansion::Expanded(line))
    }

    /// The moves to add to a position: the most visited ones of a search; `None` if stopped by the control.
    fn sort(&mut self, line: &[Move]) -> Option<Vec<Move>> {
        let game = self.book.after(line);
        let graph = self.book.graph();
        let (key, found) = (game.canonical().key, graph.find(&game));
        let (known, count) = found.map_or((Vec::new(), 0), |id| {
            let node = graph.node(id);
            (node.edges.iter().map(|edge| graph.node(edge.child).key).collect(), node.count)
        });
        let wanted = self.width(count).saturating_sub(known.len());
        let search = self.searches.first_mut()?;
        search.clear();
        let limits = Limits { playouts: Some(self.params.num_games_per_sort), ..Limits::default() };
        let report = search.search(&game, limits, self.control);
        if self.control.stopped() {
            return None;
        }
        let mut keys: HashSet<u64> = known.into_iter().collect();
        let is_new = |mv: &Move| {
            let mut after = game.clone();
            let is_legal = *mv != Move::PASS && after.play(*mv).is_ok();
            let child = after.canonical().key;
            is_legal && self.restrictions.allow(key, child) && keys.insert(child)
        };
        // The search may have left out a forced move.
        let candidates = game.moves();
        let moves = report.moves.iter().map(|stat| stat.mv).chain(candidates);
        Some(moves.filter(is_new).take(wanted).collect())
    }

    /// Moves with their values for the player who makes them, in the same order; `None` if stopped by the control.
    fn evaluate(&mut self, line: &[Move], moves: &[Move]) -> Option<Vec<(Move, f32)>> {
        let game = self.book.after(line);
        let limits = Limits { playouts: Some(self.params.num_games_per_evaluation), ..Limits::default() };
        let (next, control) = (AtomicUsize::new(0), self.control);
        let values = Mutex::new(vec![None; moves.len()]);
        let claim = || {
            let i = next.fetch_add(1, Ordering::Relaxed);
            Some((i, *moves.get(i)?))
        };
        threads::map(self.searches.iter_mut().collect(), |search| {
            while let Some((i, mv)) = claim() {
                let mut after = game.clone();
                after.play_legal(mv);
                search.clear();
                let report = search.search(&after, limits, control);
                // A finished game is not searched.
                let value = match (after.outcome(), game.to_play()) {
                    (Some(outcome), Color::Black) => outcome.value(0.0),
                    (Some(outcome), Color::White) => 1.0 - outcome.value(0.0),
                    (None, _) => 1.0 - report.value as f32,
                };
                values.lock()[i] = Some(value);
                if control.stopped() {
                    return;
                }
            }
        });
        if self.control.stopped() {
            return None;
        }
        values.into_inner().into_iter().zip(moves).map(|(value, &mv)| Some((mv, value?))).collect()
    }
}
