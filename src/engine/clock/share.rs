//! Time allocation: the time that a player gives to a move.
//!
//! The lag of future moves is reserved first, unless the time system grants time for it. A move gets a share of the
//! rest, and up to several shares while its search is unsettled, but always leaves time for the following moves.
//!
//! # References
//! - M. Enzenberger and M. Müller, "Fuego", TR 09-08, University of Alberta, 2009: the first move's share. There the
//!   number of shares is constant throughout the game, and lag, periods and increments are not handled.
//! - H. Baier and M. H. M. Winands, "Time management for Monte Carlo tree search", IEEE Transactions on
//!   Computational Intelligence and AI in Games 8(3), 2016: more time for unsettled searches.

use std::time::Duration;

use super::system::{Left, TimeSystem};

crate::params! {
    /// `go_param_timecontrol`: how a player divides its time among its moves.
    pub struct TimeParams {
        fast_open_factor: f64 = 0.25, in 0.0..=1.0, "Factor on the time per move in a fast opening.";
        fast_open_moves: u64 = 0, in 0..=1000, "Length of a fast opening, in moves per player.";
        final_space: f64 = 0.75, in 0.0..=1.0, "Expected share of the board filled at the end.";
        remaining_constant: f64 = 0.25, in 0.01..=10.0, "Evenness of the time shares: 1 is even, lower values favor early moves.";
        unsettled_factor: f64 = 2.5, in 1.0..=10.0, "Maximum number of time shares for a move whose search is unsettled.";
    }
}

/// The mean lag over many moves, as a fraction of the lag that a single move must allow for.
pub(super) const MEAN_LAG: f64 = 0.5;

/// The time for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// The planned time.
    pub planned: Duration,
    /// The maximum time, at least `planned`.
    pub most: Duration,
}

/// Game progress.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The number of points of the board.
    pub points: usize,
    /// The number of empty points.
    pub empty: usize,
}

impl Progress {
    /// The number of moves a player has made, assuming no captures.
    fn played(self) -> f64 {
        self.points.saturating_sub(self.empty) as f64 / 2.0
    }

    /// The number of moves a player is still expected to make, at least twice the board width, because captures prolong
    /// games.
    fn expected(self, params: &TimeParams) -> f64 {
        let (points, empty) = (self.points as f64, self.empty as f64);
        ((empty - (1.0 - params.final_space) * points) / 2.0).max(2.0 * points.sqrt())
    }
}

/// A move's share of the time left; `lag` is the lag to reserve for one move, and the mean lag over many.
pub(super) fn share(
    system: TimeSystem,
    left: Left,
    lag: [Duration; 2],
    progress: Progress,
    params: &TimeParams,
) -> Share {
    let fast = if progress.played() < params.fast_open_moves as f64 { params.fast_open_factor } else { 1.0 };
    let [lag, mean] = lag.map(|lag| lag.as_secs_f64());
    let (share, most) = match left.overtime {
        0 => in_main_time(system, left.time.as_secs_f64(), [lag, mean], progress, params),
        count => in_overtime(system, left.time.as_secs_f64(), count, [lag, mean]),
    };
    let planned = (share * fast).min(most);
    let most = most.min(planned * params.unsettled_factor);
    Share { planned: Duration::from_secs_f64(planned), most: Duration::from_secs_f64(most) }
}

