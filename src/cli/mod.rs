//! The command line: one thin file per subcommand. Without a subcommand the program speaks GTP.
//!
//! The exit status is 0 when the work is done, 1 when the answer is no, and 2 after a usage or input error.

mod analysis;
mod bench;
mod board;
mod book;
mod course;
mod fault;
mod game;
mod genmove;
mod gtp;
mod learn;
mod learn_error;
mod levels;
mod match_;
mod net;
mod numbers;
mod options;
mod patterns;
mod patterns_bench;
mod perft;
mod picture;
mod play;
mod playouts;
mod policy;
mod position;
mod regress;
mod review;
mod trace;
mod tune;

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use fault::Fault;

use crate::engine::go::policies::POLICIES;
use crate::engine::{GAMES, GROUPS, PRESETS, ParamRow, Settings, players, searches};
use crate::go::Position;
use crate::gtp::{ServeError, flush};
use crate::util::params::{Value, nearest};

/// A Monte-Carlo Go engine. Without a subcommand it speaks GTP on standard input and output.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true, after_help = examples(), after_long_help = lesson())]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    gtp: gtp::Options,
}

#[derive(Subcommand)]
enum Command {
    Gtp(gtp::Options),
    Genmove(genmove::Options),
    Bench(bench::Options),
    Perft(perft::Options),
    Match(Box<match_::Options>),
    Regress(regress::Options),
    Patterns(patterns::Options),
    Playouts(playouts::Options),
    Trace(Box<trace::Options>),
    Play(Box<play::Options>),
    Board(Box<board::Options>),
    Review(Box<review::Options>),
    Picture(Box<picture::Options>),
    Book(book::Options),
    Net(net::Options),
    Analysis(analysis::Options),
    Levels(levels::Options),
}

/// The exit status of an interrupted program, by the convention of shells.
const INTERRUPTED: u8 = 130;

/// Runs the program and returns its exit status.
pub fn main() -> ExitCode {
    let status = match check_subcommand(std::env::args_os().nth(1)) {
        Ok(()) => run(Cli::parse_from(analysis::spelled(std::env::args_os()))),
        Err(fault) => fail(&fault),
    };
    flush();
    status
}

/// Checks that the first argument, unless it is an option, is a subcommand or a file.
fn check_subcommand(first: Option<OsString>) -> Result<(), Fault> {
    let Some(first) = first.filter(|first| !first.is_empty() && !Path::new(first).exists()) else {
        return Ok(());
    };
    let name = first.to_string_lossy().into_owned();
    let command = Cli::command();
    let mut names = command.get_subcommands().map(clap::Command::get_name).chain(["help"]);
    if name.starts_with('-') || names.any(|known| known == name) {
        return Ok(());
    }
    let names = command.get_subcommands().map(clap::Command::get_name);
    let hint = nearest(&name, names).first().map_or(String::new(), |near| format!(" (did you mean {near}?)"));
    Err(Fault::NoSubcommand { name, hint })
}

fn run(cli: Cli) -> ExitCode {
    let result = match cli.command {
        None => gtp::run(cli.gtp),
        Some(Command::Gtp(options)) => gtp::run(options),
        Some(Command::Genmove(options)) => genmove::run(&options),
        Some(Command::Bench(options)) => bench::run(&options),
        Some(Command::Perft(options)) => perft::run(&options),
        Some(Command::Match(options)) => match match_::run(&options) {
            Ok(false) => return ExitCode::from(INTERRUPTED),
            result => result.map(drop).map_err(Fault::from),
        },
        Some(Command::Regress(options)) => match regress::run(&options) {
            Ok(false) => return ExitCode::FAILURE,
            result => result.map(drop),
        },
        Some(Command::Patterns(options)) => match patterns::run(&options) {
            Ok(false) => return ExitCode::FAILURE,
            result => result.map(drop),
        },
        Some(Command::Net(options)) => net::run(&options),
        Some(Command::Levels(options)) => levels::run(&options),
        Some(Command::Playouts(options)) => playouts::run(&options),
        Some(Command::Trace(options)) => trace::run(&options),
        Some(Command::Review(options)) => match review::run(&options) {
            Ok(false) => return ExitCode::from(INTERRUPTED),
            result => result.map(drop),
        },
        Some(Command::Play(options)) => play::run(&options),
        Some(Command::Board(options)) => board::run(&options),
        Some(Command::Picture(options)) => picture::run(&options),
        Some(Command::Book(options)) => match book::run(&options) {
            Ok(false) => return ExitCode::FAILURE,
            result => result.map(drop),
        },
        Some(Command::Analysis(options)) => analysis::run(&options),
    };
    result.map_or_else(|fault| fail(&fault), |()| ExitCode::SUCCESS)
}

