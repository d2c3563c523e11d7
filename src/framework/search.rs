//! The interface of a search: limits, control and report.
//!
//! Leads, owners and lines of the moves are the detail of a search, which gathers it only when its limits ask for it.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::{Game, Move, MoveStat, Sequence, Step, Tracer};
use crate::util::{TimeMode, columns};

/// The limits of a search; `None` means unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// The number of playouts, including those of a reused tree.
    pub playouts: Option<u64>,
    /// The time.
    pub time: Option<Duration>,
    /// How the time is measured.
    pub time_mode: TimeMode,
    /// The maximum time while the best move is unsettled, at least `time`; given when saved time can be used later.
    pub most_time: Option<Duration>,
    /// The number of playouts, including those of a reused tree, after which a won position may end the search early,
    /// once a third of its time or new playouts is spent; `None` for never.
    pub sure_after: Option<u64>,
    /// Whether only a search may choose the move: the player then skips its book and opening moves, passes only after a
    /// search, and never resigns.
    pub search_only: bool,
    /// Whether the search makes all its playouts even after the best move is settled, because the other moves matter
    /// too.
    pub in_full: bool,
    /// The win rate below which a player resigns, after `sure_after` playouts; 0 for never.
    pub resign_below: f64,
    /// Whether the search keeps its games, for [`TreeView::games`].
    pub keep_games: bool,
    /// The detail that the search gathers.
    pub detail: Detail,
}

impl Limits {
    /// The limits remaining after a part of the time is spent.
    pub fn after(self, spent: Duration) -> Self {
        let left = |time: Duration| time.saturating_sub(spent);
        Self { time: self.time.map(left), most_time: self.most_time.map(left), ..self }
    }
}

/// An observer of a running search.
pub struct Observer {
    /// The time between two reports.
    pub interval: Duration,
    /// Receives the report so far, in a separate thread. When the search ends, it waits for this function to return, so
    /// it should be fast.
    pub see: Box<dyn Fn(&Report) + Send + Sync>,
}

/// A handle for other threads to observe and stop a search.
#[derive(Default)]
pub struct Control {
    stop: Arc<AtomicBool>,
    observers: Vec<Observer>,
    tracer: Option<Arc<Tracer>>,
}

impl Control {
    /// A control that sends search steps to a tracer.
    pub fn traced(tracer: Tracer) -> Self {
        Self { tracer: Some(Arc::new(tracer)), ..Self::default() }
    }

    /// A control with observers, stopped and reset together with this one.
    pub fn observed(&self, observers: Vec<Observer>) -> Self {
        Self { stop: self.stop.clone(), observers, tracer: self.tracer.clone() }
    }

    /// The tracer, if any.
    #[inline]
    pub fn tracer(&self) -> Option<&Tracer> {
        self.tracer.as_deref()
    }

    /// Shows a step of a search to the tracer, if any.
    #[inline]
    pub fn trace(&self, step: impl FnOnce() -> Step) {
        if let Some(tracer) = self.tracer() {
            tracer(step());
        }
    }

    /// The observers of the search.
    pub fn observers(&self) -> &[Observer] {
        &self.observers
    }

    /// A control without observers, stopped and reset together with this one.
    pub fn unwatched(&self) -> Self {
        Self { stop: self.stop.clone(), ..Self::default() }
    }

    /// Asks the search to stop soon and report its results so far.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Reverts [`Self::stop`].
    pub fn reset(&self) {
        self.stop.store(false, Ordering::Relaxed);
    }

    /// Whether the search should stop. Relaxed: the flag carries no data.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The limits of a computation other than a search: a deadline, or a stop by the control.
#[derive(Clone, Copy)]
pub struct Until<'a> {
    /// The deadline, if any.
    pub deadline: Option<Instant>,
    /// The control that stops it.
    pub control: &'a Control,
}

impl Until<'_> {
    /// Whether the deadline has not passed and no stop was requested.
    pub fn goes_on(&self) -> bool {
        !self.control.stopped() && self.deadline.is_none_or(|deadline| Instant::now() < deadline)
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stop {
    /// The playout limit was reached.
    #[default]
    Playouts,
    /// The time limit was reached.
    Time,
    /// The best move could no longer change.
    Settled,
    /// The outcome is proven.
    Proven,
    /// A third of the limits was spent and the game is practically won.
    Won,
    /// The control requested it.
    Asked,
    /// The tree is full and must not be pruned, or a line of a proof is too long.
    Memory,
    /// The game is over.
    Over,
}

/// Search results. Values are for the player to move at the root, in [0, 1].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The chosen move; `None` when the game is over.
    pub best: Option<Move>,
    /// The root's mean value.
    pub value: f64,
    /// The mean lead of the player to move as a share of the largest possible lead, from -1 to 1. A playout ended by
    /// mercy counts with its lead at that point; an aborted one is excluded.
    pub margin: f64,
    /// The root's playouts, including those of a reused tree.
    pub count: u64,
    /// The number of playouts of this search only.
    pub games: u64,
    /// The mean number of moves inside the tree.
    pub depth: f64,
    /// The mean length of playouts, tree moves included.
    pub length: f64,
    /// Wall-clock time.
    pub time: Duration,
    /// The number of tree nodes.
    pub nodes: u64,
    /// The root's moves, most visited first.
    pub moves: Vec<MoveStat>,
    /// The principal variation, starting with the best move.
    pub sequence: Vec<Move>,
    /// Further statistics, name and text, in printing order.
    pub details: Vec<(&'static str, String)>,
    /// The number of moves made by each rule of the playout policy in this search.
    pub rules: Vec<(&'static str, u64)>,
    /// The longest line searched, from the root to the end of the game or search; 0 if not measured.
    pub longest: u64,
    /// The statistics of the hash table; `None` for a search without one.
    pub hash: Option<HashStatistics>,
    /// Why the search ended.
    pub stop: Stop,
    /// The question that a proof search left open, in words; `None` when answered, or for other searches.
    pub open: Option<String>,
    /// The requested detail; `None` if not requested or not supported.
    pub detail: Option<SearchDetail>,
}

impl Report {
    /// A report without statistics, with or without a move.
    pub fn instant(best: Option<Move>) -> Self {
        let stop = if best.is_some() { Stop::Settled } else { Stop::Over };
        Self { best, value: 0.5, sequence: best.into_iter().collect(), stop, ..Self::default() }
    }
}

/// Adds counts by name.
pub fn add_counts(sums: &mut Vec<(&'static str, u64)>, counts: &[(&'static str, u64)]) {
    for &(name, count) in counts {
        match sums.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => *sum += count,
            None => sums.push((name, count)),
        }
    }
}

