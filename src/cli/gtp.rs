//! `brasa` and `brasa gtp`: GTP on standard input and output.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::fault::Fault;
use super::game::GameOptions;
use super::katago::KataGoOptions;
use super::options::EngineOptions;
use crate::framework::Control;
use crate::go::Komi;
use crate::go::pattern::database::BUILT_IN;
use crate::gtp::commands::Gtp;
use crate::gtp::{Ended, PERSONAS, Persona, Server, observers, tell};

/// Speak GTP, the protocol of GoGui, Sabaki, KGS and CGOS, on standard input and output.
///
/// Type `help` for the commands. The commands in each FILE run before those on standard input.
#[derive(Args)]
pub(super) struct Options {
    /// Run the commands of a file first, without printing replies; exit if one fails.
    #[arg(hide_short_help = true, long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    game: GameOptions,
    /// List the built-in pattern databases and exit.
    #[arg(hide_short_help = true, long)]
    mc_list_patterns: bool,
    /// Hide the handicap commands.
    #[arg(hide_short_help = true, long)]
    nohandicap: bool,
    /// Do not print search progress on standard error every five seconds.
    #[arg(hide_short_help = true, long)]
    quiet: bool,
    /// Number of games after which `clear_board` fails; negative: no limit.
    #[arg(
        hide_short_help = true,
        long,
        value_name = "N",
        default_value = "-1",
        allow_negative_numbers = true
    )]
    maxgames: i64,
    /// Imitate another program; so does a link to brasa whose name ends in the program's name.
    #[arg(hide_short_help = true, long = "as", value_name = "PROGRAM", value_parser = PERSONAS.each_ref().map(|persona| persona.file))]
    persona: Option<String>,
    /// Reply to `name`, for clients that recognize programs by it.
    #[arg(hide_short_help = true, long, value_name = "STR")]
    name: Option<String>,
    /// Reply to `version`, for clients that require a certain one.
    #[arg(hide_short_help = true, long, value_name = "STR")]
    version_string: Option<String>,
    #[command(flatten)]
    start: GnuGoOptions,
    #[command(flatten)]
    katago: KataGoOptions,
    /// Files of GTP commands to run before standard input.
    #[arg(hide_short_help = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
}

/// How the first game begins, in GNU Go's option names.
#[derive(Args)]
struct GnuGoOptions {
    /// Initial board size; unlike with --size, it can change.
    #[arg(hide_short_help = true, long, value_name = "N", conflicts_with = "size")]
    boardsize: Option<u8>,
    /// Initial komi.
    #[arg(hide_short_help = true, long, value_name = "KOMI", allow_negative_numbers = true)]
    komi: Option<Komi>,
    /// Start with Chinese rules.
    #[arg(hide_short_help = true, long, conflicts_with = "japanese_rules")]
    chinese_rules: bool,
    /// Start with Japanese rules.
    #[arg(hide_short_help = true, long)]
    japanese_rules: bool,
    /// GNU Go's way to ask for GTP.
    #[arg(long, hide = true, value_parser = ["gtp"])]
    mode: Option<String>,
    /// GNU Go: play on in lost positions.
    #[arg(long, hide = true, conflicts_with = "resign_allowed")]
    never_resign: bool,
    /// GNU Go: already the rule here.
    #[arg(long, hide = true)]
    resign_allowed: bool,
    /// GNU Go: already the rule here, except under Japanese rules.
    #[arg(long, hide = true)]
    positional_superko: bool,
}

impl GnuGoOptions {
    /// Runs the commands that the options stand for.
    fn apply(&self, gtp: &mut Gtp) -> Result<(), Fault> {
        if gtp.session.go().is_none() && (self.komi.is_some() || self.chinese_rules || self.japanese_rules) {
            return Err(Fault::only_go("--komi, --chinese-rules and --japanese-rules"));
        }
        let rules = [("chinese", self.chinese_rules), ("japanese", self.japanese_rules)];
        let rules = rules.into_iter().find_map(|(name, is_chosen)| is_chosen.then(|| name.to_owned()));
        let size = self.boardsize.map(|size| size.to_string());
        let komi = self.komi.map(|komi| komi.to_string());
        for (command, value) in [("boardsize", size), ("go_rules", rules), ("komi", komi)] {
            if let Some(value) = value {
                gtp.run(command, std::slice::from_ref(&value))
                    .map_err(Fault::of(format!("{command} {value}")))?;
            }
        }
        if self.never_resign {
            let value = ["resign_threshold", "0"].map(str::to_owned);
            gtp.run("uct_param_player", &value).map_err(Fault::of("never-resign"))?;
        }
        Ok(())
    }
}

/// The program to imitate, by the options or else the name of this program's file.
pub(super) fn persona(name: Option<&str>) -> Option<&'static Persona> {
    let of_link = || {
        let file = std::env::args_os().next()?;
        Persona::of_link(Path::new(&file).file_stem()?.to_str()?)
    };
    name.map_or_else(of_link, Persona::find)
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
    let (session, files) = options.game.open_with_files(&options.engine, context)?;
    let mut gtp = Gtp::of(options.game.entry().name, session);
    gtp.handicap = !options.nohandicap;
    gtp.games_left = u64::try_from(options.maxgames).ok();
    let persona = persona(options.persona.as_deref());
    if let Some(persona) = persona {
        gtp.speak_as(persona);
    }
    gtp.scale_visits = options.katago.scale_visits.unwrap_or(gtp.scale_visits);
    gtp.name = options.name.unwrap_or(gtp.name);
    gtp.version = options.version_string.unwrap_or(gtp.version);
    options.start.apply(&mut gtp)?;
    // When imitating KataGo, `--config` means KataGo's configuration.
    let is_katago = options.katago.are_given() || persona.is_some_and(|persona| persona.own_config);
    options.katago.report(is_katago && options.config.is_some());
    let mut server = Server::new(gtp, io::stdout(), control);
    if let Some(config) = options.config.as_ref().filter(|_| !is_katago)
        && server.configure(config)? == Ended::Quit
    {
        return Ok(());
    }
    for file in files.iter().chain(&options.files) {
        if server.run_file(file)? == Ended::Quit {
            return Ok(());
        }
    }
    if let Some(greeting) = persona.map(|persona| persona.greeting).filter(|greeting| !greeting.is_empty()) {
        tell(greeting);
    } else if io::stdin().is_terminal() && io::stderr().is_terminal() {
        tell("GTP: `help` lists the commands; `brasa play` plays here");
    }
    server.run(io::stdin())?;
    Ok(())
}
