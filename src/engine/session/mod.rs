//! A session: one game of any kind, its players and its clock.
//!
//! The front ends are thin over it. A method that fails changes nothing.

mod any;
mod ponder;
mod record;
mod seats;
mod slot;
mod statistics;
#[cfg(test)]
mod tests;
mod think;

use std::time::Duration;

pub use any::GameSession;
pub use record::Record;
pub use seats::{ChoiceError, Players};
pub use statistics::Statistics;

use super::clock::Clock;
use super::context::{ConfigureError, Context};
use super::host::{BoardSize, Hosted, UnacceptableSize};
use super::settings::Settings;
use crate::framework::{Color, IllegalMove, Move, Report};
use crate::util::params::ParamError;
use seats::Seats;

/// The number of moves in the longest game, above any that people or programs have played.
pub const MAX_MOVES: usize = 10_000;

/// The reason why a session refuses.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The game has no board of the size.
    #[error(transparent)]
    Size(#[from] UnacceptableSize),
    /// The text is not a move of the game.
    #[error("syntax error: '{0}' is not a move")]
    NotAMove(String),
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
        /// The reason why it is illegal.
        reason: IllegalMove,
    },
    /// The game is over, so that there is no move to find.
    #[error("the game is over")]
    Over,
    /// There are fewer moves than should be taken back.
    #[error("cannot undo")]
    CannotUndo,
    /// No move was taken back that could be played again.
    #[error("cannot redo")]
    CannotRedo,
    /// No search has been made in this game.
    #[error("no search")]
    NoSearch,
    /// A parameter was not changed.
    #[error(transparent)]
    Configure(#[from] ConfigureError),
}

impl SessionError {
    /// Returns the error for a move that a player decided on.
    fn of_player(self, mv: String) -> Self {
        match self {
            Self::Illegal(reason) => Self::PlayerIllegal { mv, reason },
            error => error,
        }
    }
}

/// The last search of a game.
pub struct LastSearch {
    /// The report of the search.
    pub report: Report,
    /// The player to move in the position searched.
    pub color: Color,
}

/// One game, its players and its clock.
pub struct Session<G: Hosted> {
    context: Context,
    /// The player who begins each game.
    first: Color,
    record: Record<G>,
    seats: Seats<G>,
    clock: Clock,
    /// The side of the player that made the last move, when nothing happened to the game since then.
    answered: Option<Color>,
    last: Option<LastSearch>,
    move_time: Duration,
    statistics: Statistics,
}

impl<G: Hosted> Session<G> {
    /// Creates a session at the start of a game; `first` begins.
    ///
    /// # Errors
    /// When the game has no board of the size.
    pub fn new(size: BoardSize, first: Color, mut context: Context) -> Result<Self, UnacceptableSize> {
        let mut start = G::start(size, context.settings())?;
        start.set_to_play(first);
        resize(&start, context.settings_mut());
        Ok(Self {
            context,
            first,
            record: Record::new(start),
            seats: Seats::new(),
            clock: Clock::default(),
            answered: None,
            last: None,
            move_time: Duration::ZERO,
            statistics: Statistics::default(),
        })
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> &G {
        self.record.position()
    }

    /// Returns the record of the game.
    #[must_use]
    pub fn record(&self) -> &Record<G> {
        &self.record
    }

    /// Returns what outlives the game.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Returns what outlives the game, to change it.
    pub fn context_mut(&mut self) -> &mut Context {
        &mut self.context
    }

    /// Returns the settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        self.context.settings()
    }

    /// Changes the settings: all that `change` sets, or nothing.
    ///
    /// # Errors
    /// When the change fails.
    pub fn configure(
        &mut self,
        change: impl FnOnce(&mut Settings) -> Result<(), ParamError>,
    ) -> Result<(), SessionError> {
        Ok(self.context.configure(change)?)
    }

    /// Returns the last search of this game.
    ///
    /// # Errors
    /// When there was none.
    pub fn last_search(&self) -> Result<&LastSearch, SessionError> {
        self.last.as_ref().ok_or(SessionError::NoSearch)
    }

    /// Returns the report of the last search of this game.
    ///
    /// # Errors
    /// When there was none.
    pub fn report(&self) -> Result<&Report, SessionError> {
        self.last_search().map(|last| &last.report)
    }

