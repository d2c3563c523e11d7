//! The command line: one thin file per subcommand. Without a subcommand the program speaks GTP.
//!
//! The exit status is 0 when the work is done, 1 when the answer is no, and 2 after a usage or input error.

mod analysis;
mod bench;
mod board;
mod book;
mod calibrate;
mod config;
mod course;
mod fault;
mod game;
mod genmove;
mod gnugo;
mod gtp;
mod interrupt;
mod katago;
mod learn;
mod levels;
mod manual;
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
mod position;
mod regress;
mod review;
mod spelling;
mod trace;
mod tune;

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use fault::Fault;
use interrupt::INTERRUPTED;

use crate::engine::build::Choice;
use crate::engine::go::policies::POLICIES;
use crate::engine::{GAMES, GROUPS, PRESETS, Settings, no_effect, players, searches};
use crate::go::Position;
use crate::gtp::flush;
use crate::util::params::{Value, nearest};

/// A Monte-Carlo Go engine. Without a subcommand it speaks GTP on standard input and output.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true, disable_help_flag = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Print this help; `brasa help all` prints the rest.
    #[arg(short, long, action = clap::ArgAction::HelpShort)]
    help: Option<bool>,
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
    Calibrate(calibrate::Options),
    Config(config::Options),
    Course(course::Options),
    Completions(manual::CompletionOptions),
    Man(manual::ManOptions),
}

/// Runs the program and returns its exit status.
pub fn main() -> ExitCode {
    let command = Cli::command();
    let args = match match_::expanded(std::env::args_os().collect()) {
        Ok(args) => asked(
            &command,
            spelling::spelled(&command, katago::subcommand_first(gnugo::without_unused(args))),
        ),
        Err(fault) => return fail(&fault),
    };
    let words = args.get(1..).unwrap_or_default();
    if let Some(mut help) = help(words) {
        return printed(help.print_help(), ExitCode::SUCCESS);
    }
    let status = match check_topic(words).and_then(|()| check_subcommand(&command, words.first())) {
        Ok(()) => {
            match command.try_get_matches_from(&args).and_then(|matches| Cli::from_arg_matches(&matches)) {
                Ok(cli) => run(cli),
                Err(error) => printed(error.print(), ExitCode::from(error.exit_code() as u8)),
            }
        }
        Err(fault) => fail(&fault),
    };
    flush();
    status
}

/// The exit status after printing help or a command-line fault.
fn printed(result: io::Result<()>, status: ExitCode) -> ExitCode {
    match result.and_then(|()| io::stdout().flush()) {
        // A closed pipe is no fault.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => fail(&error.into()),
        _ => status,
    }
}

/// Reads `COMMAND --help` as `help COMMAND`. The program's own flag, which prints a short help, replaces clap's, and
/// then clap has none for subcommands either.
fn asked(command: &clap::Command, args: Vec<OsString>) -> Vec<OsString> {
    let words = args.iter().skip(1).take_while(|word| *word != "--");
    if !words.clone().any(|word| word == "--help" || word == "-h") {
        return args;
    }
    let (mut command, mut path) = (command, Vec::new());
    for word in words {
        let Some(found) = command.find_subcommand(word) else { break };
        command = found;
        path.push(word.clone());
    }
    if path.is_empty() {
        return args;
    }
    args.first().cloned().into_iter().chain(["help".into()]).chain(path).collect()
}

/// Checks that `help X` names a subcommand; [`help`] has handled the topics.
fn check_topic(words: &[OsString]) -> Result<(), Fault> {
    let [first, topic] = words else { return Ok(()) };
    let topic = topic.to_string_lossy();
    if first != "help"
        || topic == "help"
        || topic.starts_with('-')
        || Cli::command().find_subcommand(&*topic).is_some()
    {
        return Ok(());
    }
    let topics: Vec<_> = TOPICS.iter().map(|(name, _)| *name).collect();
    Err(Fault::new(format!("no help on '{topic}': expected a subcommand, all, {}", topics.join(", "))))
}

/// Checks that the first argument is an option, a subcommand or a file.
fn check_subcommand(command: &clap::Command, first: Option<impl AsRef<OsStr>>) -> Result<(), Fault> {
    let first = first.as_ref().map(AsRef::as_ref);
    let Some(first) = first.filter(|first| !first.is_empty() && !Path::new(first).exists()) else {
        return Ok(());
    };
    let name = first.to_string_lossy().into_owned();
    let mut names = command.get_subcommands().map(clap::Command::get_name).chain(["help"]);
    if name.starts_with('-') || names.any(|known| known == name) {
        return Ok(());
    }
    let names = command.get_subcommands().map(clap::Command::get_name);
    let hint = nearest(&name, names).first().map_or(String::new(), |near| format!(" (did you mean {near}?)"));
    Err(Fault::new(format!(
        "'{name}' is neither a subcommand{hint} nor a file of GTP commands; `brasa --help` lists the subcommands"
    )))
}

