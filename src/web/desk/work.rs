//! Work between commands: the engine's moves, results, analyses and reviews.

use std::time::{Duration, Instant};

use serde_json::Value;

use super::analysis::{INTERVAL, observers, of_go, of_report, worth, worth_of_go};
use super::state::{Desk, How, Review, Worth};
use crate::analysis::review::{ESTIMATES, turn};
use crate::engine::go::analysis::{Inquiry, Viewer};
use crate::engine::levels::Rank;
use crate::engine::{AnySession, BoardSize, GameSession, PlayerSpec, Settings};
use crate::framework::{Color, Decision, Detail, Limits};
use crate::go::{Position, score, vertex};
use crate::sgf::NodeId;
use crate::web::command::{Refusal, Role};
use crate::web::hub::Topic;
use crate::web::inbox::Work;

impl Desk {
    pub(super) fn work(&self) -> Option<Work> {
        let is_over = self.end.is_some();
        // Only Go knows a value of a position after the end.
        let has_value = self.go().is_some() || self.session.outcome().is_none();
        let is_turn = self.is_playing && self.role(self.session.to_play()) == Role::Engine;
        if self.end.as_ref().is_some_and(|end| end.result.is_none()) {
            Some(Work::Result)
        } else if !is_over && (is_turn || self.is_asked) {
            Some(Work::Move)
        } else if self.review.is_some() {
            Some(Work::Review)
        } else if self.is_analyzing && has_value && self.analyzed != Some(self.node()) {
            Some(Work::Analysis)
        } else {
            None
        }
    }

    /// Works until done or stopped by the control.
    pub(super) fn do_work(&mut self, work: Work) {
        match work {
            Work::Result => self.find_result(),
            Work::Move => self.find_move(),
            Work::Review => self.review_next(),
            Work::Analysis => self.analyze(),
        }
    }

    /// Finds the result of a game that ended by its rules, with dead stones for Go.
    fn find_result(&mut self) {
        let (result, dead) = match self.go() {
            Some(go) => {
                let status = go.status();
                (score::text(status.score), status.dead)
            }
            None => {
                let winner = self.session.outcome().and_then(|outcome| outcome.winner);
                (winner.map_or("0".to_owned(), |winner| format!("{}+", winner.letter())), Vec::new())
            }
        };
        // Commands take precedence; the result is found afterwards.
        if self.session.context().control().stopped() {
            return;
        }
        if let Some(end) = &mut self.end {
            (end.result, end.dead) = (Some(result), dead);
        }
        self.write_result();
    }

    fn find_move(&mut self) {
        let (color, node) = (self.session.to_play(), self.node());
        let factory = self.is_analyzing.then(|| observers(self.hub.clone()));
        self.session.context_mut().set_observers(factory);
        let began = Instant::now();
        let decision = self.session.genmove(color);
        if self.session.context().settings().level().is_some() {
            self.inbox.pause(began + natural_delay(self.session.moves().len()));
        }
        let is_wanted = !self.inbox.is_overtaken();
        self.is_asked = false;
        self.note_search(node);
        match decision {
            Ok(Decision::Play(_)) if is_wanted => {
                self.played(color);
                self.turn_began = Instant::now();
            }
            Ok(Decision::Play(_)) => {
                // The next command changes the game: the move was cut short, and is no longer needed.
                let _ = self.session.undo(1);
            }
            Ok(Decision::Resign) if is_wanted => self.finish(How::Resigned(color)),
            Ok(Decision::Resign) => {}
            Err(error) => {
                self.is_playing = false;
                self.note = error.to_string();
            }
        }
    }

    /// Records the last search's value for a node.
    fn note_search(&mut self, node: NodeId) {
        self.searched = Some(node);
        if let Ok(last) = self.session.last_search() {
            let found = worth(last, &|mv| self.session.move_text(mv));
            self.note_worth(node, found);
        }
    }

    /// Keeps the value with more playouts.
    fn note_worth(&mut self, node: NodeId, found: Option<Worth>) {
        let known = self.worths.get(&node);
        if let Some(found) = found.filter(|new| known.is_none_or(|old| new.visits >= old.visits)) {
            let lead = found.lead.or(known.and_then(|known| known.lead));
            self.set_worth(node, Worth { lead, ..found });
        }
    }

    /// Sets the value of a position. A game on the shelf keeps it.
    pub(super) fn set_worth(&mut self, node: NodeId, worth: Worth) {
        self.worths.insert(node, worth);
        self.is_kept &= self.file.is_none();
    }

    /// Analyzes the shown position at full strength, whatever the player's level.
    fn analyze(&mut self) {
        let level = self.session.context().settings().level();
        self.change_level(None);
        self.analyze_in_full();
        self.change_level(level);
    }

    fn change_level(&mut self, level: Option<Rank>) {
        let changed = self.session.context_mut().configure(|settings| {
            settings.set_level(level);
            Ok(())
        });
        check!(changed.is_ok(), "{changed:?}");
    }