    /// Returns the clocks.
    pub fn clock(&mut self) -> &mut Clock {
        &mut self.clock
    }

    /// Returns the players, to choose others.
    pub fn players_mut(&mut self) -> &mut dyn Players {
        &mut self.seats
    }

    /// Begins the next game, on a board of another size where one is asked for; the players and the time settings stay.
    ///
    /// # Errors
    /// When the game has no board of the size.
    pub fn restart(&mut self, size: BoardSize) -> Result<(), UnacceptableSize> {
        let current = self.position().grid().map(|grid| (grid.cols(), grid.rows())).unzip();
        let size = BoardSize { cols: size.cols.or(current.0), rows: size.rows.or(current.1) };
        let mut start = self.record.start().restart(size, self.context.settings())?;
        start.set_to_play(self.first);
        self.begin(Record::new(start));
        self.clock.restart();
        Ok(())
    }

    /// Takes over a game.
    pub(super) fn begin(&mut self, record: Record<G>) {
        resize(record.start(), self.context.settings_mut());
        self.record = record;
        self.last = None;
        self.forget();
    }

    /// Changes the start and the position of the game alike.
    pub(super) fn change(&mut self, change: impl Fn(&mut G)) {
        self.record.change(change);
        self.forget();
    }

    /// Makes it a player's turn.
    pub fn set_to_play(&mut self, color: Color) {
        self.record.set_to_play(color);
        self.forget();
    }

    /// Plays a move that the rules allow.
    ///
    /// # Errors
    /// When the rules forbid the move, or the game is too long for another one.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), SessionError> {
        let in_turn = color == self.position().to_play();
        self.record.play(color, mv, G::play)?;
        self.played(mv, in_turn);
        Ok(())
    }

    /// Plays a move that was made elsewhere, perhaps by other rules.
    ///
    /// # Errors
    /// When the game does not accept the move, or is too long for another one.
    pub fn follow(&mut self, color: Color, mv: Move) -> Result<(), SessionError> {
        let in_turn = color == self.position().to_play();
        let settings = self.context.settings();
        let note = self.record.play(color, mv, |game, mv| game.follow(mv, settings))?;
        self.played(mv, in_turn);
        note.into_iter().for_each(|note| self.context.note(note));
        Ok(())
    }

    /// Plays several moves that were made elsewhere, or none of them.
    ///
    /// # Errors
    /// When one of them fails, as [`follow`](Self::follow) does.
    pub fn follow_all(&mut self, moves: &[(Color, Move)]) -> Result<(), SessionError> {
        let (record, notes) = (self.record.clone(), self.context.note_count());
        for &(color, mv) in moves {
            if let Err(error) = self.follow(color, mv) {
                self.record = record;
                self.context.truncate_notes(notes);
                self.forget();
                return Err(error);
            }
        }
        Ok(())
    }

    /// Takes moves back.
    ///
    /// # Errors
    /// When there are fewer moves.
    pub fn undo(&mut self, count: usize) -> Result<(), SessionError> {
        self.record.undo(count)?;
        if count > 0 {
            self.forget();
        }
        Ok(())
    }

    /// Plays the last move again that was taken back.
    ///
    /// # Errors
    /// When no move was taken back, or the game does not accept it any more.
    pub fn redo(&mut self) -> Result<(), SessionError> {
        let to_play = self.position().to_play();
        let settings = self.context.settings();
        let (color, mv, note) = self.record.redo(|game, mv| game.follow(mv, settings))?;
        self.played(mv, color == to_play);
        note.into_iter().for_each(|note| self.context.note(note));
        Ok(())
    }

    /// Takes note that the controller has ended the game: there is nothing to ponder about.
    pub fn end_game(&mut self) {
        self.answered = None;
        self.seats.rest();
    }

    /// Tells the players of a move.
    fn played(&mut self, mv: Move, in_turn: bool) {
        self.answered = None;
        if in_turn {
            self.seats.played(mv);
        } else {
            self.seats.changed();
        }
    }

    /// Tells the players that the game changed in another way than by a move in turn.
    fn forget(&mut self) {
        self.answered = None;
        self.seats.changed();
    }
}

/// Applies the defaults of the start's board size to the settings.
fn resize<G: Hosted>(start: &G, settings: &mut Settings) {
    if let Some(grid) = start.grid() {
        settings.resize(grid.cols().max(grid.rows()));
    }
}
