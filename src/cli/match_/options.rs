//! The options of `brasa match`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::arena::{Shard, TimeLimits};
use crate::cli::numbers::{board_size, number};
use crate::engine::GAMES;
use crate::go::{Komi, KomiError};

/// Play a match between two GTP programs, with the options and files of gogui-twogtp.
///
/// A program that crashes, hangs, sends an invalid reply or plays an illegal move loses the game and is restarted.
/// PREFIX.dat grows by a line after each game; the same command resumes a stopped match.
#[derive(Args)]
#[command(after_help = HELP)]
pub(in crate::cli) struct Options {
    /// File of further options, inserted in place of this one; lines may break between words.
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    #[command(flatten)]
    pub(super) players: ProgramOptions,
    #[command(flatten)]
    pub(super) game: MatchGameOptions,
    #[command(flatten)]
    pub(super) schedule: ScheduleOptions,
    #[command(flatten)]
    pub(super) output: OutputOptions,
}

const HELP: &str = "\
Files:
  PREFIX-N.sgf        game N, from 0; Black and White are the colors in this game. For other games
                      than Go, PREFIX-N.gtp has the GTP commands that replay the game
  PREFIX.dat          the table, one game per line; Black and White are the programs of --black and
                      --white: B+ is a win for --black even when it played White (ALT 1)
  PREFIX.summary.dat  the totals, in the format of gogui-twogtp
  PREFIX.html         the result page

The referee decides the result of a Go game. If it states none, the result on which both programs
agree counts, or the only one stated. Otherwise the result is unknown and the game does not count,
nor does a game that repeats another move by move. Resignations and faults (ERR 1, explained in
ERR_MSG) end a game at once.

In Go a move is illegal off the board, on a stone, as suicide, or if it retakes a ko at once. If a
program refuses a move that repeats an earlier position, the player of the move loses; if it
refuses any other legal move, it loses itself. The programs keep their own clocks: --time sends
them the limits, and --move-timeout ends programs that hang.

In other games brasa's rules decide the legality of moves, the end and the winner (RES_R). The
programs must play the game from the start, as `brasa -g clobber` does: they get boardsize COLS
[ROWS], clear_board, play and genmove, but no command that chooses a game.

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
    /// Command of the first program, which plays Black in game 0. Quotes work as in a shell, but no shell runs; %SRAND
    /// is replaced by a seed that depends on the game number.
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
    /// GTP commands for the first program before each game, after size, komi and time; repeatable.
    #[arg(long, value_name = "GTP;GTP", value_delimiter = ';')]
    pub(super) setup_black: Vec<String>,
    /// GTP commands for the second program before each game.
    #[arg(long, value_name = "GTP;GTP", value_delimiter = ';')]
    pub(super) setup_white: Vec<String>,
    /// Play a tournament of the players in a file, one `name: command` per line; each pairing has its own files.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["black", "white", "setup_black",
        "setup_white", "sprt"])]
    pub(super) players: Option<PathBuf>,
    /// Pair only the first player in the file with each of the others.
    // A conflict of --players with other options would hide that it is missing.
    #[arg(long, requires = "players", conflicts_with_all = ["black", "white"])]
    pub(super) gauntlet: bool,
}

#[derive(Args)]
pub(super) struct MatchGameOptions {
    /// Game to play; `brasa help games` lists them.
    #[arg(long, short = 'g', value_name = "NAME", default_value = "go",
        value_parser = GAMES.each_ref().map(|game| game.name))]
    pub(super) game: String,
    /// Board size, 2 to 19; by default 19 for Go, otherwise the game's usual size.
    #[arg(long, value_name = "N",
        value_parser = board_size())]
    pub(super) size: Option<u8>,
    /// Board columns; not for Go.
    #[arg(long, value_name = "N", conflicts_with = "size")]
    pub(super) cols: Option<u8>,
    /// Board rows; not for Go.
    #[arg(long, value_name = "N", conflicts_with = "size")]
    pub(super) rows: Option<u8>,
    /// Color that moves first (default: black); not for Go.
    #[arg(long, value_name = "COLOR", value_parser = ["black", "white"])]
    pub(super) first: Option<String>,
    /// Komi (default: 6.5); Go only.
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = komi)]
    pub(super) komi: Option<Komi>,
    /// Swap colors in odd-numbered games; tournaments always do.
    #[arg(long)]
    pub(super) alternate: bool,
    /// Handicap stones for Black on fixed points, 2 to 9; White then moves first; Go only.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=9), conflicts_with = "openings")]
    pub(super) handicap: Option<u8>,
    /// Start games from openings, in turn: the games in an SGF file or in all SGF files of a directory, or the lines of
    /// a text file, such as `E5 C3 E3`. With --alternate each is played twice in a row. Two or more black stones set up
    /// in an SGF file with White to move first are a handicap. Go only.
    #[arg(long, value_name = "FILE|DIR")]
    pub(super) openings: Option<PathBuf>,
    /// Time limits to send to the programs: MAIN or MAIN+OVERTIME/MOVES, such as 10m or 10m+30s/5; a number without a
    /// unit is in minutes.
    #[arg(long, value_name = "SPEC")]
    pub(super) time: Option<TimeLimits>,
    /// Maximum number of moves per game; -1: no limit.
    #[arg(long, value_name = "N", default_value = "1000", allow_negative_numbers = true, value_parser = move_limit)]
    pub(super) maxmoves: usize,
    /// Maximum time per reply; a program that exceeds it loses the game.
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = crate::cli::numbers::timeout)]
    pub(super) move_timeout: Duration,
    /// Number that determines the seeds for %SRAND.
    #[arg(long, value_name = "N", default_value = "1")]
    pub(super) srand: u64,
}

