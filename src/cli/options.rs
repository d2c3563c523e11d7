//! The options shared by all subcommands with an engine, and those of the course's player Go3.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use super::fault::Fault;
use super::numbers::{board_size, seconds};
use crate::engine::go::autobook::open_book;
use crate::engine::go::book::SharedBooks;
use crate::engine::{BoardSize, GoSession, PRESETS, SearchMode, SessionContext, Settings, levels, presets};
use crate::framework::{Color, Control};
use crate::go::board::MAX_SIZE;
use crate::go::pattern::database::Database;
use crate::gtp::remark;
use crate::net::Network;

/// Options and whether any of them is given.
pub(super) type Given = (&'static str, bool);

/// The engine options.
#[derive(Args)]
#[command(next_help_heading = "Engine")]
pub(super) struct EngineOptions {
    /// Board size, 2 to 19; GTP then accepts no other size for Go.
    #[arg(long, value_name = "N", value_parser = board_size())]
    pub(super) size: Option<u8>,
    /// Random seed; 0: a new one from the system per game, negative: the built-in seed.
    #[arg(long, alias = "seed", value_name = "N", default_value = "0", allow_negative_numbers = true)]
    srand: i64,
    /// Preset of parameters; `brasa help presets` lists them.
    #[arg(long, value_name = "NAME", default_value = "default")]
    preset: String,
    /// Rank, from 20k for a beginner up, or a level from 1 to 10; `brasa levels` lists them. In `play`, auto is your
    /// own rank, which follows your results.
    #[arg(long, value_name = "RANK")]
    level: Option<String>,
    /// GNU Go's Monte Carlo; same as --preset gnugo-mc.
    #[arg(hide_short_help = true, long, conflicts_with = "preset")]
    monte_carlo: bool,
    /// Use a built-in pattern database for playouts; --mc-list-patterns lists them.
    #[arg(hide_short_help = true, long, value_name = "NAME", conflicts_with = "mc_load_patterns")]
    mc_patterns: Option<String>,
    /// Use the pattern database in a file for playouts; patterns/README.md explains the format.
    #[arg(hide_short_help = true, long, value_name = "FILE")]
    mc_load_patterns: Option<PathBuf>,
    /// Use this opening book instead of the built-in one; several are joined. book/README.md explains the format.
    #[arg(hide_short_help = true, long, value_name = "FILE", conflicts_with = "nobook")]
    book: Vec<PathBuf>,
    /// Use the network in a file; `brasa net train` makes one.
    #[arg(hide_short_help = true, long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Play without an opening book; same as --set use_book=0.
    #[arg(long)]
    nobook: bool,
    /// Set a parameter; repeatable; `brasa help parameters` lists them.
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    set: Vec<(String, String)>,
    /// Search threads; sets number_threads.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    threads: Option<String>,
    /// Playouts per move, instead of a time limit; sets max_games.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    playouts: Option<String>,
    /// Time per move without a clock, in seconds or with a unit, such as 0.5 or 1m; sets timelimit.
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = seconds)]
    time: Option<Duration>,
    /// Pass as soon as people would, in lost games too; sets humanlike_pass=1.
    #[arg(hide_short_help = true, long)]
    humanlike_pass: bool,
    #[command(flatten)]
    pub(super) course: CourseOptions,
}

impl EngineOptions {
    pub(super) fn go_session(&self, control: Arc<Control>) -> Result<GoSession, Fault> {
        Ok(GoSession::new(self.board_size(), Color::Black, self.context(control)?)?)
    }

    pub(super) fn board_size(&self) -> BoardSize {
        BoardSize { cols: self.size, rows: self.size }
    }

    /// Whether `--level auto` matches the engine to the player's own rank.
    pub(super) fn is_rated(&self) -> bool {
        self.level.as_deref() == Some("auto")
    }

    /// Options that change how strong the engine is at a rank.
    pub(super) fn unrated(&self) -> [Given; 8] {
        [
            ("--preset", self.preset != PRESETS[0].name),
            ("--monte-carlo", self.monte_carlo),
            ("--mc-patterns", self.mc_patterns.is_some()),
            ("--mc-load-patterns", self.mc_load_patterns.is_some()),
            ("--net", self.net.is_some()),
            ("--playouts", self.playouts.is_some()),
            ("--time", self.time.is_some()),
            ("--set", !self.set.is_empty()),
        ]
    }

    /// Settings and seed for a program without separate players for the colors.
    pub(super) fn context(&self, control: Arc<Control>) -> Result<SessionContext, Fault> {
        match self.player_params().next() {
            Some(..) => Err(Fault::new(
                "--set black_... and white_... need --black-player and --white-player, which this command does not \
                have",
            )),
            None => self.seated_context(control),
        }
    }

    /// The parameters in --set that belong to one color's player, such as `white_depth`.
    pub(super) fn player_params(&self) -> impl Iterator<Item = (Color, &str, &str)> {
        self.set.iter().filter_map(|(name, value)| {
            let (color, name) = Color::of_param(name)?;
            Some((color, name, &**value))
        })
    }