/// A move's share of main time and its maximum, in seconds.
fn in_main_time(
    system: TimeSystem,
    time: f64,
    [lag, mean]: [f64; 2],
    progress: Progress,
    params: &TimeParams,
) -> (f64, f64) {
    /// A game may be this many times longer than expected without a loss from lag alone.
    const LONGEST: f64 = 2.75;
    /// The maximum fraction of a Fischer clock for one move; the rest covers longer lag.
    const FISCHER: f64 = 0.7;
    if time == 0.0 {
        // Overtime may follow, but a controller that reports no time left wants a move at once.
        return (0.0, 0.0);
    }
    let grant = system.grant().as_secs_f64();
    let expected = progress.expected(params);
    // Most searches end before their share is used. The number of shares falls with the remaining moves, so that later
    // moves use the saved time.
    let moves = (params.remaining_constant * expected).max(1.0);
    let lag_to_come = LONGEST * expected * (mean - MEAN_LAG * grant).max(0.0);
    // If lag may consume the whole clock, a tenth of the time is spread evenly over the longest game.
    let share = ((time - lag - lag_to_come) / moves).max(time / 10.0 / (LONGEST * expected).max(moves));
    let granted = (grant - lag).max(0.0);
    // The time remaining even if the game lasts still longer; an unsettled move may use it.
    let spare = (time - lag - 2.0 * lag_to_come).max(0.0);
    match system {
        TimeSystem::None | TimeSystem::Absolute { .. } => (share, share.max(spare / 2.0)),
        TimeSystem::Byoyomi { .. } | TimeSystem::Canadian { .. } => {
            (share.max(granted), after_lag(time + grant, 2.0 * lag))
        }
        TimeSystem::Fischer { limit, per_move, .. } => {
            // Time that the increment would add above the limit is lost.
            let over = limit.map_or(0.0, |limit| (time + grant - limit.as_secs_f64()).clamp(0.0, grant));
            let share = (share + granted).max(over - lag);
            let most = share.max(spare).min(FISCHER * after_lag(time, lag));
            (share, per_move.map_or(most, |per_move| most.min(after_lag(per_move.as_secs_f64(), lag))))
        }
    }
}

/// A move's share of an overtime with `count` stones or periods, and its maximum, in seconds.
fn in_overtime(system: TimeSystem, time: f64, count: u32, [lag, mean]: [f64; 2]) -> (f64, f64) {
    let stones = match system {
        TimeSystem::Byoyomi { .. } if count > 1 => {
            // Losing this period does not lose the game.
            let usable = after_lag(time, lag);
            return (usable, usable);
        }
        TimeSystem::Byoyomi { .. } => 1.0,
        _ => f64::from(count),
    };
    // The standard deviation of the total lag of n moves grows with √n.
    let usable = after_lag(time, lag * stones.sqrt() + mean * stones);
    (usable / stones, usable / stones.min(2.0))
}

