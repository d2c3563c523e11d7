//! What is allowed in a database and yet hardly meant.

use std::collections::{HashMap, HashSet};
use std::fmt;

use super::{Database, Shape};

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
        let shadows = self.shadows();
        let mut warnings = Vec::new();
        for entry in self.patterns.iter().flat_map(|pattern| &pattern.entries) {
            let mut warn = |doubt| {
                warnings.push(Warning { file: self.name.clone(), line: entry.line, doubt });
            };
            if entry.value > LARGE_VALUE {
                warn(Doubt::Large(entry.value));
            }
            if entry.contexts.is_empty() {
                warn(Doubt::Contradiction);
            } else if let Some(&by) = shadows.get(&entry.line) {
                warn(Doubt::Shadowed { by });
            }
        }
        warnings
    }

    /// Returns the lines of the entries that never count, each with the first line that counts in its place.
    fn shadows(&self) -> HashMap<usize, usize> {
        let (mut shadows, mut used) = (HashMap::new(), HashSet::new());
        for shape in Shape::distinct() {
            let uses = self.uses(shape);
            used.extend(uses.iter().map(|(entry, _)| entry.line));
            let spreads = shape.spreads();
            let matching = self.patterns.iter().filter(|pattern| pattern.figure.matches_any(&spreads));
            for entry in matching.flat_map(|pattern| &pattern.entries) {
                if let Some((first, _)) = uses.iter().find(|(_, taken)| !taken.and(entry.contexts).is_empty())
                {
                    let by = shadows.entry(entry.line).or_insert(first.line);
                    *by = first.line.min(*by);
                }
            }
        }
        shadows.retain(|line, _| !used.contains(line));
        shadows
    }
}
