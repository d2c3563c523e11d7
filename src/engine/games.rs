//! Games selectable by name.

use std::ops::{Deref, DerefMut};

use super::context::SessionContext;
use super::go::GoSession;
use super::host::{Hosted, UnacceptableSize};
use super::session::{GameSession, Session};
use super::settings::Settings;
use super::spec::BoardSize;
use crate::framework::Color;
use crate::games::{Clobber, MAX_SIDE, NoGo, TicTacToe};

/// A session of a game selected by name. Go has its own commands; all other games share those of [`GameSession`].
pub enum AnySession {
    /// A session of Go.
    Go(Box<GoSession>),
    /// A session of another game.
    Other(Box<dyn GameSession>),
}

impl AnySession {
    /// The session, if the game is Go.
    pub fn go(&self) -> Option<&GoSession> {
        if let Self::Go(session) = self { Some(session) } else { None }
    }

    /// The mutable session, if the game is Go.
    pub fn go_mut(&mut self) -> Option<&mut GoSession> {
        if let Self::Go(session) = self { Some(session) } else { None }
    }
}

impl Deref for AnySession {
    type Target = dyn GameSession;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Go(session) => &**session,
            Self::Other(session) => &**session,
        }
    }
}

impl DerefMut for AnySession {
    fn deref_mut(&mut self) -> &mut Self::Target {
        match self {
            Self::Go(session) => &mut **session,
            Self::Other(session) => &mut **session,
        }
    }
}

/// Starts a session of a game; `Color` is the first player.
pub type Open = fn(BoardSize, Color, SessionContext) -> Result<AnySession, UnacceptableSize>;

/// A selectable game.
#[derive(Clone, Copy)]
pub struct GameEntry {
    /// The name.
    pub name: &'static str,
    /// A line of description.
    pub doc: &'static str,
    /// Starts a session.
    pub open: Open,
}

/// All games, Go first. A new game needs an entry here and an `impl` of [`Hosted`] below.
pub static GAMES: [GameEntry; 4] = [
    GameEntry {
        name: "go",
        doc: "Go (2x2 to 19x19)",
        open: |size, first, context| Ok(AnySession::Go(Box::new(Session::new(size, first, context)?))),
    },
    GameEntry::new::<TicTacToe>("tictactoe", "three stones in a row win (3x3)"),
    GameEntry::new::<Clobber>(
        "clobber",
        "move a stone onto an adjacent enemy stone; a player who cannot move loses (1x1 to 19x19)",
    ),
    GameEntry::new::<NoGo>("nogo", "Go without captures; a player who cannot move loses (2x2 to 19x19)"),
];

impl GameEntry {
    /// The entry of a game other than Go; a program with a game of its own makes one without adding it to [`GAMES`].
    pub const fn new<G: Hosted>(name: &'static str, doc: &'static str) -> Self {
        let open: Open =
            |size, first, context| Ok(AnySession::Other(Box::new(Session::<G>::new(size, first, context)?)));
        Self { name, doc, open }
    }

    /// The game of [`GAMES`] with a name.
    pub fn find(name: &str) -> Option<&'static Self> {
        GAMES.iter().find(|game| game.name == name)
    }
}

/// Checks that both sides of a board are in `least..=`[`MAX_SIDE`].
fn check(cols: u8, rows: u8, least: u8) -> Result<(), UnacceptableSize> {
    let fits = |side| (least..=MAX_SIDE).contains(&side);
    if fits(cols) && fits(rows) {
        return Ok(());
    }
    Err(UnacceptableSize(format!("expected {least} to {MAX_SIDE} columns and rows")))
}

impl Hosted for TicTacToe {
    fn start(size: BoardSize, _: &Settings) -> Result<Self, UnacceptableSize> {
        let expected = || UnacceptableSize("expected 3 columns and rows".to_owned());
        (size.or((3, 3)) == (3, 3)).then(Self::new).ok_or_else(expected)
    }
}

impl Hosted for Clobber {
    /// The default board is the example in Fuegito's manual: five rows, six columns.
    fn start(size: BoardSize, _: &Settings) -> Result<Self, UnacceptableSize> {
        let (cols, rows) = size.or((6, 5));
        check(cols, rows, 1)?;
        Ok(Self::new(cols, rows))
    }
}

impl Hosted for NoGo {
    fn start(size: BoardSize, _: &Settings) -> Result<Self, UnacceptableSize> {
        let (cols, rows) = size.or((9, 9));
        check(cols, rows, 2)?;
        Ok(Self::new(cols, rows))
    }
}
