//! `brasa net train`: learns from game records, with a log and a progress page: curves over the steps, and the last
//! test by move number.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use maud::{Markup, html};

use super::log::{Entry, Log};
use super::records::{self, Drawn, GroupLosses, Records, Tests, share, sum};
use crate::arena::{curves, document, head};
use crate::cli::fault::Fault;
use crate::cli::learn::bar;
use crate::cli::numbers::number;
use crate::go::network::{NetRecords, Planes};
use crate::net::{Example, Losses, Means, NETWORK, Network, STATE, Schedule, Shape, Trainer};
use crate::util::{FileFault, MAX_FILE, Output, PAGE, Rng, has_extension, read_file};

/// Train a network to predict the moves and winners of games.
///
/// The same command resumes a stopped run, whose state is in NET.state. After 20 seconds, then at intervals growing to
/// two minutes, it writes the network with averaged weights and prints the losses on the test games. For X.net,
/// X.log.tsv records these losses and the page X.html plots them. A run with another --seed, --from, --size or
/// --test-every needs its own --out.
#[derive(Args)]
#[command(after_help = "Example:\n  xz -dc games9.sgfl.xz > games9.sgfl\n  \
                        brasa net train --games games9.sgfl --size 9 --out my.net")]
pub(super) struct TrainOptions {
    #[command(flatten)]
    records: Records,
    /// Network file.
    #[arg(long, value_name = "NET")]
    out: PathBuf,
    /// Start from this network's weights instead of random ones; from the mean of several of one shape.
    #[arg(long, value_name = "NET", num_args = 1..)]
    from: Vec<PathBuf>,
    /// Residual blocks; by default 4, or those of --from. More than those of --from let it grow.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=40))]
    blocks: Option<u8>,
    /// Channels: 32, 48 or 64; by default 48, or those of --from. More than those of --from let it grow.
    #[arg(long, value_name = "N", value_parser = channels)]
    channels: Option<usize>,
    /// Steps, one batch each.
    #[arg(long, value_name = "N", default_value = "20000", value_parser = clap::value_parser!(u64).range(1..))]
    steps: u64,
    /// Positions per batch.
    #[arg(long, value_name = "N", default_value = "256", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    batch: u32,
    /// Peak learning rate.
    #[arg(long, value_name = "X", default_value = "0.005",
        value_parser = |text: &str| number(text, "above 0 and up to 1", |rate| rate > 0.0 && rate <= 1.0))]
    rate: f64,
    /// Threads (default: one per core).
    #[arg(long, value_name = "N", default_value_t = crate::util::cores() as u32, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Seed of the initial weights and of the choice of positions.
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
}

fn channels(text: &str) -> Result<usize, String> {
    let channels = text.parse().ok().filter(|channels| Shape::CHANNELS.contains(channels));
    channels.ok_or_else(|| "expected 32, 48 or 64".to_owned())
}

fn text(means: &Means) -> String {
    let &Means { first, five, policy, value, value_error, owner } = means;
    let [first, five] = [first, five].map(share);
    let [policy, value, value_error, owner] = [policy, value, value_error, owner].map(records::number);
    format!(
        "first {first}, first five {five}, policy {policy}, value {value}, error of the value {value_error}, \
         of the owners {owner}"
    )
}

/// Time between tests after a number of seconds of training.
fn interval(seconds: f64) -> Duration {
    Duration::from_secs_f64((seconds / 5.0).clamp(20.0, 120.0))
}