#[derive(Args)]
pub(super) struct ScheduleOptions {
    /// Number of games, per pairing in a tournament; 0: no limit. By default 1, or unlimited with --sprt.
    #[arg(long, value_name = "N")]
    pub(super) games: Option<u32>,
    /// Games to play at once.
    #[arg(long, value_name = "K", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: u16,
    /// Stop once a sequential test (GSPRT) has decided whether the first program is stronger by ELO1 or only by ELO0
    /// points.
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true, conflicts_with = "shard")]
    pub(super) sprt: Option<Vec<f64>>,
    /// Probability that the test accepts ELO1 when ELO0 is true.
    #[arg(long, value_name = "P", default_value = "0.05", requires = "sprt", value_parser = probability)]
    pub(super) alpha: f64,
    /// Probability that the test accepts ELO0 when ELO1 is true.
    #[arg(long, value_name = "P", default_value = "0.05", requires = "sprt", value_parser = probability)]
    pub(super) beta: f64,
    /// Play only games whose number is I modulo N; give each shard its own prefix, then join them with --merge.
    #[arg(long, value_name = "I/N", default_value = "1/1", hide_default_value = true)]
    pub(super) shard: Shard,
    /// Overwrite an existing PREFIX.dat.
    #[arg(long)]
    pub(super) force: bool,
    /// Accepted for compatibility with gogui-twogtp: games always start by themselves.
    #[arg(long, hide = true)]
    auto: bool,
}

#[derive(Args)]
pub(super) struct OutputOptions {
    /// Prefix of all file names (default: `match`).
    #[arg(long, alias = "sgf", value_name = "PREFIX", value_parser = prefix)]
    pub(super) sgffile: Option<PathBuf>,
    /// Record Go games in GoGui's XML, in PREFIX-N.xml, instead of SGF.
    #[arg(long)]
    pub(super) xml: bool,
    /// Record a program's standard error output as a comment on its move.
    #[arg(long)]
    pub(super) debugtocomment: bool,
    /// Print what the programs are sent and answer to standard error; with several threads, only for the first.
    #[arg(long)]
    pub(super) verbose: bool,
    /// For each of these records, print the number of the earlier one it repeats, `N?` if fewer than a fifth of the
    /// moves differ, or `-`.
    #[arg(long, value_name = "GAME.sgf", num_args = 1.., conflicts_with_all = ["black", "white", "players", "merge", "analyze"])]
    pub(super) compare: Vec<PathBuf>,
    /// Rewrite the summary and page of a table, including tables of gogui-twogtp. Several tables also give standings,
    /// in PREFIX.html.
    #[arg(long, value_name = "PREFIX.dat", num_args = 1..,
        conflicts_with_all = ["black", "white", "players", "merge"])]
    pub(super) analyze: Vec<PathBuf>,
    /// Join the tables of shards; here and in --analyze summaries are skipped, so part*.dat works. PREFIX.dat is replaced
    /// only if all its games are in these tables.
    #[arg(long, value_name = "A.dat", num_args = 1.., requires = "sgffile", conflicts_with_all = ["black", "white", "players"])]
    pub(super) merge: Vec<PathBuf>,
    /// Print the totals as JSON, one object per match.
    #[arg(long)]
    pub(super) json: bool,
}

/// Parses a file name prefix.
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

/// Parses a komi of whole or half points. [`Komi`] makes half points of others, but the programs would not.
pub(in crate::cli) fn komi(text: &str) -> Result<Komi, String> {
    let komi: Komi = text.parse().map_err(|error: KomiError| error.to_string())?;
    let is_half = text.trim().parse() == Ok(komi.points());
    is_half.then_some(komi).ok_or_else(|| "expected whole or half points, such as 7.5".to_owned())
}

fn probability(text: &str) -> Result<f64, String> {
    number(text, "above 0 and below 0.5", |value| value > 0.0 && value < 0.5)
}