/// Subtracts the lag from a time, leaving at least a quarter.
fn after_lag(time: f64, lag: f64) -> f64 {
    (time - lag).max(time / 4.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::params::Params;

    const fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    const ABSOLUTE: TimeSystem = TimeSystem::Absolute { main: seconds(600) };
    const BYOYOMI: TimeSystem = TimeSystem::Byoyomi { main: seconds(60), period: seconds(10), periods: 3 };
    const CANADIAN: TimeSystem = TimeSystem::Canadian { main: seconds(60), period: seconds(50), stones: 5 };

    const fn fischer(limit: Option<Duration>, per_move: Option<Duration>) -> TimeSystem {
        TimeSystem::Fischer { main: seconds(60), increment: seconds(2), limit, per_move }
    }

    /// The share in seconds without lag.
    fn of(system: TimeSystem, time: f64, overtime: u32, size: usize, empty: usize) -> (f64, f64) {
        let left = Left { time: Duration::from_secs_f64(time), overtime };
        let progress = Progress { points: size * size, empty };
        let share = share(system, left, [Duration::ZERO; 2], progress, &TimeParams::for_size(9));
        (share.planned.as_secs_f64(), share.most.as_secs_f64())
    }

    #[test]
    fn the_first_share_is_that_of_the_moves_expected() {
        let (planned, most) = of(ABSOLUTE, 6075.0, 0, 19, 361);
        assert!((planned - 6075.0 / 33.84375).abs() < 0.01);
        assert!((most - 2.5 * planned).abs() < 0.01);
        assert!((of(ABSOLUTE, 6075.0, 0, 9, 81).0 - 6075.0 / 7.59375).abs() < 0.01);
        assert_eq!(of(TimeSystem::None, 60.0, 0, 9, 81), of(ABSOLUTE, 60.0, 0, 9, 81));
    }

    #[test]
    fn an_opening_may_be_fast() {
        let mut params = TimeParams::for_size(9);
        params.set("fast_open_moves", "5").unwrap();
        let left = Left { time: seconds(600), overtime: 0 };
        let planned = |params: &TimeParams, empty| {
            let progress = Progress { points: 81, empty };
            share(ABSOLUTE, left, [Duration::ZERO; 2], progress, params).planned.as_secs_f64()
        };
        let usual = TimeParams::for_size(9);
        assert!((planned(&params, 73) - 0.25 * planned(&usual, 73)).abs() < 1e-6);
        assert_eq!(planned(&params, 71), planned(&usual, 71));
    }

    #[test]
    fn overtime_grants_each_move_a_time() {
        assert_eq!(of(BYOYOMI, 10.0, 3, 19, 300), (10.0, 10.0));
        assert_eq!(of(BYOYOMI, 20.0, 0, 19, 300), (10.0, 25.0), "main time is no reason to hurry");
        assert_eq!(of(BYOYOMI, 1.0, 0, 19, 300), (10.0, 11.0), "the first period follows");
        assert_eq!(of(CANADIAN, 50.0, 5, 19, 300), (10.0, 25.0));
        assert_eq!(of(CANADIAN, 9.0, 1, 19, 300), (9.0, 9.0));
        assert_eq!(of(CANADIAN, 1.0, 0, 19, 300), (10.0, 11.0));
    }

    #[test]
    fn increments_are_used_and_caps_kept() {
        let (planned, most) = of(fischer(None, None), 60.0, 0, 9, 81);
        assert!((planned - (60.0 / 7.59375 + 2.0)).abs() < 1e-6, "{planned}");
        assert!((most - 2.5 * planned).abs() < 1e-6);
        assert_eq!(of(fischer(None, Some(seconds(3))), 60.0, 0, 9, 81), (3.0, 3.0));
        let (planned, _) = of(fischer(Some(seconds(60)), None), 60.0, 0, 9, 81);
        assert!(planned >= 2.0);
        let (planned, most) = of(fischer(None, None), 2.0, 0, 9, 81);
        assert!(planned <= most && most <= 1.4, "something stays: {planned} {most}");
    }

    #[test]
    fn lag_is_left_unplanned() {
        let lag = Duration::from_millis(250);
        let planned = |system, time, overtime| {
            let progress = Progress { points: 361, empty: 361 };
            let left = Left { time: seconds(time), overtime };
            share(system, left, [lag, lag / 2], progress, &TimeParams::for_size(19)).planned.as_secs_f64()
        };
        assert!((planned(BYOYOMI, 10, 2) - 9.75).abs() < 1e-6);
        assert!((planned(BYOYOMI, 10, 1) - 9.625).abs() < 1e-6, "the last period is the game");
        assert!((planned(CANADIAN, 50, 5) - (50.0 - (2.5 + 5.0_f64.sqrt()) * 0.25) / 5.0).abs() < 1e-6);
        let lags = 0.25 + 1.375 * 0.25 * 135.375;
        assert!((planned(ABSOLUTE, 600, 0) - (600.0 - lags) / 33.84375).abs() < 1e-2);
    }

    #[test]
    fn a_share_never_exceeds_what_is_left() {
        for system in [TimeSystem::None, ABSOLUTE, CANADIAN, fischer(None, None)] {
            for (left, overtime) in
                [0, 1, 50, 1000, 100_000].into_iter().flat_map(|left| [(left, 0), (left, 7)])
            {
                for (points, empty) in [(4, 4), (81, 0), (361, 361), (361, 90)] {
                    let time = Duration::from_millis(left);
                    let progress = Progress { points, empty };
                    let lag = [100, 50].map(Duration::from_millis);
                    let params = TimeParams::for_size(19);
                    let share = share(system, Left { time, overtime }, lag, progress, &params);
                    let most = if overtime == 0 && left > 0 && system == CANADIAN {
                        time + seconds(10)
                    } else {
                        time
                    };
                    assert!(share.planned <= share.most && share.most <= most, "{share:?} of {time:?}");
                }
            }
        }
    }
}
