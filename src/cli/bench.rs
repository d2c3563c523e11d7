//! `brasa bench`: measures playout and search speed.

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use serde_json::json;

use super::fault::Fault;
use super::numbers::board_size;
use crate::engine::bench::{self, Measure, Row};
use crate::engine::go::policies::{POLICIES, Policy};
use crate::engine::{Settings, signature};

/// Measure playout and search speed from the empty board.
///
/// Without options it measures everything in under 30 seconds. The signature depends on how the engine plays, not on
/// the machine.
#[derive(Args)]
#[command(after_help = "Example:\n  brasa bench --what search --size 9 --threads 2 --json")]
pub(super) struct Options {
    /// What to measure; both by default.
    #[arg(long, value_enum)]
    what: Option<What>,
    /// Playout policy, in searches without a network; by default all of them for playouts, and the default player for
    /// searches. `database:NAME` and `database:FILE` use a pattern database.
    #[arg(long, value_name = "NAME", value_parser = Policy::parse)]
    policy: Option<Policy>,
    /// Board size, 2 to 19; by default 9 and 19.
    #[arg(long, value_name = "N", value_parser = board_size())]
    size: Option<u8>,
    /// Threads; by default 1, and for searches also one per core.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Games per row; each row stops after five seconds.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Print a JSON object per line instead.
    #[arg(long)]
    json: bool,
}

/// The build profile, guessed from the handling of panics.
const PROFILE: &str = if cfg!(panic = "unwind") { "dev" } else { "release" };

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum What {
    /// Playouts alone.
    Playouts,
    /// Tree search.
    Search,
}

pub(super) fn run(options: &Options) -> Result<(), Fault> {
    let mut out = io::stdout();
    if !options.json {
        let names = "what      policy                     size  threads     games  seconds     games/s";
        writeln!(out, "{names}")?;
    }
    for measure in measures(options) {
        let row = bench::measure(&measure);
        writeln!(out, "{}", if options.json { as_json(&row) } else { as_text(&row) })?;
    }
    let signature = format!("{:016x}", signature(Settings::new));
    let text = match options.json {
        true => json!({ "name": "signature", "signature": signature }).to_string(),
        false => format!("signature {signature}"),
    };
    Ok(writeln!(out, "{text}")?)
}

/// The selected measurements, playouts first.
fn measures(options: &Options) -> Vec<Measure> {
    let sizes = options.size.map_or(vec![9, 19], |size| vec![size]);
    let cores = crate::util::cores();
    let mut measures = Vec::new();
    for search in [false, true] {
        let what = if search { What::Search } else { What::Playouts };
        if options.what.is_some_and(|wanted| wanted != what) {
            continue;
        }
        let policies = match &options.policy {
            Some(policy) => vec![Some(policy.clone())],
            None if search => vec![None],
            None => POLICIES.iter().map(|entry| Some(Policy::of(entry.name))).collect(),
        };
        let threads = match options.threads {
            Some(threads) => vec![usize::from(threads)],
            None if search && cores > 1 => vec![1, cores],
            None => vec![1],
        };
        for policy in &policies {
            for &size in &sizes {
                for &threads in &threads {
                    let (policy, games) = (policy.clone(), options.games);
                    measures.push(Measure { search, policy, size, threads, games });
                }
            }
        }
    }
    measures
}

fn what(row: &Row) -> &'static str {
    if row.of.search { "search" } else { "playouts" }
}

/// The policy, or `default` for the default player.
fn policy(row: &Row) -> String {
    row.of.policy.as_ref().map_or("default".to_owned(), Policy::to_string)
}

fn as_text(row: &Row) -> String {
    let (what, policy, rate) = (what(row), policy(row), row.per_second());
    let Row { of: Measure { size, threads, .. }, games, seconds } = row;
    format!("{what:<10}{policy:<26}{size:>5}{threads:>9}{games:>10}{seconds:>9.2}{rate:>12.0}")
}

fn as_json(row: &Row) -> String {
    let policy = policy(row);
    json!({
        "name": format!("{}-{policy}-{}-{}", what(row), row.of.size, row.of.threads),
        "what": what(row),
        "policy": policy,
        "size": row.of.size,
        "threads": row.of.threads,
        "games": row.games,
        "seconds": row.seconds,
        "games_per_second": row.per_second(),
        "profile": PROFILE,
    })
    .to_string()
}
