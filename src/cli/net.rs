//! `brasa net`: train small networks from game records and measure them.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};

use super::fault::Fault;
use super::learn::{bar, check_output};
use super::learn_error::LearnError;
use super::numbers::number;
use crate::go::board::{MAX_SIZE, MIN_SIZE};
use crate::go::network::{NetRecord, NetRecords, NetSource};
use crate::net::{Example, Losses, Network, Schedule, Shape, Trainer};
use crate::util::{Rng, replace_file};

/// Train small networks on this machine, and measure them.
#[derive(Args)]
pub(super) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Train(Box<TrainOptions>),
    Selfplay(super::selfplay::Options),
    Evaluate(EvaluateOptions),
    Info(InfoOptions),
}

/// The records to learn from.
#[derive(Args)]
struct Records {
    /// Game records, one SGF game a line.
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    games: Vec<PathBuf>,
    /// Board size.
    #[arg(long, value_name = "N", default_value_t = 19, value_parser = clap::value_parser!(u8).range(i64::from(MIN_SIZE)..=i64::from(MAX_SIZE)))]
    size: u8,
    /// Keep every Nth game for tests; the training does not see it.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(2..))]
    test_every: u32,
}

/// Train a network to predict the moves and the winners of games.
///
/// The same command continues a training that was stopped: its state is in NET.state. Every few minutes the network is written
/// with averaged weights, and a line with the losses on the test games is printed.
#[derive(Args)]
#[command(after_help = "Example:\n  xz -dc games9.sgfl.xz > games9.sgfl\n  \
                        brasa net train --games games9.sgfl --size 9 --out my.net")]
struct TrainOptions {
    #[command(flatten)]
    records: Records,
    /// The file of the network.
    #[arg(long, value_name = "NET")]
    out: PathBuf,
    /// Begin with the weights of this network in place of random ones; its shape counts.
    #[arg(long, value_name = "NET")]
    from: Option<PathBuf>,
    /// Residual blocks.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=40))]
    blocks: u8,
    /// Channels: 32, 48 or 64.
    #[arg(long, value_name = "N", default_value_t = 48, value_parser = channels)]
    channels: usize,
    /// Steps, each with one batch.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    steps: u64,
    /// Positions in a batch.
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    batch: u32,
    /// The greatest learning rate.
    #[arg(long, value_name = "X", default_value_t = 0.002,
        value_parser = |text: &str| number(text, "above 0 and up to 1", |rate| rate > 0.0 && rate <= 1.0))]
    rate: f64,
    /// Threads; by default the cores of the machine.
    #[arg(long, value_name = "N", default_value_t = crate::util::cores() as u32, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Seed of the first weights and of the choice of positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Measure how well a network predicts the test games.
#[derive(Args)]
struct EvaluateOptions {
    /// The network.
    net: PathBuf,
    #[command(flatten)]
    records: Records,
    /// The greatest number of positions.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    positions: usize,
}

/// Show the shape of a network and the command that made it.
#[derive(Args)]
struct InfoOptions {
    /// The network.
    net: PathBuf,
}

fn channels(text: &str) -> Result<usize, String> {
    let channels = text.parse().ok().filter(|channels| Shape::CHANNELS.contains(channels));
    channels.ok_or_else(|| "expected 32, 48 or 64".to_owned())
}

/// Runs the subcommand.
pub(super) fn run(options: &Options) -> Result<(), Fault> {
    match &options.command {
        Command::Train(options) => train(options),
        Command::Selfplay(options) => super::selfplay::run(options),
        Command::Evaluate(options) => evaluate(options),
        Command::Info(options) => info(options),
    }
}

impl Records {
    /// Reads the games; returns those to learn from and those for tests.
    fn read(&self) -> Result<[NetRecords; 2], LearnError> {
        let mut sets = [NetRecords::default(), NetRecords::default()];
        let mut count = 0;
        for path in &self.games {
            let fault = |error| LearnError::File { path: path.clone(), error };
            for line in BufReader::new(fs::File::open(path).map_err(fault)?).split(b'\n') {
                if let Some(record) = NetRecord::read(&line.map_err(fault)?, self.size) {
                    sets[usize::from(count % self.test_every == 0)].push(record);
                    count += 1;
                }
            }
        }
        if sets.iter().any(NetRecords::is_empty) { Err(LearnError::NoGames(self.size)) } else { Ok(sets) }
    }
}

