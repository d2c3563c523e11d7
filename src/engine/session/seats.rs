//! The players of a game: one seat for each side, filled by name, with parameters that can be changed.

use super::slot::{PlayerEvent, Slot};
use crate::engine::build::{PlayerEntry, PlayerParts, SearchEntry, TimeUse};
use crate::engine::host::Hosted;
use crate::engine::players::players;
use crate::engine::searches::searches;
use crate::engine::settings::{ParamRow, rows};
use crate::engine::spec::PlayerSpec;
use crate::framework::{Color, HashStatistics, Limits, Move, Player, TreeView};
use crate::util::params::{ParamError, Params, nearest};

crate::params! {
    #[allow(unreachable_pub, reason = "the macro makes public tables")]
    /// The parameters of every player that does not plan its time by the clock.
    pub struct SeatParams {
        time_share: f64 = 0.1, in 0.0..=1.0, "Share of the remaining time spent on a move.";
    }
}

/// Why a player or search was not chosen; nothing changed.
#[derive(Debug, thiserror::Error)]
pub enum ChoiceError {
    /// No player or search has the name.
    #[error("unknown {what} '{name}': expected one of {}", known.join(", "))]
    Unknown {
        /// `player` or `search`.
        what: &'static str,
        /// The name asked for.
        name: String,
        /// The valid names.
        known: Vec<&'static str>,
    },
    /// The player does not use a search that is chosen by name.
    #[error("player '{0}' takes no search")]
    TakesNoSearch(&'static str),
}

/// The players of a game of any kind.
pub trait Players {
    /// Returns the names and descriptions of the players that can be chosen.
    fn players(&self) -> Vec<(&'static str, &'static str)>;

    /// Returns the names and descriptions of the searches that can be chosen.
    fn searches(&self) -> Vec<(&'static str, &'static str)>;

    /// Chooses a player, with its parameters at their defaults, and a search for it; a player that takes a search gets
    /// `uct` when none is named.
    ///
    /// # Errors
    /// When there is no player or search of the name, or the player takes no search.
    fn choose(&mut self, color: Color, player: &str, search: Option<&str>) -> Result<(), ChoiceError>;

    /// Puts the game's default player at both sides.
    fn choose_default(&mut self);

    /// Chooses a search for the player of a side; a full player is replaced by the player `search`.
    ///
    /// # Errors
    /// When there is no search of the name, or the player takes no search.
    fn choose_search(&mut self, color: Color, search: &str) -> Result<(), ChoiceError>;

    /// Returns the names of a side's player and of its search, if it takes one.
    fn chosen(&self, color: Color) -> (&'static str, Option<&'static str>);

    /// Returns the parameters of a side's player and search.
    fn rows(&self, color: Color) -> Vec<ParamRow>;

    /// Sets a parameter of a side's player or search.
    ///
    /// # Errors
    /// When there is no such parameter or the value is not acceptable; nothing has changed then.
    fn set(&mut self, color: Color, name: &str, value: &str) -> Result<(), ParamError>;

    /// Returns the hash statistics of a side's last search; `None` when no search has been made or it has no hash
    /// table.
    fn hash(&self, color: Color) -> Option<HashStatistics>;
}

/// Returns the entry of a name.
fn take<E>(
    entries: Vec<E>,
    name_of: impl Fn(&E) -> &'static str,
    what: &'static str,
    name: &str,
) -> Result<E, ChoiceError> {
    let known = entries.iter().map(&name_of).collect();
    let found = entries.into_iter().find(|entry| name_of(entry) == name);
    found.ok_or_else(|| ChoiceError::Unknown { what, name: name.to_owned(), known })
}

/// The default search of a player that takes one.
const SEARCH: &str = "uct";
/// The player that plays the move of a chosen search.
const SEARCH_PLAYER: &str = "search";

/// The players of a game of one kind.
pub(super) struct Seats<G: Hosted> {
    seats: [Seat<G>; 2],
}

/// A player's name, the name of its search, and the parameters of both.
type Chosen = (&'static str, Option<&'static str>, Vec<ParamRow>);

/// The player of a side.
struct Seat<G: Hosted> {
    entry: PlayerEntry<G>,
    search: Option<SearchEntry<G>>,
    params: SeatParams,
    slot: Slot<G>,
    /// The choices and the specification that the player in the slot was built from.
    built_from: Option<(Chosen, PlayerSpec)>,
    hash: Option<HashStatistics>,
}

impl<G: Hosted> Seat<G> {
    fn new(player: &str, search: Option<&str>) -> Result<Self, ChoiceError> {
        let entry = take(players::<G>(), |entry| entry.name, "player", player)?;
        let params = match entry.time {
            TimeUse::Share(time_share) => SeatParams { time_share },
            TimeUse::Full => SeatParams::for_size(0),
        };
        let (slot, built_from) = (Slot::default(), None);
        let mut seat = Self { params, entry, search: None, slot, built_from, hash: None };
        if let Some(search) = search.or(seat.entry.takes_search.then_some(SEARCH)) {
            seat.choose_search(search)?;
        }
        Ok(seat)
    }

