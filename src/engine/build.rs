//! Builders of searches and players by name, with parameters that can change between builds.
//!
//! # References
//! - C. Hunt, "Fuegito User Manual", 2012 (search factories).

use super::settings::{ParamRow, rows};
use super::spec::PlayerSpec;
use crate::framework::{Game, Player, Search};
use crate::util::params::{ParamError, Params};

/// A search or player selectable by name, with its parameters. Values are text until it is built, so one type serves
/// every search and player.
#[derive(Clone)]
pub struct Choice {
    /// The name.
    pub name: &'static str,
    /// A line of description.
    pub doc: &'static str,
    /// The parameters with their values.
    pub rows: Vec<ParamRow>,
    set: fn(&mut Vec<ParamRow>, &str, &str) -> Result<(), ParamError>,
    /// Whether it is a player that takes a named search.
    pub(super) takes_search: bool,
    pub(super) time: TimeUse,
}

/// The parameter table for values given as text.
fn table<P: Params>(values: &[ParamRow]) -> P {
    // Search and player parameters do not depend on the board size.
    let mut params = P::for_size(0);
    for (param, row) in P::TABLE.iter().zip(values) {
        (param.set)(&mut params, &row.value);
    }
    params
}

impl Choice {
    /// A choice with default values for the parameters of `P`.
    fn new<P: Params>(name: &'static str, doc: &'static str) -> Self {
        let set = |values: &mut Vec<ParamRow>, name: &str, value: &str| {
            let mut params: P = table(values);
            params.set(name, value)?;
            *values = rows(&params);
            Ok(())
        };
        /// The default share, suitable for games of many moves.
        const TIME_SHARE: f64 = 0.1;
        let (takes_search, time) = (false, TimeUse::Share(TIME_SHARE));
        Self { name, doc, rows: rows(&P::for_size(0)), set, takes_search, time }
    }

    /// Sets a parameter for later builds; existing parts do not change.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        (self.set)(&mut self.rows, name, value)
    }
}

/// Choices are equal if they build the same thing.
impl PartialEq for Choice {
    fn eq(&self, other: &Self) -> bool {
        (self.name, &self.rows) == (other.name, &other.rows)
    }
}

crate::params! {
    /// The table of a search or player without parameters.
    pub struct NoParams {}
}

/// How a player uses its time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeUse {
    /// Spends a share of the remaining main time on each move; the share is a parameter with this default.
    Share(f64),
    /// The clock plans its moves, and it may think on the opponent's time. If both sides have such a player, a single
    /// instance with one tree serves both.
    Full,
}

type Build<I, T> = Box<dyn Fn(&[ParamRow], I) -> T>;

/// A choice, with a builder of `T` from its parameters and an `I`.
pub struct Entry<I, T> {
    /// The choice, with its parameters at their defaults.
    pub choice: Choice,
    build: Build<I, T>,
}

/// A search selectable by name.
pub type SearchEntry<G> = Entry<PlayerSpec, Box<dyn Search<G>>>;

/// A player selectable by name.
pub type PlayerEntry<G> = Entry<PlayerParts<G>, Box<dyn Player<G>>>;

/// The parts of a player.
pub struct PlayerParts<G: Game> {
    /// The specification from which every part is built.
    pub spec: PlayerSpec,
    /// The search chosen with the player; `None` for a player that takes no search.
    pub search: Option<Box<dyn Search<G>>>,
}

impl<I, T> Entry<I, T> {
    /// Creates the entry of a search, or of a player without a search, with a parameter table.
    pub fn new<P: Params>(
        name: &'static str,
        doc: &'static str,
        build: impl Fn(&P, I) -> T + 'static,
    ) -> Self {
        let choice = Choice::new::<P>(name, doc);
        Self { choice, build: Box::new(move |values, from| build(&table(values), from)) }
    }

    /// Sets how the player uses its time; by default, a tenth of the rest on each move.
    pub fn with_time(mut self, time: TimeUse) -> Self {
        self.choice.time = time;
        self
    }

    /// Marks the player as taking a search: its [`PlayerParts`] then have one.
    pub fn taking_search(mut self) -> Self {
        self.choice.takes_search = true;
        self
    }

    pub(super) fn build(&self, values: &Choice, from: I) -> T {
        (self.build)(&values.rows, from)
    }
}
