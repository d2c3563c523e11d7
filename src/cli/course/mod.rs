//! `brasa course`: the lessons, their slides, the grading of exercises, and tournaments of students' engines.

mod tournament;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde_json::json;

use super::fault::Fault;
use crate::course::{EXERCISES, LESSONS, grade, list, slides};
use crate::util::{FileFault, FileKind, Output, PAGE, folder_of};

/// The course: list lessons, make slides, grade exercises, hold a tournament.
#[derive(Args)]
pub(super) struct Options {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// List the lessons with their pages, notebooks and exercises.
    List,
    Slides(SlideOptions),
    Grade(GradeOptions),
    Tournament(tournament::Options),
}

/// Make slides of the lessons, one HTML file each.
///
/// The arrow keys and the space bar step through the slides. Clicking a board plays a stone. The files need neither a
/// server nor a network; when printed, each slide is a page.
#[derive(Args)]
#[command(after_help = "Example:\n  brasa course slides --lesson 4 --out slides")]
struct SlideOptions {
    /// Only this lesson.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=LESSONS.len() as i64))]
    lesson: Option<u8>,
    /// Output directory.
    #[arg(short, long, value_name = "DIR", default_value = "slides")]
    out: PathBuf,
}

/// Grade exercises against hidden cases.
///
/// DIR holds a student's files, or one folder per student. A file is NAME.py; a Rust crate is a folder NAME with its
/// Cargo.toml; any other program is an executable NAME that answers questions as `scripts/python/brasa/exercise.py`
/// describes.
///
/// Each exercise has three levels, pass, good and excellent, worth one point each. The seed determines the cases;
/// another seed makes another exam. Programs run without network access and with limits on time and memory, where the
/// system supports them.
///
/// Exit status: 0 if each folder has an exercise and all exercises handed in pass, 1 otherwise.
#[derive(Args)]
#[command(after_help = "Example:\n  brasa course grade handed-in --seed 2027 --json grades.json")]
struct GradeOptions {
    /// Folder of a student, or of all students.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// Only this exercise.
    #[arg(long, value_name = "NAME", value_parser = EXERCISES.map(|exercise| exercise.name))]
    only: Option<String>,
    /// Seed of the hidden cases.
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Time limit for all cases of an exercise, in seconds.
    #[arg(long, value_name = "SEC", default_value_t = grade::TIME.as_secs(), value_parser = clap::value_parser!(u64).range(1..=3600))]
    time: u64,
    /// Write the grades to this file, for a gradebook, and each failed case in full.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// Runs the command; returns `false` if an exercise fails or a tournament was interrupted.
pub(super) fn run(options: &Options) -> Result<bool, Fault> {
    match &options.command {
        None | Some(Command::List) => {
            io::stdout().write_all(list().as_bytes())?;
            Ok(true)
        }
        Some(Command::Slides(options)) => write_slides(options).map(|()| true),
        Some(Command::Grade(options)) => grade_all(options),
        Some(Command::Tournament(options)) => tournament::run(options),
    }
}

fn write_slides(options: &SlideOptions) -> Result<(), Fault> {
    if options.out.is_file() {
        return Err(FileFault::new(&options.out, "not a folder").into());
    }
    std::fs::create_dir_all(&options.out).map_err(FileFault::of(&options.out))?;
    let chosen = LESSONS.iter().filter(|lesson| options.lesson.is_none_or(|number| number == lesson.number));
    for lesson in chosen {
        let path = options.out.join(format!("{}-{}.html", lesson.number, lesson.name));
        let mut target = Output::claim(&path, &PAGE, None)?;
        target.write(slides::slides(lesson))?;
        writeln!(io::stdout(), "{}", target.path().display())?;
    }
    Ok(())
}

static GRADES: FileKind = FileKind { name: "a grades file", is: |text| text.starts_with("{\n  \"seed\"") };

fn grade_all(options: &GradeOptions) -> Result<bool, Fault> {
    if options.directory.is_file() {
        let file = &options.directory;
        let (file, folder) = (file.display(), folder_of(file).display());
        return Err(Fault::new(format!("{file} is a file: give its folder, {folder}")));
    }
    let mut target = options.json.as_ref().map(|path| Output::claim(path, &GRADES, None)).transpose()?;
    let students = grade::students(&options.directory).map_err(FileFault::of(&options.directory))?;
    let time = std::time::Duration::from_secs(options.time);
    let (mut gradebook, mut all_pass) = (Vec::new(), true);
    for student in &students {
        let name = name_of(student);
        if students.len() > 1 {
            writeln!(io::stdout(), "{name}")?;
        }
        let (mut points, mut most, mut grades, mut is_there) = (0, 0, Vec::new(), false);
        for exercise in
            EXERCISES.iter().filter(|exercise| options.only.as_ref().is_none_or(|only| only == exercise.name))
        {
            let grade = grade::grade(student, exercise, options.seed, time);
            writeln!(io::stdout(), "{}", grade.text())?;
            points += grade.points();
            most += grade::Level::ALL.len();
            is_there |= grade.is_there;
            all_pass &= grade.points() > 0 || !grade.is_there;
            grades.push(grade.json());
        }
        if !is_there {
            all_pass = false;
            let name = options.only.as_deref().unwrap_or("NAME");
            let reason = grade::nothing_in(student, name).map_err(FileFault::of(student))?;
            writeln!(io::stdout(), "{reason}")?;
        }
        writeln!(io::stdout(), "{points} of {most} points")?;
        gradebook.push(json!({"student": name, "points": points, "of": most, "exercises": grades}));
    }
    if let Some(target) = &mut target {
        let students: Vec<String> = gradebook.iter().map(|student| format!("    {student}")).collect();
        let (seed, students) = (options.seed, students.join(",\n"));
        target.write(format!("{{\n  \"seed\": {seed},\n  \"students\": [\n{students}\n  ]\n}}\n"))?;
    }
    Ok(all_pass)
}

fn name_of(folder: &Path) -> String {
    let name = folder.file_name().or_else(|| folder.as_os_str().into());
    name.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}