    fn choose_search(&mut self, name: &str) -> Result<(), ChoiceError> {
        if !self.entry.takes_search {
            return Err(ChoiceError::TakesNoSearch(self.entry.name));
        }
        self.search = Some(take(searches::<G>(), |entry| entry.name, "search", name)?);
        self.hash = None;
        Ok(())
    }

    fn is_full(&self) -> bool {
        self.entry.time == TimeUse::Full
    }

    fn own_rows(&self) -> Vec<ParamRow> {
        if self.is_full() { Vec::new() } else { rows(&self.params) }
    }

    fn rows(&self) -> Vec<ParamRow> {
        [self.chosen().2, self.own_rows()].concat()
    }

    fn chosen(&self) -> Chosen {
        let search = self.search.as_ref();
        let of_search = search.map_or(Vec::new(), |search| search.factory.rows());
        let rows = [self.entry.factory.rows(), of_search].concat();
        (self.entry.name, search.map(|search| search.name), rows)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        let names = |rows: Vec<ParamRow>| rows.into_iter().any(|row| row.name == name);
        if names(self.entry.factory.rows()) {
            self.entry.factory.set(name, value)?;
        } else if let Some(search) = self.search.as_mut().filter(|search| names(search.factory.rows())) {
            search.factory.set(name, value)?;
        } else if names(self.own_rows()) {
            self.params.set(name, value)?;
        } else {
            let known = self.rows().into_iter().map(|row| row.name.to_owned());
            return Err(ParamError::Unknown { name: name.to_owned(), nearest: nearest(name, known) });
        }
        Ok(())
    }

    /// Builds the player unless the one in the slot is the same.
    fn fill(&mut self, spec: PlayerSpec) {
        let wanted = Some((self.chosen(), spec));
        if !self.slot.is_filled() || self.built_from != wanted {
            self.built_from = wanted;
            self.build();
        }
    }

    /// Builds the player from what the slot is to hold.
    fn build(&mut self) {
        let Some((_, spec)) = &self.built_from else { return };
        let search = self.search.as_ref().map(|search| search.factory.build(spec.clone()));
        self.slot.fill(self.entry.factory.build(PlayerParts { spec: spec.clone(), search }));
    }
}

impl<G: Hosted> Seats<G> {
    /// Creates the seats of a game with its default player at both sides.
    pub(super) fn new() -> Self {
        let seat = || match Seat::new(G::DEFAULT_PLAYER, None) {
            Ok(seat) => seat,
            Err(_) => unreachable!("the default player is registered"),
        };
        Self { seats: [seat(), seat()] }
    }

    /// The index of the seat that decides for a side: the same player at both sides is one player with one tree.
    fn index(&self, color: Color) -> usize {
        let [black, white] = &self.seats;
        if black.chosen() == white.chosen() { 0 } else { color.index() }
    }

    fn seat(&mut self, color: Color, spec: &PlayerSpec) -> &mut Seat<G> {
        let index = self.index(color);
        // Two players with the same seed would think alike.
        let spec = PlayerSpec { seed: spec.seed ^ index as u64, ..spec.clone() };
        let seat = &mut self.seats[index];
        seat.fill(spec);
        seat
    }

