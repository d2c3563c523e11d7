//! `brasa net train`: learn from game records, with a log and a page of the progress.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;

use super::log::{Entry, Log};
use super::page::page;
use super::records::{Records, Tests, sum};
use crate::cli::fault::Fault;
use crate::cli::learn::{bar, check_output};
use crate::cli::learn_error::LearnError;
use crate::cli::numbers::number;
use crate::go::network::NetSource;
use crate::net::{Example, Losses, Means, Network, Schedule, Shape, Trainer};
use crate::util::{Rng, replace_file};

/// Train a network to predict the moves and the winners of games.
///
/// The same command resumes a run that was stopped: its state is in NET.state. After 20 seconds, and then at
/// intervals that grow to two minutes, it writes the network with averaged weights and prints the losses on the test
/// games. For X.net, X.log.tsv keeps these losses, and the page X.html draws them.
#[derive(Args)]
#[command(after_help = "Example:\n  xz -dc games9.sgfl.xz > games9.sgfl\n  \
                        brasa net train --games games9.sgfl --size 9 --out my.net")]
pub(super) struct TrainOptions {
    #[command(flatten)]
    records: Records,
    /// The network file.
    #[arg(long, value_name = "NET")]
    out: PathBuf,
    /// Start from the weights and shape of this network instead of random weights.
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
    /// Maximum learning rate.
    #[arg(long, value_name = "X", default_value_t = 0.002,
        value_parser = |text: &str| number(text, "above 0 and up to 1", |rate| rate > 0.0 && rate <= 1.0))]
    rate: f64,
    /// Threads; by default one per core.
    #[arg(long, value_name = "N", default_value_t = crate::util::cores() as u32, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Seed of the initial weights and of the choice of positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

fn channels(text: &str) -> Result<usize, String> {
    let channels = text.parse().ok().filter(|channels| Shape::CHANNELS.contains(channels));
    channels.ok_or_else(|| "expected 32, 48 or 64".to_owned())
}

fn text(means: &Means) -> String {
    let Means { first, five, policy, value, value_error, owner } = means;
    format!(
        "first {:.1} %, first five {:.1} %, policy {policy:.3}, value {value:.3}, error of the value {value_error:.3}, \
         of the owners {owner:.3}",
        100.0 * first,
        100.0 * five,
    )
}

/// Time between tests after some seconds of training.
fn interval(seconds: f64) -> Duration {
    Duration::from_secs_f64((seconds / 5.0).clamp(20.0, 120.0))
}

pub(super) fn train(options: &TrainOptions) -> Result<(), Fault> {
    /// The positions of a test.
    const TEST: usize = 2000;

    let [records, tests] = options.records.read()?;
    check_output(&options.out)?;
    let mut rng = Rng::new(options.seed);
    let shape = Shape { blocks: usize::from(options.blocks), channels: options.channels };
    let schedule = Schedule { steps: options.steps, rate: options.rate as f32, ..Schedule::default() };
    let (size, threads) = (options.records.size, options.threads as usize);
    let network = match &options.from {
        Some(path) => Network::read(path)?,
        None => Network::random(shape, &mut rng),
    };
    let mut trainer = Trainer::new(network, usize::from(size), threads, schedule);
    let files = Files::new(&options.out);
    files.resume(&mut trainer)?;
    let mut log = Log::open(&files.log, trainer.step())?;
    let tests = Tests::sample(&tests, TEST);
    let mut source = NetSource::default();
    let mut batch = vec![Example::default(); options.batch as usize];
    let bar = bar("steps", options.steps as usize);
    let mut shown = Instant::now();
    let mut losses = Losses::default();
    // A step's positions depend only on its number, so that a resumed run continues exactly.
    while trainer.step() < options.steps {
        let mut rng = Rng::new(options.seed ^ trainer.step().wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for example in &mut batch {
            let number = rng.below(records.moves());
            records.example(&mut source, number, rng.below(8) as u8, example);
        }
        losses.add(&trainer.learn(&batch));
        bar.set_position(trainer.step());
        if shown.elapsed() >= interval(log.seconds()) || trainer.step() == options.steps {
            let seconds = log.seconds() + shown.elapsed().as_secs_f64();
            let command = format!("brasa {}", std::env::args().skip(1).collect::<Vec<_>>().join(" "));
            let average = trainer.average().made_by(&command);
            average.write(&options.out)?;
            let groups = tests.evaluate(average, size, threads);
            let (test, training) = (sum(&groups).means(), losses.means());
            let line = format!("step {}: {}; training: {}", trainer.step(), text(&test), text(&training));
            bar.suspend(|| writeln!(io::stdout(), "{line}"))?;
            write(&files.state, &trainer.state())?;
            log.push(Entry { step: trainer.step(), seconds, test, training })
                .map_err(|error| LearnError::File { path: files.log.clone(), error })?;
            let name = options.out.file_name().unwrap_or_default().to_string_lossy();
            write(&files.page, page(&name, &command, log.entries(), &groups).as_bytes())?;
            (losses, shown) = (Losses::default(), Instant::now());
        }
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), LearnError> {
    replace_file(path, |file| file.write_all(bytes))
        .map_err(|error| LearnError::File { path: path.to_owned(), error })
}

struct Files {
    state: PathBuf,
    log: PathBuf,
    page: PathBuf,
}

impl Files {
    fn new(net: &Path) -> Self {
        let named = |path: &Path, suffix: &str| {
            let mut name = path.as_os_str().to_owned();
            name.push(suffix);
            PathBuf::from(name)
        };
        let is_net = net.extension().is_some_and(|extension| extension == "net");
        let prefix = if is_net { net.with_extension("") } else { net.to_owned() };
        Self { state: named(net, ".state"), log: named(&prefix, ".log.tsv"), page: named(&prefix, ".html") }
    }

    /// Resumes the run whose state is in the file, if there is one.
    fn resume(&self, trainer: &mut Trainer) -> Result<(), LearnError> {
        match fs::read(&self.state) {
            Ok(bytes) if trainer.resume(&bytes) => Ok(()),
            Ok(_) => Err(LearnError::NotAState(self.state.clone())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(LearnError::File { path: self.state.clone(), error }),
        }
    }
}
