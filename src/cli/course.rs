//! The options of the course's player Go3.

use clap::Args;

use super::fault::Fault;
use crate::engine::{SearchMode, Settings};

/// How flat Monte Carlo plays, with `--preset go3`.
#[derive(Args)]
pub(super) struct CourseOptions {
    /// Simulations for each legal move, with --preset go3; sets sim.
    #[arg(long, value_name = "N")]
    sim: Option<String>,
    /// How simulations are divided among the moves, with --preset go3: `simple` tries all moves equally often, `ucb`
    /// tries the promising ones more often.
    #[arg(long, value_name = "simple|ucb")]
    moveselect: Option<String>,
    /// How simulations are played, with --preset go3; sets playout_policy.
    #[arg(long, value_name = "random|rulebased")]
    simrule: Option<String>,
    /// Try no self-atari, and play none in simulations unless their rules suggest it, with --preset go3; sets
    /// movefilter=1.
    #[arg(long)]
    movefilter: bool,
}

impl CourseOptions {
    /// Sets the parameters of the given options.
    pub(super) fn apply(&self, settings: &mut Settings) -> Result<(), Fault> {
        let movefilter = self.movefilter.then(|| "1".to_owned());
        let short = [
            ("--sim", "sim", &self.sim),
            ("--moveselect", "moveselect", &self.moveselect),
            ("--simrule", "playout_policy", &self.simrule),
            ("--movefilter", "movefilter", &movefilter),
        ];
        for (option, name, value) in short {
            if let Some(value) = value {
                if settings.player.search_mode != SearchMode::OnePly {
                    return Err(Fault::NotFlat(option));
                }
                settings.set(name, value)?;
            }
        }
        Ok(())
    }
}