/// Prints the fault, and returns the exit status.
fn fail(fault: &Fault) -> ExitCode {
    // A closed pipe, such as that of `head`, is not a fault of the user.
    if !matches!(fault, Fault::Output(error) | Fault::Serve(ServeError::Output(error))
        if error.kind() == io::ErrorKind::BrokenPipe)
    {
        let _ = writeln!(io::stderr(), "brasa: {fault}");
    }
    ExitCode::from(2)
}

fn examples() -> String {
    "Examples:\n  \
     brasa                                      speak GTP: attach GoGui, Sabaki or a bot bridge to this\n  \
     brasa --size 9 --playouts 5000             the same, only on 9x9, with 5000 playouts a move\n  \
     brasa -g clobber -w average -b search alphabeta   another game and its players\n  \
     brasa board                                a board in the browser: play, analyze, understand\n  \
     brasa play --size 9                        play a game here in the terminal\n  \
     brasa genmove --size 9 --moves \"E5 C3\"     find one move\n  \
     brasa genmove --sgf game.sgf --move 40     find an alternative to move 40\n  \
     brasa --size 9 --level 3                   an opponent for people; `brasa levels` describes the ten levels\n  \
     brasa bench                                measure how fast this machine is\n  \
     brasa perft --size 5 --depth 4             count move sequences\n  \
     brasa match --help                         play programs against each other\n  \
     brasa regress life.tst --playouts 1000     run a file of tests\n  \
     brasa patterns check my.db                 read a database of playout patterns\n  \
     brasa playouts --help                      evaluate a position by playouts\n  \
     brasa trace --help                         follow a search or a playout step by step\n  \
     brasa review game.sgf                      show where a game turned\n  \
     brasa picture --sgf game.sgf -o game.svg   draw a position\n  \
     brasa book --help                          read, build and merge opening books\n  \
     brasa analysis --help                      analyze positions for KaTrain and other programs\n\n\
     `brasa --help` lists presets and parameters, `brasa SUBCOMMAND --help` explains a subcommand."
        .to_owned()
}

/// Returns the part of `--help` after the options.
fn lesson() -> String {
    let mut text = examples();
    text += "\n\nPresets (--preset NAME):\n";
    for preset in &PRESETS {
        let _ = writeln!(text, "  {:<12} {}", preset.name, preset.doc);
    }
    text += "\nGames (-g NAME):\n";
    for game in &GAMES {
        let _ = writeln!(text, "  {:<12} {}", game.name, game.doc);
    }
    text += "\nPlayers (-b, -w NAME; those from sp- on for Go), with their parameters in GTP:\n";
    for player in players::<Position>() {
        let _ = writeln!(text, "  {:<16} {}", player.name, player.doc);
        text += &list_of(&player.factory.rows());
    }
    text += "\nSearches (-b, -w search NAME), with their parameters in GTP:\n";
    for search in searches::<Position>() {
        let _ = writeln!(text, "  {:<16} {}", search.name, search.doc);
        text += &list_of(&search.factory.rows());
    }
    text += "\nPlayout policies (--set playout_policy=NAME):\n";
    for policy in POLICIES {
        let _ = writeln!(text, "  {:<12} {}", policy.name.write(), policy.doc);
    }
    text += "\nParameters (--set NAME=VALUE) with their values on 19x19:\n";
    let settings = Settings::new(19);
    for group in &GROUPS {
        let _ = writeln!(text, " {}, in GTP {}:", group.doc, group.name);
        for row in (group.rows)(&settings) {
            let name = format!("{}{}", group.prefix, row.name);
            let _ = writeln!(text, "  {name:<34} {:<10} {}", row.value, row.doc);
        }
    }
    text += "\nIn GTP, `help` lists the commands and `help COMMAND` explains one.\n\
             Exit status: 0 done, 1 the answer is no, 2 usage or input error.";
    text
}

/// Returns the parameters of a player or search as commands, for Black.
fn list_of(rows: &[ParamRow]) -> String {
    rows.iter().map(|row| format!("    black_{:<20} {:<10} {}\n", row.name, row.value, row.doc)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelled_subcommand_is_told_from_a_file() {
        let message = |text: &str| check_subcommand(Some(text.into())).map_err(|fault| fault.to_string());
        let error = message("genmov").unwrap_err();
        assert!(error.starts_with("'genmov' is neither a subcommand (did you mean genmove?) nor"), "{error}");
        assert!(message("xyz").unwrap_err().starts_with("'xyz' is neither a subcommand nor a file"));
        for right in ["genmove", "help", "--size", "Cargo.toml"] {
            assert_eq!(message(right), Ok(()));
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn help_names_every_preset_and_parameter() {
        let help = Cli::command().render_long_help().to_string();
        let settings = Settings::new(19);
        for row in GROUPS.iter().flat_map(|group| (group.rows)(&settings)) {
            assert!(help.contains(row.name), "{}", row.name);
        }
        assert!(PRESETS.iter().all(|preset| help.contains(preset.name)));
    }
}
