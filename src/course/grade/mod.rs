//! Grades exercises by hidden cases derived from a seed.
//!
//! A student's file answers questions, one JSON line each on its standard input:
//! `{"call": "bound", "args": [1, 2, 3, 0.4]}` has the answer `{"result": 0.9}` or `{"error": "text"}`. A Python file
//! needs only its functions, which a runner calls; a Rust crate or any other program implements the protocol itself.
//! The student's program never sees the right answers.

mod case;
mod cases;
mod go_cases;
mod search_cases;
mod student;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::util::{Rng, rounded};
pub use case::Level;
use case::{Case, Expected, is_near, short};
use student::Student;
pub use student::engine_command;

/// The time limit for all cases of an exercise.
pub const TIME: Duration = Duration::from_secs(20);

/// An exercise.
pub struct Exercise {
    /// The name of the file to hand in, without its ending.
    pub name: &'static str,
    /// The number of its lesson.
    pub lesson: u8,
    /// Its duration in minutes.
    pub minutes: u32,
    /// The title.
    pub title: &'static str,
    cases: fn(&mut Rng) -> Vec<Case>,
}

const fn exercise(
    name: &'static str,
    lesson: u8,
    minutes: u32,
    title: &'static str,
    cases: fn(&mut Rng) -> Vec<Case>,
) -> Exercise {
    Exercise { name, lesson, minutes, title, cases }
}

/// The exercises, in the order of the lessons.
pub const EXERCISES: [Exercise; 13] = [
    exercise("self_atari", 1, 45, "a self-atari filter", go_cases::self_atari),
    exercise("lazy_filter", 2, 30, "a lazy filter", go_cases::lazy_filter),
    exercise("patterns", 2, 60, "wildcards and symmetries of 3x3 patterns", go_cases::patterns),
    exercise("policy", 2, 60, "a playout policy that captures", go_cases::policy),
    exercise("shapes", 2, 45, "playout patterns in a text file", go_cases::shapes),
    exercise("dominoes", 3, 60, "a new game", search_cases::dominoes),
    exercise("alpha_beta", 3, 60, "alpha-beta, its leaves and its best line", search_cases::alpha_beta),
    exercise("transposition", 3, 45, "a transposition table", search_cases::transposition),
    exercise("ucb", 5, 45, "the UCB1 bound, and selection by it", cases::ucb),
    exercise("uct", 6, 60, "selection and backup in a tree", cases::uct),
    exercise("amaf", 7, 45, "all moves as first", cases::amaf),
    exercise("rave", 7, 30, "the weight of RAVE", cases::rave),
    exercise("layer", 9, 60, "a network layer and its gradient", cases::layer),
];

/// A failed case.
pub struct Fault {
    /// The level that it costs.
    pub level: Level,
    /// The call and what is wrong with its answer; long values are cut.
    pub short: String,
    /// The same in full, so that the call can be repeated.
    pub full: String,
}

/// The result of an exercise.
pub struct Grade {
    /// The exercise.
    pub exercise: &'static Exercise,
    /// Whether a file was handed in.
    pub is_there: bool,
    /// The first fault of each failed level.
    pub faults: Vec<Fault>,
    /// The elapsed time.
    pub time: Duration,
}

impl Grade {
    /// The levels reached, one point each: a level counts only with all levels below it.
    pub fn points(&self) -> usize {
        let first = Level::ALL.iter().position(|&level| self.faults.iter().any(|fault| fault.level == level));
        if self.is_there { first.unwrap_or(Level::ALL.len()) } else { 0 }
    }

    /// The level as a word.
    pub fn level(&self) -> &'static str {
        match self.points() {
            _ if !self.is_there => "missing",
            0 => "fail",
            points => Level::ALL[points - 1].name(),
        }
    }

    /// The report line, followed by the fault of the next level.
    pub fn text(&self) -> String {
        let Exercise { name, title, .. } = self.exercise;
        let mut text =
            format!("{name:<15}{} of {}  {:<10} {title}", self.points(), Level::ALL.len(), self.level());
        if let Some(fault) = self.faults.iter().min_by_key(|fault| fault.level) {
            text += &format!("\n    {}: {}", fault.level.name(), fault.short);
        }
        text
    }

    /// The grade for a gradebook.
    pub fn json(&self) -> Value {
        let faults: serde_json::Map<_, _> =
            self.faults.iter().map(|fault| (fault.level.name().to_owned(), json!(fault.full))).collect();
        json!({
            "exercise": self.exercise.name, "lesson": self.exercise.lesson, "minutes": self.exercise.minutes,
            "title": self.exercise.title, "points": self.points(), "of": Level::ALL.len(), "level": self.level(),
            "faults": faults, "seconds": rounded(self.time.as_secs_f64(), 2),
        })
    }
}

/// The student folders in a folder: the folder itself if it has an exercise file, or else its subfolders, except hidden
/// ones and those of programs, such as `__MACOSX` and `__pycache__`.
///
/// # Errors
/// When the folder cannot be read.
pub fn students(directory: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(directory)? {
        let entry = entry?;
        let (name, path) = (entry.file_name(), entry.path());
        let is_hidden = [".", "__"].iter().any(|start| name.to_string_lossy().starts_with(start));
        if path.is_dir() && !is_hidden && !path.join("Cargo.toml").is_file() {
            folders.push(path);
        }
    }
    folders.sort();
    let is_student = EXERCISES.iter().any(|exercise| student::find(directory, exercise.name).is_some());
    Ok(if is_student || folders.is_empty() { vec![directory.to_owned()] } else { folders })
}

