//! `brasa perft`: counts move sequences.

use std::io::{self, Write};

use clap::{Args, ValueEnum};

use super::fault::Fault;
use super::numbers::board_size;
use crate::go::{KoRule, Rules, perft};

/// Count move sequences, to check the rules against known counts.
///
/// Sequences start from the empty board; two passes in a row end the game. Each output line is a length and a count.
#[derive(Args)]
#[command(after_help = "Example:\n  brasa perft --size 3 --depth 6 --suicide")]
pub(super) struct Options {
    /// Board size, 2 to 19.
    #[arg(long, value_name = "N", value_parser = board_size())]
    size: u8,
    /// Maximum length.
    #[arg(long, value_name = "D", allow_negative_numbers = true)]
    depth: usize,
    /// Allow suicide.
    #[arg(long)]
    suicide: bool,
    /// Forbidden repetitions.
    #[arg(long, value_enum, default_value_t = Ko::Positional)]
    ko: Ko,
    /// Forbid passes.
    #[arg(long)]
    no_pass: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Ko {
    /// Any earlier position.
    Positional,
    /// Immediately retaking a single stone.
    Simple,
}

pub(super) fn run(options: &Options) -> Result<(), Fault> {
    let ko = match options.ko {
        Ko::Positional => KoRule::Positional,
        Ko::Simple => KoRule::Simple,
    };
    let (suicide, two_passes_end_game) = (options.suicide, !options.no_pass);
    let rules = Rules { ko, suicide, two_passes_end_game, ..Rules::default() };
    let mut out = io::stdout();
    for (depth, count) in perft::counts(options.size, rules).enumerate() {
        writeln!(out, "{depth} {count}")?;
        if depth == options.depth {
            break;
        }
    }
    Ok(())
}
