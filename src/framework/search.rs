//! What a search is given and what it tells.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::{CommandSet, Game, Move};

/// How much a search may spend. A limit of `None` does not bound it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// The number of playouts, those of a reused tree included.
    pub playouts: Option<u64>,
    /// The wall-clock time.
    pub time: Option<Duration>,
    /// The wall-clock time while the best move is unsettled, where time saved is of use later; no less than
    /// `time`.
    pub most_time: Option<Duration>,
    /// After how many playouts, those of a reused tree included, a clear lead may end the search once it has spent a
    /// third of its time or of the playouts left to it; `None` never.
    pub sure_after: Option<u64>,
    /// Whether a search decides, so that players use no book, no fixed opening and no other shortcut.
    pub search_only: bool,
}

impl Limits {
    /// Returns the limits that are left after a part of the time has been spent.
    #[must_use]
    pub fn after(self, spent: Duration) -> Self {
        let left = |time: Duration| time.saturating_sub(spent);
        Self { time: self.time.map(left), most_time: self.most_time.map(left), ..self }
    }
}

/// Someone who looks on at a search while it runs.
pub struct Observer {
    /// How long the search runs before each look.
    pub interval: Duration,
    /// Is shown what the search has found so far, in a thread of its own. The search waits for it to return
    /// when it ends, so that it should not take long.
    pub see: Box<dyn Fn(&Report) + Send + Sync>,
}

/// The handle by which other threads look on at a search and end it early.
#[derive(Default)]
pub struct Control {
    stop: Arc<AtomicBool>,
    observers: Vec<Observer>,
}

impl Control {
    /// Returns a control that is stopped and reset together with this one, for a search that is observed.
    #[must_use]
    pub fn observed(&self, observers: Vec<Observer>) -> Self {
        Self { stop: self.stop.clone(), observers }
    }

    /// Returns who looks on at the search.
    #[must_use]
    pub fn observers(&self) -> &[Observer] {
        &self.observers
    }

    /// Asks the search to end soon with what it has.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Takes back [`Self::stop`].
    pub fn reset(&self) {
        self.stop.store(false, Ordering::Relaxed);
    }

    /// Returns whether the search should end. Relaxed: the flag carries no data.
    #[inline]
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// What is known of one move after a search. Values are for the player who makes the move, in [0, 1].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveStat {
    /// The move.
    pub mv: Move,
    /// How many playouts began with the move.
    pub count: u64,
    /// The mean value of those playouts, prior included.
    pub value: f64,
    /// The weight of the move's RAVE statistics, prior included; 0 where the search keeps none.
    pub rave_count: f64,
    /// The mean of the RAVE statistics.
    pub rave_value: f64,
    /// How many playouts the prior is worth.
    pub prior_weight: f64,
    /// The value the prior expects.
    pub prior_value: f64,
    /// The weighted mean of value and RAVE value.
    pub estimate: f64,
    /// The upper bound by which the search selects.
    pub bound: f64,
    /// Whether the move wins, where that is known for certain.
    pub proven: Option<bool>,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stop {
    /// The playouts were used up.
    #[default]
    Playouts,
    /// The time was used up.
    Time,
    /// The best move could not have changed any more.
    Settled,
    /// The outcome is known, whatever is played.
    Proven,
    /// A third was spent, and the game is as good as won.
    Won,
    /// Someone asked.
    Asked,
    /// The tree is full and may not be pruned.
    Memory,
    /// The game is over.
    Over,
}

/// What a search found. Values are for the player to move at the root, in [0, 1].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The chosen move; `None` when the game is over.
    pub best: Option<Move>,
    /// The mean value of the root.
    pub value: f64,
    /// The mean lead of the player to move as a share of the greatest possible, from -1 to 1. A playout that ended
    /// by mercy counts with the lead it had then, and one that was broken off does not count.
    pub margin: f64,
    /// The playouts that the root has seen, those of a reused tree included.
    pub count: u64,
    /// The playouts of this search alone.
    pub games: u64,
    /// The mean number of moves that they made in the tree.
    pub depth: f64,
    /// The wall-clock time spent.
    pub time: Duration,
    /// The nodes of the tree.
    pub nodes: u64,
    /// The root's moves, most visited first.
    pub moves: Vec<MoveStat>,
    /// The line both sides are expected to play, the best move first.
    pub sequence: Vec<Move>,
    /// Lines of further statistics, `name` and text, in the order to print them.
    pub details: Vec<(&'static str, String)>,
    /// How often each rule of the playout policy made a move, as long as the search has existed.
    pub rules: Vec<(&'static str, u64)>,
    /// The length of the longest line that was looked at, from the root to the end of the game or as far as the
    /// search went; 0 where the search does not tell.
    pub longest: u64,
    /// What became of the search's hash table, where it has one.
    pub hash: Option<HashStatistics>,
    /// Why the search ended.
    pub stop: Stop,
}

impl Report {
    /// Returns the report of a search that knows a move, or none, without having counted anything.
    #[must_use]
    pub fn instant(best: Option<Move>) -> Self {
        let stop = if best.is_some() { Stop::Settled } else { Stop::Over };
        Self { best, value: 0.5, sequence: best.into_iter().collect(), stop, ..Self::default() }
    }
}

/// How a hash table was used, since it was made or cleared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HashStatistics {
    /// Stores that met an entry of another position.
    pub collisions: u64,
    /// Stores attempted.
    pub stores: u64,
    /// Stores that changed the table.
    pub new_stores: u64,
    /// Lookups attempted.
    pub lookups: u64,
    /// Lookups that found the position.
    pub found: u64,
    /// The size of an entry in bytes.
    pub entry_size: usize,
    /// The number of entries that the table has room for.
    pub entries: usize,
}

/// Lines of `name` and number.
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

/// A way to find a good move.
pub trait Search<G: Game>: Send {
    /// Searches for the player to move.
    ///
    /// `game` and its history may have changed in any way since the last call; a search that can reuse
    /// earlier work is told of moves by [`Self::played`] and of anything else by [`Self::clear`].
    fn search(&mut self, game: &G, limits: Limits, control: &Control) -> Report;

    /// Tells of a move that the player to move made in the game last searched. Nothing to do for a search that
    /// keeps nothing.
    fn played(&mut self, _mv: Move) {}

    /// Forgets all earlier work. Nothing to do for a search that keeps nothing.
    fn clear(&mut self) {}

    /// Returns the commands that the search adds while it is in use.
    fn commands(&mut self) -> Option<Box<dyn CommandSet + '_>> {
        None
    }
}
