//! The contract of a search: its limits, its control and its report.
//!
//! Leads, owners and lines of the moves are the detail of a search, which gathers it only when its limits ask for it.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::{Game, Move, MoveStat, Sequence, Tracer};
use crate::util::TimeMode;

/// The limits of a search. A limit of `None` does not bound it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// The number of playouts, including those of a reused tree.
    pub playouts: Option<u64>,
    /// The time.
    pub time: Option<Duration>,
    /// How the time is measured.
    pub time_mode: TimeMode,
    /// The time while the best move is unsettled, at least `time`; given when time saved can be
    /// used later.
    pub most_time: Option<Duration>,
    /// The number of playouts, including those of a reused tree, after which a won position may end the
    /// search, once it has spent a third of its time or of its new playouts; `None` for never.
    pub sure_after: Option<u64>,
    /// Whether only a search may choose the move: the player then uses neither its book nor its opening moves, passes only
    /// after a search, and never resigns.
    pub search_only: bool,
    /// Whether the search makes all its playouts even when its best move can no longer change, because the other moves
    /// matter too.
    pub in_full: bool,
    /// The win rate below which a player resigns, once `sure_after` playouts are made; 0 for never.
    pub resign_below: f64,
    /// Whether the search keeps its games, for [`TreeView::games`].
    pub keep_games: bool,
    /// The detail that the search gathers.
    pub detail: Detail,
}

impl Limits {
    /// The limits that are left after a part of the time has been spent.
    pub fn after(self, spent: Duration) -> Self {
        let left = |time: Duration| time.saturating_sub(spent);
        Self { time: self.time.map(left), most_time: self.most_time.map(left), ..self }
    }
}

/// An observer of a search while it runs.
pub struct Observer {
    /// The time between two reports.
    pub interval: Duration,
    /// The function that gets the report so far, in a thread of its own. At its end the search waits for the
    /// function to return, so it should be fast.
    pub see: Box<dyn Fn(&Report) + Send + Sync>,
}

/// The handle by which other threads observe a search and end it early.
#[derive(Default)]
pub struct Control {
    stop: Arc<AtomicBool>,
    observers: Vec<Observer>,
    tracer: Option<Arc<Tracer>>,
}

impl Control {
    /// A control whose searches report their steps to a tracer.
    pub fn traced(tracer: Tracer) -> Self {
        Self { tracer: Some(Arc::new(tracer)), ..Self::default() }
    }

    /// A control that is stopped and reset together with this one, for a search that is observed.
    pub fn observed(&self, observers: Vec<Observer>) -> Self {
        Self { stop: self.stop.clone(), observers, tracer: self.tracer.clone() }
    }

    /// The tracer; `None` for a search whose steps are not asked for.
    #[inline]
    pub fn tracer(&self) -> Option<&Tracer> {
        self.tracer.as_deref()
    }

    /// The observers of the search.
    pub fn observers(&self) -> &[Observer] {
        &self.observers
    }

    /// A control that is stopped and reset together with this one, for a search that nobody watches.
    pub fn unwatched(&self) -> Self {
        Self { stop: self.stop.clone(), ..Self::default() }
    }

    /// Asks the search to end soon and to report its results so far.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Takes back [`Self::stop`].
    pub fn reset(&self) {
        self.stop.store(false, Ordering::Relaxed);
    }

    /// Whether the search should end. Relaxed: the flag carries no data.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The end of a computation beside the search: a deadline, or a stop by the control.
#[derive(Clone, Copy)]
pub struct Until<'a> {
    /// The time of its end; `None` for no deadline.
    pub deadline: Option<Instant>,
    /// The control that ends it.
    pub control: &'a Control,
}

