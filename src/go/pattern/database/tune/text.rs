//! Writes a database with other values.

use super::super::Database;

/// The least value written: rounding would distort smaller values.
pub const MIN_VALUE: f64 = 1.0;

/// The greatest value written, below the threshold of the warning.
pub const MAX_VALUE: f64 = 5_000_000.0;

/// The text of a database with other values for its lines, in the order of [`super::LineTable`].
///
/// Values are scaled so that the largest is [`MAX_VALUE`], rounded, and raised to [`MIN_VALUE`] if they
/// are smaller; values of 0 stay 0. Comments, figures and properties do not change.
pub fn with_values(database: &Database, text: &str, values: &[f64]) -> String {
    let most = values.iter().skip(1).copied().fold(f64::MIN_POSITIVE, f64::max);
    let mut value_lines = database
        .patterns()
        .iter()
        .flat_map(|pattern| &pattern.value_lines)
        .zip(values.iter().skip(1))
        .peekable();
    let mut written = String::with_capacity(text.len());
    for (number, line) in (1..).zip(text.lines()) {
        match value_lines.next_if(|(value_line, _)| value_line.line == number) {
            Some((value_line, value)) if value_line.value > 0 => {
                let value = (value / most * MAX_VALUE).round().max(MIN_VALUE);
                let start = line.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
                let rest = line[start..].trim_start_matches(|c: char| c.is_ascii_digit());
                written += &format!("{}{value}{rest}\n", &line[..start]);
            }
            _ => written += &format!("{line}\n"),
        }
    }
    written
}
