//! The game clock, and time allocation for moves.
//!
//! The engine measures its own moves, and `time_left` corrects its clock. Each move is also charged the expected lag,
//! visible only on the controller's clock. Without a controller the clock is exact: it charges no lag, and decides
//! losses on time.

mod lag;
mod share;
mod system;

use std::fmt;
use std::time::Duration;

pub use share::{Progress, Share, TimeParams};
pub use system::TimeSystem;

use crate::framework::Color;
use lag::Lag;
use system::Left;

/// The lag charged per move, as a fraction of the lag that a single move must allow for: slightly above the mean,
/// because errors accumulate over moves without correction by a controller.
const CHARGED_LAG: f64 = 1.2 * share::MEAN_LAG;

/// The mean overhead of a move beyond its search, on an exact clock.
const BESIDE: Duration = Duration::from_millis(10);

/// The clocks of both players.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clock {
    system: TimeSystem,
    /// By color; `None` for a player without a clock.
    left: [Option<Left>; 2],
    lag: Lag,
    is_exact: bool,
    /// By color, whether a move exceeded the time left.
    is_late: [bool; 2],
}

impl Clock {
    /// The clocks of a game without a controller.
    pub fn exact(system: TimeSystem) -> Self {
        let mut clock = Self { is_exact: true, ..Self::default() };
        clock.set_system(system);
        clock
    }

    /// Sets the time system and resets both clocks.
    pub fn set_system(&mut self, system: TimeSystem) {
        self.system = system;
        let left = match system {
            TimeSystem::None => None,
            TimeSystem::Absolute { main }
            | TimeSystem::Byoyomi { main, .. }
            | TimeSystem::Canadian { main, .. }
            | TimeSystem::Fischer { main, .. } => match system.overtime() {
                Some((time, overtime)) if main.is_zero() => Some(Left { time, overtime }),
                _ => Some(Left { time: main, overtime: 0 }),
            },
        };
        self.left = [left; 2];
        self.is_late = [false; 2];
    }

    /// Resets both clocks for a new game.
    pub fn restart(&mut self) {
        self.lag = Lag::default();
        self.set_system(self.system);
    }

    /// Sets a player's remaining time; `overtime` is the number of stones or periods left, 0 in main time.
    pub fn set_left(&mut self, color: Color, time: Duration, overtime: u32) {
        self.lag.told(color, (overtime == 0).then_some(time));
        self.left[color.index()] = Some(Left { time, overtime });
        self.is_late[color.index()] = false;
    }

    /// Whether a move of the player exceeded the time left.
    pub fn is_late(&self, color: Color) -> bool {
        self.is_late[color.index()]
    }

    /// The time until a player loses on time, including further periods; `None` without a clock.
    pub fn until_late(&self, color: Color) -> Option<Duration> {
        let Left { time, overtime } = self.left[color.index()]?;
        let further = match (self.system, overtime) {
            (TimeSystem::Byoyomi { period, periods, .. }, 0) => period.saturating_mul(periods),
            (TimeSystem::Byoyomi { period, .. }, periods) => period.saturating_mul(periods - 1),
            (TimeSystem::Canadian { period, .. }, 0) => period,
            _ => Duration::ZERO,
        };
        Some(time.saturating_add(further))
    }

    /// The time left to a player who has spent some on a move, with the number of stones or periods in overtime, else
    /// 0; `None` without a clock.
    pub fn during(&self, color: Color, spent: Duration) -> Option<(Duration, u32)> {
        let (left, _) = during(self.system, self.left[color.index()]?, spent);
        Some((left.time, left.overtime))
    }

    /// The length of a period, and the number of periods or stones; `None` without overtime.
    pub fn overtime(&self) -> Option<(Duration, u32)> {
        self.system.overtime()
    }

    /// A player's remaining time, of the current period in overtime; `None` without a clock.
    pub fn left(&self, color: Color) -> Option<Duration> {
        self.left[color.index()].map(|left| left.time)
    }

    /// Charges a player for a move and, unless the clock is exact, its expected lag; `least_lag` is the minimum lag
    /// assumed for a single move.
    pub fn spend(&mut self, color: Color, spent: Duration, least_lag: Duration) {
        let credit = match self.system {
            TimeSystem::Fischer { increment, .. } => increment,
            _ => Duration::ZERO,
        };
        let lag = self.lag.reserve(least_lag);
        self.lag.moved(color, spent, credit);
        if let Some(left) = &mut self.left[color.index()] {
            let charged = if self.is_exact { Duration::ZERO } else { lag.mul_f64(CHARGED_LAG) };
            let (now, is_late) = during(self.system, *left, spent + charged);
            self.is_late[color.index()] = is_late;
            *left = moved(self.system, *left, now);
        }
    }

