//! Families of lines adjusted together.

use std::fmt;
use std::str::FromStr;

use super::super::{Database, PROPERTIES, Pattern, ValueLine};

/// A number for a family of lines, written `NAME,PROPERTY,...=NUMBER`.
///
/// The family is the lines with these properties in patterns of this name. Either part is optional; a bare number
/// applies to all lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Family {
    name: Option<String>,
    properties: Vec<String>,
    number: f64,
}

impl Family {
    /// Whether any line of a database belongs to the family.
    pub fn is_in(&self, database: &Database) -> bool {
        lines(database).any(|(pattern, value_line)| self.has(pattern, value_line))
    }

    fn has(&self, pattern: &Pattern, value_line: &ValueLine) -> bool {
        (self.name.is_none() || self.name == pattern.name)
            && self.properties.iter().all(|property| value_line.properties.contains(property))
    }
}

/// Writes the name and the properties, without the number.
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
            [_, other, ..] => Err(format!("`{other}` is not a property, and a family has only one name")),
        }
    }
}

/// Raises the value of each line, in the order of [`super::LineTable`], to the power of the last family in `powers`
/// that contains the line, then multiplies it by the factors of all families in `factors` that contain it.
pub fn adjust(database: &Database, values: &mut [f64], powers: &[Family], factors: &[Family]) {
    for (value, (pattern, value_line)) in values.iter_mut().skip(1).zip(lines(database)) {
        let numbers = |families: &[Family]| -> Vec<f64> {
            families
                .iter()
                .filter(|family| family.has(pattern, value_line))
                .map(|family| family.number)
                .collect()
        };
        let power = numbers(powers).last().copied().unwrap_or(1.0);
        // Avoids infinity times 0, which is NaN.
        *value = value.powf(power).min(f64::MAX) * numbers(factors).iter().product::<f64>();
    }
}

/// The lines of a database with their patterns.
fn lines(database: &Database) -> impl Iterator<Item = (&Pattern, &ValueLine)> {
    database
        .patterns()
        .iter()
        .flat_map(|pattern| pattern.value_lines.iter().map(move |value_line| (pattern, value_line)))
}
