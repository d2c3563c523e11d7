//! A session of Go: its rules, the stones on the board before the first move (handicaps and positions that are set up),
//! and the moves after the players disagreed about dead stones, which must be captured.

use std::time::Instant;

use super::status::{self, Status};
use crate::engine::session::{Record, Session, SessionError};
use crate::framework::{Color, Decision, Limits, Move, Until};
use crate::go::board::Map;
use crate::go::handicap::{self, HandicapError};
use crate::go::{Komi, NoLiberty, Point, Position, Rules, UnknownRules};

/// A session of Go.
pub type GoSession = Session<Position>;

impl GoSession {
    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        self.position().rules()
    }

    /// The board size.
    pub fn size(&self) -> u8 {
        self.position().board().size()
    }

    /// Sets the komi of this game and of games to come.
    pub fn set_komi(&mut self, komi: Komi) {
        let chosen = &mut self.context_mut().settings_mut().rules;
        chosen.is_komi_set = true;
        chosen.rules.komi = komi;
        self.adopt(Rules { komi, ..*self.rules() });
    }

    /// Changes the rules of this game and of games to come to the rules with a name. A komi that was set by
    /// [`Self::set_komi`], or loaded with the game, stays.
    ///
    /// # Errors
    /// When no rules have the name.
    pub fn set_named_rules(&mut self, name: &str) -> Result<(), UnknownRules> {
        let named = Rules::named(name)?;
        let komi = self.rules().komi;
        let chosen = &mut self.context_mut().settings_mut().rules;
        let is_loaded = komi != chosen.rules.komi;
        if !chosen.is_komi_set {
            chosen.rules.komi = named.komi;
        }
        let komi = if is_loaded { komi } else { chosen.rules.komi };
        self.set_rules(Rules { komi, ..named });
        Ok(())
    }

    /// Changes the rules of this game and of games to come, but only this game's komi.
    pub fn set_rules(&mut self, rules: Rules) {
        let chosen = &mut self.context_mut().settings_mut().rules.rules;
        *chosen = Rules { komi: chosen.komi, ..rules };
        self.adopt(rules);
    }

    /// Changes the rules of this game.
    fn adopt(&mut self, rules: Rules) {
        if rules != *self.rules() {
            self.change(|position| position.set_rules(rules));
        }
    }

    /// Estimates how the game would end, roughly if the control of the session ends the estimate early.
    pub fn status(&self) -> Status {
        Status::of(&self.spec(), self.position(), &self.context().control())
    }
}

impl GoSession {
    /// Finds a move for a player and plays it, as if all stones on the board lived. The move is not a pass while dead
    /// stones of the opponent are left, and never a resignation.
    ///
    /// # Errors
    /// When the game is too long for another move, or the player's move is illegal.
    pub fn genmove_cleanup(&mut self, color: Color) -> Result<Decision, SessionError> {
        let start = Instant::now();
        // An answer to the opponent's pass would end the clean-up at once.
        let limits = Limits { search_only: true, ..self.limits(color) };
        let rules = *self.rules();
        // The estimate before the search may take half the time of the move.
        let targets = self.targets(color, limits.time.map(|time| start + time / 2));
        self.adopt(Rules { capture_dead: true, ..rules });
        let decision = self.think(color, limits, start);
        self.adopt(rules);
        let mv = match decision? {
            Decision::Play(mv) => mv,
            Decision::Resign => Move::PASS,
        };
        let mv = if targets.is_empty() { mv } else { self.capturing_move(&targets).unwrap_or(mv) };
        let decision = Decision::Play(mv);
        self.conclude(color, decision, start)?;
        Ok(decision)
    }

    /// The liberties of the opponent's dead stones; empty when the end comes before the estimate.
    fn targets(&self, color: Color, deadline: Option<Instant>) -> Vec<Move> {
        let mut position = self.position().clone();
        position.set_rules(Rules { capture_dead: false, ..*position.rules() });
        let board = position.board();
        let control = self.context().control();
        let until = Until { deadline, control: &control };
        let status = Status::by_playouts(&self.spec(), &position, status::PLAYOUTS, until);
        let dead = status.map_or(Vec::new(), |status| status.dead);
        let dead = dead.into_iter().filter(|&p| board.color_at(p) == Some(!color));
        let around = dead.flat_map(|head| board.stones_of(head)).flat_map(|stone| stone.neighbors());
        around.filter(|&p| board.is_on_board(p) && board.color_at(p).is_none()).map(|p| p.to_move()).collect()
    }

