//! The lag: the time that a move takes on the controller's clock beyond the time on ours.

use std::time::Duration;

use super::share::MEAN_LAG;
use crate::framework::Color;

/// A difference of this many seconds or more is not lag: the clock was set.
const MOST: f64 = 5.0;
/// The seconds that `time_left` leaves out at most: it has no fractions of a second.
const FRACTION: f64 = 1.0;

/// The lag measured from `time_left`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Lag {
    /// By color, the seconds that the controller's clock should show, and the number of our moves since it was told.
    expected: [Option<(f64, u32)>; 2],
    /// The seconds lost in all measured moves.
    lost: f64,
    /// The number of measured moves.
    moves: u32,
}

impl Lag {
    /// Records the time that a move took, and the time that the clock was credited for it.
    pub(super) fn moved(&mut self, color: Color, spent: Duration, credit: Duration) {
        if let Some((seconds, moves)) = &mut self.expected[color.index()] {
            *seconds += credit.as_secs_f64() - spent.as_secs_f64();
            *moves += 1;
        }
    }

    /// Records the main time that a player has left, as the controller told it; `None` in overtime, where the lag
    /// cannot be measured.
    pub(super) fn told(&mut self, color: Color, left: Option<Duration>) {
        let left = left.map(|left| left.as_secs_f64());
        // The lag of exactly one move of ours: otherwise something else may have taken the time.
        if let (Some((expected, 1)), Some(left)) = (self.expected[color.index()], left)
            && (expected - left).abs() < MOST
        {
            self.lost += expected - left;
            self.moves += 1;
        }
        self.expected[color.index()] = left.map(|left| (left, 0));
    }

    /// Returns the time to leave unused in each move: the mean lag divided by `MEAN_LAG`, because single lags vary, but
    /// at least `least`.
    pub(super) fn reserve(&self, least: Duration) -> Duration {
        // The fractions left out cancel, except the first and the last one.
        let mean = (self.lost - FRACTION).max(0.0) / f64::from(self.moves.max(1));
        least.max(Duration::from_secs_f64(mean / MEAN_LAG))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::Color::{Black, White};

    const LEAST: Duration = Duration::from_millis(250);

    /// Returns the reserve after a number of moves of three seconds, each with a lag, and clocks told in whole seconds.
    fn after(moves: u32, lag: f64) -> f64 {
        let mut measured = Lag::default();
        let mut clock = 600.0_f64;
        for _ in 0..moves {
            measured.told(White, Some(Duration::from_secs(clock as u64)));
            measured.moved(White, Duration::from_secs(3), Duration::ZERO);
            clock -= 3.0 + lag;
        }
        measured.told(White, Some(Duration::from_secs(clock as u64)));
        measured.reserve(LEAST).as_secs_f64()
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
        assert_eq!(lag.reserve(LEAST), LEAST);
        assert_eq!(lag.moves, 0);
    }
}
