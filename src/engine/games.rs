//! The games that can be chosen by name, and what else than its rules the engine wants of a game.

use super::SessionError;
use super::factory::Tools;
use super::players::PlayerEntry;
use super::table::{GameTable, Table};
use crate::framework::{Color, Grid, PlayoutPolicy, Search};
use crate::games::{Clobber, MAX_SIDE, NoGo, TicTacToe};
use crate::search::Random;
use crate::search::flat::{FlatSearch, Variant};
use crate::search::uct::{ThreadParts, UctSearch};

/// A game that the engine can host.
pub trait Hosted: Grid + 'static {
    /// The columns and rows of the board where no others are wanted.
    const USUAL: (u8, u8);

    /// Returns the start of the game on a board of so many columns and rows, Black to move; `None` when there is no
    /// such board.
    #[must_use]
    fn board(cols: u8, rows: u8) -> Option<Self>;

    /// Returns how playouts of the game are played: at random, unless the game has more to offer.
    #[must_use]
    fn policy(_tools: &Tools) -> Box<dyn PlayoutPolicy<Self>> {
        Box::new(Random::new(0))
    }

    /// Returns the tree search: without knowledge, unless the game has some.
    #[must_use]
    fn uct(tools: Tools) -> Box<dyn Search<Self>> {
        let Tools { settings, seed } = tools.clone();
        let parts = move || ThreadParts {
            policy: Self::policy(&tools),
            knowledge: Vec::new(),
            root_filters: Vec::new(),
        };
        Box::new(UctSearch::new(settings.search, settings.global, Box::new(parts), seed))
    }

    /// Returns simple Monte Carlo with so many tries of a move at least.
    #[must_use]
    fn monte_carlo(simulations: u64, tools: &Tools) -> Box<dyn Search<Self>> {
        let variant = Variant { simulations, ..Variant::default() };
        Box::new(FlatSearch::of(variant, Self::policy(tools), tools.seed))
    }

    /// Returns the players that know this game alone.
    #[must_use]
    fn own_players() -> Vec<PlayerEntry<Self>> {
        Vec::new()
    }
}

/// Opens a table with a board.
pub type Open = fn(Shape) -> Result<Box<dyn Table>, SessionError>;

/// A game that can be chosen.
pub struct GameEntry {
    /// The name.
    pub name: &'static str,
    /// What it is, in a line.
    pub doc: &'static str,
    /// Opens a table; `None` for Go, which a [`Session`](super::Session) hosts.
    pub open: Option<Open>,
}

/// The board that is wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shape {
    /// The number of columns; `None` for the usual one.
    pub cols: Option<u8>,
    /// The number of rows; `None` for the usual one.
    pub rows: Option<u8>,
    /// Who begins; `None` for Black.
    pub first: Option<Color>,
}

/// All games, Go first. To add one is an entry here, and an `impl` of [`Hosted`] below.
pub static GAMES: [GameEntry; 4] = [
    GameEntry { name: "go", doc: "Go on 2x2 to 19x19", open: None },
    entry::<TicTacToe>("tictactoe", "three in a row on 3x3"),
    entry::<Clobber>("clobber", "captures of neighbors, on 1x1 to 19x19; who cannot move loses"),
    entry::<NoGo>("nogo", "Go without captures, on 2x2 to 19x19; who cannot move loses"),
];

const fn entry<G: Hosted>(name: &'static str, doc: &'static str) -> GameEntry {
    GameEntry { name, doc, open: Some(|shape| Ok(Box::new(GameTable::<G>::open(shape)?))) }
}

impl Hosted for TicTacToe {
    const USUAL: (u8, u8) = (3, 3);

    fn board(cols: u8, rows: u8) -> Option<Self> {
        ((cols, rows) == (3, 3)).then(Self::new)
    }
}

impl Hosted for Clobber {
    /// The example of Fuegito's manual: five rows, six columns.
    const USUAL: (u8, u8) = (6, 5);

    fn board(cols: u8, rows: u8) -> Option<Self> {
        let fits = |side| (1..=MAX_SIDE).contains(&side);
        (fits(cols) && fits(rows)).then(|| Self::new(cols, rows))
    }
}

impl Hosted for NoGo {
    const USUAL: (u8, u8) = (9, 9);

    fn board(cols: u8, rows: u8) -> Option<Self> {
        let fits = |side| (2..=MAX_SIDE).contains(&side);
        (fits(cols) && fits(rows)).then(|| Self::new(cols, rows))
    }
}
