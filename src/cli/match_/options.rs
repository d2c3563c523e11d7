//! The options of `brasa match`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::arena::{Shard, TimeLimits};
use crate::cli::numbers::number;
use crate::engine::GAMES;
use crate::go::Komi;
use crate::go::board::{MAX_SIZE, MIN_SIZE};

/// Play a match between two GTP programs, with the options and files of gogui-twogtp.
///
/// A program that crashes, hangs, sends an invalid reply or plays an illegal move loses the game and is started
/// again. PREFIX.dat grows by a line after each game; the same command continues a match that was stopped.
#[derive(Args)]
#[command(after_help = HELP)]
pub(in crate::cli) struct Options {
    /// File with more options, as they would stand here in place of this one; lines may break between words.
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    #[command(flatten)]
    pub(super) players: ProgramOptions,
    #[command(flatten)]
    pub(super) game: BoardOptions,
    #[command(flatten)]
    pub(super) schedule: ScheduleOptions,
    #[command(flatten)]
    pub(super) output: OutputOptions,
}

const HELP: &str = "\
Files:
  PREFIX-N.sgf        game N, from 0; Black and White are the colors in this game. Games other than
                      Go are in PREFIX-N.gtp, the GTP commands that replay the game
  PREFIX.dat          the table, a game a line; Black and White are the programs of --black and
                      --white: B+ is a win of --black even when it had White (ALT 1)
  PREFIX.summary.dat  the sums, in the format of gogui-twogtp
  PREFIX.html         the result page

The referee decides the result of a game of Go. If it states no result, the result on which both
programs agree counts, or the only one that is stated. Otherwise the result is unknown and the game
does not count. A game that repeats another one move by move does not count either. Resignations
and faults (ERR 1, explained in ERR_MSG) end a game at once.

In Go a move is illegal off the board, on a stone, as suicide, or when it retakes a ko at once. If
a program refuses a move that repeats an earlier position, the player of the move loses; if it
refuses any other legal move, it loses itself. The programs keep their own clocks: --time tells
them the limits, --move-timeout ends programs that hang.

In other games brasa's rules judge the moves, the end and the winner (RES_R). The programs must
play the game from the start, for example `brasa -g clobber`: they get boardsize COLS [ROWS],
clear_board, play and genmove, but no command that chooses a game.

Exit status: 0 the match is complete or decided, 2 it cannot be played, 130 it was interrupted.

Examples:
  brasa match --black \"gnugo --mode gtp --chinese-rules\" \\
      --white \"brasa --time 1 --srand %SRAND\" \\
      --size 9 --komi 7.5 --games 6 --alternate --sgffile brasa_gnugo
  brasa match --black ./new --white ./old --size 9 --alternate --openings lines.txt \\
      --sprt 0 20 --sgffile test
  brasa match --players players.txt --games 20 --size 9 --sgffile cup
  brasa match --analyze brasa_gnugo.dat
  brasa match --compare brasa_gnugo-*.sgf
  brasa match --merge part1.dat part2.dat --sgffile whole
  brasa match --game clobber --size 4 --black \"brasa -g clobber -b search alphabeta\" \\
      --white \"brasa -g clobber -w average\" --games 20 --sgffile clobber";

#[derive(Args)]
pub(super) struct ProgramOptions {
    /// Command of the first program, which has Black in game 0. Quotes work as in a shell, but no shell runs; %SRAND
    /// is replaced by a seed that depends on the number of the game.
    #[arg(long, value_name = "CMD", required_unless_present_any = ["players", "analyze", "merge", "compare"])]
    pub(super) black: Option<String>,
    /// Command of the second program.
    #[arg(long, value_name = "CMD", required_unless_present_any = ["players", "analyze", "merge", "compare"])]
    pub(super) white: Option<String>,
    /// Command of a program that follows the games and decides their results (Go only).
    #[arg(long, value_name = "CMD")]
    pub(super) referee: Option<String>,
    /// Command of a program that follows the games.
    #[arg(long, value_name = "CMD")]
    pub(super) observer: Option<String>,
    /// GTP commands for the first program before each game, after size, komi and time; may be repeated.
    #[arg(long, value_name = "GTP;GTP", value_delimiter = ';')]
    pub(super) setup_black: Vec<String>,
    /// GTP commands for the second program before each game.
    #[arg(long, value_name = "GTP;GTP", value_delimiter = ';')]
    pub(super) setup_white: Vec<String>,
    /// Play a tournament of the players in a file, one `name: command` a line; each pairing has its own files.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["black", "white", "setup_black",
        "setup_white", "sprt"])]
    pub(super) players: Option<PathBuf>,
    /// Pair only the first player of the file with each other player.
    #[arg(long, requires = "players")]
    pub(super) gauntlet: bool,
}

