//! The state of a session, changes to its game, and statistics of its searches.

use std::fmt;
use std::time::Duration;

use super::error::SessionError;
use super::record::{GameInfo, Record};
use super::seats::Seats;
use crate::engine::clock::Clock;
use crate::engine::context::SessionContext;
use crate::engine::host::{Hosted, UnacceptableSize};
use crate::engine::settings::Settings;
use crate::engine::spec::{BoardSize, PlayerSpec};
use crate::framework::{Color, Decision, Grid, Move, MoveStat, Report, TreeView};
use crate::net::Scale;
use crate::util::params::ParamError;
use crate::util::{Running, columns};

/// The last search of a game.
pub struct LastSearch {
    /// The report of the search.
    pub report: Report,
    /// The player to move in the position searched.
    pub color: Color,
    /// The win probability scale there.
    pub scale: Scale,
}

impl LastSearch {
    /// The win probability of the player to move, in [0, 1].
    pub fn win_rate(&self) -> f64 {
        self.probability(self.report.value)
    }

    /// The win probability for a mean result.
    pub fn probability(&self, mean: f64) -> f64 {
        self.scale.probability(mean, self.report.margin)
    }
}

/// The last decision of a player in a game.
pub struct LastDecision<G> {
    /// The position of the decision, with the player to move.
    pub game: G,
    /// The decision.
    pub decision: Decision,
    /// Whether the player searched; if so, that search is the last one.
    pub has_searched: bool,
}

/// One game, its players and its clock.
pub struct Session<G: Hosted> {
    pub(super) context: SessionContext,
    /// The first player of each game.
    pub(super) first: Color,
    pub(super) record: Record<G>,
    pub(super) seats: Seats<G>,
    pub(super) clock: Clock,
    /// The side that made the last move, if the game has not changed since.
    pub(super) answered: Option<Color>,
    pub(super) last: Option<LastSearch>,
    pub(super) decided: Option<LastDecision<G>>,
    pub(super) move_time: Duration,
    pub(super) statistics: Statistics,
    /// Moves made in playouts by each rule of the playout policy.
    pub(super) rule_counts: Vec<(&'static str, u64)>,
}

impl<G: Hosted> Session<G> {
    /// Creates a session at the start of a game; `first` begins.
    ///
    /// # Errors
    /// When the game has no board of the size.
    pub fn new(size: BoardSize, first: Color, mut context: SessionContext) -> Result<Self, UnacceptableSize> {
        let mut start = G::start(size, context.settings())?;
        start.set_to_play(first);
        resize(&start, context.settings_mut());
        context.begin_game();
        Ok(Self {
            context,
            first,
            record: Record::new(start),
            seats: Seats::new(),
            clock: Clock::default(),
            answered: None,
            last: None,
            decided: None,
            move_time: Duration::ZERO,
            statistics: Statistics::default(),
            rule_counts: Vec::new(),
        })
    }

    /// The current position.
    pub fn position(&self) -> &G {
        self.record.position()
    }

    /// The record of the game.
    pub fn record(&self) -> &Record<G> {
        &self.record
    }

    /// The mutable game information.
    pub(in crate::engine) fn info_mut(&mut self) -> &mut GameInfo {
        self.record.info_mut()
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        self.context.settings()
    }

    /// The specification of a player under the settings, on this game's board.
    pub fn spec(&self) -> PlayerSpec {
        self.context.spec(BoardSize::of(self.position()))
    }

    /// Applies `change` to the settings, all or nothing.
    ///
    /// # Errors
    /// When the change fails, or deterministic mode forbids it.
    pub fn configure(
        &mut self,
        change: impl FnOnce(&mut Settings) -> Result<(), ParamError>,
    ) -> Result<(), SessionError> {
        Ok(self.context.configure(change)?)
    }

    /// The last search of this game.
    ///
    /// # Errors
    /// When there was none.
    pub fn last_search(&self) -> Result<&LastSearch, SessionError> {
        self.last.as_ref().ok_or(SessionError::NoSearch)
    }

    /// The last decision of a player in this game; `None` before the first one.
    pub fn last_decision(&self) -> Option<&LastDecision<G>> {
        self.decided.as_ref()
    }

    /// The report of the last search of this game.
    ///
    /// # Errors
    /// When there was none.
    pub fn report(&self) -> Result<&Report, SessionError> {
        self.last_search().map(|last| &last.report)
    }

    /// Moves made in the playouts of all searches by each rule of the playout policy.
    pub fn rule_counts(&mut self) -> &mut Vec<(&'static str, u64)> {
        &mut self.rule_counts
    }

    /// The current tree of this game's last search.
    ///
    /// # Errors
    /// When there was no search, or it has no tree.
    pub fn tree(&mut self) -> Result<Box<dyn TreeView<G> + '_>, SessionError> {
        let color = self.last_search()?.color;
        self.seats.tree(color).ok_or(SessionError::NoTree)
    }