    fn analyze_in_full(&mut self) {
        let (color, node) = (self.session.to_play(), self.node());
        let hub = self.hub.clone();
        // Then the person loses on time.
        let time = self.deadline().map(|deadline| deadline.saturating_duration_since(Instant::now()));
        if let Some(go) = self.go_mut() {
            let size = go.size();
            let see = move |analysis: &_| hub.publish(Topic::Analysis, &of_go(analysis, size));
            let viewer = Viewer { interval: INTERVAL, see: std::sync::Arc::new(see) };
            let limits = Limits { time, in_full: true, detail: Detail::Owners, ..Limits::default() };
            let inquiry = Inquiry { limits, ..Inquiry::default() };
            match go.analyze(color, &inquiry, Some(&viewer)) {
                Ok(analysis) => {
                    (viewer.see)(&analysis);
                    self.searched = Some(node);
                    self.note_worth(node, worth_of_go(&analysis));
                    if time.is_some() && !self.session.context().control().stopped() {
                        self.analyzed = Some(node);
                    }
                }
                Err(error) => self.note_fault(node, &error.to_string()),
            }
            return;
        }
        self.session.context_mut().set_observers(Some(observers(hub)));
        match self.session.reg_genmove(color) {
            Ok(_) => {
                if let Ok(last) = self.session.last_search() {
                    // A short search ends before observers see it.
                    let found = of_report(&last.report, color, &|mean| last.probability(mean), &|mv| {
                        self.session.move_text(mv)
                    });
                    self.hub.publish(Topic::Analysis, &found);
                }
                self.note_search(node);
                self.analyzed = Some(node);
            }
            Err(error) => self.note_fault(node, &error.to_string()),
        }
    }

    /// Records that a position cannot be analyzed.
    fn note_fault(&mut self, node: NodeId, fault: &str) {
        self.analyzed = Some(node);
        fault.clone_into(&mut self.note);
        self.hub.publish(Topic::Analysis, &Value::Null);
    }

    /// Starts a review of the shown line, with a number of playouts per position or the default.
    pub(super) fn begin_review(&mut self, playouts: Option<u64>) -> Result<(), Refusal> {
        /// The default in games without a network.
        const PLAYOUTS: u64 = 1000;
        let default = || self.go().map_or(PLAYOUTS, |go| go.spec().playouts_for(ESTIMATES));
        let playouts = playouts.unwrap_or_else(default).max(1);
        let session = if self.go().is_some() { None } else { Some(self.reviewer(playouts)?) };
        self.review = Some(Review { playouts, line: self.variations.line(), done: 0, session });
        Ok(())
    }

    /// A session that searches positions with the game's default player.
    fn reviewer(&self, playouts: u64) -> Result<AnySession, Refusal> {
        let mut context = self.session.context().clone();
        context.set_observers(None);
        context.configure(|settings| {
            prepare_review(settings);
            settings.set("ignore_clock", "1")?;
            settings.set("max_games", &playouts.to_string())
        })?;
        Ok((self.game.open)(BoardSize::of(self.session.grid()), Color::Black, context)?)
    }

    /// Analyzes the review's next position that is not yet known as precisely.
    fn review_next(&mut self) {
        let Some(review) = &self.review else { return };
        let (playouts, done) = (review.playouts, review.done);
        let Some(&node) = review.line.get(done) else {
            self.confirm_next();
            return;
        };
        let is_go = self.go().is_some();
        let is_known = |worth: &Worth| worth.visits >= playouts && (worth.lead.is_some() || !is_go);
        if !self.worths.get(&node).is_some_and(is_known) {
            let found =
                if is_go { self.review_go(node, playouts) } else { self.review_other(node, playouts) };
            if self.session.context().control().stopped() {
                // A command took precedence; the position is analyzed afterwards.
                return;
            }
            self.note_worth(node, found);
        }
        if let Some(review) = &mut self.review {
            review.done = done + 1;
        }
    }

    /// Searches a Go position at full strength; `None` if the record is invalid there, or if stopped.
    pub(super) fn review_go(&self, node: NodeId, playouts: u64) -> Option<Worth> {
        let go = self.go()?;
        let record = go.record_of(&self.variations.tree().line_to(node)).ok()?;
        let (position, control) = (record.position(), go.context().control());
        let limits = Limits { playouts: Some(playouts), ..Limits::default() };
        let inquiry = Inquiry { limits, ..Inquiry::default() };
        let turn = turn(&self.deep_spec(position), position, inquiry, &control)?;
        let best = turn.line.first().map(|&mv| vertex::text(mv));
        Some(Worth { winrate: turn.winrate, lead: Some(turn.lead), visits: turn.visits, best })
    }

    /// A full-strength player for a Go position.
    pub(super) fn deep_spec(&self, position: &Position) -> PlayerSpec {
        let context = self.session.context();
        let mut settings = context.settings().clone();
        prepare_review(&mut settings);
        settings.spec(BoardSize::square(position.board().size()), context.seed())
    }

    /// Searches a position of another game; `None` if the moves are illegal or the search gives no value.
    fn review_other(&mut self, node: NodeId, playouts: u64) -> Option<Worth> {
        let session = self.review.as_mut()?.session.as_mut()?;
        self.variations.follow(&mut **session, node).ok()?;
        let color = session.to_play();
        if let Some(outcome) = session.outcome() {
            let winrate = outcome.winner.map_or(0.5, |winner| if winner == Color::Black { 1.0 } else { 0.0 });
            return Some(Worth { winrate, lead: None, visits: playouts, best: None });
        }
        session.reg_genmove(color).ok()?;
        let last = session.last_search().ok()?;
        worth(last, &|mv| session.move_text(mv))
    }
}

/// A level's apparent thinking time per move, from 0.3 to 0.8 s: an instant reply is easily overlooked.
fn natural_delay(moves: usize) -> Duration {
    Duration::from_millis(300 + (moves as u64).wrapping_mul(7919) % 501)
}

/// Sets full strength and memory for a review, whatever the player's level.
fn prepare_review(settings: &mut Settings) {
    /// Memory per position search, in bytes.
    const MEMORY: u64 = 128_000_000;
    settings.set_level(None);
    settings.params.search.uct_max_memory = settings.params.search.uct_max_memory.min(MEMORY);
}
