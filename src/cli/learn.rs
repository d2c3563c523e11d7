//! `brasa patterns train` and `evaluate`: learn to predict strong players' moves from game records.

use std::fs;
use std::io::{self, BufReader, Write};
use std::iter;
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::fault::Fault;
use super::numbers::{board_size, number};
use crate::framework::Move;
use crate::go::Position;
use crate::go::pattern::learned::{Evaluation, Model, Options, Trainer, games};
use crate::sgf;
use crate::util::{
    FileFault, FileKind, MAX_FILE, Output, bounded_line, counted, first_line, has_extension, is_marked,
    marked, open_file, percent, read_file, read_text,
};

/// Learn weights of shapes and features from games.
#[derive(Args)]
#[command(after_help = "Example:\n  xz -dc games.sgfl.xz > games.sgfl\n  \
                        brasa patterns train games.sgfl --skip 500 --output weights.txt\n  \
                        brasa patterns evaluate weights.txt games.sgfl --games 500")]
pub(super) struct TrainOptions {
    /// Game records: .sgf files, or .sgfl files (one game per line).
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Games to skip at the start, for evaluation.
    #[arg(long, value_name = "N", default_value = "0")]
    skip: usize,
    /// Maximum number of games to learn from.
    #[arg(long, value_name = "N", default_value_t = u32::MAX, hide_default_value = true, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Board size.
    #[arg(long, value_name = "N", default_value = "19", value_parser = board_size())]
    size: u8,
    /// Keep a shape only if at least this many moves have it.
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u32).range(1..))]
    least_count: u32,
    /// Share of positions to learn from, above 0 up to 1.
    #[arg(long, value_name = "X", default_value = "0.5",
        value_parser = |text: &str| number(text, "above 0 and up to 1", |share| share > 0.0 && share <= 1.0))]
    share: f64,
    /// Seed of the choice of positions.
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Write the weights to this file.
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
}

/// Measure how well weights predict the moves of games.
#[derive(Args)]
pub(super) struct EvaluateOptions {
    /// Weights.
    weights: PathBuf,
    /// Game records: .sgf files, or .sgfl files (one game per line).
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Maximum number of games to use.
    #[arg(long, value_name = "N", default_value = "500", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Board size.
    #[arg(long, value_name = "N", default_value = "19", value_parser = board_size())]
    size: u8,
    /// Print a JSON object instead.
    #[arg(long)]
    json: bool,
}

/// Weight files with the mark of the program: names and numbers.
static WEIGHTS: FileKind = FileKind {
    name: "a weights file made by brasa",
    is: |text| match first_line(text).split_whitespace().collect::<Vec<_>>()[..] {
        [_, weight] => is_marked(text) && weight.parse::<f32>().is_ok(),
        _ => false,
    },
};

/// The games in files, read lazily.
pub(super) fn read(
    files: &[PathBuf],
    size: u8,
) -> Result<impl Iterator<Item = Result<(Position, Vec<Move>), Fault>> + use<>, Fault> {
    let files: Vec<_> = files.iter().map(|path| lines(path)).collect::<Result<_, _>>()?;
    Ok(files.into_iter().flatten().filter_map(move |line| match line {
        Ok(line) => games::read(&line, size).map(Ok),
        Err(error) => Some(Err(error)),
    }))
}

/// The texts of a file's games: the lines, or for a file named `.sgf`, the games of the collection. A line longer than
/// any game is an error, since such a file may never end.
pub(super) fn lines(path: &Path) -> Result<impl Iterator<Item = Result<Vec<u8>, Fault>> + use<>, Fault> {
    let fault = FileFault::of(path);
    let is_collection = has_extension(path, "sgf");
    let games = if is_collection { games_of(read_file(path, MAX_FILE)?) } else { Vec::new() };
    let mut file = if is_collection { None } else { Some(BufReader::new(open_file(path)?)) };
    let lines = iter::from_fn(move || {
        let line = bounded_line(file.as_mut()?).transpose()?;
        Some(line.map_err(|error| fault(error).into()))
    });
    Ok(games.into_iter().map(Ok).chain(lines))
}

/// The texts of a collection's games; the whole text if it is not SGF, for which the reader of a game has a message.
pub(super) fn games_of(collection: Vec<u8>) -> Vec<Vec<u8>> {
    match sgf::parse(&collection) {
        Ok(parsed) if parsed.games.len() > 1 => {
            parsed.games.iter().map(|game| game.to_string().into_bytes()).collect()
        }
        _ => vec![collection],
    }
}

