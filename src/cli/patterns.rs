//! `brasa patterns`: 3x3 pattern databases for playouts, and shapes learned from games.

use std::io::{self, Write};
use std::sync::Arc;

use clap::{Args, Subcommand};

use super::fault::Fault;
use super::numbers::board_size;
use super::position::{DIAGRAMS, StartOptions};
use super::{learn, patterns_bench, tune};
use crate::engine::{BoardSize, GAMES, GoSession, SessionContext, Settings};
use crate::framework::{Color, Game};
use crate::go::Point;
use crate::go::board::MAX_SIZE;
use crate::go::pattern::database::{BUILT_IN, Database, DatabaseError};
use crate::util::{counted, percent};

/// Work with pattern databases for playouts, and learn from games.
///
/// A database assigns values to playout moves by 3x3 patterns. It is a file in the format of GNU Go's Monte Carlo
/// patterns, or the name of a built-in one. patterns/README.md explains the format.
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
    Judge(Box<tune::JudgeOptions>),
    Balance(tune::BalanceOptions),
}

/// Check databases and report errors and warnings line by line.
///
/// The exit status is 1 if a file is malformed. Warnings are about lines that never match, values above 10000000, and
/// databases that let playouts fill own eyes or forbid all moves.
#[derive(Args)]
#[command(after_help = "Example:\n  brasa patterns check my.db")]
struct Check {
    /// Files or names of built-in databases.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
}

/// Show each move's value in a playout from a position, and the database line it comes from.
///
/// The position is the one in --diagram, the end of the game in --sgf or the position before its move --move, or by
/// default the empty board; --moves are played from there.
#[derive(Args)]
#[command(after_help = show_help())]
struct Show {
    /// File, or name of a built-in database.
    #[arg(value_name = "FILE|NAME")]
    database: String,
    #[command(flatten)]
    start: StartOptions,
    /// Size of the empty board, 2 to 19.
    #[arg(long, value_name = "N", default_value = "9", conflicts_with_all = ["sgf", "diagram"], value_parser = board_size())]
    size: u8,
    /// Side to move (default: that of the position).
    #[arg(long, value_name = "COLOR")]
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
                let (warnings, patterns) = (database.warnings(), database.patterns());
                warnings.iter().try_for_each(|warning| writeln!(out, "{warning}"))?;
                let values = patterns.iter().map(|pattern| pattern.value_lines.len()).sum();
                let (matched, shapes) = database.shape_counts();
                let counts = [(patterns.len(), "pattern"), (values, "value"), (warnings.len(), "warning")];
                let [patterns, values, warnings] = counts.map(|(count, noun)| counted(count, noun));
                let text = format!("{patterns}, {values}, for {matched} of {shapes} 3x3 shapes, {warnings}");
                writeln!(out, "{file}: {text}")?;
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
    let context = SessionContext::new(Settings::new(MAX_SIZE), 1, Arc::default());
    let mut session = (GAMES[0].open)(BoardSize::square(options.size), Color::Black, context)?;
    options.start.apply(&mut session, GAMES[0].name)?;
    if let Some(color) = options.color {
        session.set_to_play(color);
    }
    let go: &GoSession = session.go().ok_or_else(|| Fault::only_go("brasa patterns show"))?;
    let position = go.position();
    let (color, [last, _]) = (position.to_play(), position.last());
    let moves = database.explain(position.board(), color, last);
    let total: u64 = moves.iter().map(|explanation| u64::from(explanation.value())).sum();
    let mut out = io::stdout().lock();
    let after = if last == Point::NULL { String::new() } else { format!(" after {last}") };
    writeln!(out, "{color} to play{after}: {}, values in all {total}\n", counted(moves.len(), "move"))?;
    writeln!(out, "move      value   chance  line: pattern and properties; all that holds")?;
    for explanation in &moves {
        let value = explanation.value();
        let chance = percent(f64::from(value) / total.max(1) as f64);
        let (point, source) = (explanation.point.to_string(), database.source(explanation));
        writeln!(out, "{point:<4} {value:>10}  {chance:>7}  {source}; {}", explanation.context)?;
    }
    Ok(())
}

fn show_help() -> String {
    format!(
        "Examples:\n  \
         brasa patterns show my.db --diagram peep.txt\n  \
         brasa patterns show mogo_classic --sgf game.sgf --move 40\n\n\
         {DIAGRAMS}"
    )
}

fn built_in() -> String {
    let lines = BUILT_IN.each_ref().map(|entry| format!("\n  {:<18} {}", entry.name, entry.doc));
    format!("Built-in databases, with or without mc_ before the name:{}", lines.concat())
}
