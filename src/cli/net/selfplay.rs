//! `brasa net selfplay`: games of the search against itself, for training.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use clap::Args;
use crossbeam_channel::bounded;

use crate::cli::fault::Fault;
use crate::cli::learn::bar;
use crate::cli::numbers::{board_size, number};
use crate::engine::go::selfplay::{SelfPlay, SelfPlayGame};
use crate::engine::{Preset, Settings, presets};
use crate::net::Network;
use crate::util::{FileFault, FileKind, LineLog, counted, threads};

/// Play the engine against itself, to train a network.
///
/// Each game is a line of SGF with the visit counts of the full searches. The same command resumes, appending to FILE
/// until it has N games. Several processes and machines may each write a file, each with its own --seed; `brasa net
/// train` reads any number of files.
#[derive(Args)]
#[command(after_help = "Example:\n  brasa net selfplay --size 9 --games 1000 --out games1.sgfl\n  \
                        brasa net train --size 9 --from my.net --games games*.sgfl --out next.net")]
pub(super) struct Options {
    /// Output file of games.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of games the file has at the end.
    #[arg(long, value_name = "N", default_value = "1000")]
    games: u64,
    /// Network (default: the built-in one, or else the classic search).
    #[arg(long, value_name = "NET")]
    net: Option<PathBuf>,
    /// Preset of parameters. `alphago` suits networks that know little: playouts tell them who wins.
    #[arg(long, value_name = "NAME", default_value = "default", value_parser = presets::find)]
    preset: &'static Preset,
    /// Board size.
    #[arg(long, value_name = "N", default_value = "9", value_parser = board_size())]
    size: u8,
    /// Playouts of a full search; a quarter of the moves get one, and only these teach moves.
    #[arg(long, value_name = "N", default_value = "600", value_parser = clap::value_parser!(u64).range(2..))]
    playouts: u64,
    /// Playouts of the other searches.
    #[arg(long, value_name = "N", default_value = "150", value_parser = clap::value_parser!(u64).range(2..))]
    quick_playouts: u64,
    /// Resign after three moves in a row below this win rate; 0: never. A tenth of the games play on, to measure how
    /// often resigning would have been wrong.
    #[arg(long, value_name = "X", default_value = "0.05",
        value_parser = |text: &str| number(text, "from 0 to 1", |value| (0.0..=1.0).contains(&value)))]
    resign_threshold: f64,
    /// Threads, each playing its own games (default: one per core).
    #[arg(long, value_name = "N", default_value_t = crate::util::cores() as u32, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Seed; a game depends only on the seed and its number.
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
}

/// Files of games, each beginning with its result.
static GAMES: FileKind = FileKind {
    name: "the output of `brasa net selfplay`",
    is: |text| text.starts_with("(;AP[brasa:selfplay]"),
};

pub(super) fn run(options: &Options) -> Result<(), Fault> {
    let mut settings = Settings::with_preset(options.size, options.preset);
    if let Some(path) = &options.net {
        settings.net = Some(Network::read(path)?);
    }
    let (mut file, done, games) = LineLog::resume(&options.out, &GAMES, &[], 1)?;
    let first = games.split(|&byte| byte == b'\n').next().unwrap_or_default();
    if done > 0 && !String::from_utf8_lossy(first).contains(&format!("SZ[{}]", options.size)) {
        return Err(FileFault::new(&options.out, "the games are of another board size").into());
    }
    let self_play = SelfPlay {
        size: options.size,
        playouts: options.playouts,
        quick_playouts: options.quick_playouts,
        resign_threshold: options.resign_threshold,
    };
    let bar = bar("games", options.games as usize);
    bar.set_position(done);
    let next = AtomicU64::new(done);
    let (sender, receiver) = bounded::<(u64, SelfPlayGame)>(0);
    let (mut thought, mut wrong) = (0, 0);
    thread::scope(|scope| -> Result<(), FileFault> {
        let (next, settings) = (&next, &settings);
        let play = move || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= options.games {
                    return;
                }
                let seed = options.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number);
                if sender.send((number, self_play.play(settings, seed))).is_err() {
                    return;
                }
            }
        };
        threads::start(scope, options.threads as usize, play).map_err(FileFault::of(&options.out))?;
        // Games are written in order, so that a resumed run continues after the last one.
        let (mut waiting, mut first) = (BTreeMap::new(), done);
        for (number, game) in receiver {
            waiting.insert(number, game);
            while let Some(game) = waiting.remove(&first) {
                thought += usize::from(game.resigner_lost.is_some());
                wrong += u64::from(game.resigner_lost == Some(false));
                file.append(&format!("{}\n", game.record))?;
                first += 1;
                bar.set_position(first);
            }
        }
        Ok(())
    })?;
    writeln!(
        io::stdout(),
        "{}; in this run, of {} continued after a player would have resigned, that player won {wrong}",
        counted(options.games.max(done) as usize, "game"),
        counted(thought, "game")
    )?;
    Ok(())
}
