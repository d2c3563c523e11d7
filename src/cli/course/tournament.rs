//! `brasa course tournament`: a round robin of all engines in a folder.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, FromArgMatches as _};

use crate::arena::{Claim, Files, Margin, Program, ResultTable, pairings, read_table};
use crate::cli::fault::Fault;
use crate::cli::match_;
use crate::course::grade::engine_command;
use crate::engine::GAMES;
use crate::gtp::remark;
use crate::util::FileFault;

/// Play a round robin between the engines in a folder, each pairing with both colors.
///
/// An engine is a GTP program: NAME.py, a crate in the folder NAME, or an executable NAME. Engines run without network
/// access and with a memory limit, where the system supports them. An engine that crashes, plays an illegal move or
/// exceeds --move-timeout loses the game; the report names these losses. One that fails to start is left out.
///
/// PREFIX.html has the standings and links to the matches. The same command resumes a tournament.
#[derive(Args)]
#[command(after_help = "Example:\n  brasa course tournament engines --size 7 --games 10 --sgffile cup")]
pub(super) struct Options {
    /// Folder of engines.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// Game to play.
    #[arg(long, short = 'g', value_name = "NAME", default_value = "go", value_parser = GAMES.each_ref().map(|game| game.name))]
    game: String,
    /// Board size; 7 for Go, or else the game's.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=19))]
    size: Option<u8>,
    /// Komi; Go only.
    #[arg(long, value_name = "K", default_value = "8.5", allow_negative_numbers = true)]
    komi: String,
    /// Games per pairing.
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Games to play at once.
    #[arg(long, value_name = "K", default_value = "1")]
    threads: u16,
    /// Maximum time per reply, such as 10s.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = crate::cli::numbers::timeout)]
    move_timeout: Duration,
    /// Prefix of all file names.
    #[arg(long, value_name = "PREFIX", default_value = "tournament", value_parser = match_::prefix)]
    sgffile: PathBuf,
}

/// Plays the tournament; returns `false` if it was interrupted.
pub(super) fn run(options: &Options) -> Result<bool, Fault> {
    let mut engines = engines(&options.directory)?;
    let mut absent = Vec::new();
    engines.retain(|name, command| {
        let fault = answers(command, options.move_timeout).err();
        absent.extend(fault.iter().map(|fault| format!("{name}: {fault}")));
        fault.is_none()
    });
    absent.iter().for_each(|fault| remark(&format!("{fault}; it is left out")));
    if engines.len() < 2 {
        let reason = "expected at least two engines: NAME.py, a crate NAME, or an executable NAME";
        return Err(FileFault::new(&options.directory, reason).into());
    }
    let list = tempfile::NamedTempFile::new().map_err(FileFault::of(&options.directory))?;
    let text: String = engines.iter().map(|(name, command)| format!("{name}: {command}\n")).collect();
    std::fs::write(list.path(), text).map_err(FileFault::of(list.path()))?;
    let path = |path: &Path| path.to_string_lossy().into_owned();
    let mut words = vec!["match".to_owned(), "--game".to_owned(), options.game.clone()];
    let timeout = format!("{}ms", options.move_timeout.as_millis());
    for (name, value) in [
        ("--players", path(list.path())),
        ("--games", options.games.to_string()),
        ("--threads", options.threads.to_string()),
        ("--move-timeout", timeout),
        ("--sgffile", path(&options.sgffile)),
    ] {
        words.extend([name.to_owned(), value]);
    }
    let is_go = options.game == GAMES[0].name;
    if let Some(size) = options.size.or(is_go.then_some(7)) {
        words.push(format!("--size={size}"));
    }
    if is_go {
        words.push(format!("--komi={}", options.komi));
    }
    let command = match_::Options::augment_args(clap::Command::new("match"));
    let matches = command.get_matches_from(words);
    let played =
        match_::run(&match_::Options::from_arg_matches(&matches).unwrap_or_else(|error| error.exit()))?;
    let files = Files::of_prefix(&options.sgffile);
    let mut losses = BTreeMap::new();
    let names: Vec<&String> = engines.keys().collect();
    for (i, j) in pairings(names.len(), false) {
        if let Ok(table) = read_table(&files.pairing(names[i], names[j]).table()) {
            count(&table, &mut losses);
        }
    }
    let absent = absent.into_iter().map(|fault| format!(" all  {fault}\n"));
    let losses = losses.into_iter().map(|(reason, count)| format!("{count:>4}  {reason}\n"));
    let report: String = absent.chain(losses).collect();
    if !report.is_empty() {
        writeln!(io::stdout(), "\ngames lost by a fault\n{report}")?;
    }
    Ok(played)
}

/// Starts an engine and asks for its name; the error says why it did not answer.
fn answers(command: &str, timeout: Duration) -> Result<(), String> {
    let mut engine = Program::start(command, None, Arc::default()).map_err(|error| error.to_string())?;
    let name = engine.send("name", timeout);
    engine.quit();
    match name {
        Err(error) if error.is_fatal() => Err(format!("does not start: {error}")),
        _ => Ok(()),
    }
}

/// Counts the games lost by a fault in a match, by engine and fault.
fn count(table: &ResultTable, losses: &mut BTreeMap<String, usize>) {
    let labels = table.labels();
    for row in &table.rows {
        if let (Some(error), Claim::Win(winner, Margin::Forfeit)) = (&row.error, row.result()) {
            *losses.entry(format!("{}: {error}", labels[(!winner).index()])).or_default() += 1;
        }
    }
}

/// The engines in a folder, with their commands.
fn engines(directory: &Path) -> Result<BTreeMap<String, String>, Fault> {
    let mut engines = BTreeMap::new();
    let entries = std::fs::read_dir(directory)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect::<io::Result<BTreeSet<_>>>());
    for path in entries.map_err(FileFault::of(directory))? {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if name.is_empty() || name.starts_with('.') || name.contains(':') {
            continue;
        }
        match engine_command(&path) {
            Some(Ok(_)) if engines.contains_key(&name) => {
                remark(&format!("{}: another engine is called {name}; it is left out", path.display()));
            }
            Some(Ok(command)) => drop(engines.insert(name, command)),
            Some(Err(fault)) => writeln!(io::stderr(), "{}: {fault}", path.display())?,
            None => {}
        }
    }
    Ok(engines)
}
