//! Faults that end the program with status 2.

use std::io;
use std::net::SocketAddr;

use super::files::FileFault;
use super::learn_error::LearnError;
use super::match_;
use crate::analysis::review::ReviewError;
use crate::arena::regress::RegressError;
use crate::book::{AutoBookError, BuildError};
use crate::draw::PngError;
use crate::engine::go::autobook::LineError;
use crate::engine::go::book::BookError;
use crate::engine::go::set_up::SetUpError;
use crate::engine::go::sgf::RecordError;
use crate::engine::levels::UnknownLevel;
use crate::engine::presets::UnknownPreset;
use crate::engine::{ChoiceError, ConfigureError, SessionError, UnacceptableSize};
use crate::framework::{Color, Failure};
use crate::go::UnknownRules;
use crate::go::diagram::DiagramError;
use crate::go::pattern::database::DatabaseError;
use crate::gtp::ServeError;
use crate::net::NetFileError;
use crate::sgf::ParseError;
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
    #[error("--set {color}_...: {error}; `brasa help players` and `brasa help searches` list the parameters")]
    PlayerParam { color: Color, error: ParamError },
    #[error(
        "--set black_... and white_... belong to --black-player and --white-player, which are no options here"
    )]
    NoPlayers,
    #[error(
        "--level auto follows the results of a person: it is for `brasa play`; the start screen of `brasa board` offers it too"
    )]
    NobodyRated,
    #[error(
        "--sim, --moveselect and --movefilter are those of the preset's player: `brasa trace player` follows it"
    )]
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
    #[error(transparent)]
    Size(#[from] UnacceptableSize),
    #[error("{0}: expected the name of a picture, which ends in .svg or .png")]
    NotAPicture(String),
    #[error("cannot read the input: {0}")]
    Input(io::Error),
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    #[error(transparent)]
    Rules(#[from] UnknownRules),
    #[error("{file}: {error}")]
    Sgf { file: String, error: ParseError },
    #[error("{file}: {error}")]
    Board { file: String, error: String },
    #[error("no {file} here; start {client} once, and run this in its directory")]
    NotTheClient { client: &'static str, file: &'static str },
    #[error("cannot listen on port {port}: {error}")]
    Port { port: u16, error: io::Error },
    #[error("cannot listen on {address}: {error}")]
    Listen { address: SocketAddr, error: io::Error },
    #[error("{file}: {error}")]
    Review { file: String, error: ReviewError },
    #[error("{0}: no moves to review")]
    NothingToReview(String),
    #[error("{0}: a game without a board to draw")]
    NoGrid(&'static str),
    #[error("--set playout_policy: --policy chooses the policies")]
    PolicyIsSet,
    #[error("{0}: only for Go")]
    OnlyGo(&'static str),
    #[error("--mark: '{0}' is not a point of the board")]
    NoPoint(String),
    #[error(transparent)]
    Png(#[from] PngError),
    #[error("{0}: not an option of {1}; use --moves")]
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
    #[error("--level auto: a rated game is even or has handicap stones against the engine, without {0}")]
    NotRated(&'static str),
    #[error("{0}: no game on this board size")]
    NoGames(String),
    #[error("{0}: a book and an automatic book cannot be merged")]
    MixedBooks(String),
    #[error("{0}: expected an automatic book, as `brasa book build` writes it")]
    NotAutomatic(String),
    #[error("{file}: {error}")]
    Diagram { file: String, error: DiagramError },
    #[error(transparent)]
    File(#[from] FileFault),
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}
