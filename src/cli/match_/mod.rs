//! `brasa match`: matches and tournaments between programs.

mod judge;
mod options;

use std::ffi::OsString;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use serde_json::json;

use crate::arena::opening::{self, Opening};
use crate::arena::{
    self, Contestant, Files, GoGame, MatchGame, MatchSettings, ResultTable, Schedule, Sprt, Summary, pairings,
};
use crate::cli::fault::Fault;
use crate::cli::interrupt::stop_by_signal;
use crate::engine::{BoardSize, GAMES, GameEntry};
use crate::framework::{Color, Control};
use crate::go::Komi;
use crate::go::board::MAX_SIZE;
use crate::go::handicap::{self, greatest_fixed};
use crate::gtp::remark;
use crate::util::{self, MAX_FILE, is_same_file, read_text};

pub(super) use options::{Options, komi, prefix};

/// gogui-twogtp's default.
const KOMI: Komi = Komi::from_half_points(13);
/// The file name prefix of a match without --sgffile.
const DEFAULT_PREFIX: &str = "match";
pub(super) const INTERRUPTED: &str = "interrupted; the same command resumes the match";

/// The program's arguments, with those of a file in place of `--config FILE` or `--config=FILE`, if the subcommand is
/// `match`.
pub(super) fn expanded(mut args: Vec<OsString>) -> Result<Vec<OsString>, Fault> {
    if args.get(1).is_none_or(|name| name != "match") {
        return Ok(args);
    }
    let joined = |arg: &OsString| {
        let text = arg.to_str()?;
        text.strip_prefix("--config=").or_else(|| text.strip_prefix("-config=")).map(OsString::from)
    };
    let name = |arg: &OsString| arg == "--config" || arg == "-config" || joined(arg).is_some();
    let Some(at) = args.iter().position(name) else { return Ok(args) };
    let (path, end) = match joined(&args[at]) {
        Some(path) => (path, at + 1),
        None if at + 1 < args.len() => (args[at + 1].clone(), at + 2),
        None => return Ok(args),
    };
    let file = path.to_string_lossy();
    let text =
        read_text(Path::new(&path), MAX_FILE).map_err(|fault| Fault::new(format!("--config {fault}")))?;
    let words = util::words(&text).map_err(Fault::of(format!("--config {file}")))?;
    args.splice(at..end, words.into_iter().map(OsString::from));
    Ok(args)
}

/// Plays or shows matches; returns `false` if interrupted.
pub(super) fn run(options: &Options) -> Result<bool, Fault> {
    if options.config.is_some() {
        return Err(Fault::new("--config: a file of options cannot name another"));
    }
    let output = &options.output;
    let prefix = output.sgffile.as_deref().map(Files::of_prefix);
    if !output.compare.is_empty() {
        let found = arena::compare(&output.compare).map_err(Fault::of("--compare"))?;
        for (number, (path, same)) in output.compare.iter().zip(found).enumerate() {
            writeln!(io::stdout(), "{number} {} {same}", path.display())?;
        }
        return Ok(true);
    }
    if !output.analyze.is_empty() {
        let tables = tables(&output.analyze)?;
        if tables.len() == 1 && prefix.is_some() {
            return Err(Fault::new("--sgffile: one table's summary and page have its own name"));
        }
        analyze(options, &tables, prefix.as_ref())?;
        return Ok(true);
    }
    let files = prefix.unwrap_or_else(|| Files::of_prefix(Path::new(DEFAULT_PREFIX)));
    if !output.merge.is_empty() {
        let table = arena::merge(&tables(&output.merge)?, &files)?;
        options.report(&table, &files)?;
        return Ok(true);
    }
    let control = Arc::new(Control::default());
    stop_by_signal(&control);
    match &options.players.players {
        Some(path) => {
            let players = arena::read_players(path).map_err(Fault::of("--players"))?;
            tournament(options, &players, &files, &control)
        }
        None => {
            let contestant = |command: &Option<String>, setup: &[String]| Contestant {
                command: command.clone().unwrap_or_default(),
                setup: setup.iter().map(|gtp| gtp.trim().to_owned()).filter(|gtp| !gtp.is_empty()).collect(),
                name: None,
            };
            let players = &options.players;
            let programs = [
                contestant(&players.black, &players.setup_black),
                contestant(&players.white, &players.setup_white),
            ];
            let Some((table, is_finished)) = play(options, programs, &files, &control)? else {
                return Ok(false);
            };
            options.report(&table, &files)?;
            Ok(is_finished)
        }
    }
}