/// Hash table statistics since the table was created or cleared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HashStatistics {
    /// Stores that hit an entry of another position.
    pub collisions: u64,
    /// Stores.
    pub stores: u64,
    /// Stores that changed the table.
    pub new_stores: u64,
    /// Lookups.
    pub lookups: u64,
    /// Lookups that found the position.
    pub found: u64,
    /// Entry size in bytes.
    pub entry_size: usize,
    /// Capacity in entries.
    pub entries: usize,
}

/// Writes lines of a name and a number.
impl fmt::Display for HashStatistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = [
            ("Collisions", self.collisions),
            ("Stores", self.stores),
            ("NewStores", self.new_stores),
            ("Lookups", self.lookups),
            ("Found", self.found),
            ("EntrySize", self.entry_size as u64),
            ("Entries", self.entries as u64),
        ];
        f.write_str(&columns(&rows, 14))
    }
}

/// A read-only view of a search tree. Only UCT has one; sessions and players access it through this trait.
pub trait TreeView<G> {
    /// The position at the root.
    fn root(&self) -> &G;

    /// Calls `visit` with depth (from 1) and statistics of each visited move, down to a depth: parents before children,
    /// siblings by playouts, most visited first. The first error ends the walk.
    ///
    /// # Errors
    /// When `visit` fails.
    fn walk(
        &self,
        most_depth: usize,
        visit: &mut dyn FnMut(usize, &MoveStat) -> io::Result<()>,
    ) -> io::Result<()>;

    /// The statistics of the moves after a line from the root, in tree order, unvisited ones included; empty if the
    /// line leaves the tree.
    fn after(&self, line: &[Move]) -> Vec<MoveStat>;

    /// The games of the last search, if kept: their moves from the root.
    fn games(&self) -> &[Sequence];
}

/// A search algorithm.
pub trait Search<G: Game>: Send {
    /// Searches for the player to move.
    ///
    /// `game` and its history may have changed arbitrarily since the last call; a search that reuses results learns of
    /// moves by [`Self::played`] and of all other changes by [`Self::clear`].
    fn search(&mut self, game: &G, limits: Limits, control: &Control) -> Report;

    /// Notifies the search of a move by the player to move in the last searched game. Optional for a search that keeps
    /// no results.
    fn played(&mut self, _mv: Move) {}

    /// Discards all earlier results. Optional for a search that keeps no results.
    fn clear(&mut self) {}

    /// The last search tree; `None` without a tree, or before the first search.
    fn tree(&self) -> Option<Box<dyn TreeView<G> + '_>> {
        None
    }
}

/// The detail that a search gathers beside its statistics; each level includes the one before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Nothing.
    #[default]
    None,
    /// The lead at the ends of playouts, and a line of play for each move.
    Leads,
    /// The owners of the points at the ends of playouts.
    Owners,
    /// The owners of the points at the ends of playouts after each move.
    MoveOwners,
}

/// The ends of playouts, or the ends that a network expects in their place. Playouts that were broken off do not count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ends {
    /// The number of ends.
    pub count: u64,
    /// Black's mean lead as a share of the largest possible lead, from -1 to 1.
    pub margin: f64,
    /// The standard deviation of that share.
    pub deviation: f64,
    /// For each point, by the number of the move there, the share of playouts in which Black owns it minus White's
    /// share; empty when the search gathered no owners.
    pub owners: Vec<f32>,
}

/// The detail of a move at the root.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveDetail {
    /// The ends of the playouts that started with the move; those of all playouts when none of this search did.
    pub ends: Ends,
    /// The line that both sides are expected to play from the move on, each move with its playouts.
    pub line: Vec<(Move, u64)>,
}

/// The detail of a search. The ends are those of its new playouts, or of an earlier search if it had none; the lines come
/// from the whole tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchDetail {
    /// The ends of all playouts.
    pub root: Ends,
    /// The detail of each move, in the order of [`Report::moves`](super::Report::moves).
    pub moves: Vec<MoveDetail>,
}