/// The reason why a folder has no exercise: the expected files, and those found instead.
///
/// # Errors
/// When the folder cannot be read.
pub fn nothing_in(directory: &Path, name: &str) -> std::io::Result<String> {
    const MOST: usize = 5;
    let mut found = Vec::new();
    for entry in std::fs::read_dir(directory)? {
        found.push(format!("'{}'", entry?.file_name().to_string_lossy()));
    }
    found.retain(|name| !name.starts_with("'."));
    found.sort();
    let more = found.len() > MOST;
    found.truncate(MOST);
    let found = if found.is_empty() { "no file".to_owned() } else { found.join(", ") };
    Ok(format!(
        "expected {name}.py, {name}.db, {name}/Cargo.toml or {name}; found {found}{}",
        if more { " ..." } else { "" }
    ))
}

/// Grades an exercise in a student's folder; `seed` selects the hidden cases.
pub fn grade(directory: &Path, exercise: &'static Exercise, seed: u64, time: Duration) -> Grade {
    let mut grade = Grade { exercise, is_there: false, faults: Vec::new(), time: Duration::ZERO };
    let Some(file) = student::find(directory, exercise.name) else { return grade };
    grade.is_there = true;
    // Each exercise has its own random sequence, whatever exercises were graded before.
    let key = exercise.name.bytes().fold(seed, |key, byte| crate::util::zobrist(key ^ u64::from(byte)));
    let cases = (exercise.cases)(&mut Rng::new(key));
    let start = Instant::now();
    match Student::start(&file, time) {
        Err(fault) => grade.faults.push(Fault { level: Level::Pass, short: fault.clone(), full: fault }),
        Ok(mut student) => {
            for mut case in cases {
                let is_known = grade.faults.iter().any(|fault| fault.level == case.level);
                if !is_known {
                    grade.faults.extend(judge(&mut student, &mut case));
                }
                if grade.faults.len() == Level::ALL.len() {
                    break;
                }
            }
        }
    }
    grade.time = start.elapsed();
    grade
}

/// The fault of an answer; `None` for a right one.
fn judge(student: &mut Student, case: &mut Case) -> Option<Fault> {
    const ARGS: usize = 200;
    const VALUE: usize = 100;
    let level = case.level;
    let [call, cut] = [None, Some(ARGS)].map(|most| case.question(most));
    let value = match student.ask(case.call, &case.args) {
        Ok(value) => value,
        Err(error) => {
            return Some(Fault { level, short: format!("{cut}: {error}"), full: format!("{call}: {error}") });
        }
    };
    let found = in_words(value.to_string());
    match &mut case.expected {
        Expected::Check(check) => check(&value).map(|reason| Fault {
            level,
            short: format!("{cut} = {}, {reason}", short(&found, VALUE)),
            full: format!("{call} = {found}, {reason}"),
        }),
        Expected::Is(expected) => difference(&value, expected).map(|place| {
            let whole = (String::new(), found, in_words(expected.to_string()));
            let full = format!("{call} = {}, expected {}", whole.1, whole.2);
            // Long values may begin alike.
            let (at, found, expected) = if whole.1.len().max(whole.2.len()) > VALUE { place } else { whole };
            let [found, expected] = [found, expected].map(in_words);
            let short = format!("{cut}{at} = {}, expected {}", short(&found, VALUE), short(&expected, VALUE));
            Fault { level, short, full }
        }),
    }
}

/// A value with the numbers that JSON lacks as Python spells them.
fn in_words(json: String) -> String {
    ["inf", "-inf", "nan"].iter().fold(json, |json, name| {
        let (sign, word) = name.strip_prefix('-').map_or(("", *name), |word| ("-", word));
        json.replace(&format!("\"{name}\""), &format!("{sign}math.{word}"))
    })
}

/// The first place where a result is not the expected one, as an index in Python, and both values there; numbers may
/// differ by rounding.
fn difference(found: &Value, expected: &Value) -> Option<(String, String, String)> {
    let at = |index: Value, found: Option<&Value>, expected: Option<&Value>| {
        let here = format!("[{index}]");
        if let (Some(found), Some(expected)) = (found, expected) {
            return difference(found, expected).map(|(at, found, expected)| (here + &at, found, expected));
        }
        let [found, expected] =
            [found, expected].map(|value| value.map_or("nothing".to_owned(), Value::to_string));
        Some((here, found, expected))
    };
    match (found, expected) {
        (found, Value::Number(expected))
            if expected.as_f64().is_some_and(|number| is_near(found, number)) =>
        {
            None
        }
        (Value::Array(found), Value::Array(expected)) => {
            (0..found.len().max(expected.len())).find_map(|i| at(json!(i), found.get(i), expected.get(i)))
        }
        (Value::Object(found), Value::Object(expected)) => expected
            .keys()
            .chain(found.keys())
            .find_map(|key| at(json!(key), found.get(key), expected.get(key))),
        _ => (found != expected).then(|| (String::new(), found.to_string(), expected.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_has_its_place() {
        let place = |found: Value, expected: Value| {
            difference(&found, &expected).map(|(at, found, expected)| format!("{at} {found} {expected}"))
        };
        let tree = |wins: f64| json!({"wins": 3, "children": [{"wins": 1}, {"wins": wins}]});
        assert_eq!(place(tree(2.0), tree(2.000_000_1)), None);
        assert_eq!(place(tree(2.0), tree(1.0)).as_deref(), Some("[\"children\"][1][\"wins\"] 2.0 1.0"));
        assert_eq!(place(json!([1, 2]), json!([1])).as_deref(), Some("[1] 2 nothing"));
        assert_eq!(place(json!({}), json!({"a": [0]})).as_deref(), Some("[\"a\"] nothing [0]"));
        assert_eq!(place(json!(""), Value::Null).as_deref(), Some(" \"\" null"));
    }
}
