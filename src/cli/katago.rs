//! The options of KataGo that clients type.

use std::path::PathBuf;

use clap::Args;

use super::numbers::number;
use crate::gtp::remark;

/// Options of KataGo, which have no effect here, and one for its clients.
#[derive(Args)]
pub(super) struct KataGoOptions {
    /// KataGo's network: accepted, but not read.
    #[arg(hide_short_help = true, long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// KataGo's network of human play: accepted, but not read.
    #[arg(hide_short_help = true, long, value_name = "FILE")]
    human_model: Option<PathBuf>,
    /// KataGo's settings: accepted, but without effect.
    #[arg(hide_short_help = true, long, value_name = "SETTINGS")]
    override_config: Vec<String>,
    /// Playouts for each visit that a client asks for, whose numbers are meant for larger networks; by default 10 for
    /// `brasa analysis` and with --as katago, 1 otherwise.
    #[arg(hide_short_help = true, long, value_name = "X", value_parser = scale)]
    pub(super) scale_visits: Option<f64>,
}

fn scale(text: &str) -> Result<f64, String> {
    number(text, "from 0.001 to 1000", |scale| (0.001..=1000.0).contains(&scale))
}

impl KataGoOptions {
    /// Whether any of the options is given, so that `--config` is a file of KataGo too.
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
