//! How much more of the controller's clock a move takes than of ours.

use std::time::Duration;

use super::share::MEAN_LAG;
use crate::framework::Color;

/// A difference of so many seconds is no lag: somebody set the clock.
const MOST: f64 = 5.0;
/// What `time_left` leaves out of a time: the fraction of a second.
const FRACTION: f64 = 1.0;

/// The lag that `time_left` tells of.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Lag {
    /// What each controller's clock would show by our own, and how many of our moves ago it was told.
    expected: [Option<(f64, u32)>; 2],
    /// The seconds lost in all moves that were measured, and how many these are.
    lost: f64,
    moves: u32,
}

impl Lag {
    /// Takes note that a move took so much of a player's time, and that the clock was credited for it.
    pub(super) fn moved(&mut self, color: Color, spent: Duration, credit: Duration) {
        if let Some((seconds, moves)) = &mut self.expected[color.index()] {
            *seconds += credit.as_secs_f64() - spent.as_secs_f64();
            *moves += 1;
        }
    }

    /// Takes note of what the controller says a player has left of its main time; `None` in overtime, where
    /// nothing is to be learned.
    pub(super) fn told(&mut self, color: Color, left: Option<Duration>) {
        let left = left.map(|left| left.as_secs_f64());
        // Only what lies between two of our moves: anything else may have taken anybody's time.
        if let (Some((expected, 1)), Some(left)) = (self.expected[color.index()], left)
            && (expected - left).abs() < MOST
        {
            self.lost += expected - left;
            self.moves += 1;
        }
        self.expected[color.index()] = left.map(|left| (left, 0));
    }

    /// Returns what to leave unused of each move's time: so much more than the mean of the lag as it may vary,
    /// but no less than `least`.
    pub(super) fn reserve(&self, least: Duration) -> Duration {
        // The fractions left out cancel each other but for the first and the last one.
        let mean = (self.lost - FRACTION).max(0.0) / f64::from(self.moves.max(1));
        least.max(Duration::from_secs_f64(mean / MEAN_LAG))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::Color::{Black, White};

    const LEAST: Duration = Duration::from_millis(250);

    /// Returns the reserve after so many moves of three seconds, each with a lag, and clocks told in seconds.
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
