//! What builds searches and players by name, from parameters that can be changed between builds.
//!
//! # References
//! - C. Hunt, "Fuegito User Manual", 2012 (search factories).

use super::settings::{ParamRow, rows};
use super::spec::PlayerSpec;
use crate::framework::{Game, Player, Search};
use crate::util::params::{ParamError, Params};

/// A search or player that can be chosen by name, with its parameters. Their values are text until it is built, so that
/// one type serves every search and player.
#[derive(Clone)]
pub struct Choice {
    /// The name.
    pub name: &'static str,
    /// A line of description.
    pub doc: &'static str,
    /// The parameters with their values.
    pub rows: Vec<ParamRow>,
    set: fn(&mut Vec<ParamRow>, &str, &str) -> Result<(), ParamError>,
    /// Whether it is a player that takes a search chosen by name.
    pub(super) takes_search: bool,
    /// How a player uses its time.
    pub(super) time: TimeUse,
}

/// The table of parameters whose values are given as text.
fn table<P: Params>(values: &[ParamRow]) -> P {
    // Parameters of searches and players do not depend on the size of a board.
    let mut params = P::for_size(0);
    for (param, row) in P::TABLE.iter().zip(values) {
        (param.set)(&mut params, &row.value);
    }
    params
}

impl Choice {
    /// A choice with the parameters of `P` at their defaults.
    fn new<P: Params>(name: &'static str, doc: &'static str) -> Self {
        let set = |values: &mut Vec<ParamRow>, name: &str, value: &str| {
            let mut params: P = table(values);
            params.set(name, value)?;
            *values = rows(&params);
            Ok(())
        };
        /// The default share, which leaves time for a game of many moves.
        const TIME_SHARE: f64 = 0.1;
        let (takes_search, time) = (false, TimeUse::Share(TIME_SHARE));
        Self { name, doc, rows: rows(&P::for_size(0)), set, takes_search, time }
    }

    /// Sets a parameter for later builds; parts already built do not change.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        (self.set)(&mut self.rows, name, value)
    }
}

/// Choices are equal when they build the same.
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
    /// It spends a share of its remaining main time on each move; the share is a parameter with this default.
    Share(f64),
    /// The clock plans its moves, and it may think on the opponent's time. When both sides have such a player, a single
    /// one serves both, so that they share one tree.
    Full,
}

type Build<I, T> = Box<dyn Fn(&[ParamRow], I) -> T>;

/// A choice, and what builds a `T` from its parameters and an `I`.
pub struct Entry<I, T> {
    /// The choice, with its parameters at their defaults.
    pub choice: Choice,
    build: Build<I, T>,
}

/// A search that can be chosen by name.
pub type SearchEntry<G> = Entry<PlayerSpec, Box<dyn Search<G>>>;

/// A player that can be chosen by name.
pub type PlayerEntry<G> = Entry<PlayerParts<G>, Box<dyn Player<G>>>;

/// The parts of a player.
pub struct PlayerParts<G: Game> {
    /// The specification that every part is built from.
    pub spec: PlayerSpec,
    /// The search chosen with the player; `None` for a player that takes no search.
    pub search: Option<Box<dyn Search<G>>>,
}

impl<I, T> Entry<I, T> {
    /// Creates the entry of a search, or of a player that takes no search, with a table of parameters.
    pub fn new<P: Params>(
        name: &'static str,
        doc: &'static str,
        build: impl Fn(&P, I) -> T + 'static,
    ) -> Self {
        let choice = Choice::new::<P>(name, doc);
        Self { choice, build: Box::new(move |values, from| build(&table(values), from)) }
    }

    /// The entry of a player that uses its time in another way.
    pub(super) fn with_time(mut self, time: TimeUse) -> Self {
        self.choice.time = time;
        self
    }

    /// The entry of a player that takes a search.
    pub(super) fn taking_search(mut self) -> Self {
        self.choice.takes_search = true;
        self
    }

    pub(super) fn build(&self, values: &Choice, from: I) -> T {
        (self.build)(&values.rows, from)
    }
}
