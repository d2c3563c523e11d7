//! `brasa` and `brasa gtp`: GTP on standard input and output.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::fault::Fault;
use super::game::{GameOptions, OpenedGame};
use super::options::EngineOptions;
use crate::framework::Control;
use crate::go::pattern::database::BUILT_IN;
use crate::gtp::commands::Gtp;
use crate::gtp::{Ended, Server, observers};

/// Speak GTP, the protocol of GoGui, Sabaki, KGS and CGOS, on standard input and output.
///
/// Type `help` for the commands. The commands in FILEs run before those on standard input.
#[derive(Args)]
pub(super) struct Options {
    /// Run the commands of a file first, without printing replies; a failure ends the program.
    #[arg(hide_short_help = true, long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    game: GameOptions,
    /// List the built-in pattern databases and exit.
    #[arg(hide_short_help = true, long)]
    mc_list_patterns: bool,
    /// Do not offer handicap commands.
    #[arg(hide_short_help = true, long)]
    nohandicap: bool,
    /// Do not print the progress of searches on standard error every five seconds.
    #[arg(hide_short_help = true, long)]
    quiet: bool,
    /// Number of games after which `clear_board` fails; negative for no limit.
    #[arg(hide_short_help = true, long, value_name = "N", default_value_t = -1, allow_negative_numbers = true)]
    maxgames: i64,
    /// Reply to the command `name`, for clients that recognize programs by it.
    #[arg(hide_short_help = true, long, value_name = "STR")]
    name: Option<String>,
    /// Reply to the command `version`, for clients that require a certain one.
    #[arg(hide_short_help = true, long, value_name = "STR")]
    version_string: Option<String>,
    /// Files of GTP commands to run before standard input.
    #[arg(hide_short_help = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(super) fn run(options: Options) -> Result<(), Fault> {
    if options.mc_list_patterns {
        for database in &BUILT_IN {
            writeln!(io::stdout(), "{:<18}{}", database.name, database.doc)?;
        }
        return Ok(());
    }
    let control = Arc::new(Control::default());
    let mut context = options.engine.seated_context(control.clone())?;
    context.fix_size(options.engine.size);
    context.set_observers((!options.quiet).then(observers));
    let OpenedGame { entry, session, files } = options.game.open(&options.engine, context)?;
    let mut gtp = Gtp::of(entry.name, session);
    gtp.handicap = !options.nohandicap;
    gtp.games_left = u64::try_from(options.maxgames).ok();
    gtp.name = options.name.unwrap_or(gtp.name);
    gtp.version = options.version_string.unwrap_or(gtp.version);
    let mut server = Server::new(gtp, io::stdout(), control);
    if let Some(config) = &options.config
        && server.configure(config)? == Ended::Quit
    {
        return Ok(());
    }
    for file in files.iter().chain(&options.files) {
        if server.run_file(file)? == Ended::Quit {
            return Ok(());
        }
    }
    server.run(io::stdin())?;
    Ok(())
}
