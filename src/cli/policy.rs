//! A playout policy as the value of an option.

use crate::engine::go::policies::POLICIES;
use crate::engine::{Patterns, Settings};
use crate::go::playout::PolicyName;
use crate::util::params::{ParamError, Value};

/// A playout policy, with a pattern database if it uses one.
#[derive(Clone)]
pub(super) struct Policy {
    pub(super) name: PolicyName,
    pub(super) patterns: Option<Patterns>,
}

impl Policy {
    /// A policy; `database` uses its default database.
    pub(super) fn of(name: PolicyName) -> Self {
        Self { name, patterns: None }
    }

    /// Reads `NAME`, `database:NAME` or `database:FILE`.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let (name, database) = match text.split_once(':') {
            Some((name @ "database", database)) => (name, Some(database)),
            _ => (text, None),
        };
        let name = PolicyName::read(name).ok_or_else(|| {
            let names: Vec<_> = POLICIES.iter().map(|entry| entry.name.write()).collect();
            format!("expected one of {}, database:NAME or database:FILE", names.join(", "))
        })?;
        let patterns = database.map(Patterns::open).transpose().map_err(|error| error.to_string())?;
        Ok(Self { name, patterns })
    }

    /// Chooses the policy in the settings.
    ///
    /// # Errors
    /// Never, because each policy is a value of the parameter.
    pub(super) fn apply(&self, settings: &mut Settings) -> Result<(), ParamError> {
        settings.set_patterns(self.patterns.clone().unwrap_or_default());
        settings.set("playout_policy", &self.name.write())
    }
}

/// `NAME`, or `database:NAME`.
impl std::fmt::Display for Policy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.patterns {
            Some(patterns) => f.pad(&format!("{}:{}", self.name.write(), patterns.database().name())),
            None => f.pad(&self.name.write()),
        }
    }
}
