//! The course: its lessons, their slides, and the grading of its exercises.

pub mod grade;
pub mod slides;

pub use grade::EXERCISES;

/// A lesson.
pub struct Lesson {
    /// The number, from 1.
    pub number: u8,
    /// The name of its page.
    pub name: &'static str,
    /// Its duration without exercises, in minutes.
    pub minutes: u32,
    /// Its page in the guide, in Markdown.
    pub page: &'static str,
    /// Its notebook, in `scripts/python/notebooks`.
    pub notebook: Option<&'static str>,
}

impl Lesson {
    /// The title: the first line of the page.
    pub fn title(&self) -> &'static str {
        let line = self.page.lines().next().unwrap_or_default();
        line.split_once(": ").map_or(line, |(_, title)| title).trim_end_matches('.')
    }
}

macro_rules! lesson {
    ($number:literal, $name:literal, $minutes:literal, $notebook:expr) => {
        Lesson {
            number: $number,
            name: $name,
            minutes: $minutes,
            page: include_str!(concat!("../guide/course/", $number, "-", $name, ".md")),
            notebook: $notebook,
        }
    };
}

/// The lessons, in order.
pub const LESSONS: [Lesson; 10] = [
    lesson!(1, "boards", 60, None),
    lesson!(2, "rules", 90, None),
    lesson!(3, "minimax", 90, None),
    lesson!(4, "flat-monte-carlo", 90, Some("4-flat-monte-carlo.ipynb")),
    lesson!(5, "ucb", 30, Some("5-ucb.ipynb")),
    lesson!(6, "uct", 90, Some("6-uct.ipynb")),
    lesson!(7, "rave", 90, Some("7-rave.ipynb")),
    lesson!(8, "learned-patterns", 60, None),
    lesson!(9, "network", 120, None),
    lesson!(10, "alphazero", 60, None),
];

/// The lessons, exercises and further commands, as a list for people.
pub fn list() -> String {
    let mut text = String::new();
    for lesson in &LESSONS {
        text += &format!("{:>2}  {} ({} minutes)\n", lesson.number, lesson.title(), lesson.minutes);
        text += &format!("      page       src/guide/course/{}-{}.md\n", lesson.number, lesson.name);
        if let Some(notebook) = lesson.notebook {
            text += &format!("      notebook   scripts/python/notebooks/{notebook}\n");
        }
        for exercise in EXERCISES.iter().filter(|exercise| exercise.lesson == lesson.number) {
            text += &format!(
                "      exercise   {:<14} {} ({} minutes)\n",
                exercise.name, exercise.title, exercise.minutes
            );
        }
    }
    text
}
