//! The options that all subcommands with an engine share.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::course::CourseOptions;
use super::fault::Fault;
use crate::engine::{BoardSize, Context, GoSession, Patterns, Settings, presets};
use crate::framework::{Color, Control};
use crate::go::board::{MAX_SIZE, MIN_SIZE};
use crate::util::Rng;

/// How the engine plays.
#[derive(Args)]
pub(super) struct EngineOptions {
    /// Board size, 2 to 19; in GTP no other is accepted then for Go.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(i64::from(MIN_SIZE)..=i64::from(MAX_SIZE)))]
    pub(super) size: Option<u8>,
    /// Seed of all that is random; 0 takes one from the system, a negative one the built-in.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    srand: i64,
    /// Combination of parameters; `--help` lists them.
    #[arg(long, value_name = "NAME", default_value = "default")]
    preset: String,
    /// GNU Go's Monte Carlo: short for --preset gnugo-mc.
    #[arg(long, conflicts_with = "preset")]
    monte_carlo: bool,
    /// Draw playouts by a built-in pattern database; --mc-list-patterns lists them.
    #[arg(long, value_name = "NAME", conflicts_with = "mc_load_patterns")]
    mc_patterns: Option<String>,
    /// Draw playouts by the pattern database in a file; patterns/README.md teaches the format.
    #[arg(long, value_name = "FILE")]
    mc_load_patterns: Option<PathBuf>,
    /// Set a parameter; may be repeated; `--help` lists them.
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    set: Vec<(String, String)>,
    /// Threads that search: short for number_threads.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    threads: Option<String>,
    /// Playouts a move, in place of a time: short for max_games.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    playouts: Option<String>,
    /// Seconds a move where no clock is set, fractions allowed: short for timelimit.
    #[arg(long, value_name = "SEC", allow_negative_numbers = true)]
    time: Option<String>,
    #[command(flatten)]
    course: CourseOptions,
}

impl EngineOptions {
    /// Returns the session of Go that was asked for.
    pub(super) fn go_session(&self, control: Arc<Control>) -> Result<GoSession, Fault> {
        Ok(GoSession::new(self.board_size(), Color::Black, self.context(control)?)?)
    }

    /// Returns the size that was asked for.
    pub(super) fn board_size(&self) -> BoardSize {
        BoardSize { cols: self.size, rows: self.size }
    }

    /// Returns the settings and the seed that were asked for.
    pub(super) fn context(&self, control: Arc<Control>) -> Result<Context, Fault> {
        /// The seed where none is wanted.
        const BUILT_IN: u64 = 1;
        let size = self.size.unwrap_or(MAX_SIZE);
        let seed = match self.srand {
            0 => Rng::from_entropy().next_u64(),
            seed => u64::try_from(seed).unwrap_or(BUILT_IN),
        };
        Ok(Context::new(self.settings(size)?, seed, control))
    }

    fn settings(&self, size: u8) -> Result<Settings, Fault> {
        let preset = if self.monte_carlo { "gnugo-mc" } else { &self.preset };
        let mut settings = Settings::with_preset(size, presets::find(preset)?);
        if let Some(name) = &self.mc_patterns {
            settings.set_patterns(Patterns::built_in(name)?);
        }
        if let Some(path) = &self.mc_load_patterns {
            settings.set_patterns(Patterns::read(path)?);
        }
        for (name, value) in &self.set {
            settings.set(name, value)?;
        }
        let short = [
            ("--threads", "number_threads", &self.threads),
            ("--playouts", "max_games", &self.playouts),
            ("--time", "timelimit", &self.time),
        ];
        for (option, name, value) in short {
            if let Some(value) = value {
                settings.set(name, value).map_err(|error| Fault::Short { option, error })?;
            }
        }
        self.course.apply(&mut settings)?;
        Ok(settings)
    }
}

fn assignment(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}