#[derive(Args)]
pub(super) struct BoardOptions {
    /// Game that the programs play; `brasa help games` lists them.
    #[arg(long, short = 'g', value_name = "NAME", default_value = "go",
        value_parser = GAMES.each_ref().map(|game| game.name))]
    pub(super) game: String,
    /// Columns and rows of the board, 2 to 19; by default 19 for Go, else the game's usual size.
    #[arg(long, value_name = "N",
        value_parser = clap::value_parser!(u8).range(i64::from(MIN_SIZE)..=i64::from(MAX_SIZE)))]
    pub(super) size: Option<u8>,
    /// Columns of the board; not for Go.
    #[arg(long, value_name = "N", conflicts_with = "size")]
    pub(super) cols: Option<u8>,
    /// Rows of the board; not for Go.
    #[arg(long, value_name = "N", conflicts_with = "size")]
    pub(super) rows: Option<u8>,
    /// Color that moves first, by default black; not for Go.
    #[arg(long, value_name = "COLOR", value_parser = ["black", "white"])]
    pub(super) first: Option<String>,
    /// Komi, by default 6.5; only for Go.
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    pub(super) komi: Option<Komi>,
    /// Swap colors in every odd game; a tournament always does.
    #[arg(long)]
    pub(super) alternate: bool,
    /// Handicap stones of Black at fixed points, 2 to 9, before a first move of White; only for Go.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=9), conflicts_with = "openings")]
    pub(super) handicap: Option<u8>,
    /// Start games from openings, in turn: the games of an SGF file or of all SGF files of a directory, or the lines
    /// of a text file, such as `E5 C3 E3`. With --alternate each is played twice in a row. Two or more black stones
    /// that an SGF file sets up for a first move of White are a handicap. Go only.
    #[arg(long, value_name = "FILE|DIR")]
    pub(super) openings: Option<PathBuf>,
    /// Time limits to tell the programs: MAIN or MAIN+OVERTIME/MOVES, such as 10m or 10m+30s/5; a number without unit
    /// is in minutes.
    #[arg(long, value_name = "SPEC")]
    pub(super) time: Option<TimeLimits>,
    /// End games at this number of moves; -1 for no limit.
    #[arg(long, value_name = "N", default_value = "1000", allow_negative_numbers = true, value_parser = move_limit)]
    pub(super) maxmoves: usize,
    /// Longest time for a reply; a program that takes longer loses the game.
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = crate::cli::numbers::timeout)]
    pub(super) move_timeout: Duration,
    /// Number that determines the seeds for %SRAND.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) srand: u64,
}

#[derive(Args)]
pub(super) struct ScheduleOptions {
    /// Number of games, in a tournament per pairing; 0 for no limit. By default 1, or unlimited with --sprt.
    #[arg(long, value_name = "N")]
    pub(super) games: Option<u32>,
    /// Games to play at the same time.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: u16,
    /// Stop when a sequential test (GSPRT) has decided whether the first program is stronger by ELO1 or only by ELO0
    /// points.
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true, conflicts_with = "shard")]
    pub(super) sprt: Option<Vec<f64>>,
    /// Probability that the test decides for ELO1 when ELO0 is true.
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt", value_parser = probability)]
    pub(super) alpha: f64,
    /// Probability that the test decides for ELO0 when ELO1 is true.
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt", value_parser = probability)]
    pub(super) beta: f64,
    /// Play only the games whose number is I modulo N; give each shard its own prefix, then join them with --merge.
    #[arg(long, value_name = "I/N", default_value = "1/1", hide_default_value = true)]
    pub(super) shard: Shard,
    /// Replace an existing PREFIX.dat.
    #[arg(long)]
    pub(super) force: bool,
    /// Accepted for compatibility with gogui-twogtp: games always start by themselves.
    #[arg(long, hide = true)]
    auto: bool,
}

#[derive(Args)]
pub(super) struct OutputOptions {
    /// Prefix of all file names; `match` by default.
    #[arg(long, alias = "sgf", value_name = "PREFIX", value_parser = prefix)]
    pub(super) sgffile: Option<PathBuf>,
    /// Record games of Go as XML, in the form of GoGui, in PREFIX-N.xml.
    #[arg(long)]
    pub(super) xml: bool,
    /// Keep what a program writes to standard error as a comment on its move in the record.
    #[arg(long)]
    pub(super) debugtocomment: bool,
    /// Show on standard error what the programs are sent and answer, of the first of several threads.
    #[arg(long)]
    pub(super) verbose: bool,
    /// Print for each of these records the number of the earlier one that it repeats, `N?` if it differs in less than a
    /// fifth of the moves, or `-`.
    #[arg(long, value_name = "GAME.sgf", num_args = 1.., conflicts_with_all = ["black", "white", "players", "merge", "analyze"])]
    pub(super) compare: Vec<PathBuf>,
    /// Rewrite the summary and the page of a table; gogui-twogtp's tables work too. Several tables also give
    /// standings, in PREFIX.html.
    #[arg(long, value_name = "PREFIX.dat", num_args = 1..,
        conflicts_with_all = ["black", "white", "players", "merge"])]
    pub(super) analyze: Vec<PathBuf>,
    /// Join the tables of shards; here and in --analyze summaries are skipped, so that part*.dat works.
    #[arg(long, value_name = "A.dat", num_args = 1.., requires = "sgffile", conflicts_with_all = ["black", "white", "players"])]
    pub(super) merge: Vec<PathBuf>,
    /// Print the totals as JSON, one object per match.
    #[arg(long)]
    pub(super) json: bool,
}

/// Parses a prefix of file names.
pub(in crate::cli) fn prefix(text: &str) -> Result<PathBuf, String> {
    let name = text.rsplit(std::path::is_separator).next().unwrap_or("");
    match name {
        "" | "." | ".." => {
            Err("expected the beginning of file names, such as `match` or `results/match`".to_owned())
        }
        _ => Ok(text.into()),
    }
}

fn move_limit(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(-1) => Ok(usize::MAX),
        Ok(limit @ 1..) => usize::try_from(limit).map_err(|error| error.to_string()),
        Ok::<i64, _>(_) => Err(format!("{text} is not in 1.., nor -1")),
        Err(error) => Err(error.to_string()),
    }
}

fn probability(text: &str) -> Result<f64, String> {
    number(text, "above 0 and below 0.5", |value| value > 0.0 && value < 0.5)
}