    /// The position after a line of play from the root of the last search, and the statistics of its moves, the most
    /// visited first. A search without a tree has statistics only at its root.
    ///
    /// # Errors
    /// When there was no search, or the line is illegal.
    pub fn branch(&mut self, line: &[String]) -> Result<(G, Vec<MoveStat>), SessionError> {
        let at_root = self.report()?.moves.clone();
        if line.is_empty() {
            let root = self.tree().map(|tree| tree.root().clone()).ok();
            let root = root.or_else(|| self.decided.as_ref().map(|decided| decided.game.clone()));
            return Ok((root.ok_or(SessionError::NoTree)?, at_root));
        }
        let tree = self.tree()?;
        let mut game = tree.root().clone();
        let mut moves: Vec<Move> = Vec::new();
        for text in line {
            let mv = game.parse_move(text).ok_or_else(|| SessionError::NotAMove(text.clone()))?;
            game.play(mv).map_err(SessionError::Illegal)?;
            moves.push(mv);
        }
        let mut after = tree.after(&moves);
        after.sort_by_key(|stat| std::cmp::Reverse(stat.count));
        Ok((game, after))
    }

    /// Replaces the game by a record's.
    pub(in crate::engine) fn begin(&mut self, record: Record<G>) {
        resize(record.start(), self.context.settings_mut());
        self.record = record;
        self.last = None;
        self.decided = None;
        self.forget();
    }

    /// Changes the start and the position of the game alike.
    pub(in crate::engine) fn change(&mut self, change: impl Fn(&mut G)) {
        self.record.change(change);
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

    /// Plays an externally made move, perhaps made under other rules.
    ///
    /// # Errors
    /// When the game does not accept the move, or is too long for another one.
    pub fn follow(&mut self, color: Color, mv: Move) -> Result<(), SessionError> {
        let note = self.follow_silently(color, mv)?;
        note.into_iter().for_each(|note| self.context.note(note));
        Ok(())
    }

    /// Plays such a move; returns the remark on it.
    fn follow_silently(&mut self, color: Color, mv: Move) -> Result<Option<String>, SessionError> {
        let in_turn = color == self.position().to_play();
        let settings = self.context.settings();
        let note = self.record.play(color, mv, |game, mv| game.follow(mv, settings))?;
        self.played(mv, in_turn);
        Ok(note)
    }

    /// Plays several externally made moves, all or none.
    ///
    /// # Errors
    /// When one of them fails, as [`follow`](Self::follow) does.
    pub fn follow_all(&mut self, moves: &[(Color, Move)]) -> Result<(), SessionError> {
        let record = self.record.clone();
        let notes = moves.iter().map(|&(color, mv)| self.follow_silently(color, mv));
        let notes = notes.collect::<Result<Vec<_>, _>>().inspect_err(|_| {
            self.record = record;
            self.forget();
        })?;
        notes.into_iter().flatten().for_each(|note| self.context.note(note));
        Ok(())
    }

    /// Notifies the players of a move.
    pub(super) fn played(&mut self, mv: Move, in_turn: bool) {
        self.answered = None;
        if in_turn {
            self.seats.played(mv);
        } else {
            self.seats.changed();
        }
    }

    /// Makes the players discard everything, because the game changed other than by a move in turn.
    pub(in crate::engine) fn forget(&mut self) {
        self.answered = None;
        self.seats.changed();
    }
}

/// Applies the defaults for the start's board size to the settings.
fn resize(start: &impl Grid, settings: &mut Settings) {
    settings.resize(start.cols().max(start.rows()));
}

/// Statistics of the moves that a session generated.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Games with a search.
    games: u64,
    /// Passes made without a search, because passing won.
    pub(super) passes: u64,
    time: Running,
    playouts: Running,
    speed: Running,
    /// Share of each tree's playouts that earlier searches made.
    reused: Running,
}

impl Statistics {
    /// Adds a search; `first` marks the first of a game.
    pub(super) fn add(&mut self, report: &Report, first: bool) {
        self.games += u64::from(first);
        self.time.add(report.time.as_secs_f64());
        self.playouts.add(report.games as f64);
        if report.time > Duration::ZERO {
            self.speed.add(report.games as f64 / report.time.as_secs_f64());
        }
        if report.count > 0 {
            self.reused.add(report.count.saturating_sub(report.games) as f64 / report.count as f64);
        }
    }
}

/// One name and value per line.
impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = [
            ("Games", self.games.to_string()),
            ("Searches", self.time.count().to_string()),
            ("PassWins", self.passes.to_string()),
            ("Time", self.time.to_string()),
            ("GamesPlayed", self.playouts.to_string()),
            ("Games/s", self.speed.to_string()),
            ("Reused", self.reused.to_string()),
        ];
        f.write_str(&columns(&rows, 14))
    }
}

/// The moves after a line of play in the tree of the last search.
pub struct Branch {
    /// The player to move.
    pub to_play: Color,
    /// The moves as text with their statistics, the most visited first.
    pub moves: Vec<(String, MoveStat)>,
}
