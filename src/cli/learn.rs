//! `brasa patterns train` and `evaluate`: learning from game records which moves strong players make.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::Fault;
use crate::framework::Move;
use crate::go::Position;
use crate::go::board::{MAX_SIZE, MIN_SIZE};
use crate::go::pattern::database::tune::Family;
use crate::go::pattern::learned::{Evaluation, Model, ModelError, Options, Trainer, games};

/// Why nothing was learned.
#[derive(Debug, thiserror::Error)]
pub(super) enum LearnError {
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}:{error}", path.display())]
    Model { path: PathBuf, error: ModelError },
    #[error("{}:{line}: expected the worth of a position, 0 to 1, and moves that lead to it", path.display())]
    Judged { path: PathBuf, line: usize },
    #[error("no game on {0}x{0} to learn from")]
    NoGames(u8),
    #[error("no line of {database} belongs to the family `{family}`: names are as in its `Pattern` lines")]
    NoFamily { database: String, family: Family },
}

/// Learn the weights of shapes and features from games.
#[derive(Args)]
#[command(after_help = "Example:\n  xz -dc games.sgfl.xz > games.sgfl\n  \
                        brasa patterns train games.sgfl --skip 500 --output weights.txt\n  \
                        brasa patterns evaluate weights.txt games.sgfl --games 500")]
pub(super) struct TrainOptions {
    /// Game records, one SGF game a line.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Leave so many games out at the beginning, to evaluate with.
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: usize,
    /// Learn from so many games at most.
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    games: usize,
    /// Board size.
    #[arg(long, value_name = "N", default_value_t = 19, value_parser = clap::value_parser!(u8).range(i64::from(MIN_SIZE)..=i64::from(MAX_SIZE)))]
    size: u8,
    /// How often moves must have been made in a shape for it to be known.
    #[arg(long, value_name = "N", default_value_t = 20)]
    least_count: u32,
    /// The share of positions to learn from.
    #[arg(long, value_name = "X", default_value_t = 0.5)]
    share: f64,
    /// Seed of the choice of positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Where to write the weights.
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
}

/// Measure how well weights predict the moves of games.
#[derive(Args)]
pub(super) struct EvaluateOptions {
    /// The weights.
    weights: PathBuf,
    /// Game records, one SGF game a line.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Use so many games at most.
    #[arg(long, value_name = "N", default_value_t = 500)]
    games: usize,
    /// Board size.
    #[arg(long, value_name = "N", default_value_t = 19, value_parser = clap::value_parser!(u8).range(i64::from(MIN_SIZE)..=i64::from(MAX_SIZE)))]
    size: u8,
    /// Print a JSON object instead.
    #[arg(long)]
    json: bool,
}

/// Returns the games of files, read as they are needed.
pub(super) fn read(
    files: &[PathBuf],
    size: u8,
) -> Result<impl Iterator<Item = (Position, Vec<Move>)> + use<>, LearnError> {
    let open = |path: &PathBuf| {
        File::open(path).map(BufReader::new).map_err(|error| LearnError::File { path: path.clone(), error })
    };
    let files: Vec<_> = files.iter().map(open).collect::<Result<_, _>>()?;
    let lines = files.into_iter().flat_map(|file| file.split(b'\n').map_while(Result::ok));
    Ok(lines.filter_map(move |line| games::read(&line, size)))
}

/// Returns a bar that shows the progress of some work.
pub(super) fn bar(what: &'static str, len: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}, {eta} left");
    let bar = ProgressBar::new(len as u64).with_message(what);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

pub(super) fn train(options: &TrainOptions) -> Result<(), Fault> {
    let training = Options { least_count: options.least_count, share: options.share, ..Options::default() };
    let mut trainer = Trainer::new(training, options.seed);
    let games: Vec<_> = read(&options.files, options.size)?.skip(options.skip).take(options.games).collect();
    if games.is_empty() {
        return Err(LearnError::NoGames(options.size).into());
    }
    for (start, moves) in bar("counting", games.len()).wrap_iter(games.iter()) {
        trainer.count(start.clone(), moves);
    }
    trainer.keep();
    for (start, moves) in bar("learning", games.len()).wrap_iter(games.iter()) {
        trainer.learn(start.clone(), moves);
    }
    let write = std::fs::write(&options.output, trainer.text());
    write.map_err(|error| LearnError::File { path: options.output.clone(), error })?;
    writeln!(
        io::stdout(),
        "{} games, {} shapes: {}",
        games.len(),
        trainer.shape_count(),
        options.output.display()
    )?;
    Ok(())
}

pub(super) fn evaluate(options: &EvaluateOptions) -> Result<(), Fault> {
    let model = load(&options.weights)?;
    let mut evaluation = Evaluation::default();
    for (start, moves) in read(&options.files, options.size)?.take(options.games) {
        evaluation.add(&model, start, &moves);
    }
    let share = |count: u64| count as f64 / evaluation.positions.max(1) as f64;
    let (first, ten) = (share(evaluation.first), share(evaluation.ten));
    let log_likelihood = evaluation.log_likelihood / evaluation.positions.max(1) as f64;
    if options.json {
        let positions = evaluation.positions;
        let object =
            json!({ "positions": positions, "first": first, "ten": ten, "log_likelihood": log_likelihood });
        writeln!(io::stdout(), "{object}")?;
    } else {
        writeln!(
            io::stdout(),
            "positions        {}\nfirst            {:.1} %\namong ten        {:.1} %\nlog-likelihood   {log_likelihood:.3}",
            evaluation.positions,
            100.0 * first,
            100.0 * ten,
        )?;
    }
    Ok(())
}

fn load(path: &Path) -> Result<Model, LearnError> {
    let text =
        std::fs::read_to_string(path).map_err(|error| LearnError::File { path: path.to_owned(), error })?;
    text.parse().map_err(|error| LearnError::Model { path: path.to_owned(), error })
}
