//! What is allowed in a database and yet hardly meant.

use std::collections::HashSet;
use std::fmt;

use super::{Context, Database, Entry, Pattern, Shape};
use crate::framework::Color;

/// The value above which sums of values may overflow a playout's arithmetic elsewhere.
pub const LARGE_VALUE: u32 = 10_000_000;

/// A line and what is doubtful about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is doubtful.
    pub doubt: Doubt,
}

/// What may be doubtful about a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// The properties contradict each other.
    Contradiction,
    /// Earlier lines match whatever this one would.
    Shadowed {
        /// The first of these lines.
        by: usize,
    },
    /// The value is above [`LARGE_VALUE`].
    Large(u32),
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: warning: ", self.file, self.line)?;
        match self.doubt {
            Doubt::Contradiction => f.write_str("this never matches: the properties contradict each other"),
            Doubt::Shadowed { by } => write!(
                f,
                "this never matches: earlier lines, the first of them line {by}, match whatever it would"
            ),
            Doubt::Large(value) => write!(f, "the value {value} is above {LARGE_VALUE}"),
        }
    }
}

impl Database {
    /// Returns what is doubtful about the database, by line.
    #[must_use]
    pub fn warnings(&self) -> Vec<Warning> {
        let used: HashSet<usize> =
            Shape::all().flat_map(|shape| self.uses(shape)).map(|(entry, _)| entry.line).collect();
        let mut warnings = Vec::new();
        for pattern in &self.patterns {
            for entry in &pattern.entries {
                let mut warn = |doubt| {
                    warnings.push(Warning { file: self.name.clone(), line: entry.line, doubt });
                };
                if entry.value > LARGE_VALUE {
                    warn(Doubt::Large(entry.value));
                }
                if entry.contexts.is_empty() {
                    warn(Doubt::Contradiction);
                } else if !used.contains(&entry.line)
                    && let Some(by) = self.first_shadow(pattern, entry)
                {
                    warn(Doubt::Shadowed { by });
                }
            }
        }
        warnings
    }

    /// Returns the first line that matches something an entry would.
    fn first_shadow(&self, pattern: &Pattern, entry: &Entry) -> Option<usize> {
        let shape = Shape::all().find(|&shape| pattern.figure.matches(shape))?;
        let example: Context = entry.contexts.iter().next()?;
        self.matching(shape.0, Color::Black, example).map(|(_, entry)| entry.line)
    }
}
