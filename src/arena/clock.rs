//! Time limits, in option syntax and as GTP's `time_settings`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The time limits of a game: main time, then Canadian overtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimits {
    /// The main time.
    pub main: Duration,
    /// The time for `moves` moves after the main time.
    pub overtime: Duration,
    /// Moves per overtime period; 0 without overtime.
    pub moves: u32,
}

/// The text is not a time; with what was expected instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a {1}")]
pub struct TimeError(String, &'static str);

/// Parses a duration such as `10s`, `5m`, `1h` or `1m 30s`; a bare number, possibly fractional, is in units of `unit`.
///
/// # Errors
/// When the text is not a duration.
pub fn duration(text: &str, unit: Duration) -> Result<Duration, TimeError> {
    const EXPECTED: &str =
        "duration: expected a number of 0 or more, perhaps with a unit, such as 10s, 5m or 1h";
    let error = || TimeError(text.to_owned(), EXPECTED);
    match text.trim().parse::<f64>() {
        Ok(count) => Duration::try_from_secs_f64(count * unit.as_secs_f64()).map_err(|_| error()),
        Err(_) => humantime::parse_duration(text.trim()).map_err(|_| error()),
    }
}

/// Parses `MAIN` or `MAIN+OVERTIME/MOVES`; bare numbers are minutes, as in gogui-twogtp.
impl FromStr for TimeLimits {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Self, TimeError> {
        const MINUTE: Duration = Duration::from_secs(60);
        let whole = |part: &str| match duration(part, MINUTE)? {
            time if time.subsec_nanos() == 0 => Ok(time),
            // GTP's `time_settings` counts whole seconds.
            _ => Err(TimeError(part.trim().to_owned(), "time limit: expected whole seconds")),
        };
        let Some((main, rest)) = text.split_once('+') else {
            return Ok(Self { main: whole(text)?, overtime: Duration::ZERO, moves: 0 });
        };
        const EXPECTED: &str = "time limit: expected MAIN or MAIN+OVERTIME/MOVES, such as 10m+30s/5";
        let error = || TimeError(text.to_owned(), EXPECTED);
        let (overtime, moves) = rest.split_once('/').ok_or_else(error)?;
        let moves = moves.trim().parse().ok().filter(|&moves| moves > 0).ok_or_else(error)?;
        Ok(Self { main: whole(main)?, overtime: whole(overtime)?, moves })
    }
}

/// Writes the arguments of GTP's `time_settings`, in whole seconds.
impl fmt::Display for TimeLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.main.as_secs(), self.overtime.as_secs(), self.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_become_time_settings() {
        let settings = |text: &str| text.parse::<TimeLimits>().map(|limits| limits.to_string());
        assert_eq!(settings("60").unwrap(), "3600 0 0");
        assert_eq!(settings("0.5").unwrap(), "30 0 0");
        assert_eq!(settings("45s").unwrap(), "45 0 0");
        assert_eq!(settings("10m+30s/5").unwrap(), "600 30 5");
        assert_eq!(settings("1h + 1 / 25").unwrap(), "3600 60 25");
        for text in
            ["", "x", "-5", "10m+", "10m+30s", "10m+30s/0", "10m+30s/x", "inf", "nan", "500ms", "10s+0.5s/5"]
        {
            assert!(settings(text).is_err(), "{text}");
        }
    }

    #[test]
    fn durations_have_units() {
        let seconds = |text| duration(text, Duration::from_secs(1)).unwrap().as_secs_f64();
        assert_eq!(seconds("10s"), 10.0);
        assert_eq!(seconds("5m"), 300.0);
        assert_eq!(seconds("1h"), 3600.0);
        assert_eq!(seconds("250ms"), 0.25);
        assert_eq!(seconds("1.5"), 1.5);
    }
}