    /// The time allocated to a player's next move; `None` without a clock.
    pub fn share(
        &self,
        color: Color,
        progress: Progress,
        params: &TimeParams,
        least_lag: Duration,
    ) -> Option<Share> {
        let left = self.left[color.index()]?;
        let lag = self.lag.reserve(least_lag);
        let mean = if self.is_exact { BESIDE } else { lag.mul_f64(share::MEAN_LAG) };
        Some(share::share(self.system, left, [lag, mean], progress, params))
    }
}

/// Writes the time system, and one line per player: seconds left, and stones or periods in overtime.
impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.system)?;
        for color in Color::ALL {
            match self.left[color.index()] {
                None => write!(f, "\n{color} none")?,
                Some(Left { time, overtime: 0 }) => write!(f, "\n{color} {:.1}", time.as_secs_f64())?,
                Some(Left { time, overtime }) => {
                    write!(f, "\n{color} {:.1}, overtime {overtime}", time.as_secs_f64())?;
                }
            }
        }
        Ok(())
    }
}

/// The clock reading after `spent` within a move, and whether the time is up.
fn during(system: TimeSystem, left: Left, mut spent: Duration) -> (Left, bool) {
    let Left { mut time, mut overtime } = left;
    while spent >= time {
        let next = match (system, overtime) {
            (TimeSystem::Byoyomi { period, .. }, 2..) => Some((period, overtime - 1)),
            (_, 0) => system.overtime(),
            _ => None,
        };
        let Some(next) = next else { return (Left { time: Duration::ZERO, overtime }, true) };
        spent -= time;
        (time, overtime) = next;
    }
    (Left { time: time - spent, overtime }, false)
}