/// Checks that no subcommand follows GTP options, where it would be read as a command file.
fn check_order(files: &[PathBuf]) -> Result<(), Fault> {
    let is_subcommand = |file: &&PathBuf| !file.exists() && Cli::command().find_subcommand(file).is_some();
    let misplaced = files.iter().find(is_subcommand);
    misplaced.map(|file| file.display()).map_or(Ok(()), |name| {
        let text = "is a subcommand: its options follow it, as in";
        Err(Fault::new(format!("{name} {text} `brasa {name} --size 9`")))
    })
}

fn run(cli: Cli) -> ExitCode {
    let result = match cli.command {
        None => check_order(&cli.gtp.files).and_then(|()| gtp::run(cli.gtp)),
        Some(Command::Gtp(options)) => gtp::run(options),
        Some(Command::Genmove(options)) => genmove::run(&options),
        Some(Command::Bench(options)) => bench::run(&options),
        Some(Command::Perft(options)) => perft::run(&options),
        Some(Command::Match(options)) => {
            return answer(match_::run(&options), ExitCode::from(INTERRUPTED));
        }
        Some(Command::Regress(options)) => {
            return regress::run(&options).unwrap_or_else(|fault| fail(&fault));
        }
        Some(Command::Patterns(options)) => return answer(patterns::run(&options), ExitCode::FAILURE),
        Some(Command::Net(options)) => net::run(&options),
        Some(Command::Calibrate(options)) => calibrate::run(&options),
        Some(Command::Levels(options)) => levels::run(&options),
        Some(Command::Playouts(options)) => playouts::run(&options),
        Some(Command::Trace(options)) => trace::run(&options),
        Some(Command::Review(options)) => return answer(review::run(&options), ExitCode::from(INTERRUPTED)),
        Some(Command::Play(options)) => play::run(&options),
        Some(Command::Board(options)) => board::run(&options),
        Some(Command::Picture(options)) => picture::run(&options),
        Some(Command::Book(options)) => return answer(book::run(&options), ExitCode::FAILURE),
        Some(Command::Analysis(options)) => analysis::run(&options),
        Some(Command::Config(options)) => config::run(&options),
        Some(Command::Course(options)) => return answer(course::run(&options), ExitCode::FAILURE),
        Some(Command::Completions(options)) => manual::complete(&options, Cli::command()),
        Some(Command::Man(options)) => manual::man(&options, Cli::command()),
    };
    answer(result.map(|()| true), ExitCode::SUCCESS)
}

/// The exit status of a subcommand; `no` if its answer is no.
fn answer(result: Result<bool, Fault>, no: ExitCode) -> ExitCode {
    result.map_or_else(|fault| fail(&fault), |is_yes| if is_yes { ExitCode::SUCCESS } else { no })
}

/// Prints the fault and returns the exit status.
fn fail(fault: &Fault) -> ExitCode {
    // A closed pipe, such as that of `head`, is not the user's fault.
    if fault.is_closed_output {
        return ExitCode::SUCCESS;
    }
    let _ = writeln!(io::stderr(), "brasa: {fault}");
    ExitCode::from(2)
}

/// The end of `brasa --help`.
const EXAMPLES: &str = "\
Examples:
  brasa board --size 9 --level 3             play in the browser
  brasa play --size 9 --level 3              play here in the terminal
  brasa                                      speak GTP: GoGui, Sabaki or a bot bridge attaches here
  brasa genmove --size 9 --moves \"E5 C3\"     find one move
  brasa review GAME.sgf                      show where a game turned

`brasa COMMAND --help` explains a command. `brasa help all` shows all options, and all that
`brasa help TOPIC` shows, TOPIC being presets, games, players, searches, policies or parameters.
In GTP, `help` lists the commands and `help COMMAND` explains one.
Exit status: 0 done, 1 the answer is no, 2 usage or input error.";

