//! A timer for the moves of one player.
//!
//! # References
//! - C. Hunt, "Fuegito User Manual", 2012 (SgMoveTimer).

use std::time::{Duration, Instant};

/// Counts down from a time while it runs, and goes on into negative seconds in overtime.
#[derive(Clone, Copy, Debug, Default)]
pub struct MoveTimer {
    /// The seconds left when it was last set or stopped.
    left: f64,
    running_since: Option<Instant>,
}

impl MoveTimer {
    /// Creates a stopped timer with a time left.
    #[must_use]
    pub fn new(time: Duration) -> Self {
        Self { left: time.as_secs_f64(), running_since: None }
    }

    /// Sets the time left; a running timer goes on from there.
    pub fn set(&mut self, time: Duration) {
        self.left = time.as_secs_f64();
        self.running_since = self.running_since.map(|_| Instant::now());
    }

    /// Starts the timer; a running timer goes on.
    pub fn start(&mut self) {
        self.running_since.get_or_insert_with(Instant::now);
    }

    /// Stops the timer.
    pub fn stop(&mut self) {
        self.left = self.left();
        self.running_since = None;
    }

    /// Returns the seconds left, negative in overtime.
    #[must_use]
    pub fn left(&self) -> f64 {
        self.left - self.running_since.map_or(0.0, |since| since.elapsed().as_secs_f64())
    }

    /// Returns a share of the time left; zero in overtime.
    #[must_use]
    pub fn share(&self, share: f64) -> Duration {
        Duration::from_secs_f64((self.left() * share).max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_only_between_start_and_stop_and_below_zero() {
        let mut timer = MoveTimer::new(Duration::from_secs(300));
        assert_eq!((timer.left(), timer.share(0.3)), (300.0, Duration::from_secs(90)));
        timer.set(Duration::ZERO);
        timer.start();
        std::thread::sleep(Duration::from_millis(2));
        assert!(timer.left() < 0.0, "overtime");
        timer.start();
        timer.stop();
        let left = timer.left();
        assert!(left <= -0.002 && timer.share(0.3).is_zero());
        std::thread::sleep(Duration::from_millis(2));
        assert_eq!(timer.left(), left, "stopped");
    }
}