/// The time left after a move that began with `left` and ended with `now`. An expired clock stays at zero or in its
/// last period.
fn moved(system: TimeSystem, left: Left, now: Left) -> Left {
    let Left { time, overtime } = now;
    match system {
        TimeSystem::Fischer { increment, limit, .. } => {
            let most = limit.map_or(Duration::MAX, |limit| limit.max(time));
            Left { time: time.saturating_add(increment).min(most), overtime }
        }
        _ if overtime == 0 => now,
        TimeSystem::Byoyomi { period, .. } => Left { time: period, overtime },
        // Only the controller knows with which move main time ended, and so when each period ends. This does not matter
        // if no move exceeds its part of a period.
        TimeSystem::Canadian { main, .. } if !main.is_zero() && left.overtime <= 1 => {
            Left { time: system.grant(), overtime: 1 }
        }
        TimeSystem::Canadian { period, stones, .. } if overtime <= 1 => {
            Left { time: period, overtime: stones }
        }
        _ => Left { time, overtime: overtime.saturating_sub(1).max(1) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::Color::{Black, White};
    use crate::util::params::Params;

    const fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    fn clock(system: TimeSystem) -> Clock {
        let mut clock = Clock::default();
        clock.set_system(system);
        clock
    }

    /// Lets Black move and returns what is left to it.
    fn spend(clock: &mut Clock, spent: u64) -> (u64, u32) {
        clock.spend(Black, seconds(spent), Duration::ZERO);
        let left = clock.left[0].unwrap();
        (left.time.as_secs(), left.overtime)
    }

    #[test]
    fn no_clock_no_share() {
        let share = |clock: &Clock, color| {
            let progress = Progress { points: 81, empty: 81 };
            clock.share(color, progress, &TimeParams::for_size(9), Duration::ZERO)
        };
        assert_eq!(share(&Clock::default(), Black), None);
        let mut one = Clock::default();
        one.set_left(White, seconds(5), 0);
        assert_eq!(share(&one, Black), None);
        assert!(share(&one, White).is_some());
        one.set_left(White, Duration::ZERO, 0);
        assert_eq!(share(&one, White), Some(Share::default()), "at once");
    }

    #[test]
    fn canadian_overtime_is_for_its_stones() {
        let canadian = |main| TimeSystem::Canadian { main, period: seconds(25), stones: 3 };
        let mut clock = clock(canadian(Duration::ZERO));
        assert_eq!(spend(&mut clock, 5), (20, 2));
        assert_eq!(spend(&mut clock, 0), (20, 1));
        assert_eq!(spend(&mut clock, 5), (25, 3));
        clock.set_system(canadian(seconds(2)));
        assert_eq!(spend(&mut clock, 1), (1, 0));
        assert_eq!(spend(&mut clock, 6), (8, 1), "who knows which stone of the period");
        assert_eq!(spend(&mut clock, 5), (8, 1));
        clock.set_left(Black, seconds(20), 2);
        assert_eq!(spend(&mut clock, 5), (15, 1));
    }

    #[test]
    fn byoyomi_periods_are_lost_one_by_one() {
        let mut clock = clock(TimeSystem::Byoyomi { main: seconds(0), period: seconds(10), periods: 3 });
        assert_eq!(spend(&mut clock, 9), (10, 3));
        assert_eq!(spend(&mut clock, 25), (10, 1));
    }

    #[test]
    fn fischer_increments_follow_the_move_and_end_at_the_limit() {
        let fischer =
            |limit| TimeSystem::Fischer { main: seconds(10), increment: seconds(2), limit, per_move: None };
        let mut free = clock(fischer(None));
        assert_eq!(spend(&mut free, 1), (11, 0));
        assert_eq!(spend(&mut free, 20), (2, 0));
        let mut capped = clock(fischer(Some(seconds(10))));
        assert_eq!(spend(&mut capped, 1), (10, 0));
        assert_eq!(spend(&mut capped, 5), (7, 0));
    }

    #[test]
    fn a_move_is_charged_with_the_lag() {
        let mut clock = clock(TimeSystem::Absolute { main: seconds(60) });
        clock.spend(Black, seconds(3), seconds(2));
        assert_eq!(
            clock.left,
            [
                Some(Left { time: Duration::from_millis(55_800), overtime: 0 }),
                Some(Left { time: seconds(60), overtime: 0 })
            ]
        );
        clock.restart();
        assert_eq!(clock.left[0], Some(Left { time: seconds(60), overtime: 0 }));
    }

    #[test]
    fn an_exact_clock_charges_what_was_spent_and_tells_who_is_late() {
        let (lag, second) = (seconds(9), Duration::from_millis(1));
        let systems = [
            (TimeSystem::Absolute { main: seconds(10) }, 10),
            (TimeSystem::Byoyomi { main: seconds(10), period: seconds(5), periods: 3 }, 25),
            (TimeSystem::Canadian { main: seconds(10), period: seconds(5), stones: 3 }, 15),
            (
                TimeSystem::Fischer { main: seconds(10), increment: seconds(2), limit: None, per_move: None },
                10,
            ),
        ];
        for (system, most) in systems {
            let mut clock = Clock::exact(system);
            assert_eq!(clock.until_late(Black), Some(seconds(most)), "{system}");
            clock.spend(Black, seconds(most) - second, lag);
            clock.spend(White, seconds(most), lag);
            assert!(!clock.is_late(Black) && clock.is_late(White), "{system}");
        }
        let endless = TimeSystem::Byoyomi { main: Duration::MAX, period: Duration::MAX, periods: u32::MAX };
        assert_eq!(Clock::exact(endless).until_late(Black), Some(Duration::MAX));
        let mut clock = Clock::exact(systems[1].0);
        clock.spend(Black, seconds(3), lag);
        let shown =
            |spent| clock.during(Black, seconds(spent)).map(|(left, periods)| (left.as_secs(), periods));
        let expected = [(0, 7, 0), (6, 1, 0), (7, 5, 3), (13, 4, 2), (21, 1, 1), (22, 0, 1), (90, 0, 1)];
        assert_eq!(expected.map(|(spent, ..)| shown(spent)), expected.map(|(_, left, n)| Some((left, n))));
    }

    #[test]
    fn an_exact_clock_leaves_time_for_every_move() {
        let clock = Clock::exact(TimeSystem::Absolute { main: seconds(30) });
        let progress = Progress { points: 361, empty: 361 };
        let share =
            clock.share(Black, progress, &TimeParams::for_size(19), Duration::from_millis(350)).unwrap();
        assert!(share.planned > Duration::from_millis(500), "{share:?}");
    }
}
