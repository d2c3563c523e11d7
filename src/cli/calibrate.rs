//! `brasa calibrate`: the formula that makes a probability of a search's share of won playouts.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::fault::Fault;
use super::files::Target;
use super::learn::{bar, lines};
use super::learn_error::LearnError;
use crate::engine::go::analysis::search_judged;
use crate::engine::{BoardSize, Settings, presets};
use crate::go::board::{MAX_SIZE, MIN_SIZE};
use crate::go::network::{NetRecord, NetRecords};
use crate::net::{Calibration, Judged, NETWORK, Network};

/// Find the formula that makes a probability of winning of a search's share of won playouts.
///
/// A short search judges positions of games. The truth is the judgement of another engine where the records have one
/// (`brasa net label`), else the result of the game. The table shows how often positions of which one was said truly won.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    brasa calibrate labels.sgfl --size 9\n  \
    brasa calibrate labels.sgfl --size 9 --net my.net --out calibrated.net")]
pub(super) struct Options {
    /// Game records, one SGF game a line.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Board sizes.
    #[arg(long, value_name = "N", default_value = "19", num_args = 1.., value_parser = clap::value_parser!(u8).range(i64::from(MIN_SIZE)..=i64::from(MAX_SIZE)))]
    size: Vec<u8>,
    /// Combination of parameters; `brasa help presets` lists them.
    #[arg(long, value_name = "NAME", default_value = "default")]
    preset: String,
    /// The network, if not the built-in one.
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Playouts of a position.
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..))]
    playouts: u64,
    /// Most positions of each size, evenly spread.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(20..))]
    positions: u32,
    /// Write the network with the formula in its first line, where searches find it.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs the subcommand.
pub(super) fn run(options: &Options) -> Result<(), Fault> {
    let preset = presets::find(&options.preset)?;
    let network = options.net.as_deref().map(Network::read).transpose()?;
    let inputs = options.games.iter();
    let out = options.out.as_deref().map(|out| Target::claim(out, &NETWORK, inputs)).transpose()?;
    let mut samples: Vec<(Judged, f64)> = Vec::new();
    let mut known = None;
    for &size in &options.size {
        let mut records = NetRecords::default();
        for path in &options.games {
            for line in lines(path)? {
                NetRecord::read(&line?, size).into_iter().for_each(|record| records.push(record));
            }
        }
        let mut settings = Settings::with_preset(size, preset);
        settings.set("number_threads", "1")?;
        settings.net.clone_from(&network);
        let spec = settings.spec(BoardSize::square(size), 1);
        known = known.or(spec.net.clone());
        let step = records.positions().div_ceil(options.positions as usize).max(1);
        let bar = bar("positions", records.positions().div_ceil(step));
        for number in (0..records.positions()).step_by(step) {
            let Some((position, truth)) = records.position(number) else { continue };
            samples.push((search_judged(&spec, &position, options.playouts), truth));
            bar.inc(1);
        }
        bar.finish_and_clear();
    }
    // Every other position is a test.
    let half = |odd: usize| samples.iter().skip(odd).step_by(2).copied().collect::<Vec<_>>();
    let few = LearnError::FewPositions(samples.len());
    let Some(tried) = Calibration::fit(&half(1)) else { return Err(few.into()) };
    let Some(found) = Calibration::fit(&samples) else { return Err(few.into()) };
    let mut stdout = io::stdout();
    let tests = half(0);
    writeln!(stdout, "said           positions   won    said after the formula of the other half   won")?;
    for tenth in 0..10 {
        let row = |said: &dyn Fn(&Judged) -> f64| {
            let mine: Vec<f64> =
                tests.iter().filter(|(judged, _)| tenth_of(said(judged)) == tenth).map(|of| of.1).collect();
            let mean = 100.0 * mine.iter().sum::<f64>() / mine.len() as f64;
            if mine.is_empty() {
                "        0      -".to_owned()
            } else {
                format!("{:9} {mean:4.0} %", mine.len())
            }
        };
        let (low, high) = (10 * tenth, 10 * tenth + 10);
        let (plain, formula) = (row(&|judged| judged.mean), row(&|judged| probability(&tried, judged)));
        writeln!(stdout, "{low:2} to {high:3} %   {plain}                             {formula}")?;
    }
    let error = |said: &dyn Fn(&Judged) -> f64| {
        tests.iter().map(|(judged, truth)| (said(judged) - truth).powi(2)).sum::<f64>() / tests.len() as f64
    };
    let (plain, formula) = (error(&|judged| judged.mean), error(&|judged| probability(&tried, judged)));
    writeln!(stdout, "mean squared error {plain:.4}, after the formula {formula:.4}\ncalibration {found}")?;
    if let (Some(mut out), Some(network)) = (out, network.or(known)) {
        out.write(network.calibrated(found).to_bytes())?;
    }
    Ok(())
}

fn probability(calibration: &Calibration, judged: &Judged) -> f64 {
    calibration.at(judged.stones).probability(judged.mean, judged.lead)
}

fn tenth_of(share: f64) -> usize {
    ((10.0 * share) as usize).min(9)
}