    /// Settings and seed; [`GameOptions::open`](super::game::GameOptions::open) then sets the players' parameters.
    pub(super) fn seated_context(&self, control: Arc<Control>) -> Result<SessionContext, Fault> {
        if self.is_rated() {
            return Err(Fault::new(
                "--level auto adapts to a person's results: use it with `brasa play`, or choose it on the start \
                screen of `brasa board`",
            ));
        }
        self.rated_context(control)
    }

    /// The same for commands that accept `--level auto`.
    pub(super) fn rated_context(&self, control: Arc<Control>) -> Result<SessionContext, Fault> {
        /// The built-in seed.
        const BUILT_IN: u64 = 1;
        let size = self.size.unwrap_or(MAX_SIZE);
        let seed = match self.srand {
            0 => None,
            seed => Some(u64::try_from(seed).unwrap_or(BUILT_IN)),
        };
        let settings = self.settings(size)?;
        if settings.leaves_out_network() {
            remark(
                "this processor has neither AVX2 nor NEON: no network, unless --set net=scalar, which is slow",
            );
        }
        let mut context = SessionContext::new(settings, seed, control);
        context.take_notes().iter().for_each(|note| remark(note));
        Ok(context)
    }

    fn settings(&self, size: u8) -> Result<Settings, Fault> {
        let preset = if self.monte_carlo { "gnugo-mc" } else { &self.preset };
        let mut settings = Settings::with_preset(size, presets::find(preset)?);
        if let Some(text) = self.level.as_deref().filter(|_| !self.is_rated()) {
            settings.set_level(Some(levels::find(text)?));
        }
        if let Some(name) = &self.mc_patterns {
            settings.set_patterns(Database::built_in(name)?);
        }
        if let Some(path) = &self.mc_load_patterns {
            settings.set_patterns(Database::read(path)?);
        }
        if let Some(path) = &self.net {
            settings.net = Some(Network::read(path)?);
        }
        for (name, value) in self.set.iter().filter(|(name, _)| Color::of_param(name).is_none()) {
            settings.set(name, value)?;
        }
        if self.humanlike_pass {
            settings.set("humanlike_pass", "1")?;
        }
        if self.nobook {
            settings.set("use_book", "0")?;
        }
        if let Some((path, others)) = self.book.split_first() {
            settings.set("use_book", "1")?;
            let (mut book, mut skipped) = open_book(path, settings.go.skip_book_faults)?;
            for other in others {
                let (other, fault) = open_book(other, settings.go.skip_book_faults)?;
                book.merge(&other);
                skipped = skipped.or(fault);
            }
            if let Some(fault) = &skipped {
                remark(&format!("left out: {fault}"));
            }
            // Joined and incomplete books have no file to save to.
            let is_whole = others.is_empty() && skipped.is_none();
            settings.books = SharedBooks::new(book, is_whole.then(|| path.clone()));
        }
        let time = self.time.map(|time| time.as_secs_f64().to_string());
        let short = [
            ("--threads", "number_threads", &self.threads),
            ("--playouts", "max_games", &self.playouts),
            ("--time", "timelimit", &time),
        ];
        for (option, name, value) in short {
            if let Some(value) = value {
                settings.set(name, value).map_err(Fault::of(option))?;
            }
        }
        self.course.apply(&mut settings)?;
        Ok(settings)
    }
}

/// Reads `NAME=VALUE`.
pub(super) fn assignment(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// How flat Monte Carlo plays, with `--preset go3`.
#[derive(Args)]
#[command(next_help_heading = "Flat Monte Carlo (--preset go3)")]
pub(super) struct CourseOptions {
    /// Simulations per legal move; sets sim.
    #[arg(hide_short_help = true, long, value_name = "N")]
    sim: Option<String>,
    /// How to divide simulations among the moves: `simple` tries all moves equally often, `ucb` tries promising ones
    /// more often.
    #[arg(hide_short_help = true, long, value_name = "simple|ucb")]
    moveselect: Option<String>,
    /// How simulations choose moves; sets playout_policy.
    #[arg(hide_short_help = true, long, value_name = "random|rulebased")]
    simrule: Option<String>,
    /// 3x3 patterns that `--simrule rulebased` uses; sets patterns.
    #[arg(hide_short_help = true, long, value_name = "mogo|michi")]
    patterns: Option<String>,
    /// Try no self-atari, and play none in simulations of `random` and `rulebased` unless a rule other than the
    /// patterns suggests it; sets movefilter=1.
    #[arg(hide_short_help = true, long)]
    movefilter: bool,
}

impl CourseOptions {
    /// Whether the options affect the search, rather than only how simulations are played.
    pub(super) fn shape_search(&self) -> bool {
        self.sim.is_some() || self.moveselect.is_some() || self.movefilter
    }

    /// Sets the parameters of the options given.
    fn apply(&self, settings: &mut Settings) -> Result<(), Fault> {
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
                    return Err(Fault::new(format!(
                        "{option} needs flat Monte Carlo: add --preset go3, or --set search_mode=one_ply"
                    )));
                }
                settings.set(name, value)?;
            }
        }
        Ok(())
    }
}
