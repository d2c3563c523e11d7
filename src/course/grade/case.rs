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

impl Case {
    /// The question: a call that can be repeated, or else what it asks. Arguments longer than `most` are cut.
    pub(super) fn question(&self, most: Option<usize>) -> String {
        let cut = |text: &str| most.map_or_else(|| text.to_owned(), |most| short(text, most));
        let args = || self.args.iter().map(Value::to_string).collect::<Vec<_>>().join(", ");
        match (self.call, self.args.as_slice()) {
            ("$first_wins", [squares]) => format!("the first player wins on a strip of {squares}"),
            ("value", [rows @ Value::Array(_), Value::String(color), Value::String(point)]) => {
                format!("the value of {point} for {color} on {rows}")
            }
            (call, [first, moves]) if let Some(name) = call.strip_prefix('$') => {
                let moves = moves.as_array().into_iter().flatten();
                let state = moves.fold(format!("start({first})"), |state, mv| format!("play({state}, {mv})"));
                format!("{name}({})", cut(&state))
            }
            (call, _) => format!("{call}({})", cut(&args())),
        }
    }
}

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

/// True if the result is a number that differs from the expected one only by rounding.
pub(super) fn is_near(found: &Value, expected: f64) -> bool {
    found.as_f64().is_some_and(|found| (found - expected).abs() <= 1e-9 + 1e-6 * expected.abs())
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
