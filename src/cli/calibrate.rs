//! `brasa calibrate`: fits the formula from won playouts to a win probability.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::fault::Fault;
use super::learn::{bar, lines};
use super::net::refuse_drawn;
use super::numbers::board_size;
use crate::engine::go::analysis::estimate;
use crate::engine::{BoardSize, Settings, presets};
use crate::go::network::{NetRecord, NetRecords};
use crate::net::{Calibration, Estimate, NETWORK, Network};
use crate::util::{Output, counted};

/// Fit the map from the share of won playouts to a win probability.
///
/// A short search evaluates each position. The reference is the label of another engine if the record has one (`brasa
/// net label`), else the result of the game. The table compares the two, for the playout mean and for a formula fitted
/// to the other half of the positions.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    brasa calibrate labels.sgfl --size 9\n  \
    brasa calibrate labels.sgfl --size 9 --net my.net --out calibrated.net")]
pub(super) struct Options {
    /// Game records: .sgf files, or .sgfl files (one game per line).
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Board sizes.
    #[arg(long, value_name = "N", default_value = "19", num_args = 1.., value_parser = board_size())]
    size: Vec<u8>,
    /// Preset; `brasa help presets` lists them.
    #[arg(long, value_name = "NAME", default_value = "default", conflicts_with = "out")]
    preset: String,
    /// Network (default: the built-in one).
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Playouts per position.
    #[arg(long, value_name = "N", default_value = "600", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: u64,
    /// Maximum number of positions per size, evenly spread.
    #[arg(long, value_name = "N", default_value = "2000", value_parser = clap::value_parser!(u32).range(i64::from(LEAST)..))]
    positions: u32,
    /// Print the table as JSON, one object per line, for `scripts/plot.py said won --by judge`.
    #[arg(long)]
    json: bool,
    /// Write the network to this file, with the formula in its first line, where searches read it.
    #[arg(long, value_name = "FILE", requires = "net")]
    out: Option<PathBuf>,
}

/// Minimum number of positions.
const LEAST: u32 = 40;

/// A search's estimate of a position, and the reference.
type Sample = (Estimate, f64);

pub(super) fn run(options: &Options) -> Result<(), Fault> {
    let network = options.net.as_deref().map(Network::read).transpose()?;
    let inputs = options.games.iter().chain(&options.net);
    let out = options.out.as_deref().map(|out| Output::claim(out, &NETWORK, inputs)).transpose()?;
    let samples = samples(options, network.as_ref())?;
    let unfit = || {
        let sizes: Vec<_> = options.size.iter().map(u8::to_string).collect();
        let (count, sizes) = (counted(samples.len(), "position"), sizes.join(" "));
        let why = match samples.len() < LEAST as usize {
            true => format!("expected at least {LEAST}"),
            false => "the best coefficients exceed 100; add games, with wins of both players".to_owned(),
        };
        Fault::new(format!("cannot fit a formula to {count} of --size {sizes}: {why}"))
    };
    let half = |odd: usize| samples.iter().skip(odd).step_by(2).copied().collect::<Vec<_>>();
    let tried = Calibration::fit(&half(1)).ok_or_else(unfit)?;
    let found = Calibration::fit(&samples).ok_or_else(unfit)?;
    if options.json {
        write!(io::stdout(), "{}", lines_of_json(&half(0), tried))?;
    } else {
        writeln!(io::stdout(), "{}\ncalibration {found}", table(&half(0), tried))?;
    }
    if let (Some(mut out), Some(network)) = (out, network) {
        out.write(network.calibrated(found).to_bytes())?;
    }
    Ok(())
}

/// Reads the games, by board size.
fn records(options: &Options) -> Result<BTreeMap<u8, NetRecords>, Fault> {
    let mut records: BTreeMap<_, _> =
        options.size.iter().map(|&size| (size, NetRecords::default())).collect();
    for path in &options.games {
        for (number, line) in (1..).zip(lines(path)?) {
            let line = line?;
            refuse_drawn(path, number, &line)?;
            for (&size, records) in &mut records {
                NetRecord::read(&line, size).into_iter().for_each(|record| records.push(record));
            }
        }
    }
    Ok(records)
}

