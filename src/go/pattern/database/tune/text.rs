//! A database's text with other values.

use super::super::Database;

/// The least value written: below it rounding would change what values say.
pub const LEAST_VALUE: f64 = 1.0;

/// The largest value written, below what is warned of.
pub const MOST_VALUE: f64 = 5_000_000.0;

/// Returns the text of a database with other values for its lines; see [`super::Lines`] for their order.
///
/// Values are scaled so that the largest is [`MOST_VALUE`], rounded, and kept at [`LEAST_VALUE`] or more; those of 0
/// stay 0. Comments, figures and properties are kept.
#[must_use]
pub fn with_values(database: &Database, text: &str, values: &[f64]) -> String {
    let most = values.iter().skip(1).copied().fold(f64::MIN_POSITIVE, f64::max);
    let mut entries =
        database.patterns().iter().flat_map(|pattern| &pattern.entries).zip(values.iter().skip(1)).peekable();
    let mut written = String::with_capacity(text.len());
    for (number, line) in (1..).zip(text.lines()) {
        match entries.next_if(|(entry, _)| entry.line == number) {
            Some((entry, value)) if entry.value > 0 => {
                let value = (value / most * MOST_VALUE).round().max(LEAST_VALUE);
                let start = line.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
                let rest = line[start..].trim_start_matches(|c: char| c.is_ascii_digit());
                written += &format!("{}{value}{rest}\n", &line[..start]);
            }
            _ => written += &format!("{line}\n"),
        }
    }
    written
}
