//! `brasa patterns fit`, `judge` and `balance`: tune the values of a database.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::fault::Fault;
use super::learn::{self, bar};
use super::numbers::{board_size, number};
use super::options::EngineOptions;
use crate::engine::{BoardSize, GameSession};
use crate::framework::{Control, Game, Move};
use crate::go::board::MAX_SIZE;
use crate::go::pattern::database::Database;
use crate::go::pattern::database::tune::balance::{self, Balance, Judged};
use crate::go::pattern::database::tune::likelihood::Likelihood;
use crate::go::pattern::database::tune::{Family, LineTable, adjust, every_shape, rest, with_values};
use crate::go::{Komi, Position, Rules, vertex};
use crate::util::{
    FileFault, FileKind, LineLog, MAX_FILE, Output, Rng, counted, is_marked, marked, read_text,
};

/// Fit the values of a database to the moves of games, by maximum likelihood.
///
/// Only the patterns of the database are used, and one named Rest for the moves that none matches. Values of 0 stay;
/// all others are replaced.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    brasa patterns fit my.db games.sgfl --size 9 --output fitted.db\n  \
    brasa patterns fit my.db games.sgfl --shapes --sharpen 1.5 --sharpen Shape,far=0.8 --scale Ko=0.001 --output ko.db")]
pub(super) struct FitOptions {
    /// File, or name of a built-in database.
    #[arg(value_name = "FILE|NAME")]
    database: String,
    /// Game records: .sgf files, or .sgfl files (one game per line).
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Board size.
    #[arg(long, value_name = "N", default_value = "9", value_parser = board_size())]
    size: u8,
    /// Distinguish all 3x3 shapes, by patterns named Shape added after those of the database.
    #[arg(long)]
    shapes: bool,
    /// Raise values to a power; above 1, likely moves become even likelier.
    ///
    /// FAMILY limits the option to lines with a pattern name, with properties, or both. Repeatable; for each line, the
    /// last option that includes it applies.
    #[arg(long, value_name = "[FAMILY=]X")]
    sharpen: Vec<Family>,
    /// Then multiply values by a factor; all factors that include a line apply to it.
    #[arg(long, value_name = "[FAMILY=]X")]
    scale: Vec<Family>,
    /// Optimization steps.
    #[arg(long, value_name = "N", default_value = "50", value_parser = clap::value_parser!(u32).range(1..))]
    steps: u32,
    /// Write the database with the new values to this file.
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
}

/// Evaluate game positions by searches, as input for `brasa patterns balance`.
///
/// It takes one position from each game. Each output line is the win probability of the player to move, followed by the
/// moves that lead to the position.
#[derive(Args)]
#[command(after_help = "Example:\n  \
    brasa patterns judge games.sgfl --size 9 --playouts 10000 --threads 1 --output judged.txt")]
pub(super) struct JudgeOptions {
    /// Game records: .sgf files, or .sgfl files (one game per line).
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Games to skip at the start.
    #[arg(long, value_name = "N", default_value = "0")]
    skip: usize,
    /// Maximum number of positions.
    #[arg(long, value_name = "N", default_value_t = u32::MAX, hide_default_value = true, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// Komi.
    #[arg(long, value_name = "K", default_value = "7.5", allow_negative_numbers = true)]
    komi: Komi,
    /// Write the positions to this file.
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Adjust the values of a database until playout results match the win probabilities of judged positions.
#[derive(Args)]
#[command(after_help = "Example:\n  \
    brasa patterns balance fitted.db judged.txt --size 9 --output balanced.db")]
pub(super) struct BalanceOptions {
    /// Initial database: a file, or the name of a built-in one.
    #[arg(value_name = "FILE|NAME")]
    database: String,
    /// Positions written by `brasa patterns judge`.
    judged: PathBuf,
    /// Board size.
    #[arg(long, value_name = "N", default_value = "9", value_parser = board_size())]
    size: u8,
    /// Komi.
    #[arg(long, value_name = "K", default_value = "7.5", allow_negative_numbers = true)]
    komi: Komi,
    /// Playouts per position, 4 or more.
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u32).range(4..))]
    playouts: u32,
    /// Positions per step.
    #[arg(long, value_name = "N", default_value = "50", value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// Passes over all positions.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    passes: u32,
    /// Length of the first step, above 0.
    #[arg(long, value_name = "X", default_value = "400",
        value_parser = |text: &str| number(text, "above 0", |rate| rate > 0.0))]
    rate: f64,
    /// Strength of the pull of values back to the initial ones, for a step of length 1; 0: none.
    #[arg(long, value_name = "X", default_value = "0.00003",
        value_parser = |text: &str| number(text, "of 0 or more", |spring| spring >= 0.0))]
    spring: f64,
    /// Threads.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Random seed.
    #[arg(long, value_name = "N", default_value = "1")]
    srand: u64,
    /// Write the database with the new values to this file.
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
}

