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
use case::{Case, Expected, short};
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

/// The result of an exercise.
pub struct Grade {
    /// The exercise.
    pub exercise: &'static Exercise,
    /// Whether a file was handed in.
    pub is_there: bool,
    /// The first fault of each failed level.
    pub faults: Vec<(Level, String)>,
    /// The elapsed time.
    pub time: Duration,
}

impl Grade {
    /// The levels reached, one point each: a level counts only with all levels below it.
    pub fn points(&self) -> usize {
        let first = Level::ALL.iter().position(|&level| self.faults.iter().any(|&(of, _)| of == level));
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
        if let Some((level, fault)) = self.faults.iter().min_by_key(|(level, _)| *level) {
            text += &format!("\n    {}: {fault}", level.name());
        }
        text
    }

    /// The grade for a gradebook.
    pub fn json(&self) -> Value {
        let faults: serde_json::Map<_, _> =
            self.faults.iter().map(|(level, fault)| (level.name().to_owned(), json!(fault))).collect();
        json!({
            "exercise": self.exercise.name, "lesson": self.exercise.lesson, "minutes": self.exercise.minutes,
            "title": self.exercise.title, "points": self.points(), "of": Level::ALL.len(), "level": self.level(),
            "faults": faults, "seconds": rounded(self.time.as_secs_f64(), 2),
        })
    }
}

/// The student folders in a folder: the folder itself if it has an exercise file, or else its subfolders.
///
/// # Errors
/// When the folder cannot be read.
pub fn students(directory: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() && !path.join("Cargo.toml").is_file() {
            folders.push(path);
        }
    }
    folders.sort();
    let is_student = EXERCISES.iter().any(|exercise| student::find(directory, exercise.name).is_some());
    Ok(if is_student || folders.is_empty() { vec![directory.to_owned()] } else { folders })
}

/// Grades an exercise in a student's folder; `seed` selects the hidden cases.
pub fn grade(directory: &Path, exercise: &'static Exercise, seed: u64, time: Duration) -> Grade {
    let mut grade = Grade { exercise, is_there: false, faults: Vec::new(), time: Duration::ZERO };
    let Some(file) = student::find(directory, exercise.name) else { return grade };
    grade.is_there = true;
    let fail = |grade: &mut Grade, fault: String| grade.faults.push((Level::Pass, fault));
    // Each exercise has its own random sequence, whatever exercises were graded before.
    let key = exercise.name.bytes().fold(seed, |key, byte| crate::util::zobrist(key ^ u64::from(byte)));
    let cases = (exercise.cases)(&mut Rng::new(key));
    let start = Instant::now();
    match Student::start(&file, time) {
        Err(fault) => fail(&mut grade, fault),
        Ok(mut student) => {
            for mut case in cases {
                let is_known = grade.faults.iter().any(|&(level, _)| level == case.level);
                if !is_known && let Some(fault) = judge(&mut student, &mut case) {
                    grade.faults.push((case.level, fault));
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
fn judge(student: &mut Student, case: &mut Case) -> Option<String> {
    let args: Vec<String> = case.args.iter().map(Value::to_string).collect();
    let shown = short(&format!("{}({})", case.call.trim_start_matches('$'), args.join(", ")), 200);
    let found = match student.ask(case.call, &case.args) {
        Ok(found) => found,
        Err(fault) => return Some(format!("{shown}: {fault}")),
    };
    let (is_right, wanted) = match &mut case.expected {
        Expected::Is(expected) => {
            (is_same(&found, expected), format!("expected {}", short(&expected.to_string(), 100)))
        }
        Expected::Check(check) => (check(&found), "which is wrong".to_owned()),
    };
    (!is_right).then(|| format!("{shown} = {}, {wanted}", short(&found.to_string(), 100)))
}

/// Whether a result is the expected one; numbers may differ by rounding.
fn is_same(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Number(found), Value::Number(expected)) => {
            let (Some(found), Some(expected)) = (found.as_f64(), expected.as_f64()) else { return false };
            (found - expected).abs() <= 1e-9 + 1e-6 * expected.abs()
        }
        (Value::Array(found), Value::Array(expected)) => {
            found.len() == expected.len()
                && found.iter().zip(expected).all(|(found, expected)| is_same(found, expected))
        }
        (Value::Object(found), Value::Object(expected)) => {
            found.len() == expected.len()
                && expected
                    .iter()
                    .all(|(key, expected)| found.get(key).is_some_and(|found| is_same(found, expected)))
        }
        _ => found == expected,
    }
}