    /// The most visited move of the last search that takes a liberty from dead stones. If all of these lose too
    /// much, it returns the most visited move that is not a pass.
    fn capturing_move(&self, targets: &[Move]) -> Option<Move> {
        /// The most that a capture's value may be below the value of the most visited move.
        const COST: f64 = 0.1;
        let report = self.report().ok()?;
        let mut moves = report.moves.iter().filter(|stat| stat.mv != Move::PASS);
        let best = report.moves.first()?.value;
        let captures = |mv: Move, value: f64| targets.contains(&mv) && value > best - COST;
        let capture = moves.clone().find(|stat| captures(stat.mv, stat.value));
        capture.or_else(|| moves.next()).map(|stat| stat.mv)
    }
}

/// Why stones were not put on the board; the session is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum SetUpError {
    /// Stones are on the board, or moves were played.
    #[error("board not empty")]
    NotEmpty,
    /// A point is given twice.
    #[error("{0} is given twice")]
    Twice(Point),
    /// A chain would have no liberty.
    #[error(transparent)]
    NoLiberty(#[from] NoLiberty),
    /// The handicap cannot be placed.
    #[error(transparent)]
    Handicap(#[from] HandicapError),
}

impl GoSession {
    /// Places handicap stones on the fixed points and returns these points.
    ///
    /// # Errors
    /// When the board is not empty, or has no fixed points for this number of stones.
    pub fn fixed_handicap(&mut self, stones: usize) -> Result<Vec<Point>, SetUpError> {
        self.handicap(handicap::fixed(self.size(), stones)?)
    }

    /// Places at most `stones` handicap stones and returns their points.
    ///
    /// # Errors
    /// When the board is not empty, or the number is below 2 or leaves no point empty.
    pub fn free_handicap(&mut self, stones: usize) -> Result<Vec<Point>, SetUpError> {
        self.handicap(handicap::free(self.size(), stones)?)
    }

    /// Places handicap stones on chosen points.
    ///
    /// # Errors
    /// When the board is not empty, or the list has no point, all points of the board, a pass, or a
    /// duplicate.
    pub fn chosen_handicap(&mut self, vertices: &[Move]) -> Result<(), SetUpError> {
        self.handicap(handicap::chosen(self.size(), vertices)?).map(|_| ())
    }

    fn handicap(&mut self, points: Vec<Point>) -> Result<Vec<Point>, SetUpError> {
        let root = handicap::place(self.position(), &points)?;
        self.begin(Record::new(root));
        Ok(points)
    }

    /// Begins a game at a position.
    pub fn start_from(&mut self, root: Position) {
        self.begin(Record::new(root));
    }

    /// Begins a game from a position of stones, Black to move.
    ///
    /// # Errors
    /// When a point is given twice, or a chain would have no liberty.
    pub fn set_position(&mut self, stones: &[(Point, Color)]) -> Result<(), SetUpError> {
        let mut seen = Map::new(false);
        for &(p, _) in stones {
            if std::mem::replace(&mut seen[p], true) {
                return Err(SetUpError::Twice(p));
            }
        }
        let (size, rules) = (self.size(), *self.rules());
        let stones = stones.iter().map(|&(p, color)| (p, Some(color)));
        self.begin(Record::new(Position::from_stones(size, rules, stones)?));
        Ok(())
    }

    /// Puts stones on the empty board. They are no handicap, whoever moves first.
    ///
    /// # Errors
    /// When the board is not empty, or a chain would have no liberty.
    pub fn set_up(&mut self, stones: &[(Point, Option<Color>)]) -> Result<(), SetUpError> {
        if !self.position().is_empty() {
            return Err(SetUpError::NotEmpty);
        }
        let (size, rules) = (self.size(), *self.rules());
        let mut root = Position::from_stones(size, rules, stones.iter().copied())?;
        root.set_handicap(0);
        self.begin(Record::new(root));
        Ok(())
    }
}
