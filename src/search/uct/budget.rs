//! Search limits and time management.
//!
//! A search stops when its playouts or time are used up, and earlier when the best move cannot change or the game is
//! practically won. Playouts of a reused tree count toward the playout limit and in the comparison of moves; speed and
//! progress are measured by new playouts only. On a clock, a search also stops when the best move is unlikely to
//! change, and may overrun its time while the best move is unsettled: the best moves are compared at half the time, at
//! its end, and after each further half.
//!
//! # References
//! - S.-C. Huang, R. Coulom and S.-S. Lin, "Time management for Monte-Carlo tree search applied to the game of Go",
//!   TAAI 2010: overrunning while the most visited move does not have the best value.
//! - H. Baier and M. H. M. Winands, "Time management for Monte Carlo tree search", IEEE Transactions on Computational
//!   Intelligence and AI in Games 8(3), 2016: stopping when a change is unlikely.
//! - M. Enzenberger and M. Müller, "Fuego", TR 09-08, University of Alberta, 2009: a third of the time for a won game.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crossbeam_utils::CachePadded;
use parking_lot::Mutex;

use super::node::{Node, Stats};
use super::params::MoveSelect;
use super::tree::{NodeId, Tree};
use super::worker::Shared;
use crate::framework::{Control, Detail, Game, Limits, Move, Stop};
use crate::util::Stopwatch;

/// The new playouts that a reused tree needs for detail, even if the limits allow fewer.
const MIN_NEW: u64 = 50;

/// How often a search checks its moves, and when it takes a game for won.
struct Pace {
    /// Minimum number of root playouts, reused ones included: a search makes them even when its time is up or when stopped
    /// at once, so that it has a move to play. With detail, a reused tree needs as many new playouts.
    least: u64,
    /// New playouts between two checks of the moves; the first two intervals measure the speed.
    interval: u64,
    /// Root value above which a game is practically won.
    sure_win: f64,
}

impl Pace {
    /// For values that are means of playouts.
    const PLAYOUTS: Self = Self { least: 50, interval: 256, sure_win: 0.8 };
    /// For values of a network, which take ten times as long and are probabilities.
    const ESTIMATES: Self = Self { least: 8, interval: 32, sure_win: 0.97 };

    fn of<G: Game>(shared: &Shared<'_, G>) -> Self {
        if !shared.takes_estimates() {
            return Self::PLAYOUTS;
        }
        let share = shared.formulas.share();
        let mix = |estimates, playouts| share * estimates + (1.0 - share) * playouts;
        Self { sure_win: mix(Self::ESTIMATES.sure_win, Self::PLAYOUTS.sure_win), ..Self::ESTIMATES }
    }
}

/// Maximum number of root playouts; more would overflow its statistics.
const MAX_PLAYOUTS: u64 = (1 << 31) - 1;

/// The root's most visited move.
#[derive(Clone, Copy, Debug)]
struct Best {
    mv: Move,
    /// Mean value for the player making the move.
    value: f64,
    /// Its lead in playouts over the second move.
    lead: u64,
    /// Whether no move with a comparable number of playouts has a higher value.
    is_most_valued: bool,
}

impl Best {
    fn of(tree: &Tree) -> Option<Self> {
        /// A move with at least a quarter of the best move's playouts is comparable.
        const CLOSE: u64 = 4;
        let moves = || tree.children(tree.node(NodeId::ROOT)).map(|(_, child)| child).filter(Node::is_choice);
        let (mut best, mut second) = (moves().next()?, 0);
        for child in moves().skip(1) {
            if child.count() > best.count() {
                (best, second) = (child, best.count());
            } else {
                second = second.max(child.count());
            }
        }
        let value = |stats: Stats| if stats.count > 0.0 { stats.sum / stats.count } else { 0.5 };
        let (count, mean) = (best.count(), value(best.stats()));
        let is_better = |child: Node<'_>| CLOSE * child.count() >= count && value(child.stats()) > mean;
        Some(Self {
            mv: best.mv(),
            value: mean,
            // Saturating, because other threads keep counting.
            lead: count.saturating_sub(second),
            is_most_valued: !moves().any(is_better),
        })
    }

