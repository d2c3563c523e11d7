//! The playout policies of Go that can be chosen by name.

use crate::engine::settings::Settings;
use crate::framework::{Game, PlayoutPolicy};
use crate::go::board::Board;
use crate::go::playout::{
    BoardPolicy, CourseParams, DatabasePolicy, FuegoPolicy, GoPlayout, Moves, NaivePolicy, PolicyName,
    RandomPolicy, Rule, RuleBasedPolicy, Turn,
};
use crate::go::{Point, Position};

/// A playout policy that can be chosen.
pub struct PolicyEntry {
    /// The name.
    pub name: PolicyName,
    /// A line of description.
    pub doc: &'static str,
    /// Builds the policy for one thread.
    pub make: fn(&Settings) -> Box<dyn PlayoutPolicy<Position>>,
    /// Returns the moves of the first rule that finds any in a position, and the rule.
    pub candidates: fn(&Settings, &Position) -> (Rule, Vec<Point>),
    /// Returns the moves that corrections of the policy put in place of moves of a rule in a position.
    pub corrected: fn(&Settings, &Position, Rule, &[Point]) -> Vec<Point>,
}

/// All playout policies, the default first.
pub const POLICIES: &[PolicyEntry] = &[
    entry::<FuegoPolicy>(),
    filtered_entry::<RandomPolicy>(),
    filtered_entry::<NaivePolicy>(),
    entry::<RuleBasedPolicy>(),
    entry::<DatabasePolicy>(),
];

/// Returns the policy with a name.
pub fn policy(name: PolicyName) -> &'static PolicyEntry {
    // Every name has its entry, as a test checks.
    POLICIES.iter().find(|entry| entry.name == name).unwrap_or(&POLICIES[0])
}

/// A policy with a name.
trait Policy: BoardPolicy + 'static {
    const NAME: PolicyName;
    const DOC: &'static str;

    fn from_settings(settings: &Settings) -> Self;
}

impl Policy for FuegoPolicy {
    const NAME: PolicyName = PolicyName::Fuego;
    const DOC: &'static str = "rules in the order of Fuego's manual";

    fn from_settings(settings: &Settings) -> Self {
        Self::new(settings.policy.clone())
    }
}

impl Policy for RandomPolicy {
    const NAME: PolicyName = PolicyName::Random;
    const DOC: &'static str = "uniform over the moves that fill no own eye";

    fn from_settings(_: &Settings) -> Self {
        Self
    }
}

impl Policy for NaivePolicy {
    const NAME: PolicyName = PolicyName::Naive;
    const DOC: &'static str = "the same as random, found by filtering all moves first: slow on purpose";

    fn from_settings(_: &Settings) -> Self {
        Self::default()
    }
}

impl Policy for RuleBasedPolicy {
    const NAME: PolicyName = PolicyName::RuleBased;
    const DOC: &'static str = "MoGo's patterns around the last move, else random; more rules in go3_param";

    fn from_settings(settings: &Settings) -> Self {
        Self::new(settings.course.clone())
    }
}

impl Policy for DatabasePolicy {
    const NAME: PolicyName = PolicyName::Database;
    const DOC: &'static str = "in proportion to the values of a pattern database, see --mc-patterns";

    fn from_settings(settings: &Settings) -> Self {
        Self::new(settings.patterns.table())
    }
}

const fn entry<P: Policy>() -> PolicyEntry {
    PolicyEntry {
        name: P::NAME,
        doc: P::DOC,
        make: |settings| Box::new(GoPlayout::new(P::from_settings(settings))),
        candidates: candidates::<P>,
        corrected: corrected::<P>,
    }
}

/// The entry of a policy of random moves, from which `movefilter` excludes self-atari.
const fn filtered_entry<P: Policy>() -> PolicyEntry {
    PolicyEntry {
        make: |settings| match without_rules(settings) {
            Some(settings) => (entry::<RuleBasedPolicy>().make)(&settings),
            None => (entry::<P>().make)(settings),
        },
        candidates: |settings, position| match without_rules(settings) {
            Some(settings) => candidates::<RuleBasedPolicy>(&settings, position),
            None => candidates::<P>(settings, position),
        },
        ..entry::<P>()
    }
}

/// Settings with which the rule-based policy plays random moves but self-atari; `None` without `movefilter`.
fn without_rules(settings: &Settings) -> Option<Settings> {
    settings.course.movefilter.then(|| {
        let mut settings = settings.clone();
        settings.course = CourseParams {
            rule_patterns: false,
            rule_capture_last: false,
            rule_defend: false,
            rule_extend: false,
            rule_capture_any: false,
            ..settings.course
        };
        settings
    })
}

fn candidates<P: Policy>(settings: &Settings, position: &Position) -> (Rule, Vec<Point>) {
    let mut board = Board::new(position.board().size());
    board.copy_from(position.board());
    let mut moves = Moves::default();
    let turn = Turn { color: position.to_play(), last: position.last() };
    let rule = P::from_settings(settings).candidates(&board, &turn, &mut moves);
    (rule, moves.as_slice().to_vec())
}

fn corrected<P: Policy>(settings: &Settings, position: &Position, rule: Rule, moves: &[Point]) -> Vec<Point> {
    let mut board = Board::new(position.board().size());
    board.copy_from(position.board());
    let policy = P::from_settings(settings);
    moves.iter().map(|&p| policy.corrected(&board, p, rule, position.to_play())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::params::{Kind, Value};

    #[test]
    fn every_name_has_one_policy() {
        let Kind::Choice(names) = PolicyName::KIND else { panic!("not a choice") };
        assert_eq!(POLICIES.iter().map(|entry| entry.name.write()).collect::<Vec<_>>(), names);
    }
}
