//! Lag: the time that the controller's clock charges beyond the time measured here.

use std::time::Duration;

use super::share::MEAN_LAG;
use crate::framework::Color;

/// Differences of more seconds are not lag: the clock was reset.
const MAX: f64 = 5.0;
/// Rounding error of `time_left`, which has whole seconds.
const FRACTION: f64 = 1.0;

/// The lag measured from `time_left`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Lag {
    /// By color, the expected reading of the controller's clock in seconds, and our moves since its last report.
    expected: [Option<(f64, u32)>; 2],
    /// Total lag of all measured moves, in seconds.
    lost: f64,
    /// Measured moves.
    moves: u32,
}

impl Lag {
    /// Records a move's time, and the time credited to the clock for it.
    pub(super) fn moved(&mut self, color: Color, spent: Duration, credit: Duration) {
        if let Some((seconds, moves)) = &mut self.expected[color.index()] {
            *seconds += credit.as_secs_f64() - spent.as_secs_f64();
            *moves += 1;
        }
    }

    /// Records the main time left as reported by the controller; `None` in overtime, where lag cannot be measured.
    pub(super) fn told(&mut self, color: Color, left: Option<Duration>) {
        let left = left.map(|left| left.as_secs_f64());
        // Lag is measured over exactly one own move: over more, something else may have used the time.
        if let (Some((expected, 1)), Some(left)) = (self.expected[color.index()], left)
            && (expected - left).abs() < MAX
        {
            self.lost += expected - left;
            self.moves += 1;
        }
        self.expected[color.index()] = left.map(|left| (left, 0));
    }

    /// The time to reserve per move: the mean lag divided by `MEAN_LAG`, because lag varies, but at least `least`.
    pub(super) fn reserve(&self, least: Duration) -> Duration {
        // All rounding errors cancel except the first and last.
        let mean = (self.lost - FRACTION).max(0.0) / f64::from(self.moves.max(1));
        least.max(Duration::from_secs_f64(mean / MEAN_LAG))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::Color::{Black, White};

    const MIN: Duration = Duration::from_millis(250);

    /// The reserve after some moves of three seconds, each with a lag, reported in whole seconds.
    fn after(moves: u32, lag: f64) -> f64 {
        let mut measured = Lag::default();
        let mut clock = 600.0_f64;
        for _ in 0..moves {
            measured.told(White, Some(Duration::from_secs(clock as u64)));
            measured.moved(White, Duration::from_secs(3), Duration::ZERO);
            clock -= 3.0 + lag;
        }
        measured.told(White, Some(Duration::from_secs(clock as u64)));
        measured.reserve(MIN).as_secs_f64()
    }

    #[test]
    fn a_long_lag_is_noticed_and_a_short_one_is_not_imagined() {
        for moves in [1, 2, 10, 50] {
            for lag in [0.0, 0.05, 0.1] {
                assert_eq!(after(moves, lag), 0.25, "{moves} moves with {lag}");
            }
        }
        assert!(after(2, 1.5) > 1.0);
        assert!((1.8..2.1).contains(&after(20, 1.0)), "{}", after(20, 1.0));
    }

    #[test]
    fn what_is_not_our_move_is_no_lag() {
        let mut lag = Lag::default();
        let seconds = |n| Some(Duration::from_secs(n));
        lag.told(Black, seconds(300));
        lag.told(Black, seconds(297));
        lag.moved(Black, Duration::from_secs(1), Duration::ZERO);
        lag.told(Black, seconds(250));
        lag.moved(Black, Duration::from_secs(1), Duration::ZERO);
        lag.moved(Black, Duration::from_secs(1), Duration::ZERO);
        lag.told(Black, seconds(246));
        lag.told(Black, None);
        lag.told(Black, seconds(240));
        assert_eq!(lag.reserve(MIN), MIN);
        assert_eq!(lag.moves, 0);
    }
}