impl Until<'_> {
    /// Whether the deadline is yet to come and nobody has asked for an end.
    pub fn goes_on(&self) -> bool {
        !self.control.stopped() && self.deadline.is_none_or(|deadline| Instant::now() < deadline)
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stop {
    /// The playouts were used up.
    #[default]
    Playouts,
    /// The time was used up.
    Time,
    /// The best move could no longer change.
    Settled,
    /// The outcome is proven.
    Proven,
    /// A third of the limits was spent, and the game is as good as won.
    Won,
    /// The control asked for it.
    Asked,
    /// The tree is full and may not be pruned.
    Memory,
    /// The game is over.
    Over,
}

/// The results of a search. Values are for the player to move at the root, in [0, 1].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The chosen move; `None` when the game is over.
    pub best: Option<Move>,
    /// The mean value of the root.
    pub value: f64,
    /// The mean lead of the player to move as a share of the largest possible, from -1 to 1. A playout that
    /// ended by mercy counts with its lead at that point; one that was broken off does not count.
    pub margin: f64,
    /// The number of playouts of the root, including those of a reused tree.
    pub count: u64,
    /// The number of playouts of this search only.
    pub games: u64,
    /// The mean number of their moves in the tree.
    pub depth: f64,
    /// The mean number of their moves to the end, those in the tree included.
    pub length: f64,
    /// The wall-clock time spent.
    pub time: Duration,
    /// The number of nodes of the tree.
    pub nodes: u64,
    /// The root's moves, most visited first.
    pub moves: Vec<MoveStat>,
    /// The line both sides are expected to play, the best move first.
    pub sequence: Vec<Move>,
    /// Lines of further statistics, `name` and text, in the order to print them.
    pub details: Vec<(&'static str, String)>,
    /// The number of moves that each rule of the playout policy has made in this search.
    pub rules: Vec<(&'static str, u64)>,
    /// The length of the longest line searched, from the root to the end of the game or of the search; 0 when
    /// the search does not measure it.
    pub longest: u64,
    /// The statistics of the hash table; `None` for a search without one.
    pub hash: Option<HashStatistics>,
    /// Why the search ended.
    pub stop: Stop,
    /// The question that a proof has left open, in words; `None` when it is answered, or for a search that proves nothing.
    pub open: Option<String>,
    /// The detail that the limits asked for; `None` when they asked for none, or the search gathers none.
    pub detail: Option<SearchDetail>,
}

impl Report {
    /// The report of a search that found a move, or no move, without statistics.
    pub fn instant(best: Option<Move>) -> Self {
        let stop = if best.is_some() { Stop::Settled } else { Stop::Over };
        Self { best, value: 0.5, sequence: best.into_iter().collect(), stop, ..Self::default() }
    }
}

/// Adds numbers to those of the same names.
pub fn add_counts(sums: &mut Vec<(&'static str, u64)>, counts: &[(&'static str, u64)]) {
    for &(name, count) in counts {
        match sums.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => *sum += count,
            None => sums.push((name, count)),
        }
    }
}

/// The use of a hash table since it was created or cleared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HashStatistics {
    /// The number of stores that met an entry of another position.
    pub collisions: u64,
    /// The number of stores.
    pub stores: u64,
    /// The number of stores that changed the table.
    pub new_stores: u64,
    /// The number of lookups.
    pub lookups: u64,
    /// The number of lookups that found the position.
    pub found: u64,
    /// The size of an entry in bytes.
    pub entry_size: usize,
    /// The capacity of the table in entries.
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
        let lines: Vec<_> = rows.iter().map(|(name, value)| format!("{name:<14}{value}")).collect();
        f.write_str(&lines.join("\n"))
    }
}

/// A read-only view of the tree of a search. Only UCT grows one; sessions and players, which know no search, read it by this
/// contract.
pub trait TreeView<G> {
    /// The position at the root.
    fn root(&self) -> &G;

    /// Calls `visit` with the depth, from 1, and the statistics of each move in the tree that has playouts, down to a
    /// depth: a move before its answers, and the most visited of several first. The first error ends the walk.
    ///
    /// # Errors
    /// When `visit` fails.
    fn walk(
        &self,
        most_depth: usize,
        visit: &mut dyn FnMut(usize, &MoveStat) -> io::Result<()>,
    ) -> io::Result<()>;

    /// The statistics of the moves after a line of moves from the root on, in the order of the tree, those without
    /// playouts too; empty when the tree does not go on there.
    fn after(&self, line: &[Move]) -> Vec<MoveStat>;

    /// The games of the last search, if it keeps them: their moves from the root on.
    fn games(&self) -> &[Sequence];
}

/// A way to find a good move.
pub trait Search<G: Game>: Send {
    /// Searches for the player to move.
    ///
    /// `game` and its history may have changed in any way since the last call; a search that reuses earlier results
    /// learns of moves by [`Self::played`] and of all other changes by [`Self::clear`].
    fn search(&mut self, game: &G, limits: Limits, control: &Control) -> Report;

    /// Notes a move that the player to move made in the game last searched. A search that keeps no results
    /// need not implement it.
    fn played(&mut self, _mv: Move) {}

    /// Forgets all earlier results. A search that keeps no results need not implement it.
    fn clear(&mut self) {}

    /// The tree of the last search; `None` for a search without a tree, or before the first search.
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

/// The ends of playouts. Playouts that were broken off do not count.
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
    /// The ends of the playouts that began with the move; those of all playouts when none of this search did.
    pub ends: Ends,
    /// The line that both sides are expected to play from the move on, each move with its playouts.
    pub line: Vec<(Move, u64)>,
}

/// The detail of a search. The ends are those of its new playouts; the lines come from the whole tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchDetail {
    /// The ends of all playouts.
    pub root: Ends,
    /// The detail of each move, in the order of [`Report::moves`](super::Report::moves).
    pub moves: Vec<MoveDetail>,
}
