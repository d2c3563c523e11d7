//! The front ends' view of a session of any game.

use std::time::{Duration, Instant};

use super::record::Record;
use super::{Branch, LastSearch, Players, Session, SessionError, Statistics};
use crate::engine::build::TimeUse;
use crate::engine::clock::Clock;
use crate::engine::context::SessionContext;
use crate::engine::host::{Hosted, UnacceptableSize};
use crate::engine::playouts::{Drift, Study, drift};
use crate::engine::spec::BoardSize;
use crate::framework::{Color, Decision, Grid, Limits, Move, Outcome, PlayoutLimit, Sequence, Stones};
use crate::players::SearchMode;
use crate::util::Rng;

/// A move of a playout.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayoutStep {
    /// The player who made it.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// The move in the game's notation.
    pub text: String,
    /// The playout policy's rule that made it.
    pub rule: &'static str,
    /// The board after it.
    pub board: Stones,
}

/// A playout, move by move.
#[derive(Clone, Debug, PartialEq)]
pub struct SteppedPlayout {
    /// Its moves.
    pub steps: Vec<PlayoutStep>,
    /// Its result.
    pub outcome: Outcome,
}

/// A session whose game type the caller does not know, for front ends: moves are numbers or text. A single `impl` makes
/// each game's session one type, so that front ends are compiled once.
pub trait GameSession: Send {
    /// Whether GTP clients know the rules of the game.
    fn is_known_to_clients(&self) -> bool;

    /// The context, which outlives the game.
    fn context(&self) -> &SessionContext;

    /// The mutable context.
    fn context_mut(&mut self) -> &mut SessionContext;

    /// The board.
    fn grid(&self) -> &dyn Grid;

    /// Starts the next game, on a board of another size if requested; players and time settings stay.
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

    /// Finds and plays a move for a player; a resignation plays nothing.
    ///
    /// # Errors
    /// When the game is over or too long for another move, or the player's move is illegal.
    fn genmove(&mut self, color: Color) -> Result<Decision, SessionError>;

    /// Finds a move for a player by a search, without playing it or running the clock.
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

    /// A move in the game's notation, or `resign`.
    fn decision_text(&self, decision: Decision) -> String {
        match decision {
            Decision::Play(mv) => self.move_text(mv),
            Decision::Resign => "resign".to_owned(),
        }
    }

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

    /// Runs a playout from the current position by the settings' policy, as a search would; equal seeds give equal
    /// playouts. The game does not change.
    fn playout(&self, seed: u64) -> SteppedPlayout;

    /// The statistics of playouts from the current position by the settings' policy.
    fn playout_study(&self, playouts: u32, seed: u64) -> Study;

    /// The minimax values of positions reached by playouts from the current one by the settings' policy; `time` limits
    /// the solver per position.
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

    /// Lets the player of the last move think about the opponent's next move, if the settings ask for it; returns at
    /// once whether it began. The next [`Self::genmove`] uses the result; [`Self::last_search`] does not change.
    fn ponder(&mut self) -> bool;

    /// Stops pondering started by [`Self::ponder`], without waiting for it to end.
    fn stop_pondering(&self);

    /// Records that the controller has ended the game; ends pondering.
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

    fn grid(&self) -> &dyn Grid {
        self.position()
    }

    fn restart(&mut self, size: BoardSize) -> Result<(), UnacceptableSize> {
        let current = BoardSize::of(self.position());
        let size = BoardSize { cols: size.cols.or(current.cols), rows: size.rows.or(current.rows) };
        let mut start = self.record.start().restart(size, self.context.settings())?;
        start.set_to_play(self.first);
        self.begin(Record::new(start));
        self.clock.restart();
        self.context.begin_game();
        Ok(())
    }

    fn to_play(&self) -> Color {
        self.position().to_play()
    }

    fn set_to_play(&mut self, color: Color) {
        self.record.set_to_play(color);
        self.forget();
    }

    fn play_text(&mut self, color: Color, text: &str) -> Result<(), SessionError> {
        let not_a_move = || SessionError::NotAMove(text.to_owned());
        self.follow(color, self.position().parse_move(text).ok_or_else(not_a_move)?)
    }

