//! The parts of a session that outlive a game: settings, seed, observers, and the search control.

use std::sync::Arc;

use super::idle;
use super::settings::{Group, Settings};
use super::spec::{BoardSize, PlayerSpec};
use crate::framework::{Color, Control, Move, Observer};
use crate::net::Scale;
use crate::util::Rng;
use crate::util::params::ParamError;

/// The position data that a search observer needs.
#[derive(Clone)]
pub struct Searched {
    /// The player to move.
    pub to_play: Color,
    /// A move in the game's notation.
    pub text: Arc<dyn Fn(Move) -> String + Send + Sync>,
    /// The win probability scale.
    pub scale: Scale,
}

/// Makes the observers of a search.
pub type ObserverFactory = Arc<dyn Fn(&Settings, &Searched) -> Vec<Observer> + Send + Sync>;

/// The parts of a session that outlive a game.
#[derive(Clone)]
pub struct SessionContext {
    settings: Settings,
    seed: u64,
    /// The source of a new seed per game; `None` if all games share one seed.
    seeds: Option<Rng>,
    control: Arc<Control>,
    observers: Option<ObserverFactory>,
    /// Unread remarks for the user.
    notes: Vec<String>,
    is_deterministic: bool,
}

/// Why a parameter was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ConfigureError {
    /// The name or the value is not acceptable.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// Deterministic mode fixes the value.
    #[error("cannot change {0} in deterministic mode")]
    Deterministic(&'static str),
}

/// The settings of deterministic mode: one thread, no clock, no tree reuse between moves, and a machine-independent
/// memory limit.
const DETERMINISTIC: [(&str, &str); 4] =
    [("number_threads", "1"), ("reuse_subtree", "0"), ("ignore_clock", "1"), ("uct_max_memory", "256000000")];

impl SessionContext {
    /// Creates a context without observers. The control stops a running search. With a seed, the same position and
    /// settings give the same search; without one, each game gets a seed from the system.
    pub fn new(settings: Settings, seed: impl Into<Option<u64>>, control: Arc<Control>) -> Self {
        let notes = idle::notes(&settings, settings.set_since(&Settings::new(0)));
        let mut context =
            Self { settings, seed: 0, seeds: None, control, observers: None, notes, is_deterministic: false };
        context.seed_with(seed.into());
        context
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Mutable settings. The caller leaves alone what deterministic mode fixes.
    pub(super) fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Applies `change` to the settings, all or nothing.
    ///
    /// # Errors
    /// When the change fails, or deterministic mode forbids it.
    pub fn configure(
        &mut self,
        change: impl FnOnce(&mut Settings) -> Result<(), ParamError>,
    ) -> Result<(), ConfigureError> {
        let mut settings = self.settings.clone();
        change(&mut settings)?;
        let is_changed = |&&(name, _): &&(&str, &str)| self.settings.value(name) != settings.value(name);
        if let Some((name, _)) = DETERMINISTIC.iter().find(is_changed).filter(|_| self.is_deterministic) {
            return Err(ConfigureError::Deterministic(name));
        }
        self.notes.extend(idle::notes(&settings, settings.set_since(&self.settings)));
        self.settings = settings;
        Ok(())
    }

    /// Turns on deterministic mode, with the seed 1: the same commands lead to the same moves. It cannot be turned off.
    ///
    /// # Errors
    /// Never with valid settings.
    pub fn set_deterministic(&mut self) -> Result<(), ConfigureError> {
        /// The evaluations per move if no playouts were set, because no clock ends the search.
        const ESTIMATES: u64 = 1000;
        self.configure(|settings| {
            for (name, value) in DETERMINISTIC {
                settings.set(name, value)?;
            }
            let playouts = settings.playouts_for(ESTIMATES).to_string();
            if settings.limits.max_games == u64::MAX { settings.set("max_games", &playouts) } else { Ok(()) }
        })?;
        self.seed_with(Some(1));
        self.is_deterministic = true;
        Ok(())
    }

    /// Accepts only this board size of Go; `None` accepts all.
    pub fn fix_size(&mut self, size: Option<u8>) {
        self.settings.rules.fixed_size = size;
    }

    /// The seed of all random numbers.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Sets the seed of all random numbers; without a seed, each game gets one from the system.
    ///
    /// # Errors
    /// Without a seed in deterministic mode.
    pub fn set_seed(&mut self, seed: Option<u64>) -> Result<(), ConfigureError> {
        if self.is_deterministic && seed.is_none() {
            return Err(ConfigureError::Deterministic("the seed to a random one"));
        }
        self.seed_with(seed);
        Ok(())
    }

    fn seed_with(&mut self, seed: Option<u64>) {
        self.seeds = seed.is_none().then(Rng::from_entropy);
        self.seed = seed.unwrap_or_default();
        self.begin_game();
    }

    /// Takes the seed of a new game.
    pub(super) fn begin_game(&mut self) {
        if let Some(seeds) = &mut self.seeds {
            self.seed = seeds.next_u64();
        }
    }

    /// The specification of a player on a board.
    pub fn spec(&self, board: BoardSize) -> PlayerSpec {
        self.settings.spec(board, self.seed)
    }

    /// The control that stops a search.
    pub fn control(&self) -> Arc<Control> {
        self.control.clone()
    }

    /// Sets the factory of the observers of searches; `None` for no observers.
    pub fn set_observers(&mut self, observers: Option<ObserverFactory>) {
        self.observers = observers;
    }

    /// Whether searches have observers.
    pub fn has_observers(&self) -> bool {
        self.observers.is_some()
    }

    pub(super) fn observers(&self, position: &Searched) -> Vec<Observer> {
        self.observers.as_ref().map_or(Vec::new(), |make| make(&self.settings, position))
    }

    /// The remarks since the last call: sentences about unexpected events that need no action.
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// Adds a remark on each parameter of a group without effect.
    pub fn note_idle(&mut self, group: &Group) {
        self.notes.extend(idle::notes(&self.settings, group.names(&self.settings)));
    }

    /// Adds a remark.
    pub fn note(&mut self, text: String) {
        self.notes.push(text);
    }
}