/// Pattern database files with the mark of the program.
static DATABASE: FileKind =
    FileKind { name: "a pattern database made by brasa", is: |text| is_marked(text) && text.contains("\n:") };

/// The start of the line with the size and komi of judged positions, which older files lack.
const SETTING: &str = "size ";

fn setting(size: u8, komi: Komi) -> String {
    format!("{SETTING}{size} komi {komi}")
}

/// Files of judged positions: their size and komi, then probabilities and moves. Files by hand lack the first line.
static JUDGED: FileKind = FileKind {
    name: "the output of `brasa patterns judge`",
    is: |text| text.starts_with(SETTING) && text.lines().next().is_some_and(|line| line.contains(" komi ")),
};

/// The maximum value of a line, relative to an average of 1. A move of this value is nearly certain; a higher limit
/// would round small values to 0.
const MAX_FITTED: f64 = 20_000.0;

pub(super) fn fit(options: &FitOptions) -> Result<(), Fault> {
    let source = Source::open(&options.database, options.shapes)?;
    let mut families = options.sharpen.iter().chain(&options.scale);
    if let Some(family) = families.find(|family| !family.is_in(&source.database)) {
        let (name, rule) = (source.database.name(), "its name must match a `Pattern` line");
        return Err(Fault::new(format!("no pattern of {name} belongs to the family `{family}`: {rule}")));
    }
    let mut likelihood = Likelihood::new(source.lines());
    let database = PathBuf::from(&options.database);
    let inputs = options.files.iter().chain([&database]);
    let mut target = Output::claim(&options.output, &DATABASE, inputs)?;
    for game in learn::read(&options.files, options.size)? {
        let (start, moves) = game?;
        likelihood.add(start, &moves);
    }
    if likelihood.is_empty() {
        return Err(learn::no_games(options.size));
    }
    let (mut values, log_likelihood) = likelihood.maximize(options.steps as usize);
    adjust(&source.database, &mut values, &options.sharpen, &options.scale);
    values.iter_mut().for_each(|value| *value = value.min(MAX_FITTED));
    target.write(source.with_values(&values))?;
    let (moves, output) = (likelihood.len(), options.output.display());
    Ok(writeln!(io::stdout(), "{moves} moves, log-likelihood {log_likelihood:.3}: {output}")?)
}

pub(super) fn judge(options: &JudgeOptions) -> Result<(), Fault> {
    let size = options.engine.size.unwrap_or(MAX_SIZE);
    let games = learn::read(&options.files, size)?.skip(options.skip).take(options.positions as usize);
    let games = games.collect::<Result<Vec<_>, _>>()?;
    if games.is_empty() {
        return Err(learn::no_games(size));
    }
    let mut session = options.engine.go_session(Arc::new(Control::default()))?;
    session.set_komi(options.komi);
    let mut rng = Rng::new(session.context().seed());
    let (mut output, _) = LineLog::open(&options.output, &JUDGED, MAX_FILE)?;
    let mut is_empty = true;
    for (_, moves) in bar("judging", games.len()).wrap_iter(games.iter()) {
        session.restart(BoardSize::default())?;
        let mut line = String::new();
        for &mv in &moves[..rng.below(moves.len())] {
            session.play(session.position().to_play(), mv)?;
            let _ = write!(line, " {}", session.position().move_text(mv));
        }
        session.reg_genmove(session.position().to_play())?;
        // Without a search there is no value.
        if let Some(search) = session.last_search().ok().filter(|search| search.report.count > 0) {
            if is_empty {
                // The first position replaces any older file, so an empty run does not.
                output.rewrite(&format!("{}\n", setting(size, options.komi)))?;
                is_empty = false;
            }
            output.append(&format!("{:.3}{line}\n", search.win_rate()))?;
        }
    }
    if is_empty {
        return Err(Fault::new("no position was judged: the engine made no search"));
    }
    Ok(())
}

