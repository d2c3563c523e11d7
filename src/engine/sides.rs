//! Who plays each side of a game: players chosen by name, with their parameters and timers, made when first needed.

use super::factory::Tools;
use super::games::Hosted;
use super::players::{self, Making, PlayerEntry};
use super::searches::{self, SearchEntry};
use super::settings::{Row, rows};
use crate::framework::{Color, Control, HashStatistics, Limits, Move, Player, Thinking};
use crate::players::MoveTimer;
use crate::util::params::{ParamError, Params, nearest};

crate::params! {
    /// The parameters of every player.
    pub struct SideParams {
        time_share: f64 = 0.1, in 0.0..=1.0, "The share of its remaining time that the player spends on a move.";
    }
}

/// A player or search was not chosen; nothing changed.
#[derive(Debug, thiserror::Error)]
pub enum ChoiceError {
    /// There is none of the name.
    #[error("unknown {what} '{name}': expected one of {}", known.join(", "))]
    Unknown {
        /// `player` or `search`.
        what: &'static str,
        /// The name asked for.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The player finds its moves otherwise.
    #[error("player '{0}' takes no search")]
    TakesNone(&'static str),
}

/// The players of a game, whatever the game.
pub trait Players: Send {
    /// Returns the names and descriptions of the players there are.
    fn players(&self) -> Vec<(&'static str, &'static str)>;

    /// Returns the names and descriptions of the searches there are.
    fn searches(&self) -> Vec<(&'static str, &'static str)>;

    /// Chooses a player, with its parameters at their defaults, and a search for it; `uct` where it takes one and none
    /// is named.
    ///
    /// # Errors
    /// When there is none of the name, or the player takes no search.
    fn choose(&mut self, color: Color, player: &str, search: Option<&str>) -> Result<(), ChoiceError>;

    /// Takes all choices back; timers stay.
    fn dismiss(&mut self);

    /// Chooses a search for the player that is there.
    ///
    /// # Errors
    /// When there is none of the name, or the player takes no search.
    fn choose_search(&mut self, color: Color, search: &str) -> Result<(), ChoiceError>;

    /// Returns the names of a side's player and its search.
    fn chosen(&self, color: Color) -> (&'static str, Option<&'static str>);

    /// Returns the parameters of a side's player and search.
    fn rows(&self, color: Color) -> Vec<Row>;

    /// Sets a parameter of a side's player or search.
    ///
    /// # Errors
    /// When there is none of the name or the value is not acceptable; nothing has changed then.
    fn set(&mut self, color: Color, name: &str, value: &str) -> Result<(), ParamError>;

    /// Returns the timer of a side; `None` where nothing times it.
    fn timer(&mut self, color: Color) -> &mut Option<MoveTimer>;

    /// Returns what became of the hash table of the last search of a side.
    fn hash(&self, color: Color) -> Option<HashStatistics>;
}

/// The player where none is named.
const PLAYER: &str = "search";
/// The search of a player that takes one where none is named.
const SEARCH: &str = "uct";

/// The players of a game of one kind.
pub struct Sides<G: Hosted> {
    sides: [Side<G>; 2],
    timers: [Option<MoveTimer>; 2],
    has_own: bool,
}

struct Side<G: Hosted> {
    /// Whether it plays: whether somebody chose it, or the game has no player of its own.
    is_chosen: bool,
    entry: PlayerEntry<G>,
    search: Option<SearchEntry<G>>,
    params: SideParams,
    /// The player, and what it was made with.
    player: Option<(Box<dyn Player<G>>, Tools)>,
    hash: Option<HashStatistics>,
}

impl<G: Hosted> Side<G> {
    fn new(player: &str, search: Option<&str>) -> Result<Self, ChoiceError> {
        let unknown = |known| ChoiceError::Unknown { what: "player", name: player.to_owned(), known };
        let entry = players::find(player)
            .ok_or_else(|| unknown(players::players::<G>().iter().map(|entry| entry.name).collect()))?;
        let mut side = Self {
            is_chosen: true,
            params: SideParams { time_share: entry.time_share },
            entry,
            search: None,
            player: None,
            hash: None,
        };
        if let Some(search) = search.or(side.entry.takes_search.then_some(SEARCH)) {
            side.choose_search(search)?;
        }
        Ok(side)
    }

    fn choose_search(&mut self, name: &str) -> Result<(), ChoiceError> {
        if !self.entry.takes_search {
            return Err(ChoiceError::TakesNone(self.entry.name));
        }
        let unknown = |known| ChoiceError::Unknown { what: "search", name: name.to_owned(), known };
        let search = searches::find(name)
            .ok_or_else(|| unknown(searches::searches::<G>().iter().map(|entry| entry.name).collect()))?;
        (self.search, self.player, self.hash) = (Some(search), None, None);
        self.is_chosen = true;
        Ok(())
    }

    fn rows(&self) -> Vec<Row> {
        if !self.is_chosen {
            return Vec::new();
        }
        let search = self.search.as_ref().map_or(Vec::new(), |search| search.factory.rows());
        [self.entry.factory.rows(), search, rows(&self.params)].concat()
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        let names = |rows: Vec<Row>| self.is_chosen && rows.into_iter().any(|row| row.name == name);
        if names(self.entry.factory.rows()) {
            self.entry.factory.set(name, value)?;
        } else if let Some(search) = self.search.as_mut().filter(|search| names(search.factory.rows())) {
            search.factory.set(name, value)?;
        } else if names(rows(&self.params)) {
            self.params.set(name, value)?;
        } else {
            let known = self.rows().into_iter().map(|row| row.name.to_owned());
            return Err(ParamError::Unknown { name: name.to_owned(), nearest: nearest(name, known) });
        }
        self.player = None;
        Ok(())
    }

    /// Returns the player, made anew where the settings are not those it was made with.
    fn player(&mut self, tools: Tools) -> &mut dyn Player<G> {
        let differs = |(_, with): &mut (_, Tools)| {
            with.seed != tools.seed || with.settings.player_differs(&tools.settings)
        };
        if self.player.as_mut().is_some_and(differs) {
            self.player = None;
        }
        let (entry, search) = (&self.entry, &self.search);
        let (player, _) = self.player.get_or_insert_with(|| {
            let search = search.as_ref().map(|search| search.factory.make(tools.clone()));
            (entry.factory.make(Making { tools: tools.clone(), search }), tools)
        });
        &mut **player
    }

    /// Returns whether the parameters give a least effort that should not be topped up to a default time.
    fn has_simulations(&self) -> bool {
        self.rows().iter().any(|row| row.name == "simulations" && row.value != "0")
    }
}

impl<G: Hosted> Sides<G> {
    /// Creates the players that play where none are chosen. Where it `has_own`, the game has a player of its own in
    /// their place, without parameters here.
    #[must_use]
    pub fn new(has_own: bool) -> Self {
        let side = || match Side::new(PLAYER, None) {
            Ok(side) => Side { is_chosen: !has_own, ..side },
            Err(_) => unreachable!("the default player is registered"),
        };
        Self { sides: [side(), side()], timers: [None; 2], has_own }
    }

    /// Returns whether the player of a side is one of these, and not the game's own.
    #[must_use]
    pub fn is_chosen(&self, color: Color) -> bool {
        self.sides[color.index()].is_chosen
    }

    /// Lets the player of a side decide on a move, in its share of the time on its timer; without a timer within
    /// the limits of the settings.
    pub fn decide(&mut self, color: Color, game: &G, mut tools: Tools, control: &Control) -> Thinking {
        // Both sides with the same seed would think the same.
        tools.seed ^= color.index() as u64;
        let (side, timer) = (&mut self.sides[color.index()], &mut self.timers[color.index()]);
        let settings = &tools.settings;
        let mut limits = settings.limits();
        if let Some(timer) = timer {
            limits.time = Some(timer.share(side.params.time_share));
            timer.start();
        } else if side.has_simulations() && !settings.is_set("timelimit") {
            limits.time = None;
        }
        let limits = Limits { most_time: None, sure_after: None, ..limits };
        let thinking = side.player(tools).decide(game, limits, control);
        if let Some(timer) = timer {
            timer.stop();
        }
        side.hash = thinking.report.as_ref().and_then(|report| report.hash);
        thinking
    }

    /// Tells the players of a move that was played in turn.
    pub fn played(&mut self, mv: Move) {
        self.each(|player| player.played(mv));
    }

    /// Tells the players that the game changed in another way.
    pub fn clear(&mut self) {
        self.each(|player| player.clear());
    }

    fn each(&mut self, tell: impl Fn(&mut dyn Player<G>)) {
        for (player, _) in self.sides.iter_mut().filter_map(|side| side.player.as_mut()) {
            tell(&mut **player);
        }
    }
}

impl<G: Hosted> Players for Sides<G> {
    fn players(&self) -> Vec<(&'static str, &'static str)> {
        players::players::<G>().iter().map(|entry| (entry.name, entry.doc)).collect()
    }

    fn searches(&self) -> Vec<(&'static str, &'static str)> {
        searches::searches::<G>().iter().map(|entry| (entry.name, entry.doc)).collect()
    }

    fn choose(&mut self, color: Color, player: &str, search: Option<&str>) -> Result<(), ChoiceError> {
        self.sides[color.index()] = Side::new(player, search)?;
        Ok(())
    }

    fn dismiss(&mut self) {
        self.sides = Self::new(self.has_own).sides;
    }

    fn choose_search(&mut self, color: Color, search: &str) -> Result<(), ChoiceError> {
        self.sides[color.index()].choose_search(search)
    }

    fn chosen(&self, color: Color) -> (&'static str, Option<&'static str>) {
        let side = &self.sides[color.index()];
        (side.entry.name, side.search.as_ref().map(|search| search.name))
    }

    fn rows(&self, color: Color) -> Vec<Row> {
        self.sides[color.index()].rows()
    }

    fn set(&mut self, color: Color, name: &str, value: &str) -> Result<(), ParamError> {
        self.sides[color.index()].set(name, value)
    }

    fn timer(&mut self, color: Color) -> &mut Option<MoveTimer> {
        &mut self.timers[color.index()]
    }

    fn hash(&self, color: Color) -> Option<HashStatistics> {
        self.sides[color.index()].hash
    }
}
