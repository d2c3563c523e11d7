//! `brasa patterns bench`: measures the speed of two databases and plays a match between them.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use super::fault::Fault;
use super::interrupt::stop_by_signal;
use super::match_;
use super::numbers::board_size;
use crate::arena::{self, Contestant, Files, GoGame, MatchGame, MatchSettings, Schedule, Shard, Summary};
use crate::engine::bench::{self, Measure};
use crate::engine::go::policies::Policy;
use crate::engine::presets;
use crate::framework::Control;
use crate::go::Komi;
use crate::go::pattern::database::Database;
use crate::go::playout::PolicyName;
use crate::gtp::remark;

/// Compare two databases: playouts per second, and a match at equal playouts per move.
///
/// The engine with A plays the engine with B, both with a preset's search. Colors alternate, and a game's seed depends
/// only on its number. `brasa match` plays matches between any two commands.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    brasa patterns bench my.db montegnu_classic --games 200\n  \
    brasa patterns bench my.db yours.db --playouts 300 --threads 4 --sgffile mine-yours")]
pub(super) struct Options {
    /// File, or name of a built-in database.
    #[arg(value_name = "A")]
    a: String,
    /// The other database: a file, or the name of a built-in one.
    #[arg(value_name = "B")]
    b: String,
    /// Games to play; 0 measures only speed.
    #[arg(long, value_name = "N", default_value = "100")]
    games: u32,
    /// Playouts per move.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: u64,
    /// Board size, 2 to 19.
    #[arg(long, value_name = "N", default_value = "9", value_parser = board_size())]
    size: u8,
    /// Komi.
    #[arg(long, value_name = "K", default_value = "7.5", allow_negative_numbers = true, value_parser = match_::komi)]
    komi: Komi,
    /// Preset of the search.
    #[arg(long, value_name = "NAME", default_value = "gnugo-mc")]
    preset: String,
    /// Games to play at once.
    #[arg(long, value_name = "K", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Random seed.
    #[arg(long, value_name = "N", default_value = "1")]
    srand: u64,
    /// Save table, page and games with this file prefix; an existing match is resumed.
    #[arg(long, value_name = "PREFIX", value_parser = match_::prefix)]
    sgffile: Option<PathBuf>,
    /// Overwrite an existing PREFIX.dat.
    #[arg(long, requires = "sgffile")]
    force: bool,
}

/// Runs the subcommand; returns `false` if the match was interrupted.
pub(super) fn run(options: &Options) -> Result<bool, Fault> {
    presets::find(&options.preset)?;
    // Report errors in either database before measuring.
    let [a, b] = [&options.a, &options.b].map(|name| Database::open(name).map(|patterns| (name, patterns)));
    for (name, patterns) in [a?, b?] {
        let measure = Measure {
            search: false,
            policy: Some(Policy { name: PolicyName::Database, patterns: Some(patterns) }),
            size: options.size,
            threads: 1,
            games: None,
        };
        let row = bench::measure(&measure);
        writeln!(io::stdout(), "{name:<30}{:>9.0} playouts/s", row.per_second())?;
    }
    if options.games == 0 {
        return Ok(true);
    }
    let settings = MatchSettings {
        programs: [options.contestant(&options.a)?, options.contestant(&options.b)?],
        referee: None,
        observer: None,
        game: MatchGame::Go(GoGame {
            size: options.size,
            komi: options.komi,
            openings: Vec::new(),
            openings_source: String::new(),
        }),
        alternate: true,
        time: None,
        max_moves: 1000,
        seed: options.srand,
        sprt: None,
        timeout: Duration::from_secs(600),
        xml: false,
        comments: false,
        verbose: false,
    };
    let schedule = Schedule {
        games: options.games,
        shard: Shard::ALL,
        threads: usize::from(options.threads),
        force: options.force,
    };
    let is_finished = match &options.sgffile {
        Some(prefix) => play(&settings, &schedule, prefix),
        None => {
            // A new match, since a database may have changed after an earlier one.
            let directory = std::env::temp_dir().join(format!("brasa-patterns-{}", std::process::id()));
            std::fs::create_dir_all(&directory)?;
            let played = play(&settings, &schedule, &directory.join("match"));
            let _ = std::fs::remove_dir_all(&directory);
            played
        }
    }?;
    if !is_finished {
        // Without files, there is nothing to resume.
        remark(if options.sgffile.is_some() { match_::INTERRUPTED } else { "interrupted" });
    }
    Ok(is_finished)
}

/// Plays the match and prints its summary; returns `false` if it was interrupted.
fn play(settings: &MatchSettings, schedule: &Schedule, prefix: &Path) -> Result<bool, Fault> {
    let files = Files::of_prefix(prefix);
    let control = Arc::new(Control::default());
    stop_by_signal(&control);
    let played = match_::watch(settings, schedule, &files, &control)?;
    let Some((table, is_finished)) = played else { return Ok(false) };
    arena::publish(&table, &files)?;
    writeln!(io::stdout(), "{}", Summary::of(&table).text().trim_end())?;
    Ok(is_finished)
}

impl Options {
    /// This program with a database, as a contestant.
    fn contestant(&self, database: &str) -> Result<Contestant, Fault> {
        let program = std::env::current_exe()?;
        // A built-in name takes precedence over a file, as in Database::open.
        let option = match Database::built_in(database) {
            Ok(_) => "--mc-patterns",
            Err(_) => "--mc-load-patterns",
        };
        let [program, preset, file] = [&*program.to_string_lossy(), &self.preset, database]
            .map(|word| shell_words::quote(word).into_owned());
        let playouts = self.playouts;
        let command = format!(
            "{program} --quiet --nobook --preset {preset} --threads 1 --playouts {playouts} --srand '%SRAND' {option} {file}"
        );
        Ok(Contestant { command, setup: Vec::new(), name: Some(database.to_owned()) })
    }
}