pub(super) fn balance(options: &BalanceOptions) -> Result<(), Fault> {
    let source = Source::open(&options.database, false)?;
    let rules = Rules { komi: options.komi, ..Rules::default() };
    let judged = read_judged(&options.judged, options.size, rules)?;
    let tuning = balance::Options {
        playouts: options.playouts as usize,
        batch: options.batch as usize,
        passes: options.passes as usize,
        rate: options.rate,
        spring: options.spring,
        threads: usize::from(options.threads),
        seed: options.srand,
    };
    let mut balance = Balance::new(source.lines(), tuning);
    let inputs = [&PathBuf::from(&options.database), &options.judged];
    let mut target = Output::claim(&options.output, &DATABASE, inputs)?;
    let bar = bar("balancing", balance.step_count(judged.len()));
    let mut errors = Vec::new();
    balance.run(&judged, |error| {
        errors.push(error);
        bar.inc(1);
    });
    bar.finish();
    let values = balance.values();
    if !values.iter().all(|value| value.is_finite()) {
        return Err(Fault::new("the values diverged: lower --rate or raise --spring"));
    }
    target.write(source.with_values(&values))?;
    let tenth = errors.len().div_ceil(10);
    let mean = |errors: &[f64]| errors.iter().sum::<f64>() / errors.len().max(1) as f64;
    for part in errors.chunks(tenth.max(1)) {
        writeln!(io::stdout(), "error {:.4}", mean(part))?;
    }
    let positions = counted(judged.len(), "position");
    Ok(writeln!(io::stdout(), "{positions}: {}", options.output.display())?)
}

fn read_judged(path: &Path, size: u8, rules: Rules) -> Result<Vec<Judged>, Fault> {
    let mut judged = Vec::new();
    for (number, line) in (1..).zip(read_text(path, MAX_FILE)?.lines()) {
        if number == 1 && line.starts_with(SETTING) {
            let (found, wanted) = (line.to_owned(), setting(size, rules.komi));
            if found != wanted {
                return Err(
                    FileFault::new(path, format!("{found}; --size and --komi ask for {wanted}")).into()
                );
            }
            continue;
        }
        let wrong = || {
            Fault::new(format!(
                "{}:{number}: expected the win probability of a position, 0 to 1, and the moves on {size}x{size} that \
                lead to it",
                path.display()
            ))
        };
        let mut words = line.split_whitespace();
        let worth = words.next().and_then(|word| word.parse().ok());
        let worth = worth.filter(|worth| (0.0..=1.0).contains(worth)).ok_or_else(wrong)?;
        let mut position = Position::new(size, rules);
        for word in words {
            let mv: Move = vertex::parse(word, size).map_err(|_| wrong())?;
            position.play(mv).map_err(|_| wrong())?;
        }
        judged.push(Judged { position, worth });
    }
    if judged.is_empty() {
        let reason = "no positions; expected the output of `brasa patterns judge`";
        return Err(FileFault::new(path, reason).into());
    }
    Ok(judged)
}

struct Source {
    database: Database,
    text: String,
}

impl Source {
    /// Opens a database; adds all 3x3 shapes if asked to, and a pattern for the moves that then have no line.
    ///
    /// # Errors
    /// When the database cannot be read, or has no line with a value above 0.
    fn open(name: &str, has_shapes: bool) -> Result<Self, Fault> {
        let (database, mut text) = Database::open_with_text(name)?;
        if has_shapes {
            text += &every_shape(&database);
        }
        let database = Database::parse(database.name(), &text)?;
        // Line 0 stands for moves that match no pattern.
        if LineTable::new(&database).values()[1..].iter().all(|&value| value == 0) {
            let name = database.name();
            return Err(Fault::new(format!("{name}: nothing to tune; no line has a value above 0")));
        }
        text += rest(&database);
        Ok(Self { database: Database::parse(database.name(), &text)?, text })
    }

    fn lines(&self) -> LineTable {
        LineTable::new(&self.database)
    }

    fn with_values(&self, values: &[f64]) -> String {
        marked(&with_values(&self.database, &self.text, values))
    }
}
