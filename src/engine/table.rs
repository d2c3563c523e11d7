//! A table at which any game but Go is played: the position, the moves that led to it and may be replayed, and
//! who plays.

use std::time::{Duration, Instant};

use super::factory::Tools;
use super::games::{Hosted, Shape};
use super::sides::{Players, Sides};
use super::{MAX_MOVES, SessionError};
use crate::framework::{Color, Control, Decision, IllegalMove, Move, Outcome, Report};

/// A game that is being played, whatever the game. Whatever fails leaves it as it was.
pub trait Table: Send {
    /// Returns the columns and rows of the board.
    fn size(&self) -> (u8, u8);

    /// Begins the game anew.
    fn clear(&mut self);

    /// Begins the game anew on a board of so many columns and rows.
    ///
    /// # Errors
    /// When there is no such board.
    fn resize(&mut self, cols: u8, rows: u8) -> Result<(), SessionError>;

    /// Returns who is to move.
    fn to_play(&self) -> Color;

    /// Makes it a player's turn.
    fn set_to_play(&mut self, color: Color);

    /// Plays a move, for whichever player; it is then the other's turn.
    ///
    /// # Errors
    /// When the text is no move, or the rules forbid it.
    fn play(&mut self, color: Color, text: &str) -> Result<(), SessionError>;

    /// Finds a move for a player and plays it, if that is wanted.
    ///
    /// # Errors
    /// When the game is over or too long, or the player's move is illegal.
    fn genmove(
        &mut self,
        color: Color,
        play: bool,
        tools: Tools,
        control: &Control,
    ) -> Result<String, SessionError>;

    /// Takes back so many moves.
    ///
    /// # Errors
    /// When there are fewer.
    fn undo(&mut self, count: usize) -> Result<(), SessionError>;

    /// Plays the last move again that was taken back.
    ///
    /// # Errors
    /// When there is none.
    fn redo(&mut self) -> Result<(), SessionError>;

    /// Returns the result; `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns all legal moves as text.
    fn legal_moves(&self) -> Vec<String>;

    /// Returns whose stone is on a point.
    fn stone(&self, col: u8, row: u8) -> Option<Color>;

    /// Returns the board as a diagram, and a line on the state of the game.
    fn show(&self) -> String;

    /// Returns the time the last move took to find.
    fn move_time(&self) -> Duration;

    /// Returns the last search, and the line it expects as text.
    fn report(&self) -> Option<(&Report, Vec<String>)>;

    /// Returns who plays.
    fn players(&mut self) -> &mut dyn Players;
}

/// A table for games of one kind.
pub struct GameTable<G: Hosted> {
    start: G,
    game: G,
    moves: Vec<(Color, Move)>,
    /// Moves taken back, the last one to be replayed first.
    undone: Vec<(Color, Move)>,
    sides: Sides<G>,
    /// The last search, and the line it expects.
    report: Option<(Report, Vec<String>)>,
    move_time: Duration,
}

impl<G: Hosted> GameTable<G> {
    /// Creates a table with the start of a game.
    ///
    /// # Errors
    /// When there is no such board.
    pub fn open(shape: Shape) -> Result<Self, SessionError> {
        let (cols, rows) = (shape.cols.unwrap_or(G::USUAL.0), shape.rows.unwrap_or(G::USUAL.1));
        let mut start = G::board(cols, rows).ok_or(SessionError::NoSuchBoard)?;
        start.set_to_play(shape.first.unwrap_or(Color::Black));
        let (moves, undone) = (Vec::new(), Vec::new());
        let (game, sides) = (start.clone(), Sides::new(false));
        Ok(Self { start, game, moves, undone, sides, report: None, move_time: Duration::ZERO })
    }

    /// Plays a move, for whichever player.
    fn make(&mut self, color: Color, mv: Move) -> Result<(), SessionError> {
        if self.moves.len() >= MAX_MOVES {
            return Err(SessionError::TooLong);
        }
        let in_turn = color == self.game.to_play();
        let mut next = self.game.clone();
        next.set_to_play(color);
        next.play(mv).map_err(SessionError::Illegal)?;
        self.game = next;
        self.moves.push((color, mv));
        if in_turn {
            self.sides.played(mv)
        } else {
            self.sides.clear()
        }
        Ok(())
    }
}

