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

use super::fault::Fault;
use crate::net::{Network, Shape};

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

/// Show a network's dimensions and the command that made it.
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
    let Shape { blocks, channels } = network.shape();
    let (parameters, origin) = (network.shape().parameters(), network.origin());
    let text = format!("{blocks} blocks, {channels} channels, {parameters} parameters\nmade by: {origin}");
    Ok(writeln!(io::stdout(), "{text}")?)
}