/// A topic of `brasa help TOPIC` and its text.
type Topic = (&'static str, fn() -> String);

const TOPICS: [Topic; 6] = [
    ("presets", || {
        let rows = PRESETS.iter().map(|preset| (preset.name, preset.doc));
        list("Presets (--preset NAME):", rows)
    }),
    ("games", || list("Games (-g NAME):", GAMES.iter().map(|game| (game.name, game.doc)))),
    ("players", || {
        let title = "Players (-b, -w NAME; sp-... for Go only), and their parameters as GTP commands:";
        let rows = players::<Position>().into_iter();
        with_params(title, rows.map(|player| player.choice))
    }),
    ("searches", || {
        let title = "Searches (-b, -w search NAME), and their parameters as GTP commands:";
        let rows = searches::<Position>().into_iter();
        with_params(title, rows.map(|search| search.choice))
    }),
    ("policies", || {
        let rows = POLICIES.iter().map(|policy| (policy.name.write(), policy.doc));
        list("Playout policies (--set playout_policy=NAME):", rows)
    }),
    ("parameters", parameters),
];

/// Writes names and their lines below a title.
fn list(title: &str, rows: impl Iterator<Item = (impl AsRef<str>, &'static str)>) -> String {
    let rows: String = rows.map(|(name, doc)| format!("  {:<16} {doc}\n", name.as_ref())).collect();
    format!("{title}\n{rows}")
}

/// The same, with the parameters of each as Black's commands.
fn with_params(title: &str, choices: impl Iterator<Item = Choice>) -> String {
    choices.fold(format!("{title}\n"), |mut text, choice| {
        let _ = writeln!(text, "  {:<16} {}", choice.name, choice.doc);
        for row in choice.rows {
            let _ = writeln!(text, "    black_{:<20} {:<10} {}", row.name, row.value, row.doc);
        }
        text
    })
}

fn parameters() -> String {
    let mut text = "Parameters (--set NAME=VALUE) with their values on 19x19:\n".to_owned();
    let settings = Settings::new(19);
    for group in &GROUPS {
        let _ = writeln!(text, " {}, in GTP {}:", group.doc, group.name);
        for row in (group.rows)(&settings) {
            let name = format!("{}{}", group.prefix, row.name);
            let _ = writeln!(text, "  {name:<34} {:<10} {}{}", row.value, row.doc, no_effect(&name));
        }
    }
    text
}

/// All topics: the end of `brasa help all`.
fn topics() -> String {
    let texts = TOPICS.iter().map(|(_, text)| text());
    texts.chain([EXAMPLES.to_owned()]).collect::<Vec<_>>().join("\n")
}

/// Checks a command line, whose first word is the program, without running it.
///
/// # Errors
/// The program's message if it does not understand the command line.
pub fn check(words: &[String]) -> Result<(), String> {
    let words: Vec<OsString> = words.iter().map(OsString::from).collect();
    if help(words.get(1..).unwrap_or_default()).is_some() {
        return Ok(());
    }
    let program = Cli::command();
    check_subcommand(&program, words.get(1)).map_err(|fault| fault.to_string())?;
    use clap::error::ErrorKind::{DisplayHelp, DisplayVersion};
    match Cli::try_parse_from(spelling::spelled(&program, words)) {
        Err(error) if ![DisplayHelp, DisplayVersion].contains(&error.kind()) => Err(error.to_string()),
        _ => Ok(()),
    }
}

/// Answers `help TOPIC`, also as `--help TOPIC`; `None` if the words ask for something else.
fn help(words: &[OsString]) -> Option<clap::Command> {
    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    let words: Vec<&str> = words.iter().map(|word| &**word).collect();
    match words[..] {
        ["help"] => Some(Cli::command()),
        // The short help prints what the long one would.
        ["help" | "--help" | "-h", "all"] => {
            Some(Cli::command().mut_args(|arg| arg.hide_short_help(false)).after_help(topics()))
        }
        ["help" | "--help" | "-h", topic] => {
            let (_, text) = TOPICS.iter().find(|(name, _)| *name == topic)?;
            Some(clap::Command::new("brasa").help_template("{after-help}").after_help(text()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelled_subcommand_is_told_from_a_file() {
        let message =
            |text: &str| check_subcommand(&Cli::command(), Some(text)).map_err(|fault| fault.to_string());
        let error = message("genmov").unwrap_err();
        assert!(error.starts_with("'genmov' is neither a subcommand (did you mean genmove?) nor"), "{error}");
        assert!(message("xyz").unwrap_err().starts_with("'xyz' is neither a subcommand nor a file"));
        let topic =
            |name: &str| check_topic(&["help".into(), name.into()]).map_err(|fault| fault.to_string());
        assert!(topic("foo").unwrap_err().contains("all, presets, "));
        assert_eq!([topic("genmove"), topic("help")], [Ok(()), Ok(())]);
        for right in ["genmove", "help", "--size", "Cargo.toml"] {
            assert_eq!(message(right), Ok(()));
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_summary_is_short_and_the_topics_are_complete() {
        let summary = Cli::command().render_help().to_string();
        let options = summary.lines().filter(|line| line.trim_start().starts_with('-')).count();
        assert!(options <= 12 && summary.lines().count() < 75, "{summary}");
        assert!(TOPICS.iter().all(|(topic, text)| EXAMPLES.contains(topic) && text().len() > 200));
        let help = help(&["help".into(), "all".into()]).unwrap().render_help().to_string();
        let settings = Settings::new(19);
        for row in GROUPS.iter().flat_map(|group| (group.rows)(&settings)) {
            assert!(help.contains(row.name), "{}", row.name);
        }
        assert!(PRESETS.iter().all(|preset| help.contains(preset.name)));
        assert!(help.contains("--version-string"));
    }
}
