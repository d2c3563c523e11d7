//! A session: one game on one board, the settings, and the player that thinks about it.
//!
//! The front ends are thin over it. Whatever fails leaves it as it was.

mod cleanup;
mod deterministic;
mod line;
mod opening;
mod pass;
mod ponder;
mod record;
mod seat;
mod set_up;
mod show;
mod statistics;
#[cfg(test)]
mod tests;
mod think;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

pub use record::LoadError;
pub use statistics::Statistics;

use super::{Clock, Players, Settings, Sides, Status, Tools, registry};
use crate::framework::{Color, Control, IllegalMove, Move, Observer, Player, Report};
use crate::go::board::{MAX_SIZE, MIN_SIZE};
use crate::go::handicap::HandicapError;
use crate::go::{Komi, NoLiberty, Position, Rules, UnknownRules};
use crate::util::params::ParamError;
use seat::{News, Seat};

/// The length of the longest game, above any that people or programs have played.
pub const MAX_MOVES: usize = 10_000;

/// Why a session did not do what was asked; nothing has changed then.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The board size is not supported.
    #[error("unacceptable size: expected {MIN_SIZE} to {MAX_SIZE}")]
    Size,
    /// The board size was fixed when the program was started.
    #[error("unacceptable size: it is fixed at {0}")]
    FixedSize(u8),
    /// The game has no board of the size.
    #[error("unacceptable size")]
    NoSuchBoard,
    /// The rules forbid the move.
    #[error("illegal move")]
    Illegal(#[source] IllegalMove),
    /// The game has as many moves as a game may have.
    #[error("the game is too long: it has {MAX_MOVES} moves")]
    TooLong,
    /// A player decided on a move that the rules forbid: a defect of the player.
    #[error("the player's move {mv} is an {reason}")]
    PlayerIllegal {
        /// The move as text.
        mv: String,
        /// What is wrong with it.
        reason: IllegalMove,
    },
    /// No move is to be made any more.
    #[error("the game is over")]
    Over,
    /// There are fewer moves than should be taken back.
    #[error("cannot undo")]
    CannotUndo,
    /// No move was taken back that could be played again.
    #[error("cannot redo")]
    CannotRedo,
    /// The parameter cannot be changed any more.
    #[error("cannot change {0} in deterministic mode")]
    Deterministic(&'static str),
    /// No search has been made in this game.
    #[error("no search")]
    NoSearch,
    /// Stones are on the board that should be empty.
    #[error("board not empty")]
    NotEmpty,
    /// The stones cannot be set up.
    #[error(transparent)]
    NoLiberty(#[from] NoLiberty),
    /// The handicap cannot be placed.
    #[error(transparent)]
    Handicap(#[from] HandicapError),
    /// No rule set has the name.
    #[error(transparent)]
    Rules(#[from] UnknownRules),
    /// A parameter was not set.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// A game record was not read.
    #[error("cannot load file: {}: {reason}", path.display())]
    Load {
        /// The file.
        path: PathBuf,
        /// What was wrong.
        reason: LoadError,
    },
    /// A game record was not written.
    #[error("cannot save file: {}: {error}", path.display())]
    Save {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: std::io::Error,
    },
}

impl SessionError {
    /// Makes an illegal move the defect of the player who decided on it; leaves other errors as they are.
    pub(super) fn of_player(self, mv: String) -> Self {
        match self {
            Self::Illegal(reason) => Self::PlayerIllegal { mv, reason },
            error => error,
        }
    }
}

/// Makes those who look on at a search of a position.
pub type Audience = Box<dyn Fn(&Settings, &Position) -> Vec<Observer> + Send>;

/// One game and who thinks about it.
pub struct Session {
    settings: Settings,
    /// The position before the first move: stones set up, handicap stones.
    root: Position,
    /// The moves since then, which lead to `position`.
    moves: Vec<(Color, Move)>,
    position: Position,
    /// Moves taken back, the last one to be replayed first.
    undone: Vec<(Color, Move)>,
    fixed_size: Option<u8>,
    /// The rules that were chosen by command; a game that was loaded may have others.
    chosen: Rules,
    /// Whether their komi was set for itself, so that rule sets do not bring their own.
    komi_set: bool,
    clock: Clock,
    seed: u64,
    /// The player is built when first needed and again when its settings change.
    seat: Seat,
    /// The players chosen in its place, if any.
    sides: Sides<Position>,
    /// Whether the last thing that happened to the game was a move of the player.
    answered: bool,
    audience: Option<Audience>,
    /// Remarks that nobody has read yet.
    notes: Vec<String>,
    /// The last search of this game, and who was to move there.
    report: Option<(Report, Color)>,
    move_time: Duration,
    statistics: Statistics,
    deterministic: bool,
    control: Arc<Control>,
}

impl Session {
    /// Creates a session on the empty board. The control ends a running search early.
    ///
    /// # Errors
    /// When the size is not supported.
    pub fn new(
        size: u8,
        mut settings: Settings,
        seed: u64,
        control: Arc<Control>,
    ) -> Result<Self, SessionError> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return Err(SessionError::Size);
        }
        settings.resize(size);
        let root = Position::new(size, Rules::default());
        Ok(Self {
            settings,
            position: root.clone(),
            root,
            moves: Vec::new(),
            undone: Vec::new(),
            fixed_size: None,
            chosen: Rules::default(),
            komi_set: false,
            clock: Clock::default(),
            seed,
            seat: Seat::default(),
            sides: Sides::new(true),
            answered: false,
            audience: None,
            notes: Vec::new(),
            report: None,
            move_time: Duration::ZERO,
            statistics: Statistics::default(),
            deterministic: false,
            control,
        })
    }

    /// Forbids all other board sizes.
    pub fn fix_size(&mut self) {
        self.fixed_size = Some(self.position.board().size());
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the moves since the setup.
    #[must_use]
    pub fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// Returns the settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the clocks.
    pub fn clock(&mut self) -> &mut Clock {
        &mut self.clock
    }

    /// Returns the seconds left to the player of a side; `None` when nothing times it.
    #[must_use]
    pub fn time_left(&mut self, color: Color) -> Option<f64> {
        if self.sides.is_chosen(color) {
            self.sides.timer(color).map(|timer| timer.left())
        } else {
            self.clock.left(color).map(|left| left.as_secs_f64())
        }
    }

    /// Returns the last search of this game.
    ///
    /// # Errors
    /// When there was none.
    pub fn report(&self) -> Result<&Report, SessionError> {
        self.report.as_ref().map(|(report, _)| report).ok_or(SessionError::NoSearch)
    }

    /// Returns who was to move in the last search of this game.
    ///
    /// # Errors
    /// When there was none.
    pub fn searcher(&self) -> Result<Color, SessionError> {
        self.report.as_ref().map(|&(_, color)| color).ok_or(SessionError::NoSearch)
    }

    /// Estimates how the game would end.
    #[must_use]
    pub fn status(&self) -> Status {
        Status::of(&self.settings, &self.position)
    }

    /// Returns the statistics of the searches so far.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Begins the statistics anew.
    pub fn clear_statistics(&mut self) {
        self.statistics = Statistics::default();
    }

    /// Returns the time the last move took to find.
    #[must_use]
    pub fn move_time(&self) -> Duration {
        self.move_time
    }

    /// Sets who looks on when a move is searched for.
    pub fn set_audience(&mut self, audience: Option<Audience>) {
        self.audience = audience;
    }

    /// Returns whether somebody looks on when a move is searched for.
    #[must_use]
    pub fn has_audience(&self) -> bool {
        self.audience.is_some()
    }

    /// Returns the remarks on what was done since the last call: a sentence each, about what the caller may not
    /// expect and need not act on.
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    fn note(&mut self, text: String) {
        self.notes.push(text);
    }

    /// Returns the seed of all that is random.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Sets the seed of all that is random.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.seat.tell(News::Dismissed);
    }

    /// Changes the settings, all of what `change` sets or nothing.
    ///
    /// # Errors
    /// When the change fails.
    pub fn configure(
        &mut self,
        change: impl FnOnce(&mut Settings) -> Result<(), ParamError>,
    ) -> Result<(), SessionError> {
        let mut settings = self.settings.clone();
        change(&mut settings)?;
        self.check_deterministic(&settings)?;
        if settings.player_differs(&self.settings) {
            self.seat.tell(News::Dismissed);
        }
        self.settings = settings;
        Ok(())
    }

    /// Empties the board and changes its size.
    ///
    /// # Errors
    /// When the size is not supported, or another one is fixed.
    pub fn set_size(&mut self, size: u8) -> Result<(), SessionError> {
        self.check_size(size)?;
        self.begin(Position::new(size, *self.position.rules()));
        self.clock.restart();
        Ok(())
    }

    /// Empties the board; komi, rules and time settings stay.
    pub fn clear_board(&mut self) {
        self.begin(Position::new(self.position.board().size(), *self.position.rules()));
        self.clock.restart();
    }

    /// Sets the komi.
    pub fn set_komi(&mut self, komi: Komi) {
        self.komi_set = true;
        self.chosen.komi = komi;
        self.adopt(Rules { komi, ..*self.position.rules() });
    }

    /// Changes the rules to those of a name; a komi that was set for itself, or loaded with a game, stays.
    ///
    /// # Errors
    /// When there are none of that name.
    pub fn set_named_rules(&mut self, name: &str) -> Result<(), SessionError> {
        let named = Rules::named(name)?;
        let komi = self.position.rules().komi;
        let is_loaded = komi != self.chosen.komi;
        self.chosen.komi = if self.komi_set { self.chosen.komi } else { named.komi };
        self.set_rules(Rules { komi: if is_loaded { komi } else { self.chosen.komi }, ..named });
        Ok(())
    }

    /// Changes the rules but the komi that is chosen.
    pub fn set_rules(&mut self, rules: Rules) {
        self.chosen = Rules { komi: self.chosen.komi, ..rules };
        self.adopt(rules);
    }

    /// Takes rules for this game.
    fn adopt(&mut self, rules: Rules) {
        if rules != *self.position.rules() {
            self.root.set_rules(rules);
            self.position.set_rules(rules);
            self.forget();
        }
    }

    /// Returns who plays each side. The player that is there from the start, `search` with `uct`, is the one that
    /// the settings describe: it has a clock, and decides on passing and resigning.
    pub fn players(&mut self) -> &mut dyn Players {
        &mut self.sides
    }

    /// Returns what players are made with.
    #[must_use]
    pub fn tools(&self) -> Tools {
        Tools { settings: self.settings.clone(), seed: self.seed }
    }

    /// Returns the handle that ends a search early.
    #[must_use]
    pub fn control(&self) -> Arc<Control> {
        self.control.clone()
    }

    fn check_size(&self, size: u8) -> Result<(), SessionError> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return Err(SessionError::Size);
        }
        self.fixed_size
            .filter(|&fixed| fixed != size)
            .map_or(Ok(()), |fixed| Err(SessionError::FixedSize(fixed)))
    }

    /// Begins a game at a position.
    fn begin(&mut self, root: Position) {
        let size = root.board().size();
        if size != self.position.board().size() {
            let before = self.settings.clone();
            self.settings.resize(size);
            if self.settings.player_differs(&before) {
                self.seat.tell(News::Dismissed);
            }
        }
        self.position = root.clone();
        self.root = root;
        self.moves.clear();
        self.undone.clear();
        self.report = None;
        self.forget();
    }

    /// Makes the player forget what it knows of the game.
    fn forget(&mut self) {
        self.answered = false;
        self.sides.clear();
        self.seat.tell(News::Changed);
    }

    /// Returns the player, built if it must be.
    fn player(&mut self) -> &mut dyn Player<Position> {
        self.seat.player(|| registry::player(&self.settings, self.seed))
    }
}
