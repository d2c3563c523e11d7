//! Durations as people write them: `10s`, `5m`, `1.5h`.

use std::time::Duration;

/// Reads a duration; without a unit the number is of seconds.
pub(super) fn parse(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.trim().strip_suffix(['s', 'm', 'h']) {
        Some(number) if text.trim().ends_with('m') => (number, 60.0),
        Some(number) if text.trim().ends_with('h') => (number, 3600.0),
        Some(number) => (number, 1.0),
        None => (text.trim(), 1.0),
    };
    let seconds = number.parse::<f64>().ok().filter(|seconds| (0.0..=1e9).contains(seconds));
    let seconds = seconds.ok_or("expected a duration such as 10s, 5m or 1h")?;
    Duration::try_from_secs_f64(seconds * unit).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_seconds_minutes_and_hours() {
        let seconds = |text| parse(text).map(|duration| duration.as_secs_f64());
        assert_eq!(seconds("10s"), Ok(10.0));
        assert_eq!(seconds("5m"), Ok(300.0));
        assert_eq!(seconds("1.5h"), Ok(5400.0));
        assert_eq!(seconds("0.25"), Ok(0.25));
        for text in ["", "s", "5 years", "-1s", "infs", "nan", "1e300h"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
