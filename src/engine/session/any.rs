//! The front ends' view of a session of any game.

use std::time::Duration;

use super::{Branch, LastSearch, Players, Session, SessionError, Statistics, SteppedPlayout};
use crate::engine::clock::Clock;
use crate::engine::context::SessionContext;
use crate::engine::host::{Hosted, UnacceptableSize};
use crate::engine::playouts::{Drift, Study};
use crate::engine::spec::BoardSize;
use crate::framework::{Color, Decision, Grid, Move, Outcome};

/// A session whose game type the caller does not know: the methods of [`Session`] that do not name the type, with moves
/// as numbers or text. A single `impl` makes each game's session one type, so that front ends are compiled once.
pub trait GameSession: Send {
    /// Whether GTP clients know the rules of the game.
    fn is_known_to_clients(&self) -> bool;

    /// The context, which outlives the game.
    fn context(&self) -> &SessionContext;

    /// The mutable context.
    fn context_mut(&mut self) -> &mut SessionContext;

    /// The board; `None` for a game without a grid.
    fn grid(&self) -> Option<&dyn Grid>;

    /// Starts the next game.
    ///
    /// # Errors
    /// When the game has no board of the size.
    fn restart(&mut self, size: BoardSize) -> Result<(), UnacceptableSize>;

    /// The player to move.
    fn to_play(&self) -> Color;

    /// Sets the player to move.
    fn set_to_play(&mut self, color: Color);

    /// Plays an externally made move.
    ///
    /// # Errors
    /// When the text is not a move, or the game does not accept the move.
    fn play_text(&mut self, color: Color, text: &str) -> Result<(), SessionError>;

    /// Finds and plays a move for a player.
    ///
    /// # Errors
    /// When the game is over or too long for another move, or the player's move is illegal.
    fn genmove(&mut self, color: Color) -> Result<Decision, SessionError>;

    /// Finds a move for a player by a search, without playing it.
    ///
    /// # Errors
    /// When the game is over or too long for another move.
    fn reg_genmove(&mut self, color: Color) -> Result<Decision, SessionError>;

    /// Takes moves back.
    ///
    /// # Errors
    /// When there are fewer moves.
    fn undo(&mut self, count: usize) -> Result<(), SessionError>;

    /// Replays the last move taken back.
    ///
    /// # Errors
    /// When no move was taken back, or the game does not accept it any more.
    fn redo(&mut self) -> Result<(), SessionError>;

    /// The moves of the game.
    fn moves(&self) -> &[(Color, Move)];

    /// A move in the game's notation.
    fn move_text(&self, mv: Move) -> String;

    /// All legal moves of the player to move, as text; empty if the game is over.
    fn legal_moves(&self) -> Vec<String>;

    /// All moves that can occur in the game, legal here or not, as text.
    fn all_moves(&self) -> Vec<String>;

    /// The result; `None` until the game ends.
    fn outcome(&self) -> Option<Outcome>;

    /// The board and a line on the game's state.
    fn show(&self) -> String;

    /// The last search.
    ///
    /// # Errors
    /// When there was none in this game.
    fn last_search(&self) -> Result<&LastSearch, SessionError>;

    /// The moves after a line from the root of the last search.
    ///
    /// # Errors
    /// When there was no search, or the line is not possible.
    fn branch(&mut self, line: &[String]) -> Result<Branch, SessionError>;

    /// Runs a playout from the current position; returns its moves with their rules. The game does not change.
    fn playout(&self, seed: u64) -> SteppedPlayout;

    /// The statistics of playouts from the current position.
    fn playout_study(&self, playouts: u32, seed: u64) -> Study;

    /// The minimax values of positions reached by playouts; `time` limits the solver per position.
    fn playout_drift(&self, playouts: u32, time: Duration, seed: u64) -> Vec<Drift>;

    /// The current position's minimax value for Black; `None` if `time` is too short to find it.
    fn minimax(&self, time: Duration) -> Option<f64>;

    /// The players.
    fn players(&self) -> &Players;

    /// The mutable players.
    fn players_mut(&mut self) -> &mut Players;

    /// The clocks.
    fn clock(&mut self) -> &mut Clock;

    /// The time taken to find the last move.
    fn move_time(&self) -> Duration;

    /// The statistics of the searches so far.
    fn statistics(&mut self) -> &mut Statistics;

    /// Makes the players discard the results of earlier searches.
    fn forget(&mut self);

    /// Lets the player of the last move think on the opponent's time; returns whether it started.
    fn ponder(&mut self) -> bool;