    fn genmove(&mut self, color: Color) -> Result<Decision, SessionError> {
        let start = Instant::now();
        let decision = self.think(color, self.limits(color), start)?;
        self.conclude_genmove(color, decision, start)?;
        Ok(decision)
    }

    fn reg_genmove(&mut self, color: Color) -> Result<Decision, SessionError> {
        let limits = Limits { search_only: true, ..self.timeless_limits(color) };
        self.think(color, limits, Instant::now())
    }

    fn undo(&mut self, count: usize) -> Result<(), SessionError> {
        self.record.undo(count)?;
        if count > 0 {
            self.forget();
        }
        Ok(())
    }

    fn redo(&mut self) -> Result<(), SessionError> {
        let to_play = self.position().to_play();
        let settings = self.context.settings();
        let (color, mv, note) = self.record.redo(|game, mv| game.follow(mv, settings))?;
        self.played(mv, color == to_play);
        note.into_iter().for_each(|note| self.context.note(note));
        Ok(())
    }

    fn moves(&self) -> &[(Color, Move)] {
        self.record.moves()
    }

    fn move_text(&self, mv: Move) -> String {
        self.position().move_text(mv)
    }

    fn legal_moves(&self) -> Vec<String> {
        let moves = if self.outcome().is_none() { self.position().moves() } else { Vec::new() };
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
        let mut game = self.position().search_position(self.position().to_play());
        let named = game.clone();
        let limit =
            PlayoutLimit { length: game.length_limit(), mercy: self.settings().params.global.mercy_rule };
        let (mut color, mut steps, mut line) = (game.to_play(), Vec::new(), Sequence::new());
        let mut see = |after: &G, mv: Move, rule: &'static str| {
            let (text, board) = (named.move_text(mv), Stones::of(after));
            steps.push(PlayoutStep { color, mv, text, rule, board });
            color = !color;
        };
        let mut policy = G::policy(&self.spec());
        let outcome = policy.playout_seen(&mut game, limit, &mut Rng::new(seed), &mut line, &mut see);
        SteppedPlayout { steps, outcome }
    }

    fn playout_study(&self, playouts: u32, seed: u64) -> Study {
        let mut policy = G::policy(&self.spec());
        Study::new(&mut *policy, self.position(), playouts, |_| true, &mut Rng::new(seed))
    }

    fn playout_drift(&self, playouts: u32, time: Duration, seed: u64) -> Vec<Drift> {
        let mut policy = G::policy(&self.spec());
        let solve = |position: &G| position.minimax(time);
        drift(&mut *policy, self.position(), playouts, &mut Rng::new(seed), solve)
    }

    fn minimax(&self, time: Duration) -> Option<f64> {
        self.position().minimax(time)
    }

    fn players(&self) -> &Players {
        &self.seats.players
    }

    fn players_mut(&mut self) -> &mut Players {
        // A player that may be replaced need not keep thinking.
        self.seats.rest();
        &mut self.seats.players
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
        let (params, player) = (&self.settings().limits, &self.settings().params.player);
        let keeps_work = player.reuse_subtree && player.search_mode == SearchMode::Uct;
        let is_wanted = params.ponder && keeps_work && !params.ignore_clock;
        let Some(color) = self.answered.filter(|_| is_wanted) else { return false };
        // Another player may have been chosen for the side since its last move.
        if self.seats.players.time_use(color) != TimeUse::Full || self.position().outcome().is_some() {
            return false;
        }
        let limits = Limits {
            playouts: Some(params.max_games),
            time: Some(Duration::from_secs_f64(params.max_ponder_time)),
            // The best move may be settled, the replies to others are not.
            in_full: true,
            ..Limits::default()
        };
        let game = self.position().search_position(!color);
        self.seats.ponder(color, &self.spec(), game, limits);
        true
    }

    fn stop_pondering(&self) {
        self.seats.rest();
    }

    fn end_game(&mut self) {
        self.answered = None;
        self.seats.rest();
    }
}