    /// Whether more time is likely to find a better move; `before` was the best move at the last check.
    fn is_unsettled(self, before: Self) -> bool {
        /// A drop in value that makes a further drop likely.
        const FALL: f64 = 0.02;
        self.mv != before.mv || !self.is_most_valued || self.value < before.value - FALL
    }
}

/// A search's limits and consumption, shared by its threads.
pub(super) struct Budget<'a> {
    limits: Limits,
    control: &'a Control,
    start: Stopwatch,
    /// Time from the start to the first playout, mostly spent on extracting the reused subtree.
    delay: Duration,
    /// Playouts begun, including those of the reused tree.
    begun: CachePadded<AtomicU64>,
    reused: u64,
    /// The reused playouts, if the search shall report detail, which they lack.
    undetailed: u64,
    /// The time of the next check of the moves, in nanoseconds from the start. Relaxed: the lock on `seen` orders the
    /// checks.
    due: AtomicU64,
    seen: Mutex<Option<Best>>,
    ended: OnceLock<Stop>,
}

impl<'a> Budget<'a> {
    /// For a search that began at `start` and makes its first playout now, in a tree with `reused` playouts.
    pub(super) fn new(limits: Limits, control: &'a Control, start: Stopwatch, reused: u64) -> Self {
        let begun = CachePadded::new(AtomicU64::new(reused));
        let planned = limits.time.unwrap_or_default();
        let may_go_on = limits.most_time.is_some_and(|most| most > planned);
        let due = AtomicU64::new(nanos(if may_go_on { planned / 2 } else { planned }));
        let delay = start.elapsed();
        let (seen, ended) = (Mutex::default(), OnceLock::new());
        let needs_new = limits.detail != Detail::None && reused > 0;
        let undetailed = if needs_new { reused } else { 0 };
        let playouts =
            limits.playouts.map(|most| if needs_new { most.max(undetailed + MIN_NEW) } else { most });
        let limits = Limits { playouts, ..limits };
        Self { limits, control, start, delay, begun, reused, undetailed, due, seen, ended }
    }

    pub(super) fn ended(&self) -> Option<Stop> {
        self.ended.get().copied()
    }

    /// Ends the search unless it has ended.
    pub(super) fn end(&self, stop: Stop) {
        self.ended.get_or_init(|| stop);
    }

    /// Takes a playout from the budget; `false` if the search has ended.
    pub(super) fn spend<G: Game>(&self, shared: &Shared<'_, G>) -> bool {
        if self.ended.get().is_some() {
            return false;
        }
        let begun = self.begun.fetch_add(1, Ordering::Relaxed);
        let elapsed = self.limits.time.map(|planned| (self.start.elapsed(), planned));
        let best = || Best::of(shared.tree);
        let pace = Pace::of(shared);
        let stop = if begun >= self.limits.playouts.unwrap_or(u64::MAX).clamp(1, MAX_PLAYOUTS) {
            Some(Stop::Playouts)
        } else if begun < self.undetailed + pace.least {
            None
        } else if self.control.stopped() {
            Some(Stop::Asked)
        } else if elapsed.is_some_and(|(elapsed, planned)| self.is_time_up(elapsed, planned, best)) {
            Some(Stop::Time)
        } else if (begun - self.reused).is_multiple_of(pace.interval) {
            self.early(begun, elapsed, shared, &pace)
        } else {
            None
        };
        match stop {
            None => true,
            Some(stop) => {
                self.end(stop);
                false
            }
        }
    }

    /// Whether more than `time` is left; always true without a time limit.
    pub(super) fn allows(&self, time: Duration) -> bool {
        self.limits.time.is_none_or(|planned| self.start.elapsed() + time < planned)
    }

    /// Whether the time is up; the limits may allow overrunning the planned time.
    fn is_time_up(&self, elapsed: Duration, planned: Duration, best: impl Fn() -> Option<Best>) -> bool {
        let is_due = || nanos(elapsed) >= self.due.load(Ordering::Relaxed);
        if !is_due() {
            return false;
        }
        let most = self.limits.most_time.unwrap_or(planned);
        if elapsed >= planned.max(most) {
            return true;
        }
        let mut seen = self.seen.lock();
        if !is_due() {
            // Another thread has checked meanwhile.
            return false;
        }
        let (before, now) = (*seen, best());
        *seen = now;
        let is_unsettled = before.zip(now).is_some_and(|(before, now)| now.is_unsettled(before));
        if elapsed >= planned && !is_unsettled {
            return true;
        }
        let next = if elapsed < planned { planned } else { (elapsed + planned / 2).min(most) };
        self.due.store(nanos(next), Ordering::Relaxed);
        false
    }