    /// Stops pondering started by [`Self::ponder`], without waiting for it to end.
    fn stop_pondering(&self);

    /// Records that the controller has ended the game.
    fn end_game(&mut self);
}

impl dyn GameSession {
    /// Explains to a person why a move was refused, in more words than GTP's.
    pub fn explain(&self, error: &SessionError) -> String {
        match error {
            SessionError::Illegal(reason) => format!("illegal move: {}", reason.explanation()),
            SessionError::NotAMove(text) => {
                let mut message = format!("'{text}' is not a move on this board");
                if let Some(example) = self.legal_moves().first() {
                    message += &format!(": moves look like {example}");
                }
                if text.starts_with(['i', 'I']) {
                    message += "; there is no column I";
                }
                message
            }
            error => error.to_string(),
        }
    }
}

impl<G: Hosted> GameSession for Session<G> {
    fn is_known_to_clients(&self) -> bool {
        G::KNOWN_TO_CLIENTS
    }

    fn context(&self) -> &SessionContext {
        &self.context
    }

    fn context_mut(&mut self) -> &mut SessionContext {
        &mut self.context
    }

    fn grid(&self) -> Option<&dyn Grid> {
        self.position().grid()
    }

    fn restart(&mut self, size: BoardSize) -> Result<(), UnacceptableSize> {
        Session::restart(self, size)
    }

    fn to_play(&self) -> Color {
        self.position().to_play()
    }

    fn set_to_play(&mut self, color: Color) {
        Session::set_to_play(self, color);
    }

    fn play_text(&mut self, color: Color, text: &str) -> Result<(), SessionError> {
        let not_a_move = || SessionError::NotAMove(text.to_owned());
        self.follow(color, self.position().parse_move(text).ok_or_else(not_a_move)?)
    }

    fn genmove(&mut self, color: Color) -> Result<Decision, SessionError> {
        Session::genmove(self, color)
    }

    fn reg_genmove(&mut self, color: Color) -> Result<Decision, SessionError> {
        Session::reg_genmove(self, color)
    }

    fn undo(&mut self, count: usize) -> Result<(), SessionError> {
        Session::undo(self, count)
    }

    fn redo(&mut self) -> Result<(), SessionError> {
        Session::redo(self)
    }

    fn moves(&self) -> &[(Color, Move)] {
        self.record.moves()
    }

    fn move_text(&self, mv: Move) -> String {
        self.position().move_text(mv)
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.outcome().is_none() {
            self.position().candidates(&mut moves);
        }
        moves.into_iter().map(|mv| self.position().move_text(mv)).collect()
    }

    fn all_moves(&self) -> Vec<String> {
        self.position().all_moves().into_iter().map(|mv| self.position().move_text(mv)).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position().outcome()
    }

    fn show(&self) -> String {
        self.position().show(self.record.moves())
    }

    fn last_search(&self) -> Result<&LastSearch, SessionError> {
        Session::last_search(self)
    }

    fn branch(&mut self, line: &[String]) -> Result<Branch, SessionError> {
        let (game, moves) = Session::branch(self, line)?;
        let moves = moves.into_iter().map(|stat| (game.move_text(stat.mv), stat)).collect();
        Ok(Branch { to_play: game.to_play(), moves })
    }

    fn playout(&self, seed: u64) -> SteppedPlayout {
        Session::playout(self, seed)
    }

    fn playout_study(&self, playouts: u32, seed: u64) -> Study {
        Session::playout_study(self, playouts, seed)
    }

    fn playout_drift(&self, playouts: u32, time: Duration, seed: u64) -> Vec<Drift> {
        Session::playout_drift(self, playouts, time, seed)
    }

    fn minimax(&self, time: Duration) -> Option<f64> {
        self.position().minimax(time)
    }

    fn players(&self) -> &Players {
        &self.seats.players
    }

    fn players_mut(&mut self) -> &mut Players {
        Session::players_mut(self)
    }

    fn clock(&mut self) -> &mut Clock {
        &mut self.clock
    }

    fn move_time(&self) -> Duration {
        self.move_time
    }

    fn statistics(&mut self) -> &mut Statistics {
        &mut self.statistics
    }

    fn forget(&mut self) {
        Session::forget(self);
    }

    fn ponder(&mut self) -> bool {
        Session::ponder(self)
    }

    fn stop_pondering(&self) {
        Session::stop_pondering(self);
    }

    fn end_game(&mut self) {
        Session::end_game(self);
    }
}
