//! `brasa patterns`: databases of 3x3 patterns for playouts, and shapes learned from games.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, Subcommand};

use super::{Fault, diagram, learn, patterns_bench, tune};
use crate::engine::{Session, Settings};
use crate::framework::{Color, Control, Game};
use crate::go::board::{MAX_SIZE, MIN_SIZE};
use crate::go::pattern::database::{BUILT_IN, Database, DatabaseError, Table};
use crate::go::{Point, Position, Rules};

/// Work with databases of 3x3 patterns that give moves their values in playouts, and learn from games.
///
/// A database is a file in the format of GNU Go's Monte Carlo patterns, or a built-in one by its name. The format
/// is taught in patterns/README.md.
#[derive(Args)]
#[command(after_help = built_in())]
pub(super) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(Check),
    Show(Show),
    Bench(patterns_bench::Options),
    Train(learn::TrainOptions),
    Evaluate(learn::EvaluateOptions),
    Fit(tune::FitOptions),
    Judge(tune::JudgeOptions),
    Balance(tune::BalanceOptions),
}

/// Read databases and say what is wrong with them, line by line.
///
/// The exit status is 1 when a file is no database. Lines that never match and values above 10000000 are warned of.
#[derive(Args)]
#[command(after_help = "Example:\n  brasa patterns check my.db")]
struct Check {
    /// Files, or names of built-in databases.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
}

/// Show what each move of a position is worth in a playout, and which line of the database says so.
///
/// The position is the one in --diagram, the end of the game in --sgf, or the one before --move of it; without
/// any of these, the empty board.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    brasa patterns show my.db --diagram peep.txt\n  \
    brasa patterns show mogo_classic --sgf game.sgf --move 40\n\n\
    A diagram has a row a line, the top one first: X and O are stones, . is empty, and a lowercase stone is the\n\
    last move, which the other player answers.")]
struct Show {
    /// A file, or the name of a built-in database.
    #[arg(value_name = "FILE|NAME")]
    database: String,
    /// Take the position from the game of an SGF file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["diagram", "size"])]
    sgf: Option<PathBuf>,
    /// Take the position before this move of the file.
    #[arg(long = "move", value_name = "N", requires = "sgf", value_parser = clap::value_parser!(u32).range(1..))]
    before: Option<u32>,
    /// Take the position drawn in a text file.
    #[arg(long, value_name = "FILE", conflicts_with = "size")]
    diagram: Option<PathBuf>,
    /// Size of the empty board, 2 to 19.
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u8).range(i64::from(MIN_SIZE)..=i64::from(MAX_SIZE)))]
    size: u8,
    /// Show the moves of this color; without it of the one whose turn it is.
    #[arg(long, value_name = "COLOR", value_parser = |text: &str| text.parse::<Color>())]
    color: Option<Color>,
}

/// Runs the subcommand and returns whether the answer is yes.
pub(super) fn run(options: &Options) -> Result<bool, Fault> {
    match &options.command {
        Command::Check(options) => check(options),
        Command::Show(options) => show(options).map(|()| true),
        Command::Bench(options) => patterns_bench::run(options),
        Command::Train(options) => learn::train(options).map(|()| true),
        Command::Evaluate(options) => learn::evaluate(options).map(|()| true),
        Command::Fit(options) => tune::fit(options).map(|()| true),
        Command::Judge(options) => tune::judge(options).map(|()| true),
        Command::Balance(options) => tune::balance(options).map(|()| true),
    }
}

fn check(options: &Check) -> Result<bool, Fault> {
    let mut out = io::stdout().lock();
    let mut all_right = true;
    for file in &options.files {
        match Database::open(file) {
            Ok(database) => {
                let warnings = database.warnings();
                for warning in &warnings {
                    writeln!(out, "{warning}")?;
                }
                let patterns = database.patterns();
                writeln!(
                    out,
                    "{file}: {} patterns, {} values, {} different 3x3 shapes, {} warnings",
                    patterns.len(),
                    patterns.iter().map(|pattern| pattern.entries.len()).sum::<usize>(),
                    Table::new(&database).class_count(),
                    warnings.len(),
                )?;
            }
            Err(error @ (DatabaseError::Unexpected { .. } | DatabaseError::TooLarge { .. })) => {
                writeln!(out, "{error}")?;
                all_right = false;
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(all_right)
}

fn show(options: &Show) -> Result<(), Fault> {
    let database = Database::open(&options.database)?;
    let (position, last) = options.position()?;
    let color = options.color.unwrap_or(position.to_play());
    let moves = database.explain(position.board(), color, last);
    let total: u64 = moves.iter().map(|explanation| u64::from(explanation.value())).sum();
    let mut out = io::stdout().lock();
    let after = if last == Point::NULL { String::new() } else { format!(" after {last}") };
    writeln!(out, "{color} to play{after}: {} moves, values in all {total}\n", moves.len())?;
    writeln!(out, "move      value  chance  line: pattern and properties; all that holds")?;
    for explanation in &moves {
        let value = explanation.value();
        let chance = 100.0 * f64::from(value) / total.max(1) as f64;
        let source = database.source(explanation);
        writeln!(
            out,
            "{:<4} {value:>10}  {chance:>5.1}%  {source}; {}",
            explanation.point.to_string(),
            explanation.context
        )?;
    }
    Ok(())
}

impl Show {
    /// Returns the position and the last move.
    fn position(&self) -> Result<(Position, Point), Fault> {
        if let Some(path) = &self.diagram {
            let file = || path.display().to_string();
            let text = std::fs::read_to_string(path).map_err(|error| Fault::Read { file: file(), error })?;
            return diagram::parse(&text).map_err(|error| Fault::Diagram { file: file(), error });
        }
        let Some(path) = &self.sgf else {
            return Ok((Position::new(self.size, Rules::default()), Point::NULL));
        };
        let mut session = Session::new(MAX_SIZE, Settings::new(MAX_SIZE), 1, Arc::new(Control::default()))?;
        session.load_sgf(path, self.before.map(|before| before as usize))?;
        let position = session.position().clone();
        let [last, _] = position.last();
        Ok((position, last))
    }
}

/// Returns the list of databases that need no file.
fn built_in() -> String {
    let lines = BUILT_IN.each_ref().map(|entry| format!("\n  {:<18} {}", entry.name, entry.doc));
    format!("Built-in databases, with or without mc_ before the name:{}", lines.concat())
}
