//! The game clock and the share of it that a move may take.
//!
//! The engine times itself; `time_left`, where somebody sends it, is the truth. A move is never given more
//! than what is left, less a reserve for lag.
//!
//! # References
//! - The share is Fuego's (M. Enzenberger and M. Müller, TR 09-08, University of Alberta, 2009): half the
//!   moves played and expected, a quarter of the board staying empty.

use std::time::Duration;

use crate::framework::Color;

/// How a game is timed, for each player alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeSystem {
    /// Not at all.
    #[default]
    None,
    /// A time for all moves.
    Absolute {
        /// The time.
        main: Duration,
    },
    /// After the main time, periods each of which is used up by a move that takes longer.
    Byoyomi {
        /// The time before the first period.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// The number of periods, at least 1.
        periods: u32,
    },
    /// After the main time, a time for so many moves, again and again.
    Canadian {
        /// The time before the first of them.
        main: Duration,
        /// The time for the moves.
        period: Duration,
        /// The number of moves, at least 1.
        stones: u32,
    },
}

impl TimeSystem {
    /// Returns what GTP's `time_settings` means.
    #[must_use]
    pub fn from_gtp(main: Duration, period: Duration, stones: u32) -> Self {
        match (main.is_zero(), period.is_zero(), stones) {
            (_, false, 0) | (true, true, _) => Self::None,
            (false, true, _) => Self::Absolute { main },
            (_, false, stones) => Self::Canadian { main, period, stones },
        }
    }

    fn start(self) -> Left {
        let (main, overtime) = match self {
            Self::None => (Duration::ZERO, 0),
            Self::Absolute { main } => return Left { time: main, overtime: 0 },
            Self::Byoyomi { main, periods, .. } => (main, periods),
            Self::Canadian { main, stones, .. } => (main, stones),
        };
        if main.is_zero() { Left { time: self.period(), overtime } } else { Left { time: main, overtime: 0 } }
    }

    fn period(self) -> Duration {
        match self {
            Self::None | Self::Absolute { .. } => Duration::ZERO,
            Self::Byoyomi { period, .. } | Self::Canadian { period, .. } => period,
        }
    }

    /// Returns the time that overtime grants a move.
    fn per_move(self) -> Duration {
        match self {
            Self::Canadian { period, stones, .. } => period / stones.max(1),
            _ => self.period(),
        }
    }
}

/// What is left to a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Left {
    /// The time: main time, or that of the current period.
    time: Duration,
    /// The stones or periods left in overtime; 0 in main time.
    overtime: u32,
}

/// The clocks of both players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    system: TimeSystem,
    /// By color; `None` where nothing times the player.
    left: [Option<Left>; 2],
}

impl Clock {
    /// Sets how the game is timed, and both clocks to the start.
    pub fn set_system(&mut self, system: TimeSystem) {
        self.system = system;
        self.restart();
    }

    /// Sets both clocks to the start.
    pub fn restart(&mut self) {
        self.left = [(self.system != TimeSystem::None).then(|| self.system.start()); 2];
    }

    /// Sets what is left to a player; `overtime` is the number of stones or periods, 0 in main time.
    pub fn set_left(&mut self, color: Color, time: Duration, overtime: u32) {
        self.left[color.index()] = Some(Left { time, overtime });
    }

    /// Takes from a player the time that a move took.
    pub fn spend(&mut self, color: Color, mut spent: Duration) {
        let Some(left) = &mut self.left[color.index()] else {
            return;
        };
        if left.overtime == 0 {
            if spent < left.time {
                left.time -= spent;
                return;
            }
            spent -= left.time;
            let overtime = match self.system {
                TimeSystem::None | TimeSystem::Absolute { .. } => {
                    left.time = Duration::ZERO;
                    return;
                }
                TimeSystem::Byoyomi { periods, .. } => periods,
                TimeSystem::Canadian { stones, .. } => stones,
            };
            *left = Left { time: self.system.period(), overtime };
        }
        if let TimeSystem::Canadian { period, stones, .. } = self.system {
            left.time = left.time.saturating_sub(spent);
            left.overtime -= 1;
            if left.overtime == 0 {
                *left = Left { time: period, overtime: stones };
            }
        } else if !self.system.period().is_zero() {
            while spent >= left.time && left.overtime > 1 {
                spent -= left.time;
                *left = Left { time: self.system.period(), overtime: left.overtime - 1 };
            }
            left.time = self.system.period();
        }
    }

