//! Go's playout policies, selectable by name.

use std::fmt;

use crate::engine::settings::Settings;
use crate::engine::spec::PlayerSpec;
use crate::go::pattern::database::Database;
use crate::go::playout::{
    BoardPolicy, CourseParams, DatabasePolicy, FuegoPolicy, GoPlayout, GoPolicy, NaivePolicy, PolicyName,
    RandomPolicy, RuleBasedPolicy,
};
use crate::util::params::{ParamError, Value};

/// A selectable playout policy.
pub struct PolicyEntry {
    /// The name.
    pub name: PolicyName,
    /// A line of description.
    pub doc: &'static str,
    /// Builds the policy for one thread.
    pub make: fn(&PlayerSpec) -> Box<dyn GoPolicy>,
}

/// All playout policies, the default first.
pub const POLICIES: &[PolicyEntry] = &[
    PolicyEntry {
        name: PolicyName::Fuego,
        doc: "by rules, in the order of Fuego's manual",
        make: |spec| boxed(FuegoPolicy::new(spec.params.policy.clone())),
    },
    PolicyEntry {
        name: PolicyName::Random,
        doc: "uniformly among moves that fill no own eye",
        make: |spec| random(spec, RandomPolicy),
    },
    PolicyEntry {
        name: PolicyName::Naive,
        doc: "like random, but filters all moves first: slow on purpose",
        make: |spec| random(spec, NaivePolicy::default()),
    },
    PolicyEntry {
        name: PolicyName::RuleBased,
        doc: "by MoGo's patterns around the last move, else like random; go3_param has more rules",
        make: |spec| boxed(RuleBasedPolicy::new(spec.params.course.clone())),
    },
    PolicyEntry {
        name: PolicyName::Database,
        doc: "in proportion to the values of a pattern database; see --mc-patterns",
        make: |spec| boxed(DatabasePolicy::new(spec.params.patterns.table())),
    },
    PolicyEntry {
        name: PolicyName::Learned,
        doc: "in proportion to values that were learned from games: the pattern database brasa",
        make: |_| boxed(DatabasePolicy::new(Database::learned().table())),
    },
];

/// A playout policy, with a pattern database if it uses one.
#[derive(Clone, Debug)]
pub struct Policy {
    /// The name.
    pub name: PolicyName,
    /// The database of the policy `database`; `None` for the default one.
    pub patterns: Option<Database>,
}

impl Policy {
    /// A policy; `database` uses its default database.
    pub fn of(name: PolicyName) -> Self {
        Self { name, patterns: None }
    }

    /// Reads `NAME`, `database:NAME` or `database:FILE`.
    ///
    /// # Errors
    /// When no policy has the name, or the database cannot be read.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, database) = match text.split_once(':') {
            Some((name @ "database", database)) => (name, Some(database)),
            _ => (text, None),
        };
        let name = PolicyName::read(name).ok_or_else(|| {
            let names: Vec<_> = POLICIES.iter().map(|entry| entry.name.write()).collect();
            format!("expected one of {}, database:NAME or database:FILE", names.join(", "))
        })?;
        let patterns = database.map(Database::open).transpose().map_err(|error| error.to_string())?;
        Ok(Self { name, patterns })
    }

    /// Selects the policy in the settings.
    ///
    /// # Errors
    /// Never, because each policy is a value of the parameter.
    pub fn apply(&self, settings: &mut Settings) -> Result<(), ParamError> {
        settings.set_patterns(self.patterns.clone().unwrap_or_default());
        settings.set("playout_policy", &self.name.write())
    }
}

/// `NAME`, or `database:NAME`.
impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.patterns {
            Some(patterns) => f.pad(&format!("{}:{}", self.name.write(), patterns.name())),
            None => f.pad(&self.name.write()),
        }
    }
}

/// The policy of a specification, for one thread.
pub fn policy(spec: &PlayerSpec) -> Box<dyn GoPolicy> {
    let name = spec.params.playout.playout_policy;
    // Every name has an entry, as a test checks.
    let entry = POLICIES.iter().find(|entry| entry.name == name).unwrap_or(&POLICIES[0]);
    (entry.make)(spec)
}

fn boxed(policy: impl BoardPolicy + 'static) -> Box<dyn GoPolicy> {
    Box::new(GoPlayout::new(policy))
}

/// A random policy. With `movefilter` it is the rule-based one without its rules, which excludes self-atari.
fn random(spec: &PlayerSpec, policy: impl BoardPolicy + 'static) -> Box<dyn GoPolicy> {
    if !spec.params.course.movefilter {
        return boxed(policy);
    }
    boxed(RuleBasedPolicy::new(CourseParams {
        rule_patterns: false,
        rule_capture_last: false,
        rule_defend: false,
        rule_extend: false,
        rule_capture_any: false,
        ..spec.params.course.clone()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::params::Kind;

    #[test]
    fn every_name_has_one_policy() {
        let Kind::Choice(names) = PolicyName::KIND else { panic!("not a choice") };
        assert_eq!(POLICIES.iter().map(|entry| entry.name.write()).collect::<Vec<_>>(), names);
    }
}
