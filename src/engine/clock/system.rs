//! The time systems of a game.

use std::fmt;
use std::time::Duration;

/// A time system, the same for both players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the variants explain the fields")]
pub enum TimeSystem {
    /// No clock.
    #[default]
    None,
    /// One time for all moves.
    Absolute { main: Duration },
    /// Main time, then one or more periods; a move longer than a period uses it up.
    Byoyomi { main: Duration, period: Duration, periods: u32 },
    /// Main time, then periods, each for a number of moves, at least one.
    Canadian { main: Duration, period: Duration, stones: u32 },
    /// Main time plus an increment per move, not added above the limit, if any; `per_move` limits the time of a single
    /// move.
    Fischer { main: Duration, increment: Duration, limit: Option<Duration>, per_move: Option<Duration> },
}

/// A player's remaining time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Left {
    /// The time in main time or in the current period.
    pub(super) time: Duration,
    /// The stones or periods left in overtime; 0 in main time.
    pub(super) overtime: u32,
}

/// The name of the system and its numbers, in seconds.
impl fmt::Display for TimeSystem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |time: &Duration| time.as_secs_f64();
        match self {
            Self::None => write!(f, "none"),
            Self::Absolute { main } => write!(f, "absolute, main {}", seconds(main)),
            Self::Byoyomi { main, period, periods } => {
                write!(f, "byoyomi, main {}, period {}, periods {periods}", seconds(main), seconds(period))
            }
            Self::Canadian { main, period, stones } => {
                write!(f, "canadian, main {}, period {}, stones {stones}", seconds(main), seconds(period))
            }
            Self::Fischer { main, increment, limit, per_move } => {
                write!(f, "fischer, main {}, increment {}", seconds(main), seconds(increment))?;
                limit.iter().try_for_each(|limit| write!(f, ", limit {}", seconds(limit)))?;
                per_move.iter().try_for_each(|most| write!(f, ", per move {}", seconds(most)))
            }
        }
    }
}

impl TimeSystem {
    /// Interprets the arguments of GTP's `time_settings`.
    pub fn from_gtp(main: Duration, period: Duration, stones: u32) -> Self {
        match (main.is_zero(), period.is_zero(), stones) {
            (_, false, 0) | (true, true, _) => Self::None,
            (false, true, _) => Self::Absolute { main },
            (_, false, stones) => Self::Canadian { main, period, stones },
        }
    }

    /// The overtime: period length, and stones or periods.
    pub(super) fn overtime(self) -> Option<(Duration, u32)> {
        match self {
            Self::Byoyomi { period, periods: count, .. } | Self::Canadian { period, stones: count, .. } => {
                Some((period, count))
            }
            _ => None,
        }
    }

    /// The time granted per move: its part of a period, or the increment.
    pub(super) fn grant(self) -> Duration {
        match self {
            Self::None | Self::Absolute { .. } => Duration::ZERO,
            Self::Byoyomi { period, .. } => period,
            Self::Canadian { period, stones, .. } => period / stones.max(1),
            Self::Fischer { increment, .. } => increment,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gtp_settings_mean_what_the_standard_says() {
        let seconds = Duration::from_secs;
        let of = |main, period, stones| TimeSystem::from_gtp(seconds(main), seconds(period), stones);
        assert_eq!(of(0, 1, 0), TimeSystem::None);
        assert_eq!(of(60, 1, 0), TimeSystem::None);
        assert_eq!(of(60, 0, 0), TimeSystem::Absolute { main: seconds(60) });
        assert_eq!(of(60, 0, 5), TimeSystem::Absolute { main: seconds(60) });
        let canadian = TimeSystem::Canadian { main: seconds(0), period: seconds(10), stones: 5 };
        assert_eq!(of(0, 10, 5), canadian);
    }
}
