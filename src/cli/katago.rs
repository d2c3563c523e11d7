//! KataGo options that clients type.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::numbers::number;
use crate::gtp::remark;

/// KataGo options, which have no effect here, and one for its clients.
#[derive(Args)]
pub(super) struct KataGoOptions {
    /// KataGo's network: accepted but ignored.
    #[arg(hide_short_help = true, long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// KataGo's human-play network: accepted but ignored.
    #[arg(hide_short_help = true, long, value_name = "FILE")]
    human_model: Option<PathBuf>,
    /// KataGo's settings: accepted but ignored.
    #[arg(hide_short_help = true, long, value_name = "SETTINGS")]
    override_config: Vec<String>,
    /// Multiply the visits that a client asks for (default 1).
    #[arg(hide_short_help = true, long, value_name = "X", allow_negative_numbers = true, value_parser = scale)]
    pub(super) scale_visits: Option<f64>,
}

/// The program's arguments, with KataGo's subcommand first: clients put its arguments after `brasa --as katago`.
pub(super) fn subcommand_first(mut args: Vec<OsString>) -> Vec<OsString> {
    let place = match args.get(1..) {
        Some([option, ..]) if option == "--as=katago" => 2,
        Some([option, program, ..]) if option == "--as" && program == "katago" => 3,
        _ => return args,
    };
    match args.get(place).and_then(|subcommand| subcommand.to_str()) {
        Some("gtp") => args[1..=place].rotate_right(1),
        // It speaks KataGo's JSON in any case.
        Some("analysis") => drop(args.drain(1..place)),
        _ => {}
    }
    args
}

fn scale(text: &str) -> Result<f64, String> {
    number(text, "from 0.001 to 1000", |scale| (0.001..=1000.0).contains(&scale))
}

impl KataGoOptions {
    /// Whether any option is given, so that `--config` too is a KataGo file.
    pub(super) fn are_given(&self) -> bool {
        self.model.is_some() || self.human_model.is_some() || !self.override_config.is_empty()
    }

    /// Says on standard error which options have no effect.
    pub(super) fn report(&self, has_config: bool) {
        let unused = [
            ("-config", has_config),
            ("-model", self.model.is_some()),
            ("-human-model", self.human_model.is_some()),
            ("-override-config", !self.override_config.is_empty()),
        ];
        for (name, _) in unused.iter().filter(|(_, is_given)| *is_given) {
            remark(&format!("{name} has no effect; `brasa --help` lists the options"));
        }
    }
}
