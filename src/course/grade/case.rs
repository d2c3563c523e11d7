//! A question of an exercise and its right answer.

use rand::seq::IndexedRandom as _;
use serde_json::Value;

use crate::util::Rng;

/// The requirement for a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The task in its usual cases.
    Pass,
    /// All of the task.
    Good,
    /// Rare and large cases too.
    Excellent,
}

impl Level {
    /// All levels, the lowest first.
    pub const ALL: [Self; 3] = [Self::Pass, Self::Good, Self::Excellent];

    /// The name.
    pub const fn name(self) -> &'static str {
        ["pass", "good", "excellent"][self as usize]
    }
}

/// The fault of an answer; `None` for a right one.
pub(super) type Check = Box<dyn FnMut(&Value) -> Option<String>>;

/// The right answer to a case.
pub(super) enum Expected {
    Is(Value),
    Check(Check),
}

/// A question with its answer.
pub(super) struct Case {
    pub(super) level: Level,
    /// The function to call; names that begin with `$` are grader functions, which ask several questions.
    pub(super) call: &'static str,
    pub(super) args: Vec<Value>,
    pub(super) expected: Expected,
}

pub(super) fn is(level: Level, call: &'static str, args: Value, expected: Value) -> Case {
    let args = if let Value::Array(args) = args { args } else { vec![args] };
    Case { level, call, args, expected: Expected::Is(expected) }
}

pub(super) fn checked(
    level: Level,
    call: &'static str,
    args: Value,
    check: impl FnMut(&Value) -> Option<String> + 'static,
) -> Case {
    Case { expected: Expected::Check(Box::new(check)), ..is(level, call, args, Value::Null) }
}

pub(super) fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{} ...", &text[..end]),
        None => text.to_owned(),
    }
}

/// A random element of a nonempty list.
pub(super) fn one<T: Copy>(rng: &mut Rng, list: &[T]) -> T {
    *list.choose(rng).unwrap_or(&list[0])
}
