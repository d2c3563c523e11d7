//! `brasa play`: a game against the engine in the terminal.

mod board;
mod commands;
mod input;
mod rated;
mod table;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::fault::Fault;
use super::game::GameOptions;
use super::options::EngineOptions;
use super::position::{load, no_records};
use crate::engine::{AnySession, GameEntry, GoSession, SessionContext, gtp_record};
use crate::framework::{Color, Control};
use crate::go::Komi;
use crate::go::handicap::greatest_fixed;
use crate::gtp::ServeError;
use crate::gtp::commands::Gtp;
use crate::util::{FileFault, MAX_FILE, read_file};
use board::Style;
use commands::{BOARD, HINT, QUIT, complete, find};
use input::{Input, say};
use rated::Rated;
use table::Table;

/// Play a game in the terminal.
///
/// Type moves such as D4, or `help` for commands. The engine plays the other color; --black-player and --white-player
/// choose other players for it. Ctrl-C makes it move at once.
#[derive(Args)]
#[command(after_help = "Examples:\n  brasa play --size 9\n  \
                        brasa play --size 9 --level auto\n  \
                        brasa play game.sgf\n  \
                        brasa play --size 13 --color white --handicap 4\n  \
                        brasa play -g clobber --cols 5 --rows 4 -w search alphabeta\n  \
                        brasa play -g tictactoe --color white")]
pub(super) struct Options {
    /// Game to continue: SGF, or for another game the commands that `save` wrote.
    #[arg(value_name = "FILE", conflicts_with_all = ["size", "game", "cols", "rows", "first", "handicap", "komi", "rules"])]
    file: Option<PathBuf>,
    /// Your color.
    #[arg(long, value_name = "COLOR", default_value = "black")]
    color: Color,
    /// Handicap stones for Black (Go).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=9))]
    handicap: Option<u8>,
    /// Komi (Go); by default 7.5, or 0.5 with a handicap.
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    komi: Option<Komi>,
    /// Rules (Go): chinese, japanese, aga and so on.
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
    /// Run the GTP commands of a file first; exit if one fails.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    game: GameOptions,
}

