//! Factories that build searches and players by name, from parameters that can be changed between builds.
//!
//! # References
//! - C. Hunt, "Fuegito User Manual", 2012 (search factories).

use super::settings::{ParamRow, rows};
use super::spec::PlayerSpec;
use crate::framework::{Game, Player, Search};
use crate::util::params::{ParamError, Params};

/// Builds a `T` from an `I` and from parameters of its own.
pub trait Factory<I, T>: Send {
    /// Returns the parameters with their values.
    fn rows(&self) -> Vec<ParamRow>;

    /// Sets a parameter for later builds; parts already built do not change.
    ///
    /// # Errors
    /// When there is no such parameter or the value is not acceptable; nothing has changed then.
    fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError>;

    /// Builds a part.
    fn build(&self, from: I) -> T;
}

/// A factory whose parameters are one table.
struct TableFactory<P, F> {
    params: P,
    build: F,
}

impl<P: Params + Send, I, T, F: Fn(&P, I) -> T + Send> Factory<I, T> for TableFactory<P, F> {
    fn rows(&self) -> Vec<ParamRow> {
        rows(&self.params)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        self.params.set(name, value)
    }

    fn build(&self, from: I) -> T {
        (self.build)(&self.params, from)
    }
}

/// Returns a factory whose parameters are one table, at their defaults.
fn table_factory<P, I, T, F>(build: F) -> Box<dyn Factory<I, T>>
where
    P: Params + Send + 'static,
    F: Fn(&P, I) -> T + Send + 'static,
    I: 'static,
    T: 'static,
{
    // Parameters of searches and players do not depend on the size of a board.
    Box::new(TableFactory { params: P::for_size(0), build })
}

crate::params! {
    /// The table of a search or player without parameters.
    pub struct NoParams {}
}

/// A search that can be chosen by name.
pub struct SearchEntry<G: Game> {
    /// The name.
    pub name: &'static str,
    /// A line of description.
    pub doc: &'static str,
    /// Builds the search.
    pub factory: Box<dyn Factory<PlayerSpec, Box<dyn Search<G>>>>,
}

impl<G: Game + 'static> SearchEntry<G> {
    /// Creates the entry of a search with a table of parameters.
    pub fn new<P: Params + Send + 'static>(
        name: &'static str,
        doc: &'static str,
        build: fn(&P, PlayerSpec) -> Box<dyn Search<G>>,
    ) -> Self {
        Self { name, doc, factory: table_factory(build) }
    }
}

/// The parts of a player.
pub struct PlayerParts<G: Game> {
    /// The specification that every part is built from.
    pub spec: PlayerSpec,
    /// The search chosen with the player; `None` for a player that takes no search.
    pub search: Option<Box<dyn Search<G>>>,
}

/// A player that can be chosen by name.
pub struct PlayerEntry<G: Game> {
    /// The name.
    pub name: &'static str,
    /// A line of description.
    pub doc: &'static str,
    /// Whether the player takes a search that is chosen by name.
    pub takes_search: bool,
    /// How the player uses its time.
    pub time: TimeUse,
    /// Builds the player.
    pub factory: Box<dyn Factory<PlayerParts<G>, Box<dyn Player<G>>>>,
}

/// How a player uses its time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeUse {
    /// It spends a share of its remaining main time on each move; the share is a parameter with this default.
    Share(f64),
    /// The clock plans its moves, and it may think on the opponent's time. When both sides have such a player, a single
    /// one serves both, so that they share one tree.
    Full,
}

impl<G: Game + 'static> PlayerEntry<G> {
    /// Creates the entry of a player that takes no search, with a table of parameters.
    pub fn new<P: Params + Send + 'static>(
        name: &'static str,
        doc: &'static str,
        build: impl Fn(&P, PlayerParts<G>) -> Box<dyn Player<G>> + Send + 'static,
    ) -> Self {
        /// The default share, which leaves time for a game of many moves.
        const TIME_SHARE: f64 = 0.1;
        let time = TimeUse::Share(TIME_SHARE);
        Self { name, doc, takes_search: false, time, factory: table_factory(build) }
    }
}
