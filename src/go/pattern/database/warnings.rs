//! Warnings about lines of a database that are valid but probably mistakes.

use std::collections::{HashMap, HashSet};
use std::fmt;

use super::{Context, Contexts, Database, Neighborhood};

/// Maximum value without a warning: other programs may overflow above it.
pub const LARGE_VALUE: u32 = 10_000_000;

/// A warning about a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The kind.
    pub kind: WarningKind,
}

/// The kinds of warnings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WarningKind {
    /// The properties contradict each other.
    Contradiction,
    /// Earlier lines match all moves that this line matches.
    Shadowed {
        /// The first of these lines.
        by: usize,
    },
    /// The value is above [`LARGE_VALUE`].
    Large(u32),
    /// No pattern forbids filling own eyes.
    NoEyes,
    /// All moves have the value 0.
    NoMoves,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: warning: ", self.file, self.line)?;
        match self.kind {
            WarningKind::Contradiction => {
                f.write_str("this never matches: the properties contradict each other")
            }
            WarningKind::Shadowed { by } => {
                write!(f, "this never matches: earlier lines, beginning with line {by}, match all its moves")
            }
            WarningKind::Large(value) => write!(f, "the value {value} is above {LARGE_VALUE}"),
            WarningKind::NoEyes => f.write_str(
                "playouts may fill own eyes and never end: begin with the three patterns of uniform.db",
            ),
            WarningKind::NoMoves => f.write_str("all moves have the value 0, so playouts only pass"),
        }
    }
}

impl Database {
    /// The warnings about the database: first those about the whole, then by line.
    pub fn warnings(&self) -> Vec<Warning> {
        let shadows = self.shadows();
        let of_all = [(self.fills_eyes(), WarningKind::NoEyes), (self.forbids_all(), WarningKind::NoMoves)];
        let mut warnings: Vec<_> = of_all
            .into_iter()
            .filter(|&(holds, _)| holds)
            .map(|(_, kind)| Warning { file: self.name().to_owned(), line: 1, kind })
            .collect();
        for value_line in self.patterns().iter().flat_map(|pattern| &pattern.value_lines) {
            let mut warn = |kind| {
                warnings.push(Warning { file: self.name().to_owned(), line: value_line.line, kind });
            };
            if value_line.value > LARGE_VALUE {
                warn(WarningKind::Large(value_line.value));
            }
            if value_line.contexts.is_empty() {
                warn(WarningKind::Contradiction);
            } else if let Some(&by) = shadows.get(&value_line.line) {
                warn(WarningKind::Shadowed { by });
            }
        }
        warnings
    }

    /// True if the database may play into an eye whose chains are all out of atari. The patterns of the database `uniform`
    /// say where the eyes are.
    fn fills_eyes(&self) -> bool {
        let Ok(uniform) = Self::built_in("uniform") else { return false };
        let contexts = [0, Context::NEAR]
            .map(|near| Context::from_bits(Context::OPPONENT_SELF_ATARI | Context::OPPONENT_SUICIDE | near));
        Neighborhood::distinct().filter(|&shape| !uniform.uses(shape).is_empty()).any(|shape| {
            let uses = self.uses(shape);
            let is_forbidden = |context| {
                uses.iter().any(|(value_line, contexts)| value_line.value == 0 && contexts.contains(context))
            };
            !contexts.into_iter().all(is_forbidden)
        })
    }

    /// Whether every move has the value 0.
    fn forbids_all(&self) -> bool {
        Neighborhood::distinct().all(|shape| {
            self.left(shape, Contexts::ALL).is_empty()
                && self.uses(shape).iter().all(|(value_line, _)| value_line.value == 0)
        })
    }

    /// The first 1000 value lines that never apply, each with the first line that applies instead.
    fn shadows(&self) -> HashMap<usize, usize> {
        /// Limits the time, which is in proportion.
        const MOST: usize = 1000;
        let mut used = HashSet::new();
        for shape in Neighborhood::distinct() {
            used.extend(self.uses(shape).iter().map(|(value_line, _)| value_line.line));
        }
        let lines = self
            .patterns()
            .iter()
            .flat_map(|pattern| pattern.value_lines.iter().map(|value_line| (&pattern.figure, value_line)));
        let unused = lines
            .filter(|(_, value_line)| !value_line.contexts.is_empty() && !used.contains(&value_line.line));
        let unused: Vec<_> = unused.take(MOST).collect();
        let mut shadows = HashMap::new();
        for shape in Neighborhood::distinct().take_while(|_| !unused.is_empty()) {
            let (uses, spreads) = (self.uses(shape), shape.spreads());
            for (_, value_line) in unused.iter().filter(|(figure, _)| figure.matches(&spreads)) {
                if let Some((first, _)) =
                    uses.iter().find(|(_, taken)| !taken.and(value_line.contexts).is_empty())
                {
                    let by = shadows.entry(value_line.line).or_insert(first.line);
                    *by = first.line.min(*by);
                }
            }
        }
        shadows
    }
}
