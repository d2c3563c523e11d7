//! Numbers and durations as options.

use std::time::Duration;

use clap::builder::RangedI64ValueParser;

use crate::arena::{self, TimeError};
use crate::go::board::{MAX_SIZE, MIN_SIZE};

/// Parses the size of a Go board.
pub(super) fn board_size() -> RangedI64ValueParser<u8> {
    clap::value_parser!(u8).range(i64::from(MIN_SIZE)..=i64::from(MAX_SIZE))
}

/// Parses a duration such as `10s` or `5m`; a bare number is in seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, TimeError> {
    arena::duration(text, Duration::from_secs(1))
}

/// Parses a duration above 0.
pub(super) fn timeout(text: &str) -> Result<Duration, String> {
    let time = seconds(text).map_err(|error| error.to_string())?;
    if time.is_zero() { Err("expected a time above 0, such as 10s".to_owned()) } else { Ok(time) }
}

/// Parses a finite number that `is_valid` accepts; `expected` describes such numbers in the error message.
pub(super) fn number(text: &str, expected: &str, is_valid: impl Fn(f64) -> bool) -> Result<f64, String> {
    let number = text.parse().ok().filter(|&number: &f64| number.is_finite() && is_valid(number));
    number.ok_or_else(|| format!("expected a number {expected}"))
}
