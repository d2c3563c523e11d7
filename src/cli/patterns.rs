//! `brasa patterns`: what is known of 3x3 patterns and larger shapes.

use clap::Subcommand;

use super::{Fault, learn};

/// Learn and test patterns.
#[derive(Subcommand)]
pub(super) enum Command {
    Train(learn::TrainOptions),
    Evaluate(learn::EvaluateOptions),
}

pub(super) fn run(command: &Command) -> Result<(), Fault> {
    match command {
        Command::Train(options) => learn::train(options),
        Command::Evaluate(options) => learn::evaluate(options),
    }
}
