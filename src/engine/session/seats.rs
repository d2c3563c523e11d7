//! A game's players: one seat per side, filled by name, with adjustable parameters.

use super::slot::Slot;
use crate::engine::build::{Choice, PlayerParts, TimeUse};
use crate::engine::host::Hosted;
use crate::engine::players::players;
use crate::engine::searches::searches;
use crate::engine::settings::{ParamRow, rows};
use crate::engine::spec::PlayerSpec;
use crate::framework::{Color, HashStatistics, Limits, Move, Player, TreeView};
use crate::util::params::{ParamError, Params, nearest};

crate::params! {
    #[allow(unreachable_pub, reason = "the macro makes public tables")]
    /// Parameters of players whose time the clock does not plan.
    pub struct SeatParams {
        time_share: f64 = 0.1, in 0.0..=1.0, "Share of the remaining time spent on a move.";
    }
}

/// Why a player or search was not chosen; nothing changed.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum ChoiceError {
    #[error("unknown {what} '{name}': expected one of {}", known.join(", "))]
    Unknown { what: &'static str, name: String, known: Vec<&'static str> },
    /// A search is no player.
    #[error("'{0}' is a search, not a player: expected {SEARCH_PLAYER} {0}")]
    Search(&'static str),
    #[error("player '{0}' takes no search")]
    TakesNoSearch(&'static str),
}

/// The default search of a player that takes one.
const SEARCH: &str = "uct";
/// The player that plays the move of a chosen search.
const SEARCH_PLAYER: &str = "search";

struct Chosen {
    player: Choice,
    search: Option<Choice>,
    /// The time share; `None` for a player planned by the clock.
    share: Option<SeatParams>,
    hash: Option<HashStatistics>,
    /// Whether no player has been built since it was chosen.
    is_new: bool,
}

impl Chosen {
    fn share_rows(&self) -> Vec<ParamRow> {
        self.share.as_ref().map_or(Vec::new(), rows)
    }

    fn rows(&self) -> Vec<ParamRow> {
        let of_search = self.search.iter().flat_map(|search| search.rows.clone());
        self.player.rows.iter().cloned().chain(of_search).chain(self.share_rows()).collect()
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        let has = |rows: &[ParamRow]| rows.iter().any(|row| row.name == name);
        let has_share = has(&self.share_rows());
        if let Some(part) =
            [&mut self.player].into_iter().chain(&mut self.search).find(|part| has(&part.rows))
        {
            part.set(name, value)
        } else if let Some(share) = self.share.as_mut().filter(|_| has_share) {
            share.set(name, value)
        } else {
            let known = self.rows().into_iter().map(|row| row.name.to_owned());
            Err(ParamError::Unknown { name: name.to_owned(), nearest: nearest(name, known) })
        }
    }
}

/// A game's players, independent of its type: the available ones, and those chosen.
pub struct Players {
    players: Vec<Choice>,
    searches: Vec<Choice>,
    default: &'static str,
    chosen: [Chosen; 2],
}

fn take(choices: &[Choice], what: &'static str, name: &str) -> Result<Choice, ChoiceError> {
    choices.iter().find(|choice| choice.name == name).cloned().ok_or_else(|| {
        let known = choices.iter().map(|choice| choice.name).collect();
        ChoiceError::Unknown { what, name: name.to_owned(), known }
    })
}

impl Players {
    fn new<G: Hosted>() -> Self {
        let players: Vec<_> = players::<G>().into_iter().map(|entry| entry.choice).collect();
        let searches: Vec<_> = searches::<G>().into_iter().map(|entry| entry.choice).collect();
        let chosen = default_chosen(&players, &searches, G::DEFAULT_PLAYER);
        Self { players, searches, default: G::DEFAULT_PLAYER, chosen }
    }

    /// Names and descriptions of the available players.
    pub fn players(&self) -> Vec<(&'static str, &'static str)> {
        self.players.iter().map(|choice| (choice.name, choice.doc)).collect()
    }

    /// Names and descriptions of the available searches.
    pub fn searches(&self) -> Vec<(&'static str, &'static str)> {
        self.searches.iter().map(|choice| (choice.name, choice.doc)).collect()
    }

    /// Chooses a player with default parameters, and its search; a player that takes a search gets `uct` by default.
    ///
    /// # Errors
    /// When there is no player or search of the name, or the player takes no search.
    pub fn choose(&mut self, color: Color, player: &str, search: Option<&str>) -> Result<(), ChoiceError> {
        self.chosen[color.index()] = choose(&self.players, &self.searches, player, search)?;
        Ok(())
    }

    /// Chooses the game's default player for both sides.
    pub fn choose_default(&mut self) {
        self.chosen = default_chosen(&self.players, &self.searches, self.default);
    }

    /// Chooses the search of a side's player; a full player is replaced by the player `search`.
    ///
    /// # Errors
    /// When there is no search of the name, or the player takes no search.
    pub fn choose_search(&mut self, color: Color, search: &str) -> Result<(), ChoiceError> {
        let chosen = &mut self.chosen[color.index()];
        if chosen.share.is_none() {
            return self.choose(color, SEARCH_PLAYER, Some(search));
        }
        if !chosen.player.takes_search {
            return Err(ChoiceError::TakesNoSearch(chosen.player.name));
        }
        (chosen.search, chosen.hash) = (Some(take(&self.searches, "search", search)?), None);
        Ok(())
    }

    /// The names of a side's player and of its search, if any.
    pub fn chosen(&self, color: Color) -> (&'static str, Option<&'static str>) {
        let chosen = &self.chosen[color.index()];
        (chosen.player.name, chosen.search.as_ref().map(|search| search.name))
    }

    /// The parameters of a side's player and search.
    pub fn rows(&self, color: Color) -> Vec<ParamRow> {
        self.chosen[color.index()].rows()
    }

    /// Sets a parameter of a side's player or search.
    ///
    /// # Errors
    /// When there is no such parameter or the value is not acceptable; nothing has changed then.
    pub fn set(&mut self, color: Color, name: &str, value: &str) -> Result<(), ParamError> {
        self.chosen[color.index()].set(name, value)
    }

    /// The hash statistics of a side's last search; `None` when no search has been made or it has no hash table.
    pub fn hash(&self, color: Color) -> Option<HashStatistics> {
        self.chosen[color.index()].hash
    }

    pub(super) fn set_hash(&mut self, color: Color, hash: Option<HashStatistics>) {
        self.chosen[color.index()].hash = hash;
    }

    /// How a side's player uses its time, with the current share.
    pub(super) fn time_use(&self, color: Color) -> TimeUse {
        let share = self.chosen[color.index()].share.as_ref();
        share.map_or(TimeUse::Full, |share| TimeUse::Share(share.time_share))
    }

    /// Whether a side's player has a minimum number of simulations, which default time limits should not cut.
    pub(super) fn has_simulations(&self, color: Color) -> bool {
        self.rows(color).iter().any(|row| row.name == "simulations" && row.value != "0")
    }

    /// The index of the seat that decides for a side: the same player on both sides is one instance with one tree.
    fn index(&self, color: Color) -> usize {
        let [black, white] = &self.chosen;
        let is_same = (&black.player, &black.search) == (&white.player, &white.search);
        if is_same { 0 } else { color.index() }
    }
}

fn choose(
    players: &[Choice],
    searches: &[Choice],
    player: &str,
    search: Option<&str>,
) -> Result<Chosen, ChoiceError> {
    let player = take(players, "player", player).map_err(|unknown| {
        let search = searches.iter().find(|search| search.name == player);
        search.map_or(unknown, |search| ChoiceError::Search(search.name))
    })?;
    let search = match search.or(player.takes_search.then_some(SEARCH)) {
        Some(_) if !player.takes_search => return Err(ChoiceError::TakesNoSearch(player.name)),
        search => search.map(|search| take(searches, "search", search)).transpose()?,
    };
    let share = match player.time {
        TimeUse::Share(time_share) => Some(SeatParams { time_share }),
        TimeUse::Full => None,
    };
    Ok(Chosen { player, search, share, hash: None, is_new: true })
}

fn default_chosen(players: &[Choice], searches: &[Choice], player: &str) -> [Chosen; 2] {
    [(); 2].map(|()| match choose(players, searches, player, None) {
        Ok(chosen) => chosen,
        Err(_) => unreachable!("the default player is registered"),
    })
}

/// The choices and specification from which a player was built.
type BuiltFrom = (Choice, Option<Choice>, PlayerSpec);

/// The player built for a side.
struct Seat<G: Hosted> {
    slot: Slot<G>,
    built_from: Option<BuiltFrom>,
}

impl<G: Hosted> Seat<G> {
    fn build(&mut self) {
        let Some((player, search, spec)) = &self.built_from else { return };
        let search = search.as_ref().and_then(|search| {
            let entry = searches::<G>().into_iter().find(|entry| entry.choice.name == search.name)?;
            Some(entry.build(search, spec.clone()))
        });
        if let Some(entry) = players::<G>().iter().find(|entry| entry.choice.name == player.name) {
            self.slot.fill(entry.build(player, PlayerParts { spec: spec.clone(), search }));
        }
    }
}

/// The players of a game type: the choices, and the players built from them.
pub(super) struct Seats<G: Hosted> {
    pub(super) players: Players,
    seats: [Seat<G>; 2],
}

impl<G: Hosted> Seats<G> {
    /// Creates a game's seats with its default player on both sides.
    pub(super) fn new() -> Self {
        let seats = [0; 2].map(|_| Seat { slot: Slot::default(), built_from: None });
        Self { players: Players::new::<G>(), seats }
    }

    /// The seat that decides for a side; builds its player unless an equal one is in place.
    fn seat(&mut self, color: Color, spec: &PlayerSpec) -> &mut Seat<G> {
        let index = self.players.index(color);
        // With the same seed, two players would think alike.
        let spec = PlayerSpec { seed: spec.seed ^ index as u64, ..spec.clone() };
        let (seat, chosen) = (&mut self.seats[index], &mut self.players.chosen[index]);
        let wanted = Some((chosen.player.clone(), chosen.search.clone(), spec));
        if std::mem::take(&mut chosen.is_new) || !seat.slot.is_filled() || seat.built_from != wanted {
            seat.built_from = wanted;
            seat.build();
        }
        seat
    }

    /// Calls `act` with a side's player once it is at hand, building it if necessary.
    pub(super) fn with_player<T>(
        &mut self,
        color: Color,
        spec: &PlayerSpec,
        act: impl FnOnce(&mut dyn Player<G>) -> T,
    ) -> T {
        let seat = self.seat(color, spec);
        if seat.slot.player().is_none() {
            // The player panicked while pondering.
            seat.build();
        }
        let Some(player) = seat.slot.player() else { unreachable!("the slot was filled") };
        act(&mut **player)
    }

    pub(super) fn ponder(&mut self, color: Color, spec: &PlayerSpec, game: G, limits: Limits) {
        self.seat(color, spec).slot.ponder(game, limits);
    }

    #[cfg(test)]
    pub(super) fn seat_player(&mut self, color: Color, player: Box<dyn Player<G>>, spec: PlayerSpec) {
        let index = self.players.index(color);
        let chosen = &mut self.players.chosen[index];
        chosen.is_new = false;
        self.seats[index].built_from = Some((chosen.player.clone(), chosen.search.clone(), spec));
        self.seats[index].slot.fill(player);
    }

    /// Makes all players stop pondering soon, without waiting for them.
    pub(super) fn rest(&self) {
        self.seats.iter().for_each(|seat| seat.slot.rest());
    }

    /// Notifies the players of a move played in turn.
    pub(super) fn played(&mut self, mv: Move) {
        self.seats.iter_mut().for_each(|seat| seat.slot.tell(Some(mv)));
    }

    /// Notifies the players of any other change of the game.
    pub(super) fn changed(&mut self) {
        self.seats.iter_mut().for_each(|seat| seat.slot.tell(None));
    }

    /// The last search tree of a side's player, if any.
    pub(super) fn tree(&mut self, color: Color) -> Option<Box<dyn TreeView<G> + '_>> {
        self.seats[self.players.index(color)].slot.player()?.tree()
    }
}
