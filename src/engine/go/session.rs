//! A session of Go: its rules, the stones on the board before the first move (handicaps and positions that are set up),
//! and the moves after the players disagreed about dead stones, which must be captured.

use std::time::Instant;

use super::status::{self, Status};
use crate::engine::session::{GameSession, Record, Session, SessionError};
use crate::engine::spec::{BoardSize, PlayerSpec};
use crate::framework::{Color, Decision, Limits, Move, Until};
use crate::go::board::{Map, cell};
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

    /// Sets the komi of this and future games.
    pub fn set_komi(&mut self, komi: Komi) {
        let chosen = &mut self.context_mut().settings_mut().rules;
        chosen.is_komi_set = true;
        chosen.rules.komi = komi;
        self.adopt(Rules { komi, ..*self.rules() });
    }

    /// Changes the rules of this and future games to a named rule set. A komi set by [`Self::set_komi`] or loaded with
    /// the game stays.
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

    /// Changes the rules of this and future games, but only this game's komi.
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

    /// The specification for judging positions: at full strength, whatever the level.
    pub fn judge_spec(&self) -> PlayerSpec {
        let mut settings = self.settings().clone();
        settings.set_level(None);
        settings.spec(BoardSize::square(self.size()), self.context().seed())
    }

    /// Estimates the final status, roughly if the session's control stops the estimate early.
    pub fn status(&self) -> Status {
        Status::of(&self.judge_spec(), self.position(), &self.context().control())
    }

    /// Finds and plays a move for a player, as if all stones on the board were alive. Never passes while the opponent
    /// has dead stones left, and never resigns.
    ///
    /// # Errors
    /// When the game is too long for another move, or the player's move is illegal.
    pub fn genmove_cleanup(&mut self, color: Color) -> Result<Decision, SessionError> {
        let start = Instant::now();
        // Answering the opponent's pass with a pass would end the cleanup at once.
        let limits = Limits { search_only: true, ..self.limits(color) };
        let rules = *self.rules();
        // The estimate before the search may take half of the move's time.
        let targets = self.targets(color, limits.time.and_then(|time| start.checked_add(time / 2)));
        self.adopt(Rules { capture_dead: true, ..rules });
        let decided = self.think_observed(color, limits, start, Vec::new());
        self.adopt(rules);
        let (decision, has_searched) = decided?;
        let mv = match decision {
            Decision::Play(mv) => mv,
            Decision::Resign => Move::PASS,
        };
        let other = if has_searched && !targets.is_empty() { self.capturing_move(&targets) } else { None };
        let mv = other.unwrap_or(mv);
        let decision = Decision::Play(mv);
        self.conclude(color, decision, start)?;
        Ok(decision)
    }

    /// The liberties of the opponent's dead stones; empty if stopped before the estimate.
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
        around.filter(|&p| board.cell(p) == cell::EMPTY).map(|p| p.to_move()).collect()
    }

    /// The last search's most visited move that takes a liberty of dead stones. If all of these lose too much, the most
    /// visited move other than a pass.
    fn capturing_move(&self, targets: &[Move]) -> Option<Move> {
        /// The maximum value loss of a capture against the most visited move.
        const COST: f64 = 0.1;
        let report = self.report().ok()?;
        let mut moves = report.moves.iter().filter(|stat| stat.mv != Move::PASS);
        let best = report.moves.first()?.value;
        let captures = |mv: Move, value: f64| targets.contains(&mv) && value > best - COST;
        let capture = moves.clone().find(|stat| captures(stat.mv, stat.value));
        capture.or_else(|| moves.next()).map(|stat| stat.mv)
    }
}

/// Why stones were not placed; the session is unchanged.
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
}

impl GoSession {
    /// Places handicap stones on the fixed points and returns these points.
    ///
    /// # Errors
    /// When the board is not empty, or has no fixed points for this number of stones.
    pub fn fixed_handicap(&mut self, stones: usize) -> Result<Vec<Point>, HandicapError> {
        self.handicap(handicap::fixed(self.size(), stones)?)
    }

    /// Places handicap stones and returns their points.
    ///
    /// # Errors
    /// When the board is not empty.
    pub fn handicap(&mut self, points: Vec<Point>) -> Result<Vec<Point>, HandicapError> {
        let root = self.position().with_handicap(&points)?;
        self.begin(Record::new(root));
        Ok(points)
    }

    /// Starts a game from a position.
    pub fn start_from(&mut self, root: Position) {
        self.begin(Record::new(root));
    }

    /// Starts a game from a setup of stones, with Black to move.
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

    /// Places stones on the empty board, not as a handicap, whoever moves first.
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