pub(super) fn train(options: &TrainOptions) -> Result<(), Fault> {
    /// Positions per test.
    const TEST: usize = 2000;

    let [records, tests] = options.records.read(Drawn::Refused)?;
    let mut rng = Rng::new(options.seed);
    let schedule = Schedule { steps: options.steps, rate: options.rate as f32, ..Schedule::default() };
    let threads = options.threads as usize;
    // Other games would be held out, and a test must not see the games of the training.
    let mut run = format!("--seed {} {}", options.seed, options.records.split());
    let from: Vec<_> = options.from.iter().map(|file| Network::read(file)).collect::<Result<_, _>>()?;
    let from = match Network::mean(&from) {
        None if !from.is_empty() => {
            return Err(Fault::new("the networks of --from have several shapes: expected one"));
        }
        mean => mean,
    };
    let least = from.as_ref().map_or(Shape { blocks: 4, channels: 48 }, Network::shape);
    let shape = Shape {
        blocks: options.blocks.map_or(least.blocks, usize::from),
        channels: options.channels.unwrap_or(least.channels),
    };
    let network = match from {
        Some(from) => from.grown(shape, &mut rng).ok_or_else(|| {
            Fault::new(format!("{shape} are fewer than the {least} of --from: a network can only grow"))
        })?,
        None => Network::random(shape, &mut rng),
    };
    if !options.from.is_empty() {
        run += &format!(" --from a network of checksum {:016x}", network.checksum());
    }
    let inputs: Vec<&PathBuf> = options.from.iter().chain(options.records.files()).collect();
    let mut trainer = Trainer::new(network, threads, schedule);
    let mut files = TrainingFiles::claim(&options.out, &inputs)?;
    files.resume(&mut trainer, &run)?;
    let mut log = Log::open(&files.log, trainer.step())?;
    let args: Vec<_> = std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect();
    let command = format!("brasa {}", args.join(" "));
    if trainer.step() >= options.steps {
        files.renew(&average(&trainer, &command)?)?;
        let (out, step) = (options.out.display(), trainer.step());
        writeln!(io::stdout(), "{out}: already at step {step}; raise --steps to train further")?;
    }
    let tests = Tests::sample(&tests, TEST);
    let mut planes = Planes::default();
    let mut batch = vec![Example::default(); options.batch as usize];
    let bar = bar("steps", options.steps as usize);
    let mut shown = Instant::now();
    let mut losses = Losses::default();
    // A step's positions depend only on its number, so that a resumed run continues exactly.
    while trainer.step() < options.steps {
        let mut rng = Rng::new(options.seed ^ trainer.step().wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let positions: Vec<_> = records.iter().map(NetRecords::positions).collect();
        // All positions in a batch have one board size.
        let mut place = rng.below(positions.iter().sum());
        let of_size = positions
            .iter()
            .take_while(|&&positions| {
                place >= positions && {
                    place -= positions;
                    true
                }
            })
            .count();
        let records = &records[of_size];
        for example in &mut batch {
            let number = rng.below(records.positions());
            records.example(&mut planes, number, rng.below(8) as u8, example);
        }
        losses.add(&trainer.learn(&batch));
        bar.set_position(trainer.step());
        if shown.elapsed() >= interval(log.seconds()) || trainer.step() == options.steps {
            let seconds = log.seconds() + shown.elapsed().as_secs_f64();
            let average = average(&trainer, &command)?;
            files.state.write(trainer.state(&run))?;
            files.net.write(average.to_bytes())?;
            let groups = tests.evaluate(average, threads);
            let (test, training) = (sum(&groups).means(), losses.means());
            let line = format!("step {}: {}; training: {}", trainer.step(), text(&test), text(&training));
            bar.suspend(|| writeln!(io::stdout(), "{line}"))?;
            log.push(Entry { step: trainer.step(), seconds, test, training })?;
            let name = options.out.file_name().unwrap_or_default().to_string_lossy();
            files.page.write(page(&name, &command, log.entries(), &groups))?;
            (losses, shown) = (Losses::default(), Instant::now());
        }
    }
    Ok(())
}

/// The network to write.
fn average(trainer: &Trainer, command: &str) -> Result<Network, Fault> {
    let average = trainer.average().made_by(command);
    if !average.is_finite() {
        let step = trainer.step();
        return Err(Fault::new(format!(
            "step {step}: the parameters are no numbers any more; try a lower --rate"
        )));
    }
    Ok(average)
}

/// The files of a training run.
struct TrainingFiles {
    net: Output,
    state: Output,
    page: Output,
    log: PathBuf,
}

impl TrainingFiles {
    fn claim(net: &Path, inputs: &[&PathBuf]) -> Result<Self, Fault> {
        let prefix = if has_extension(net, "net") { net.with_extension("") } else { net.to_owned() };
        Ok(Self {
            net: Output::claim(net, &NETWORK, inputs.iter().copied())?,
            state: Output::claim(&net.with_added_extension("state"), &STATE, inputs.iter().copied())?,
            page: Output::claim(&prefix.with_added_extension("html"), &PAGE, [])?,
            log: prefix.with_added_extension("log.tsv"),
        })
    }

    /// Resumes the run whose state is in the file, if any.
    fn resume(&self, trainer: &mut Trainer, run: &str) -> Result<(), Fault> {
        let (net, path) = (self.net.path(), self.state.path());
        let state = match read_file(path, MAX_FILE) {
            Err(fault) if fault.error.kind() == io::ErrorKind::NotFound => Vec::new(),
            state => state?,
        };
        if state.is_empty() {
            let exists = fs::metadata(net).is_ok_and(|found| found.len() > 0);
            let fault = || FileFault::new(net, "exists and has no saved run; choose another --out");
            return if exists { Err(fault().into()) } else { Ok(()) };
        }
        trainer.resume(&state, run).map_err(|error| {
            let help = format!("remove it and {} to start over, or choose another --out", net.display());
            FileFault::new(path, format!("{error}; {help}")).into()
        })
    }

    /// Writes the network if the file has other parameters or is missing: the run was stopped after the state was written.
    fn renew(&mut self, network: &Network) -> Result<(), Fault> {
        /// The bytes after the first line.
        fn parameters(bytes: &[u8]) -> Option<&[u8]> {
            bytes.splitn(2, |&byte| byte == b'\n').nth(1)
        }

        let written = read_file(self.net.path(), MAX_FILE).unwrap_or_default();
        let bytes = network.to_bytes();
        if parameters(&written) != parameters(&bytes) {
            self.net.write(bytes)?;
        }
        Ok(())
    }
}

/// The page of a training run: the results of its tests, and the last one by move number.
fn page(name: &str, command: &str, entries: &[Entry], groups: &[GroupLosses]) -> String {
    let title = format!("Training of {name}");
    let all = sum(groups);
    let body = html! {
        h1 { (title) }
        @if let Some(last) = entries.last() { (figures(last)) }
        h2 { "Curves" }
        p.note {
            "Over the steps; " span.first { "test games" } ", " span.second { "training batches" } ", each since the test "
            "before. A network that memorizes its games has training curves that diverge from the test curves."
        }
        (plots(entries))
        h2 { "The last test, by move number" }
        table {
            (head(&["moves"], &["positions", "first", "first five", "log loss", "value loss", "value error", "owners' error"]))
            @for group in groups { (row(&group.moves(), &group.losses, false)) }
            (row("all", &all, true))
        }
        p.note {
            "First and first five: the share of moves that the network thinks most likely, or among the five most likely. Log "
            "loss: the cross entropy of the moves, in nats. Value error: the mean squared error of the probability of winning; "
            "a coin flip has 0.25. Owners' error: the same for the owners of points, 1 to -1."
        }
        h2 { "Command" }
        pre { (command) }
    };
    document(&title, &body)
}

fn figures(last: &Entry) -> Markup {
    html! {
        div.figures {
            div { b { (last.step) } "steps in " (format!("{:.0}", last.seconds / 60.0)) " minutes" }
            div { b { (share(last.test.first)) } "of the moves right" }
            div { b { (records::number(last.test.value_error)) } "error of the value" }
        }
    }
}

type Number = fn(&Means) -> f64;

fn plots(entries: &[Entry]) -> Markup {
    let shown: [(&str, Number); 6] = [
        ("First, %", |means| 100.0 * means.first),
        ("First five, %", |means| 100.0 * means.five),
        ("Log loss of the moves", |means| means.policy),
        ("Log loss of the value", |means| means.value),
        ("Error of the value", |means| means.value_error),
        ("Error of the owners", |means| means.owner),
    ];
    html! {
        div.plots {
            @for (caption, number) in shown {
                @let line = |means: fn(&Entry) -> &Means| {
                    entries.iter().map(|entry| (entry.step as f64, number(means(entry)))).collect()
                };
                (curves(caption, "steps", &[line(|entry| &entry.test), line(|entry| &entry.training)]))
            }
        }
    }
}

fn row(moves: &str, losses: &Losses, is_total: bool) -> Markup {
    let means = losses.means();
    html! {
        tr.total[is_total] {
            td { (moves) }
            td.number { (losses.positions) }
            @for rate in [means.first, means.five] { td.number { (share(rate)) } }
            @for loss in [means.policy, means.value, means.value_error, means.owner] {
                td.number { (records::number(loss)) }
            }
        }
    }
}