/// Returns evenly spread examples of the games.
fn sample(records: &NetRecords, count: usize) -> Vec<Example> {
    let mut source = NetSource::default();
    let step = records.moves().div_ceil(count.max(1)).max(1);
    let numbers = (0..records.moves()).step_by(step);
    numbers
        .map(|number| {
            let mut example = Example::default();
            records.example(&mut source, number, 0, &mut example);
            example
        })
        .collect()
}

/// Returns the losses as text.
fn text(losses: &Losses) -> String {
    let mean = |sum: f64| sum / losses.positions.max(1) as f64;
    format!(
        "first {:.1} %, first five {:.1} %, policy {:.3}, value {:.3}, error of the value {:.3}, of the owners {:.3}",
        100.0 * mean(losses.first as f64),
        100.0 * mean(losses.five as f64),
        mean(losses.policy),
        mean(losses.value),
        mean(losses.value_error),
        mean(losses.owner),
    )
}

fn train(options: &TrainOptions) -> Result<(), Fault> {
    /// The positions of a test.
    const TEST: usize = 2000;
    /// The time between two tests.
    const INTERVAL: Duration = Duration::from_secs(120);

    let [records, tests] = options.records.read()?;
    check_output(&options.out)?;
    let mut rng = Rng::new(options.seed);
    let shape = Shape { blocks: usize::from(options.blocks), channels: options.channels };
    let schedule = Schedule { steps: options.steps, rate: options.rate as f32, ..Schedule::default() };
    let size = usize::from(options.records.size);
    let network = match &options.from {
        Some(path) => Network::read(path)?,
        None => Network::random(shape, &mut rng),
    };
    let mut trainer = Trainer::new(network.clone(), size, options.threads as usize, schedule);
    let mut tester = Trainer::new(network, size, options.threads as usize, schedule);
    let state = PathBuf::from(format!("{}.state", options.out.display()));
    if let Ok(bytes) = fs::read(&state)
        && !trainer.resume(&bytes)
    {
        return Err(LearnError::NotAState(state).into());
    }
    let tests = sample(&tests, TEST);
    let mut source = NetSource::default();
    let mut batch = vec![Example::default(); options.batch as usize];
    let bar = bar("steps", options.steps as usize);
    let mut shown = Instant::now();
    let mut sum = Losses::default();
    // The positions of a step depend on its number alone, so that a resumed training goes on as it would have.
    while trainer.step() < options.steps {
        let mut rng = Rng::new(options.seed ^ trainer.step().wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for example in &mut batch {
            let number = rng.below(records.moves());
            records.example(&mut source, number, rng.below(8) as u8, example);
        }
        sum.add(&trainer.learn(&batch));
        bar.set_position(trainer.step());
        if shown.elapsed() >= INTERVAL || trainer.step() == options.steps {
            let command = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
            let average = trainer.average().made_by(&format!("brasa {command}"));
            tester.set_network(&average);
            let losses = tester.evaluate(&tests);
            let line = format!("step {}: {}; training: {}", trainer.step(), text(&losses), text(&sum));
            bar.suspend(|| writeln!(io::stdout(), "{line}"))?;
            average.write(&options.out)?;
            write_state(&state, &trainer.state())?;
            (sum, shown) = (Losses::default(), Instant::now());
        }
    }
    Ok(())
}

fn write_state(path: &Path, state: &[u8]) -> Result<(), LearnError> {
    replace_file(path, |file| file.write_all(state))
        .map_err(|error| LearnError::File { path: path.to_owned(), error })
}

fn evaluate(options: &EvaluateOptions) -> Result<(), Fault> {
    let network = Network::read(&options.net)?;
    let [_, tests] = options.records.read()?;
    let size = usize::from(options.records.size);
    let mut tester = Trainer::new(network, size, crate::util::cores(), Schedule::default());
    let losses = tester.evaluate(&sample(&tests, options.positions));
    writeln!(io::stdout(), "{} positions: {}", losses.positions, text(&losses))?;
    Ok(())
}

fn info(options: &InfoOptions) -> Result<(), Fault> {
    let network = Network::read(&options.net)?;
    let Shape { blocks, channels } = network.shape();
    writeln!(
        io::stdout(),
        "{blocks} blocks, {channels} channels, {} parameters\nmade by: {}",
        network.shape().parameters(),
        network.origin()
    )?;
    Ok(())
}
