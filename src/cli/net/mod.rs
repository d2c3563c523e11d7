//! `brasa net`: train small networks from game records and measure them.

mod evaluate;
mod export;
mod label;
mod log;
mod positions;
mod records;
mod selfplay;
mod train;

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Subcommand};

use evaluate::EvaluateOptions;
use train::TrainOptions;

pub(super) use positions::refuse_drawn;

use super::fault::Fault;
use crate::net::Network;
use crate::util::counted;

/// Train small networks on this machine, and measure them.
#[derive(Args)]
pub(super) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Train(Box<TrainOptions>),
    Selfplay(selfplay::Options),
    Positions(positions::Options),
    Label(label::Options),
    Evaluate(EvaluateOptions),
    Export(export::Options),
    Info(InfoOptions),
}

/// Show a network's dimensions, its calibration, the komi values it can judge, and the command that made it.
#[derive(Args)]
struct InfoOptions {
    /// Network.
    net: PathBuf,
}

pub(super) fn run(options: &Options) -> Result<(), Fault> {
    match &options.command {
        Command::Train(options) => train::train(options),
        Command::Selfplay(options) => selfplay::run(options),
        Command::Positions(options) => positions::run(options),
        Command::Label(options) => label::run(options),
        Command::Evaluate(options) => evaluate::evaluate(options),
        Command::Export(options) => export::run(options),
        Command::Info(options) => info(options),
    }
}

fn info(options: &InfoOptions) -> Result<(), Fault> {
    let network = Network::read(&options.net)?;
    let (shape, origin) = (network.shape(), network.origin());
    let (blocks, channels, parameters) = (counted(shape.blocks, "block"), shape.channels, shape.parameters());
    let calibration = network.calibration().map_or("not measured".to_owned(), |of| of.to_string());
    let komis = network.komis().map(|komis| komis.map(|half| f64::from(half) / 2.0));
    let komis = komis.map_or("not stated".to_owned(), |[least, greatest]| format!("{least} to {greatest}"));
    Ok(writeln!(
        io::stdout(),
        "{blocks}, {channels} channels, {parameters} parameters\ncalibration: {calibration}\nkomi: {komis}\nmade by: {origin}"
    )?)
}