fn tournament(
    options: &Options,
    players: &[Contestant],
    files: &Files,
    control: &Arc<Control>,
) -> Result<bool, Fault> {
    // A player that does not start must not stop the tournament after hours of games.
    for player in players {
        let identity = player.identify(options.game.move_timeout, control);
        if control.stopped() {
            remark(INTERRUPTED);
            return Ok(false);
        }
        identity?;
    }
    let mut matches = Vec::new();
    for (i, j) in pairings(players.len(), options.players.gauntlet) {
        let programs = [players[i].clone(), players[j].clone()];
        let [first, second] = [i, j].map(|player| players[player].name.as_deref().unwrap_or_default());
        let pairing = files.pairing(first, second);
        let Some((table, _)) = play(options, programs, &pairing, control)? else { break };
        arena::publish(&table, &pairing)?;
        matches.push((table, pairing));
        if control.stopped() {
            break;
        }
    }
    if !matches.is_empty() {
        options.report_all(&matches, Some(files))?;
    }
    Ok(!control.stopped())
}

/// The paths of tables, without summaries, which `PREFIX*.dat` also matches.
fn tables(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Fault> {
    let is_summary = |path: &&PathBuf| path.to_string_lossy().ends_with(".summary.dat");
    let tables: Vec<_> = paths.iter().filter(|path| !is_summary(path)).cloned().collect();
    if tables.is_empty() {
        return Err(Fault::new("expected tables of games, PREFIX.dat; a summary has none"));
    }
    Ok(tables)
}

fn analyze(options: &Options, paths: &[PathBuf], prefix: Option<&Files>) -> Result<(), Fault> {
    let mut matches = Vec::new();
    for (number, path) in paths.iter().enumerate() {
        if paths[..number].iter().any(|other| is_same_file(other, path)) {
            return Err(Fault::new(format!("{}: this table is given twice", path.display())));
        }
        let (table, files) = (arena::read_table(path)?, Files::of_table(path));
        if paths.len() == 1 {
            return options.report(&table, &files);
        }
        arena::publish(&table, &files)?;
        matches.push((table, files));
    }
    options.report_all(&matches, prefix)
}

fn play(
    options: &Options,
    programs: [Contestant; 2],
    files: &Files,
    control: &Arc<Control>,
) -> Result<Option<(ResultTable, bool)>, Fault> {
    let played = watch(&options.settings(programs)?, &options.schedule(), files, control)?;
    if !played.as_ref().is_some_and(|&(_, is_finished)| is_finished) {
        remark(INTERRUPTED);
    }
    Ok(played)
}

/// Plays a match and shows its progress; returns the table, and whether the match is finished. `None` if it was
/// interrupted before it began.
pub(super) fn watch(
    settings: &MatchSettings,
    schedule: &Schedule,
    files: &Files,
    control: &Arc<Control>,
) -> Result<Option<(ResultTable, bool)>, Fault> {
    let bar = bar(schedule.share());
    let mut begun = None;
    let result = arena::play(settings, schedule, files, control, &mut |table| {
        let played = table.rows.len() as u64;
        // Exclude games of an earlier run from the time estimate.
        if begun.is_none() {
            begun = Some(played);
            bar.set_position(played);
            bar.reset_eta();
        }
        bar.set_position(played);
        bar.set_message(Summary::of(table).line());
    });
    bar.finish_and_clear();
    Ok(result?)
}

/// A progress bar, hidden unless the output is a terminal.
fn bar(games: u32) -> ProgressBar {
    if !(io::stdout().is_terminal() && io::stderr().is_terminal()) {
        return ProgressBar::hidden();
    }
    let (bar, template) = match games {
        u32::MAX => (ProgressBar::new_spinner(), "{spinner} {pos} games, {elapsed}  {msg}"),
        games => (ProgressBar::new(games.into()), "{bar:20} {pos}/{len}{left}  {msg}"),
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    // No time is known before the first game has ended.
    let style = style.with_key("left", |state: &ProgressState, text: &mut dyn fmt::Write| {
        if !state.eta().is_zero() {
            let _ = write!(text, ", {:#} left", HumanDuration(state.eta()));
        }
    });
    let bar = bar.with_style(style);
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

impl Options {
    fn settings(&self, programs: [Contestant; 2]) -> Result<MatchSettings, Fault> {
        let (game, schedule) = (&self.game, &self.schedule);
        let sprt = match schedule.sprt.as_deref() {
            Some(&[elo0, elo1]) if -1000.0 <= elo0 && elo0 < elo1 && elo1 <= 1000.0 => {
                Some(Sprt { elo0, elo1, alpha: schedule.alpha, beta: schedule.beta })
            }
            Some(_) => {
                return Err(Fault::new("--sprt: expected ELO0 below ELO1, both from -1000 to 1000"));
            }
            None => None,
        };
        let watcher = |command: &Option<String>| {
            let command = command.clone()?;
            Some(Contestant { command, ..Contestant::default() })
        };
        Ok(MatchSettings {
            programs,
            referee: watcher(&self.players.referee),
            observer: watcher(&self.players.observer),
            game: self.game()?,
            alternate: game.alternate || self.players.players.is_some(),
            time: game.time,
            max_moves: game.maxmoves,
            seed: game.srand,
            sprt,
            timeout: game.move_timeout,
            xml: self.output.xml,
            comments: self.output.debugtocomment,
            verbose: self.output.verbose,
        })
    }

    fn game(&self) -> Result<MatchGame, Fault> {
        let game = &self.game;
        let size = BoardSize { cols: game.cols.or(game.size), rows: game.rows.or(game.size) };
        let first = game.first.as_deref().and_then(|color| color.parse().ok()).unwrap_or(Color::Black);
        // The arena itself judges Go, with openings, komi and a referee.
        let entry = GameEntry::find(&game.game).filter(|entry| entry.name != GAMES[0].name);
        let other = entry
            .map(|entry| judge::other_game(entry, size, first))
            .transpose()
            .map_err(Fault::of(&game.game))?;
        let refused: &[(&'static str, bool)] = match &other {
            None => &[
                ("cols", game.cols.is_some()),
                ("rows", game.rows.is_some()),
                ("first", game.first.is_some()),
            ],
            Some(_) => &[
                ("komi", game.komi.is_some()),
                ("handicap", game.handicap.is_some()),
                ("openings", game.openings.is_some()),
                ("referee", self.players.referee.is_some()),
            ],
        };
        if let Some(&(option, _)) = refused.iter().find(|(_, is_given)| *is_given) {
            return Err(Fault::new(format!("--{option}: not an option for matches of {}", game.game)));
        }
        if let Some(other) = other {
            return Ok(MatchGame::Other(other));
        }
        let size = game.size.unwrap_or(MAX_SIZE);
        let (mut openings, mut openings_source) = (Vec::new(), String::new());
        if let Some(path) = &game.openings {
            openings = opening::read(path, size).map_err(Fault::of("--openings"))?;
            openings_source = path.display().to_string();
        }
        if let Some(count) = game.handicap.filter(|&count| count >= 2) {
            let points = handicap::fixed(size, count.into());
            let points = points.map_err(|error| {
                let most = greatest_fixed(size);
                Fault::new(format!("--handicap {count}: {error}; on size {size} at most {most}"))
            })?;
            openings = vec![Opening::of_handicap(&points)];
            openings_source = format!("handicap {count}");
        }
        let komi = game.komi.unwrap_or(KOMI);
        Ok(MatchGame::Go(GoGame { size, komi, openings, openings_source }))
    }

    fn schedule(&self) -> Schedule {
        let unlimited = if self.schedule.sprt.is_some() { u32::MAX } else { 1 };
        Schedule {
            games: match self.schedule.games {
                None => unlimited,
                Some(0) => u32::MAX,
                Some(games) => games,
            },
            shard: self.schedule.shard,
            threads: usize::from(self.schedule.threads),
            force: self.schedule.force,
        }
    }

    /// Writes the summary and the page of a match, and prints the summary.
    fn report(&self, table: &ResultTable, files: &Files) -> Result<(), Fault> {
        arena::publish(table, files)?;
        let summary = Summary::of(table);
        if self.output.json {
            writeln!(io::stdout(), "{}", as_json(&summary))?;
        } else {
            writeln!(io::stdout(), "{}  {:<11}{}", summary.text(), "page", files.page().display())?;
        }
        Ok(())
    }

    /// Prints the standings of several matches; with `files`, also writes their page.
    fn report_all(&self, matches: &[(ResultTable, Files)], files: Option<&Files>) -> Result<(), Fault> {
        if self.output.json {
            for (table, _) in matches {
                writeln!(io::stdout(), "{}", as_json(&Summary::of(table)))?;
            }
        }
        let standings = match files {
            Some(files) => arena::publish_tournament(matches, files)?,
            None => arena::Standings::of(matches.iter().map(|(table, _)| table)),
        };
        if !self.output.json {
            write!(io::stdout(), "{}", standings.text())?;
            if let Some(files) = files {
                writeln!(io::stdout(), "page  {}", files.page().display())?;
            }
        }
        Ok(())
    }
}

fn as_json(summary: &Summary) -> String {
    let (elo, elo_low, elo_high) = summary.elo();
    let (low, high) = summary.score.interval();
    json!({
        "black": summary.labels[0],
        "white": summary.labels[1],
        "games": summary.games,
        "wins": summary.score.wins,
        "losses": summary.score.losses,
        "draws": summary.score.draws,
        "errors": summary.errors,
        "duplicates": summary.duplicates,
        "unknown": summary.unknown,
        "share": summary.score.share(),
        "share_interval": [low, high],
        "elo": finite(elo),
        "elo_interval": [finite(elo_low), finite(elo_high)],
        "sprt": summary.sprt_text(),
    })
    .to_string()
}

/// JSON has no infinity.
fn finite(elo: f64) -> Option<f64> {
    (elo.abs() < 4000.0).then_some(elo)
}