    /// Returns the time for the next move of a player on a board with so many points and empty points, `lag`
    /// of which stays unused; `None` when nothing times the player.
    #[must_use]
    pub fn share(&self, color: Color, points: usize, empty: usize, lag: Duration) -> Option<Duration> {
        let left = self.left[color.index()]?;
        let overtime = self.system.per_move();
        let (share, most) = if left.overtime > 0 {
            let stones = match self.system {
                // A period is one move long, however many there are.
                TimeSystem::Byoyomi { .. } => 1,
                _ => left.overtime,
            };
            (left.time / stones, left.time)
        } else {
            let moves = moves_to_plan(points, empty, !overtime.is_zero());
            (left.time.div_f64(moves).max(overtime), left.time + overtime)
        };
        Some(reserve(share.min(most), lag))
    }
}

/// Returns over how many moves the main time is spread.
fn moves_to_plan(points: usize, empty: usize, has_overtime: bool) -> f64 {
    /// How early the time is spent: at 1 evenly, below earlier.
    const CONSTANT: f64 = 0.5;
    let (points, empty) = (points as f64, empty as f64);
    let played = (points - empty) / 2.0;
    let expected = (empty - 0.25 * points).max(3.0 * points.sqrt()) / 2.0;
    let moves = CONSTANT * (played + expected);
    if has_overtime { moves.min(expected) } else { moves }.max(1.0)
}

/// Takes the lag from a time, but never more than nine tenths.
fn reserve(time: Duration, lag: Duration) -> Duration {
    time.saturating_sub(lag).max(time / 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::Color::{Black, White};

    const fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    fn clock(system: TimeSystem) -> Clock {
        let mut clock = Clock::default();
        clock.set_system(system);
        clock
    }

    fn share(clock: &Clock, size: usize, empty: usize) -> f64 {
        clock.share(Black, size * size, empty, Duration::ZERO).unwrap().as_secs_f64()
    }

    #[test]
    fn gtp_settings_mean_what_the_standard_says() {
        let of = |main, period, stones| TimeSystem::from_gtp(seconds(main), seconds(period), stones);
        assert_eq!(of(0, 1, 0), TimeSystem::None);
        assert_eq!(of(60, 1, 0), TimeSystem::None);
        assert_eq!(of(60, 0, 0), TimeSystem::Absolute { main: seconds(60) });
        assert_eq!(of(60, 0, 5), TimeSystem::Absolute { main: seconds(60) });
        let canadian = TimeSystem::Canadian { main: seconds(0), period: seconds(10), stones: 5 };
        assert_eq!(of(0, 10, 5), canadian);
    }

    #[test]
    fn shares_are_those_of_fuego() {
        let clock = clock(TimeSystem::Absolute { main: seconds(6075) });
        assert!((share(&clock, 19, 361) - 6075.0 / 67.6875).abs() < 0.01);
        assert!((share(&clock, 9, 81) - 6075.0 / 15.1875).abs() < 0.01);
    }

    #[test]
    fn no_clock_no_share() {
        assert_eq!(Clock::default().share(Black, 81, 81, Duration::ZERO), None);
        let mut one = Clock::default();
        one.set_left(White, seconds(5), 0);
        assert_eq!(one.share(Black, 81, 81, Duration::ZERO), None);
        assert!(one.share(White, 81, 81, Duration::ZERO).is_some());
    }

    #[test]
    fn canadian_overtime_is_shared_by_its_stones() {
        let mut clock = clock(TimeSystem::Canadian { main: seconds(2), period: seconds(25), stones: 5 });
        assert!((share(&clock, 9, 81) - 5.0).abs() < 1e-9, "overtime grants five seconds a move");
        clock.spend(Black, seconds(7));
        assert_eq!(clock.left[0], Some(Left { time: seconds(20), overtime: 4 }));
        for _ in 0..4 {
            clock.spend(Black, seconds(5));
        }
        assert_eq!(clock.left[0], Some(Left { time: seconds(25), overtime: 5 }));
    }

    #[test]
    fn byoyomi_periods_are_lost_one_by_one() {
        let mut clock = clock(TimeSystem::Byoyomi { main: seconds(0), period: seconds(10), periods: 3 });
        assert!((share(&clock, 19, 100) - 10.0).abs() < 1e-9);
        clock.spend(Black, seconds(9));
        assert_eq!(clock.left[0], Some(Left { time: seconds(10), overtime: 3 }));
        clock.spend(Black, seconds(25));
        assert_eq!(clock.left[0], Some(Left { time: seconds(10), overtime: 1 }));
    }

    #[test]
    fn a_share_never_exceeds_what_is_left() {
        for left in [0, 1, 50, 1000, 100_000] {
            let left = Duration::from_millis(left);
            let mut clock = Clock::default();
            for stones in [0, 1, 7] {
                clock.set_left(Black, left, stones);
                for (points, empty) in [(4, 4), (81, 0), (361, 361), (361, 90)] {
                    let share = clock.share(Black, points, empty, Duration::from_millis(100)).unwrap();
                    assert!(share <= left, "{share:?} of {left:?}");
                }
            }
        }
    }
}