pub(super) fn run(options: &Options) -> Result<(), Fault> {
    let control = Arc::new(Control::default());
    let is_terminal = io::stdout().is_terminal() && io::stdin().is_terminal();
    let mut input = Input::new(is_terminal)?;
    let mut context = options.engine.rated_context(control.clone())?;
    let mut rated = None;
    if options.engine.is_rated() {
        let others = [
            ("--komi", options.komi.is_some()),
            ("--config", options.config.is_some()),
            ("a game to continue", options.file.is_some()),
        ];
        let size = options.game.rated_size(&options.engine, others)?;
        let Some(found) = Rated::begin(size, &mut input)? else { return Ok(()) };
        context.configure(|settings| {
            settings.set_level(Some(found.pairing.rank));
            Ok(())
        })?;
        rated = Some(found);
    }
    let (entry, mut session) = match &options.file {
        Some(path) => reopened(options, path, context)?,
        None => (options.game.entry(), options.game.open(&options.engine, context)?),
    };
    if let Some(go) = session.go_mut() {
        let is_black = options.color == Color::Black;
        let offered = rated.as_ref().map_or(0, |rated| rated.pairing.stones);
        let offered = Some(offered).filter(|&stones| stones > 0 && is_black);
        prepare(go, options, options.handicap.or(offered))?;
        if let Some(rated) = &rated {
            say(&rated.welcome(if is_black { go.position().handicap() as u8 } else { 0 }))?;
        }
    } else if options.handicap.is_some() || options.komi.is_some() || options.rules.is_some() {
        return Err(Fault::only_go("--handicap, --komi and --rules"));
    }
    let mut gtp = Gtp::of(entry.name, session);
    if let Some(config) = &options.config {
        gtp.run_file(config).map_err(ServeError::from)?;
        if gtp.has_quit() {
            return Ok(());
        }
    }
    let (session, entry) = (gtp.session, GameEntry::find(gtp.game).unwrap_or(entry));
    let mut table = Table::new(session, entry.name, options.color, control.clone());
    if options.file.is_some() {
        table.note_saved();
    }
    let style = Style::of(is_terminal);
    input.obey_signals(&control);
    if table.session.go().is_none() {
        say(&format!("{}: {}", entry.name, entry.doc))?;
    }
    say("Type a move, or `help`.")?;
    show(&table, style)?;
    // The last line printed about the end of the game.
    let mut told = None;
    loop {
        while table.is_engine_to_move() {
            if is_terminal {
                say(&format!("{} is thinking ...", table.session.to_play()))?;
            }
            let text = table.engine_moves()?;
            say(&text)?;
            show(&table, style)?;
        }
        let end = table.end();
        if end != told {
            say(end.as_deref().unwrap_or_default())?;
            let rank = rated.as_mut().and_then(|rated| match end {
                Some(_) => rated.count(&table, options.color),
                None => rated.take_back(),
            });
            say(rank.as_deref().unwrap_or_default())?;
        }
        told = end;
        let words = complete(&table);
        let Some(line) = input.line(&table.prompt(), words)? else {
            if is_terminal && table.is_unsaved() {
                // A second Ctrl-C counts as an answer.
                let answer = input.line("The game is not saved. End the program? (y/n) ", Vec::new())?;
                if answer.is_some_and(|answer| !answer.trim_start().starts_with(['y', 'Y'])) {
                    say("`save FILE` saves the game.")?;
                    continue;
                }
            }
            break;
        };
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { continue };
        let rest: Vec<String> = words.map(str::to_owned).collect();
        let before = table.session.moves().len();
        match find(first) {
            Some(command) if command.info.name == QUIT => break,
            Some(command) if command.info.name == BOARD => show(&table, style)?,
            Some(command) => {
                if is_terminal && command.info.name == HINT {
                    say("thinking ...")?;
                }
                say(&command.run(&mut table, &rest).unwrap_or_else(|error| error.to_string()))?;
            }
            None => {
                let played = if rest.is_empty() {
                    table.play(first)
                } else {
                    Err(format!("'{}': expected one move or command", line.trim()))
                };
                if let Err(error) = played {
                    say(&format!("{error}; `help` lists the commands"))?;
                }
            }
        }
        if table.session.moves().len() != before {
            show(&table, style)?;
        }
    }
    Ok(())
}

/// Opens the game in a file, after its last move.
fn reopened(
    options: &Options,
    path: &Path,
    context: SessionContext,
) -> Result<(&'static GameEntry, AnySession), Fault> {
    let bytes = read_file(path, MAX_FILE)?;
    if let Some(text) = str::from_utf8(&bytes).ok().filter(|text| gtp_record::is_record(text)) {
        let (entry, mut session) =
            gtp_record::read(text, context).map_err(|error| FileFault::new(path, error))?;
        options.game.seat(&options.engine, &mut session)?;
        return Ok((entry, session));
    }
    let mut session = options.game.open(&options.engine, context)?;
    let entry = options.game.entry();
    load(session.go_mut().ok_or_else(|| no_records("FILE", entry.name))?, path, None)?;
    Ok((entry, session))
}

/// Sets rules, komi and handicap of a Go game.
fn prepare(go: &mut GoSession, options: &Options, handicap: Option<u8>) -> Result<(), Fault> {
    /// Komi of a handicap game, in half points: draws are impossible.
    const HANDICAP_KOMI: i32 = 1;
    if let Some(name) = &options.rules {
        go.set_named_rules(name)?;
    }
    let with_handicap = handicap.map(|_| Komi::from_half_points(HANDICAP_KOMI));
    if let Some(komi) = options.komi.or(with_handicap) {
        go.set_komi(komi);
    }
    if let Some(stones) = handicap {
        let (size, most) = (go.size(), greatest_fixed(go.size()));
        go.fixed_handicap(usize::from(stones)).map_err(|_| {
            Fault::new(match most {
                0 => format!("--handicap: a {size}x{size} board has no points for handicap stones"),
                _ => format!("--handicap {stones}: expected 2 to {most} on a {size}x{size} board"),
            })
        })?;
    }
    Ok(())
}

fn show(table: &Table, style: Style) -> Result<(), Fault> {
    say(&board::text(table, style))
}
