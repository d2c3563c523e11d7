//! Go's playout policies, selectable by name.

use crate::engine::patterns::Patterns;
use crate::engine::spec::PlayerSpec;
use crate::framework::{Game, PlayoutPolicy};
use crate::go::board::Board;
use crate::go::playout::{
    BoardPolicy, CourseParams, DatabasePolicy, FuegoPolicy, GoPlayout, Moves, NaivePolicy, PolicyName,
    RandomPolicy, Rule, RuleBasedPolicy, Turn,
};
use crate::go::{Point, Position};

/// A selectable playout policy.
pub struct PolicyEntry {
    /// The name.
    pub name: PolicyName,
    /// A line of description.
    pub doc: &'static str,
    /// Builds the policy for one thread.
    pub make: fn(&PlayerSpec) -> Box<dyn PlayoutPolicy<Position>>,
    /// The first rule that finds moves in a position, and its moves.
    pub candidates: fn(&PlayerSpec, &Position) -> (Rule, Vec<Point>),
    /// The policy's corrected moves in place of a rule's moves in a position.
    pub corrected: fn(&PlayerSpec, &Position, Rule, &[Point]) -> Vec<Point>,
}

/// All playout policies, the default first.
pub const POLICIES: &[PolicyEntry] = &[
    entry::<FuegoPolicy>(),
    filtered_entry::<RandomPolicy>(),
    filtered_entry::<NaivePolicy>(),
    entry::<RuleBasedPolicy>(),
    entry::<DatabasePolicy>(),
    entry::<Learned>(),
];

/// The policy with a name.
pub fn policy(name: PolicyName) -> &'static PolicyEntry {
    // Every name has an entry, as a test checks.
    POLICIES.iter().find(|entry| entry.name == name).unwrap_or(&POLICIES[0])
}

/// A name and its policy.
trait Named {
    const NAME: PolicyName;
    const DOC: &'static str;
    type Policy: BoardPolicy + 'static;

    fn from_spec(spec: &PlayerSpec) -> Self::Policy;
}

impl Named for FuegoPolicy {
    const NAME: PolicyName = PolicyName::Fuego;
    const DOC: &'static str = "by rules, in the order of Fuego's manual";
    type Policy = Self;

    fn from_spec(spec: &PlayerSpec) -> Self {
        Self::new(spec.params.policy.clone())
    }
}

impl Named for RandomPolicy {
    const NAME: PolicyName = PolicyName::Random;
    const DOC: &'static str = "uniformly among moves that fill no own eye";
    type Policy = Self;

    fn from_spec(_: &PlayerSpec) -> Self {
        Self
    }
}

impl Named for NaivePolicy {
    const NAME: PolicyName = PolicyName::Naive;
    const DOC: &'static str = "like random, but filters all moves first: slow on purpose";
    type Policy = Self;

    fn from_spec(_: &PlayerSpec) -> Self {
        Self::default()
    }
}

impl Named for RuleBasedPolicy {
    const NAME: PolicyName = PolicyName::RuleBased;
    const DOC: &'static str =
        "by MoGo's patterns around the last move, else like random; go3_param has more rules";
    type Policy = Self;

    fn from_spec(spec: &PlayerSpec) -> Self {
        Self::new(spec.params.course.clone())
    }
}

impl Named for DatabasePolicy {
    const NAME: PolicyName = PolicyName::Database;
    const DOC: &'static str = "in proportion to the values of a pattern database; see --mc-patterns";
    type Policy = Self;

    fn from_spec(spec: &PlayerSpec) -> Self {
        Self::new(spec.params.patterns.table())
    }
}

/// The pattern database that was fitted to games, whatever database is in use.
struct Learned;

impl Named for Learned {
    const NAME: PolicyName = PolicyName::Learned;
    const DOC: &'static str =
        "in proportion to values that were learned from games: the pattern database brasa";
    type Policy = DatabasePolicy;

    fn from_spec(_: &PlayerSpec) -> DatabasePolicy {
        DatabasePolicy::new(Patterns::learned().table())
    }
}

const fn entry<P: Named>() -> PolicyEntry {
    PolicyEntry {
        name: P::NAME,
        doc: P::DOC,
        make: |spec| Box::new(GoPlayout::new(P::from_spec(spec))),
        candidates: candidates::<P>,
        corrected: corrected::<P>,
    }
}

/// The entry of a random policy, from which `movefilter` excludes self-atari.
const fn filtered_entry<P: Named>() -> PolicyEntry {
    PolicyEntry {
        make: |spec| match without_rules(spec) {
            Some(spec) => (entry::<RuleBasedPolicy>().make)(&spec),
            None => (entry::<P>().make)(spec),
        },
        candidates: |spec, position| match without_rules(spec) {
            Some(spec) => candidates::<RuleBasedPolicy>(&spec, position),
            None => candidates::<P>(spec, position),
        },
        ..entry::<P>()
    }
}

/// The specification by which the rule-based policy plays random moves except self-atari; `None` without `movefilter`.
fn without_rules(spec: &PlayerSpec) -> Option<PlayerSpec> {
    spec.params.course.movefilter.then(|| {
        let mut spec = spec.clone();
        spec.params.course = CourseParams {
            rule_patterns: false,
            rule_capture_last: false,
            rule_defend: false,
            rule_extend: false,
            rule_capture_any: false,
            ..spec.params.course
        };
        spec
    })
}

fn candidates<P: Named>(spec: &PlayerSpec, position: &Position) -> (Rule, Vec<Point>) {
    let mut board = Board::new(position.board().size());
    board.copy_from(position.board());
    let mut moves = Moves::default();
    let turn = Turn { color: position.to_play(), last: position.last() };
    let rule = P::from_spec(spec).candidates(&board, &turn, &mut moves);
    (rule, moves.as_slice().to_vec())
}

fn corrected<P: Named>(spec: &PlayerSpec, position: &Position, rule: Rule, moves: &[Point]) -> Vec<Point> {
    let mut board = Board::new(position.board().size());
    board.copy_from(position.board());
    let policy = P::from_spec(spec);
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
