//! Families of lines: those whose values are changed together.

use std::fmt;
use std::str::FromStr;

use super::super::{Database, Entry, PROPERTIES, Pattern};

/// A number for the lines of a family, written `NAME,PROPERTY,...=NUMBER`.
///
/// The family has the lines of the patterns with this name that state these properties; each part may be missing, and
/// a number by itself is for all lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Family {
    name: Option<String>,
    properties: Vec<String>,
    number: f64,
}

impl Family {
    /// Returns whether a line of a database belongs to the family.
    #[must_use]
    pub fn is_in(&self, database: &Database) -> bool {
        lines(database).any(|(pattern, entry)| self.has(pattern, entry))
    }

    fn has(&self, pattern: &Pattern, entry: &Entry) -> bool {
        (self.name.is_none() || self.name == pattern.name)
            && self.properties.iter().all(|property| entry.properties.contains(property))
    }
}

/// The name and the properties, without the number.
impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<_> = self.name.iter().chain(&self.properties).map(String::as_str).collect();
        f.write_str(&words.join(","))
    }
}

impl FromStr for Family {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (family, number) = text.rsplit_once('=').unwrap_or(("", text));
        // The bound keeps products finite.
        let number = number.trim().parse().ok().filter(|number: &f64| (0.0..=1e9).contains(number));
        let number = number.ok_or("expected a number from 0 to 1e9, or FAMILY=NUMBER")?;
        let words = family.split(',').map(str::trim).filter(|word| !word.is_empty());
        let is_property = |word: &&str| PROPERTIES.iter().any(|(name, _)| name == word);
        let (properties, names): (Vec<_>, Vec<_>) =
            words.map(str::to_owned).partition(|word| is_property(&word.as_str()));
        match names.as_slice() {
            [] => Ok(Self { name: None, properties, number }),
            [name] => Ok(Self { name: Some(name.clone()), properties, number }),
            [_, other, ..] => Err(format!("`{other}` is no property, and a family has one name")),
        }
    }
}

/// Raises the values of lines, in the order of [`super::Lines`], to the power of the last of `powers` that has the
/// line, and multiplies them by all of `factors` that have it.
pub fn adjust(database: &Database, values: &mut [f64], powers: &[Family], factors: &[Family]) {
    for (value, (pattern, entry)) in values.iter_mut().skip(1).zip(lines(database)) {
        let numbers = |families: &[Family]| -> Vec<f64> {
            families.iter().filter(|family| family.has(pattern, entry)).map(|family| family.number).collect()
        };
        let power = numbers(powers).last().copied().unwrap_or(1.0);
        // Infinity times 0 would be no number.
        *value = value.powf(power).min(f64::MAX) * numbers(factors).iter().product::<f64>();
    }
}

/// Returns the lines of a database with their patterns.
fn lines(database: &Database) -> impl Iterator<Item = (&Pattern, &Entry)> {
    database.patterns().iter().flat_map(|pattern| pattern.entries.iter().map(move |entry| (pattern, entry)))
}
