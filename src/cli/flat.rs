//! The options of the course's player Go3.

use clap::Args;

use super::fault::Fault;
use crate::engine::{SearchMode, Settings};

/// How flat Monte Carlo plays, with `--preset go3`.
#[derive(Args)]
#[command(next_help_heading = "Flat Monte Carlo (--preset go3)")]
pub(super) struct CourseOptions {
    /// Simulations for each legal move; sets sim.
    #[arg(hide_short_help = true, long, value_name = "N")]
    sim: Option<String>,
    /// How simulations are divided among the moves: `simple` tries all moves equally often, `ucb` tries promising ones
    /// more often.
    #[arg(hide_short_help = true, long, value_name = "simple|ucb")]
    moveselect: Option<String>,
    /// How simulations are played; sets playout_policy.
    #[arg(hide_short_help = true, long, value_name = "random|rulebased")]
    simrule: Option<String>,
    /// Whose 3x3 patterns `--simrule rulebased` uses; sets patterns.
    #[arg(hide_short_help = true, long, value_name = "mogo|michi")]
    patterns: Option<String>,
    /// Try no self-atari, and play none in the simulations of `random` and `rulebased` unless a rule suggests it; sets
    /// movefilter=1.
    #[arg(hide_short_help = true, long)]
    movefilter: bool,
}

impl CourseOptions {
    /// Whether the options say how to search, not only how simulations are played.
    pub(super) fn shape_search(&self) -> bool {
        self.sim.is_some() || self.moveselect.is_some() || self.movefilter
    }

    /// Sets the parameters of the given options.
    pub(super) fn apply(&self, settings: &mut Settings) -> Result<(), Fault> {
        let movefilter = self.movefilter.then(|| "1".to_owned());
        let short = [
            ("--sim", "sim", &self.sim),
            ("--moveselect", "moveselect", &self.moveselect),
            ("--simrule", "playout_policy", &self.simrule),
            ("--patterns", "patterns", &self.patterns),
            ("--movefilter", "movefilter", &movefilter),
        ];
        for (option, name, value) in short {
            if let Some(value) = value {
                if settings.params.player.search_mode != SearchMode::OnePly {
                    return Err(Fault::NotFlat(option));
                }
                settings.set(name, value)?;
            }
        }
        Ok(())
    }
}