    /// Returns how the player of a side uses its time, with the share that is set.
    pub(super) fn time_use(&self, color: Color) -> TimeUse {
        let seat = &self.seats[color.index()];
        if seat.is_full() { TimeUse::Full } else { TimeUse::Share(seat.params.time_share) }
    }

    /// Returns whether a side's player has a minimum number of simulations, which no default time limit should cut.
    pub(super) fn has_simulations(&self, color: Color) -> bool {
        self.seats[color.index()].rows().iter().any(|row| row.name == "simulations" && row.value != "0")
    }

    /// Lets the player of a side act once it is at hand; it is built if necessary.
    pub(super) fn with_player<T>(
        &mut self,
        color: Color,
        spec: &PlayerSpec,
        act: impl FnOnce(&mut dyn Player<G>) -> T,
    ) -> T {
        let seat = self.seat(color, spec);
        if seat.slot.player().is_none() {
            // The player panicked while it pondered.
            seat.build();
        }
        let Some(player) = seat.slot.player() else { unreachable!("the slot was filled") };
        act(&mut **player)
    }

    /// Notes the hash statistics of a side's last search.
    pub(super) fn set_hash(&mut self, color: Color, hash: Option<HashStatistics>) {
        self.seats[color.index()].hash = hash;
    }

    /// Lets the player of a side ponder about a game.
    pub(super) fn ponder(&mut self, color: Color, spec: &PlayerSpec, game: G, limits: Limits) {
        self.seat(color, spec).slot.ponder(game, limits);
    }

    /// Puts a player into the seat of a side.
    #[cfg(test)]
    pub(super) fn seat_player(&mut self, color: Color, player: Box<dyn Player<G>>, spec: PlayerSpec) {
        let index = self.index(color);
        self.seats[index].slot.fill(player);
        self.seats[index].built_from = Some((self.seats[index].chosen(), spec));
    }

    /// Makes all players stop pondering soon, without waiting for them.
    pub(super) fn rest(&self) {
        self.seats.iter().for_each(|seat| seat.slot.rest());
    }

    /// Tells the players of a move that was played in turn.
    pub(super) fn played(&mut self, mv: Move) {
        self.seats.iter_mut().for_each(|seat| seat.slot.tell(PlayerEvent::Played(mv)));
    }

    /// Tells the players that the game changed in another way.
    pub(super) fn changed(&mut self) {
        self.seats.iter_mut().for_each(|seat| seat.slot.tell(PlayerEvent::Changed));
    }

    /// Returns the tree of the last search of a side's player; `None` when there is none.
    pub(super) fn tree(&mut self, color: Color) -> Option<Box<dyn TreeView<G> + '_>> {
        let index = self.index(color);
        self.seats[index].slot.player()?.tree()
    }
}

impl<G: Hosted> Players for Seats<G> {
    fn players(&self) -> Vec<(&'static str, &'static str)> {
        players::<G>().iter().map(|entry| (entry.name, entry.doc)).collect()
    }

    fn searches(&self) -> Vec<(&'static str, &'static str)> {
        searches::<G>().iter().map(|entry| (entry.name, entry.doc)).collect()
    }

    fn choose(&mut self, color: Color, player: &str, search: Option<&str>) -> Result<(), ChoiceError> {
        self.seats[color.index()] = Seat::new(player, search)?;
        Ok(())
    }

    fn choose_default(&mut self) {
        *self = Self::new();
    }

    fn choose_search(&mut self, color: Color, search: &str) -> Result<(), ChoiceError> {
        if self.seats[color.index()].is_full() {
            return self.choose(color, SEARCH_PLAYER, Some(search));
        }
        self.seats[color.index()].choose_search(search)
    }

    fn chosen(&self, color: Color) -> (&'static str, Option<&'static str>) {
        let seat = &self.seats[color.index()];
        (seat.entry.name, seat.search.as_ref().map(|search| search.name))
    }

    fn rows(&self, color: Color) -> Vec<ParamRow> {
        self.seats[color.index()].rows()
    }

    fn set(&mut self, color: Color, name: &str, value: &str) -> Result<(), ParamError> {
        self.seats[color.index()].set(name, value)
    }

    fn hash(&self, color: Color) -> Option<HashStatistics> {
        self.seats[color.index()].hash
    }
}
