//! Lag: the time that a move takes on the controller's clock beyond the time measured here.

use std::time::Duration;

use super::share::MEAN_LAG;
use crate::framework::Color;

/// Seconds from which a difference is no lag: someone set the clock.
const MAX: f64 = 5.0;
/// Rounding error of `time_left`, which has no fractions of a second.
const FRACTION: f64 = 1.0;

/// The lag measured from `time_left`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Lag {
    /// By color, the expected reading of the controller's clock in seconds, and our moves since its last report.
    expected: [Option<(f64, u32)>; 2],
    /// Seconds lost in all measured moves.
    lost: f64,
    /// Measured moves.
    moves: u32,
}

impl Lag {
    /// Records the time that a move took, and the time credited to the clock for it.
    pub(super) fn moved(&mut self, color: Color, spent: Duration, credit: Duration) {
        if let Some((seconds, moves)) = &mut self.expected[color.index()] {
            *seconds += credit.as_secs_f64() - spent.as_secs_f64();
            *moves += 1;
        }
    }

    /// Records the main time left that the controller reported; `None` in overtime, where lag cannot be measured.
    pub(super) fn told(&mut self, color: Color, left: Option<Duration>) {
        let left = left.map(|left| left.as_secs_f64());
        // Lag is measured over exactly one move of ours: over more, something else may have taken the time.
        if let (Some((expected, 1)), Some(left)) = (self.expected[color.index()], left)
            && (expected - left).abs() < MAX
        {
            self.lost += expected - left;
            self.moves += 1;
        }
        self.expected[color.index()] = left.map(|left| (left, 0));
    }

    /// The time to leave unused in each move: the mean lag divided by `MEAN_LAG`, because single lags vary, but at
    /// least `least`.
    pub(super) fn reserve(&self, least: Duration) -> Duration {
        // The rounding errors cancel, except the first and the last.
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