    /// The reason to stop before the limits, if any.
    fn early<G: Game>(
        &self,
        begun: u64,
        elapsed: Option<(Duration, Duration)>,
        shared: &Shared<'_, G>,
        pace: &Pace,
    ) -> Option<Stop> {
        let new = begun - self.reused;
        if new < 2 * pace.interval {
            return None;
        }
        let is_third = self.limits.playouts.is_some_and(|limit| new >= limit.saturating_sub(self.reused) / 3)
            || elapsed.is_some_and(|(elapsed, planned)| elapsed >= planned / 3);
        if is_third && self.limits.sure_after.is_some_and(|least| begun > least) {
            let root = shared.tree.node(NodeId::ROOT).stats();
            // Root values are those of the player who moved before.
            if shared.formulas.wins(&root) < (1.0 - pace.sure_win) * root.count {
                return Some(Stop::Won);
            }
        }
        if self.limits.in_full {
            return None;
        }
        let remaining = self.remaining(begun, elapsed);
        (shared.params.move_select == MoveSelect::Count && Best::of(shared.tree)?.lead >= remaining)
            .then_some(Stop::Settled)
    }

    /// Estimates the remaining number of playouts.
    fn remaining(&self, begun: u64, elapsed: Option<(Duration, Duration)>) -> u64 {
        let games = self.limits.playouts.map_or(u64::MAX, |limit| limit.saturating_sub(begun));
        let timed = elapsed.map_or(u64::MAX, |(elapsed, planned)| {
            let searching = elapsed.saturating_sub(self.delay).as_secs_f64();
            // The speed is unknown at first.
            if searching < 0.02 {
                return u64::MAX;
            }
            let rate = (begun - self.reused) as f64 / searching;
            let end = planned.max(Duration::from_nanos(self.due.load(Ordering::Relaxed)));
            (end.saturating_sub(elapsed).as_secs_f64() * rate * 1.1) as u64
        });
        games.min(timed)
    }
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::node::Value;
    use super::super::worker::tests::SharedData;
    use super::*;
    use crate::util::TimeMode;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    const A: Best = Best { mv: Move(1), value: 0.5, lead: 0, is_most_valued: true };
    const B: Best = Best { mv: Move(2), ..A };

    /// When a search of 100 ms, extended to at most 250 ms, ends, given its best move over time.
    fn end(best: impl Fn(u64) -> Best) -> u64 {
        let limits = Limits { time: Some(ms(100)), most_time: Some(ms(250)), ..Limits::default() };
        let control = Control::default();
        let budget = Budget::new(limits, &control, Stopwatch::start(TimeMode::Real), 0);
        (0..1000).find(|&t| budget.is_time_up(ms(t), ms(100), || Some(best(t)))).unwrap()
    }

    #[test]
    fn an_unsettled_search_goes_on() {
        assert_eq!(end(|_| A), 100);
        assert_eq!(end(|t| if t < 50 { B } else { A }), 100, "settled since half of the time");
        assert_eq!(end(|t| if t < 70 { B } else { A }), 150, "another move");
        assert_eq!(end(|t| Best { value: 0.5 - 0.001 * t as f64, ..A }), 250, "falling, until all is used");
        assert_eq!(end(|t| Best { value: 0.5 + 0.001 * t as f64, ..A }), 100);
        assert_eq!(end(|t| Best { is_most_valued: t >= 120, ..A }), 150);
        assert_eq!(end(|t| if t == 100 { B } else { A }), 200);
    }

