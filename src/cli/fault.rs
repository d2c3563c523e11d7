//! Faults that end the program with status 2, including those of learning from games.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use super::files::FileFault;
use super::match_;
use crate::arena::regress::RegressError;
use crate::book::{AutoBookError, BuildError};
use crate::draw::PngError;
use crate::engine::go::SetUpError;
use crate::engine::go::autobook::LineError;
use crate::engine::go::book::BookError;
use crate::engine::go::sgf::RecordError;
use crate::engine::levels::UnknownLevel;
use crate::engine::presets::UnknownPreset;
use crate::engine::{ChoiceError, ConfigureError, SessionError, UnacceptableSize};
use crate::framework::{Color, Failure};
use crate::go::UnknownRules;
use crate::go::pattern::database::DatabaseError;
use crate::go::pattern::database::tune::Family;
use crate::go::pattern::learned::ModelError;
use crate::gtp::ServeError;
use crate::net::{NetFileError, Shape, StateError};
use crate::util::params::ParamError;

/// A usage or input fault.
#[derive(Debug, thiserror::Error)]
pub(super) enum Fault {
    #[error(transparent)]
    Preset(#[from] UnknownPreset),
    #[error("{0}; `brasa levels` describes them")]
    Level(#[from] UnknownLevel),
    #[error("{0}; `brasa help parameters` lists all parameters")]
    Param(#[from] ParamError),
    #[error("--param: {0}; `brasa book build --help` lists the parameters")]
    BookParam(ParamError),
    #[error(
        "--set {color}_{name}={value}: {error}; `brasa help players` and `brasa help searches` list the parameters"
    )]
    PlayerParam { color: Color, name: String, value: String, error: ParamError },
    #[error(
        "--param {name}={value}: {error}; `brasa help searches` lists the parameters for --param, and `brasa help \
         parameters` those for --set"
    )]
    SearchParam { name: String, value: String, error: ParamError },
    #[error(
        "--set black_... and white_... need --black-player and --white-player, which this command does not have"
    )]
    NoPlayers,
    #[error(
        "--level auto adapts to a person's results: use it with `brasa play`, or choose it on the start screen of `brasa board`"
    )]
    NobodyRated,
    #[error("--sim, --moveselect and --movefilter apply to the preset's player: use `brasa trace player`")]
    NotThePlayer,
    #[error("{option}: {error}")]
    Short { option: &'static str, error: ParamError },
    #[error(
        "'{name}' is neither a subcommand{hint} nor a file of GTP commands; `brasa --help` lists the subcommands"
    )]
    NoSubcommand { name: String, hint: String },
    #[error("{0} is a subcommand: its options follow it, as in `brasa {0} --size 9`")]
    SubcommandLate(String),
    #[error("no help on '{name}': expected a subcommand, all, {topics}")]
    NoTopic { name: String, topics: String },
    #[error("{0} needs flat Monte Carlo: add --preset go3, or --set search_mode=one_ply")]
    NotFlat(&'static str),
    #[error("{command} {value}: {failure}")]
    Start { command: &'static str, value: String, failure: Failure },
    #[error("'{0}' is not a subcommand; `brasa --help` lists them")]
    NoPage(String),
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("--moves: move {number}, {text}: {error}")]
    Move { number: usize, text: String, error: SessionError },
    #[error("move {number}, {text}: {error}")]
    BookMove { number: usize, text: String, error: String },
    #[error(transparent)]
    Serve(#[from] ServeError),
    #[error(transparent)]
    Match(#[from] match_::Fault),
    #[error(transparent)]
    Regress(#[from] RegressError),
    #[error(transparent)]
    Learn(#[from] LearnError),
    #[error(transparent)]
    Net(#[from] NetFileError),
    #[error(transparent)]
    Choice(#[from] ChoiceError),
    #[error("--move {number}: {file} has {count} moves; expected 1 to {}", count + 1)]
    NoSuchMove { number: u32, file: String, count: usize },
    #[error("{}: expected at least two engines: NAME.py, a crate NAME, or an executable NAME", .0.display())]
    TooFewEngines(std::path::PathBuf),
    #[error("{} is a file: give its folder, {}", file.display(), folder.display())]
    NotAFolder { file: PathBuf, folder: PathBuf },
    #[error(transparent)]
    Size(#[from] UnacceptableSize),
    #[error("{0}: expected a file name ending in .svg or .png")]
    NotAPicture(String),
    #[error("cannot read the input: {0}")]
    Input(io::Error),
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    #[error(transparent)]
    Rules(#[from] UnknownRules),
    #[error("no {file} here: start {client} once, then run this command in its directory")]
    NotTheClient { client: &'static str, file: &'static str },
    #[error("cannot listen on port {port}: {error}")]
    Port { port: u16, error: io::Error },
    #[error("cannot listen on {address}: {error}")]
    Listen { address: SocketAddr, error: io::Error },
    #[error("{0}: no moves to review")]
    NothingToReview(String),
    #[error("--set playout_policy: use --policy to choose policies")]
    PolicyIsSet,
    #[error("{0}: only for Go")]
    OnlyGo(&'static str),
    #[error("--mark: '{0}' is not a point of the board")]
    NoPoint(String),
    #[error(transparent)]
    Png(#[from] PngError),
    #[error("{0}: not an option for {1}; use --moves")]
    NoRecords(&'static str, &'static str),
    #[error("--size: each query gives the size of its board")]
    SizeOfQueries,
    #[error("'{0}': the player takes no search")]
    TakesNoSearch(String),
    #[error(transparent)]
    Database(#[from] DatabaseError),
    #[error(transparent)]
    Configure(#[from] ConfigureError),
    #[error(transparent)]
    Book(#[from] BookError),
    #[error(transparent)]
    AutoBook(#[from] AutoBookError),
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error("{0}")]
    Line(#[from] LineError),
    #[error(
        "--level auto: {0} cannot be used; a rated game is even or has handicap stones, against the engine"
    )]
    NotRated(&'static str),
    #[error("{sources}: no games of size {size}; --size sets another")]
    NoGames { sources: String, size: u8 },
    #[error("{sources}: no reply was played in {least} games; --least 1 keeps all replies")]
    NoReplies { sources: String, least: u32 },
    #[error("{0}: a book and an automatic book cannot be merged")]
    MixedBooks(String),
    #[error("{0}: expected an automatic book, as written by `brasa book build`")]
    NotAutomatic(String),
    #[error(transparent)]
    File(#[from] FileFault),
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}

/// Why learning failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum LearnError {
    #[error(transparent)]
    File(#[from] FileFault),
    #[error("{}:{error}", path.display())]
    Model { path: PathBuf, error: ModelError },
    #[error(
        "{}:{line}: expected the win probability of a position, 0 to 1, and the moves on {size}x{size} that lead to it",
        path.display()
    )]
    Judged { path: PathBuf, line: usize, size: u8 },
    #[error("{}: {found}; --size and --komi ask for {wanted}", path.display())]
    OtherSetting { path: PathBuf, found: String, wanted: String },
    #[error("{}: no positions; expected the output of `brasa patterns judge`", .0.display())]
    NoneJudged(PathBuf),
    #[error(
        "no usable games on {0}x{0}: expected .sgf files, or others with one game per line, without handicap, and more \
         games than --skip"
    )]
    NoGames(u8),
    #[error(
        "{files}: {count} games on {sizes} with a winner: expected .sgf files, or others with one game per line, without \
         handicap, and at least two games"
    )]
    FewGames { files: String, sizes: String, count: u32 },
    #[error("{}:{line}: expected {columns} numbers between tabs", path.display())]
    LogLine { path: PathBuf, line: usize, columns: usize },
    #[error("{}: {error}; remove it to start over, or choose another --out", path.display())]
    State { path: PathBuf, error: StateError },
    #[error(
        "cannot fit a formula to {0} positions of --size {1}: expected at least 40, with wins of both players"
    )]
    FewPositions(usize, String),
    #[error("{0} are fewer than the {1} of --from: a network can only grow")]
    Smaller(Shape, Shape),
    #[error("the networks of --from have several shapes: expected one")]
    Shapes,
    #[error("an array holds positions of one board size: give a single --size")]
    OneSize,
    #[error("there is no built-in network for this board size: give a --net")]
    NoNetwork,
    #[error("cannot start the engine '{0}': {1}")]
    Engine(String, std::io::Error),
    #[error(
        "the engine exited; the labels written so far are complete, and the same command continues the work"
    )]
    EngineEnded,
    #[error("the engine wrote '{0}': expected KataGo's analysis JSON, as from `katago analysis`")]
    Unreadable(String),
    #[error("game {game}: the engine refused it: {error}")]
    Refused { game: u64, error: String },
    #[error("game {game}: the engine's answer has no {field}")]
    Answer { game: u64, field: &'static str },
    #[error("no position to learn from: raise --share or add games")]
    NothingLearned,
    #[error("no position was judged: the engine made no search")]
    NothingJudged,
    #[error("{0}: nothing to tune; no line has a value above 0")]
    NoLines(String),
    #[error("the values diverged: lower --rate or raise --spring")]
    Diverged,
    #[error(
        "no pattern of {database} belongs to the family `{family}`: its name must match a `Pattern` line"
    )]
    NoFamily { database: String, family: Family },
}