/// Searches positions of the games.
fn samples(options: &Options, network: Option<&Network>) -> Result<Vec<Sample>, Fault> {
    let mut samples = Vec::new();
    for (size, records) in records(options)? {
        let mut settings = Settings::with_preset(size, presets::find(&options.preset)?);
        settings.set("number_threads", "1")?;
        settings.net = network.cloned();
        let spec = settings.spec(BoardSize::square(size), 1);
        let all = records.positions();
        let count = all.min(options.positions as usize);
        let bar = bar("positions", count);
        for number in 0..count {
            let Some((position, truth)) = records.position(number * all / count) else { continue };
            samples.push((estimate(&spec, &position, options.playouts), truth));
            bar.inc(1);
        }
        bar.finish_and_clear();
    }
    Ok(samples)
}

/// A row of the reliability table: the positions whose predicted win rate lies in one tenth of the scale.
struct Tenth {
    /// The middle of the tenth, in percent.
    said: usize,
    positions: usize,
    /// Their mean reference win rate in percent; NaN if there are none.
    won: f64,
}

/// The judges of the table: the playout mean, and a formula.
fn judges(formula: Calibration) -> [(&'static str, Option<Calibration>); 2] {
    [("mean of playouts", None), ("formula", Some(formula))]
}

/// The win rate that a judge predicts from a search's estimate.
fn predicted(judge: Option<Calibration>, of: &Estimate) -> f64 {
    judge.map_or(of.mean, |formula| formula.at(of.stones).probability(of.mean, of.lead))
}

/// The win rate of the positions that a judge put in each tenth.
fn tenths(tests: &[Sample], judge: Option<Calibration>) -> [Tenth; 10] {
    std::array::from_fn(|tenth| {
        let is_here =
            |(estimate, _): &&Sample| ((10.0 * predicted(judge, estimate)) as usize).min(9) == tenth;
        let truths: Vec<f64> = tests.iter().filter(is_here).map(|&(_, truth)| truth).collect();
        let won = 100.0 * truths.iter().sum::<f64>() / truths.len() as f64;
        Tenth { said: 10 * tenth + 5, positions: truths.len(), won }
    })
}

/// The reliability table and the mean squared errors.
fn table(tests: &[Sample], formula: Calibration) -> String {
    let judges = judges(formula);
    let [mean, formula] = judges.map(|(_, judge)| tenths(tests, judge));
    let mut text =
        "               mean of playouts   formula\nsaid           positions    won   positions    won"
            .to_owned();
    for (mean, formula) in mean.iter().zip(&formula) {
        text += &format!("\n{:2} to {:3} %  ", mean.said - 5, mean.said + 5);
        for Tenth { positions, won, .. } in [mean, formula] {
            let won = if *positions == 0 { "-".to_owned() } else { format!("{won:.0} %") };
            text += &format!("{positions:12}{won:>7}");
        }
    }
    let [mean, formula] = judges.map(|(_, judge)| {
        let errors = tests.iter().map(|(estimate, truth)| (predicted(judge, estimate) - truth).powi(2));
        errors.sum::<f64>() / tests.len() as f64
    });
    text + &format!("\nmean squared error {mean:.4}, with the formula {formula:.4}")
}

/// The table as JSON, one object per line.
fn lines_of_json(tests: &[Sample], formula: Calibration) -> String {
    let line = |(name, judge)| {
        let row = |Tenth { said, positions, won }: Tenth| json!({"judge": name, "said": said, "positions": positions, "won": won});
        tenths(tests, judge).map(|tenth| row(tenth).to_string() + "\n").concat()
    };
    judges(formula).map(line).concat()
}