/// The number of games' texts in files; `None` with a pipe, which can be read only once.
pub(super) fn count(files: &[PathBuf]) -> Result<Option<usize>, Fault> {
    // Reading a directory has an error of its own.
    let is_pipe = |path: &PathBuf| !fs::metadata(path).is_ok_and(|found| found.is_file() || found.is_dir());
    if files.iter().any(is_pipe) {
        return Ok(None);
    }
    let count = |path: &PathBuf| lines(path)?.try_fold(0, |count, line| line.map(|_| count + 1));
    files.iter().map(count).sum::<Result<_, _>>().map(Some)
}

/// The fault of files without a usable game on a board size.
pub(super) fn no_games(size: u8) -> Fault {
    Fault::new(format!(
        "no usable games on {size}x{size}: expected .sgf files, or others with one game per line, without handicap, and \
         more games than --skip"
    ))
}

/// A progress bar; a counter if the length is unknown.
pub(super) fn bar(what: &'static str, len: impl Into<Option<usize>>) -> ProgressBar {
    let (bar, template) = match len.into() {
        Some(len) => (ProgressBar::new(len as u64), "{msg} {wide_bar} {pos}/{len}, {eta} left"),
        None => (ProgressBar::no_length(), "{msg} {pos}"),
    };
    let style = ProgressStyle::with_template(template);
    let bar = bar.with_message(what);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

pub(super) fn train(options: &TrainOptions) -> Result<(), Fault> {
    let training = Options { least_count: options.least_count, share: options.share, ..Options::default() };
    let mut trainer = Trainer::new(training, options.seed);
    let mut target = Output::claim(&options.output, &WEIGHTS, &options.files)?;
    let games = read(&options.files, options.size)?.skip(options.skip).take(options.games as usize);
    let games = games.collect::<Result<Vec<_>, _>>()?;
    if games.is_empty() {
        return Err(no_games(options.size));
    }
    for (start, moves) in bar("counting", games.len()).wrap_iter(games.iter()) {
        trainer.count(start.clone(), moves);
    }
    trainer.keep();
    for (start, moves) in bar("learning", games.len()).wrap_iter(games.iter()) {
        trainer.learn(start.clone(), moves);
    }
    if trainer.positions() == 0 {
        return Err(Fault::new("no position to learn from: raise --share or add games"));
    }
    target.write(marked(&trainer.text()))?;
    let (games, shapes) = (counted(games.len(), "game"), counted(trainer.shape_count(), "shape"));
    Ok(writeln!(io::stdout(), "{games}, {shapes}: {}", options.output.display())?)
}

pub(super) fn evaluate(options: &EvaluateOptions) -> Result<(), Fault> {
    let model = load(&options.weights)?;
    let mut evaluation = Evaluation::default();
    for game in read(&options.files, options.size)?.take(options.games as usize) {
        let (start, moves) = game?;
        evaluation.add(&model, start, &moves);
    }
    if evaluation.positions == 0 {
        return Err(no_games(options.size));
    }
    let positions = evaluation.positions;
    let [first, ten, log_likelihood] =
        [evaluation.first, evaluation.ten, evaluation.log_likelihood].map(|sum: f64| sum / positions as f64);
    let text = if options.json {
        json!({ "positions": positions, "first": first, "ten": ten, "log_likelihood": log_likelihood })
            .to_string()
    } else {
        let [first, ten] = [first, ten].map(percent);
        format!(
            "positions        {positions}\nfirst            {first}\namong ten        {ten}\n\
             log-likelihood   {log_likelihood:.3}"
        )
    };
    Ok(writeln!(io::stdout(), "{text}")?)
}

fn load(path: &Path) -> Result<Model, Fault> {
    read_text(path, MAX_FILE)?.parse().map_err(|error| Fault::new(format!("{}:{error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_lines_or_those_of_a_collection() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        std::fs::write(path("a.sgfl"), "(;SZ[9];B[ee]\n(;SZ[9];B[cc])\n").unwrap();
        // As `brasa match` writes a game, and two of them.
        let game = "(;FF[4]SZ[9]\nC[first]\n;B[ee]\n(;W[cc]\n;B[gg])\n(;W[gc]))\n";
        std::fs::write(path("b.sgf"), game).unwrap();
        std::fs::write(path("c.sgf"), game.repeat(2)).unwrap();
        let moves = |name| -> Vec<usize> {
            read(&[path(name)], 9).unwrap().map(|game| game.unwrap().1.len()).collect()
        };
        assert_eq!([moves("a.sgfl"), moves("b.sgf"), moves("c.sgf")], [vec![1], vec![3], vec![3, 3]]);
        assert_eq!(count(&["a.sgfl", "b.sgf", "c.sgf"].map(path)).unwrap(), Some(5));
    }
}