impl<G: Hosted> Table for GameTable<G> {
    fn size(&self) -> (u8, u8) {
        (self.game.cols(), self.game.rows())
    }

    fn clear(&mut self) {
        self.game = self.start.clone();
        self.moves.clear();
        self.undone.clear();
        self.report = None;
        self.sides.clear();
    }

    fn resize(&mut self, cols: u8, rows: u8) -> Result<(), SessionError> {
        let mut start = G::board(cols, rows).ok_or(SessionError::NoSuchBoard)?;
        start.set_to_play(self.start.to_play());
        self.start = start;
        self.clear();
        Ok(())
    }

    fn to_play(&self) -> Color {
        self.game.to_play()
    }

    fn set_to_play(&mut self, color: Color) {
        if self.moves.is_empty() {
            self.start.set_to_play(color);
        }
        self.game.set_to_play(color);
        self.sides.clear();
    }

    fn play(&mut self, color: Color, text: &str) -> Result<(), SessionError> {
        let mv = self.game.parse_move(text).ok_or(SessionError::Illegal(IllegalMove::NoSuchMove))?;
        self.make(color, mv)?;
        self.undone.clear();
        Ok(())
    }

    fn genmove(
        &mut self,
        color: Color,
        play: bool,
        tools: Tools,
        control: &Control,
    ) -> Result<String, SessionError> {
        let mut game = self.game.clone();
        if color != game.to_play() {
            game.set_to_play(color);
            self.sides.clear();
        }
        if game.outcome().is_some() {
            return Err(SessionError::Over);
        }
        let start = Instant::now();
        let thinking = self.sides.decide(color, &game, tools, control);
        self.report = thinking.report.map(|report| {
            let line = report.sequence.iter().map(|&mv| game.move_text(mv)).collect();
            (report, line)
        });
        if play {
            self.move_time = start.elapsed();
        }
        let mv = match thinking.decision {
            Decision::Play(mv) => mv,
            Decision::Resign => return Ok("resign".to_owned()),
        };
        if play {
            self.make(color, mv).map_err(|error| error.of_player(game.move_text(mv)))?;
            self.undone.clear();
        } else if color != self.game.to_play() {
            self.sides.clear();
        }
        Ok(game.move_text(mv))
    }

    fn undo(&mut self, count: usize) -> Result<(), SessionError> {
        let left = self.moves.len().checked_sub(count).ok_or(SessionError::CannotUndo)?;
        let taken = self.moves.split_off(left);
        let Some(&(color, _)) = taken.first() else { return Ok(()) };
        self.undone.extend(taken.into_iter().rev());
        self.game = self.start.clone();
        for &(color, mv) in &self.moves {
            self.game.set_to_play(color);
            self.game.play_legal(mv);
        }
        self.game.set_to_play(color);
        self.sides.clear();
        Ok(())
    }

    fn redo(&mut self) -> Result<(), SessionError> {
        let &(color, mv) = self.undone.last().ok_or(SessionError::CannotRedo)?;
        self.make(color, mv)?;
        self.undone.pop();
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.outcome().is_none() {
            self.game.candidates(&mut moves);
        }
        moves.into_iter().map(|mv| self.game.move_text(mv)).collect()
    }

    fn stone(&self, col: u8, row: u8) -> Option<Color> {
        self.game.stone(col, row)
    }

    fn show(&self) -> String {
        let state = match self.outcome().map(|outcome| outcome.winner) {
            None => format!("{} to play, move {}", self.to_play(), self.moves.len() + 1),
            Some(Some(winner)) => format!("{winner} has won after {} moves", self.moves.len()),
            Some(None) => format!("a draw after {} moves", self.moves.len()),
        };
        let last = match self.moves.last() {
            Some(&(color, mv)) => format!(", last {} {}", color.letter(), self.game.move_text(mv)),
            None => String::new(),
        };
        format!("{}\n{state}{last}", self.game.diagram())
    }

    fn move_time(&self) -> Duration {
        self.move_time
    }

    fn report(&self) -> Option<(&Report, Vec<String>)> {
        self.report.as_ref().map(|(report, line)| (report, line.clone()))
    }

    fn players(&mut self) -> &mut dyn Players {
        &mut self.sides
    }
}