    #[test]
    fn a_third_is_enough_for_a_game_that_is_won() {
        let data = SharedData::new(|params| params.move_select = MoveSelect::Value);
        // Root values are those of the player who moved before.
        let root = data.tree.node(NodeId::ROOT);
        for share in [0.0, 0.0, 0.0, 0.0, 0.9] {
            root.add_count();
            root.add_value(Value::new(share, share));
        }
        let early = |begun, sure_after, time: Option<(u64, u64)>| {
            let playouts = time.is_none().then_some(9000);
            let control = Control::default();
            let limits = Limits { playouts, sure_after, ..Limits::default() };
            let elapsed = time.map(|(elapsed, planned)| (ms(elapsed), ms(planned)));
            Budget::new(limits, &control, Stopwatch::start(TimeMode::Real), 0).early(
                begun,
                elapsed,
                &data.shared(false),
                &Pace::PLAYOUTS,
            )
        };
        assert_eq!(early(3000, Some(1000), None), Some(Stop::Won));
        assert_eq!(early(2999, Some(1000), None), None, "not yet a third");
        assert_eq!(early(3000, Some(3000), None), None, "too few to be sure");
        assert_eq!(early(3000, None, None), None);
        assert_eq!(early(3000, Some(1000), Some((10, 30))), Some(Stop::Won));
        assert_eq!(early(3000, Some(1000), Some((9, 30))), None);
        root.add_value(Value::new(1.0, 1.0));
        assert_eq!(early(3000, Some(1000), None), None, "not won");
    }

    /// A search that chooses by playouts, with `count` of them after one move.
    fn led_by(count: u64) -> SharedData {
        let data = SharedData::new(|_| ());
        let child = data.expand(NodeId::ROOT);
        (0..count).for_each(|_| data.tree.node(child).add_count());
        data
    }

    #[test]
    fn only_new_playouts_tell_the_speed_of_a_search() {
        let data = led_by(6000);
        let control = Control::default();
        let limits = Limits { time: Some(ms(2000)), ..Limits::default() };
        let stop = |delay, new: u64, elapsed| {
            let budget = Budget {
                delay: ms(delay),
                ..Budget::new(limits, &control, Stopwatch::start(TimeMode::Real), 50_000)
            };
            budget.early(50_000 + new, Some((ms(elapsed), ms(2000))), &data.shared(false), &Pace::PLAYOUTS)
        };
        // 1024 playouts in 100 ms leave 10 a millisecond, and a tenth more, for the rest of the time.
        assert_eq!(stop(900, 1024, 1000), None, "11,000 more can come");
        assert_eq!(stop(1400, 1024, 1500), Some(Stop::Settled), "5,600 can come");
        assert_eq!(stop(0, 1024, 1000), Some(Stop::Settled), "1,100 can come");
        assert_eq!(stop(0, 256, 1000), None, "the speed is not known");
    }

    #[test]
    fn a_search_in_full_does_not_end_as_settled() {
        let data = led_by(6000);
        let control = Control::default();
        let stop = |in_full| {
            let limits = Limits { playouts: Some(9000), in_full, ..Limits::default() };
            let budget = Budget::new(limits, &control, Stopwatch::start(TimeMode::Real), 0);
            budget.early(6000, None, &data.shared(false), &Pace::PLAYOUTS)
        };
        assert_eq!((stop(false), stop(true)), (Some(Stop::Settled), None));
    }

    #[test]
    fn a_third_is_one_of_what_is_new() {
        let data = SharedData::new(|params| params.move_select = MoveSelect::Value);
        for _ in 0..100 {
            data.tree.node(NodeId::ROOT).add_count();
        }
        let control = Control::default();
        let limits = Limits { playouts: Some(9000), sure_after: Some(1000), ..Limits::default() };
        let stop = |new: u64| {
            let budget = Budget::new(limits, &control, Stopwatch::start(TimeMode::Real), 6000);
            budget.early(6000 + new, None, &data.shared(false), &Pace::PLAYOUTS)
        };
        assert_eq!((stop(999), stop(1000)), (None, Some(Stop::Won)));
    }

    #[test]
    fn without_more_time_a_search_ends_as_planned() {
        for most_time in [None, Some(ms(100))] {
            let limits = Limits { time: Some(ms(100)), most_time, ..Limits::default() };
            let control = Control::default();
            let budget = Budget::new(limits, &control, Stopwatch::start(TimeMode::Real), 0);
            let unsettled = || Some(Best { is_most_valued: false, ..A });
            let end = (0..1000).find(|&t| budget.is_time_up(ms(t), ms(100), unsettled));
            assert_eq!(end, Some(100));
        }
    }
}
