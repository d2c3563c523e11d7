//! Changing the game: moves, navigation, and the end.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::aside::Question;
use super::state::{Desk, End, How};
use crate::engine::go::analysis::final_score;
use crate::engine::go::status::Status;
use crate::engine::{Clock, TimeSystem};
use crate::framework::Color;
use crate::go::board::Map;
use crate::go::tactics::flood;
use crate::go::{Board, Point, score, vertex};
use crate::sgf::NodeId;
use crate::web::command::{Refusal, Role, Time};

/// Maximum number of nodes in the game tree.
pub(super) const MAX_NODES: usize = 50_000;

impl Desk {
    /// Plays a person's move.
    pub(super) fn play(&mut self, text: &str) -> Result<(), Refusal> {
        if self.end.is_some() {
            return Err(Refusal::new(409, "the game is over"));
        }
        if self.variations.tree().size() >= MAX_NODES {
            return Err(Refusal::new(409, format!("the record has {MAX_NODES} moves; start a new one")));
        }
        let color = self.session.to_play();
        if self.paused.is_some() && self.role(color) == Role::Engine {
            return Err(Refusal::new(409, "the game waits at its last move"));
        }
        let played = self.session.play_text(color, text);
        played.map_err(|error| Refusal::new(409, self.session.explain(&error)))?;
        self.charge(color);
        if self.role(color) == Role::Engine {
            self.leave_rating();
        }
        // A move resumes a stopped game.
        self.is_playing = true;
        self.played(color);
        Ok(())
    }

    /// Updates the state after a move.
    pub(super) fn played(&mut self, color: Color) {
        (self.is_kept, self.is_start, self.paused) = (false, false, None);
        let Some(&(_, mv)) = self.session.moves().last() else { return };
        let text = self.session.move_text(mv);
        let has_counted = self.rated.is_some_and(|rated| rated.before.is_some());
        let was_taken_back = self.variations.next(self.node()).is_some();
        let mut is_changed = self.variations.add(color, &text);
        // What is tried out after the end of a game is a variation.
        if self.is_own && self.ended.is_none() {
            is_changed |= self.variations.promote_line();
        }
        if is_changed {
            self.publish_tree();
        }
        self.moved_on();
        if has_counted || was_taken_back {
            self.leave_rating();
        }
        if self.end.is_none() && self.session.clock().is_late(color) {
            self.finish(How::Late(color));
        }
    }

    /// Updates the state after showing another position.
    pub(super) fn moved_on(&mut self) {
        self.turn_began = Instant::now();
        self.analyzed = None;
        self.note.clear();
        self.find_end();
        self.hub.publish(crate::web::hub::Topic::Analysis, &Value::Null);
    }

    /// Shows the end of the game if it ends at the position shown.
    pub(super) fn find_end(&mut self) {
        let node = self.node();
        let is_here = |end: &End| end.node == node;
        let is_over = self.session.outcome().is_some();
        let played = || End { node, how: How::Played, dead: Vec::new(), result: None };
        let known = self.end.take().filter(is_here).or_else(|| self.ended.clone().filter(is_here));
        self.end = known.or_else(|| is_over.then(played));
    }

    /// Charges a person with a running clock for the turn so far; the session charges the engine.
    fn charge(&mut self, color: Color) {
        if self.has_running_clock() && self.role(color) == Role::Person {
            self.session.clock().spend(color, self.turn_began.elapsed(), Duration::ZERO);
        }
    }

    /// Resets the clocks for a new game.
    pub(super) fn set_time(&mut self, time: Time) {
        self.time = time;
        *self.session.clock() = Clock::exact(system(time));
    }

    /// The time at which the person to move loses on time.
    pub(super) fn deadline(&mut self) -> Option<Instant> {
        let color = self.session.to_play();
        let is_running = self.has_running_clock() && self.role(color) == Role::Person;
        let left = self.session.clock().until_late(color).filter(|_| is_running)?;
        self.turn_began.checked_add(left)
    }

    /// Ends the game when a player's time is up.
    pub(super) fn check_clock(&mut self) {
        if self.deadline().is_some_and(|deadline| deadline <= Instant::now()) {
            let color = self.session.to_play();
            self.charge(color);
            self.finish(How::Late(color));
        }
    }

    /// Ends the game other than by its rules.
    pub(super) fn finish(&mut self, how: How) {
        let result = match how {
            How::Resigned(loser) => Some(format!("{}+R", (!loser).letter())),
            How::Late(loser) => Some(format!("{}+T", (!loser).letter())),
            How::Played => None,
        };
        self.session.end_game();
        (self.paused, self.analyzed) = (None, None);
        self.end = Some(End { node: self.node(), how, dead: Vec::new(), result });
        self.write_result();
    }

    /// Writes the result of the game into its record, unless the record has that of another end: what is tried out in a
    /// finished game changes neither its result nor a rank.
    pub(super) fn write_result(&mut self) {
        let Some(result) = self.end.as_ref().and_then(|end| end.result.clone()) else { return };
        let (root, node) = (self.variations.tree().root(), self.node());
        let is_its_end = self.ended.as_ref().is_some_and(|end| end.node == node);
        if !is_its_end && self.variations.tree()[root].get("RE").is_some() {
            return;
        }
        self.variations.tree_mut()[root].set("RE", result);
        self.ended.clone_from(&self.end);
        self.is_kept = false;
        self.rate();
    }

    /// Takes back the result written here, and its effect on the person's rank.
    pub(super) fn take_back_result(&mut self) {
        let root = self.variations.tree().root();
        self.variations.tree_mut()[root].remove("RE");
        (self.ended, self.is_kept) = (None, false);
        self.unrate();
    }

    /// Resigns for the person to move, or for the person whose opponent is to move.
    pub(super) fn resign(&mut self) -> Result<(), Refusal> {
        if self.end.is_some() {
            return Err(Refusal::new(409, "the game is over"));
        }
        let to_play = self.session.to_play();
        let loser =
            if self.is_person_to_move() || self.role(!to_play) == Role::Engine { to_play } else { !to_play };
        self.finish(How::Resigned(loser));
        Ok(())
    }

    /// Takes back a resignation, or returns to the person's last move, or goes back one move if no person plays.
    pub(super) fn undo(&mut self) -> Result<(), Refusal> {
        // A game on the shelf keeps the position shown; a record alone is not changed.
        self.is_kept &= self.file.is_none();
        let has_ended_here = self.ended.as_ref().is_some_and(|end| end.node == self.node());
        if let Some(how) = self.end.as_ref().map(|end| end.how).filter(|&how| how != How::Played) {
            self.end = None;
            if has_ended_here {
                self.take_back_result();
            }
            if let How::Late(_) = how {
                // The game goes on without a clock: there is no time left.
                self.set_time(Time::default());
            }
            self.is_playing = self.is_person_to_move();
            self.turn_began = Instant::now();
            return Ok(());
        }
        let parent = self.variations.parent().ok_or_else(|| Refusal::new(409, "no move to take back"))?;
        if has_ended_here {
            self.take_back_result();
        }
        self.show(parent)?;
        if self.is_opponent_to_move()
            && let Some(parent) = self.variations.parent()
        {
            self.show(parent)?;
        }
        self.leave_rating();
        // At the start, the engine waits for a request.
        (self.is_playing, self.paused) = (self.is_person_to_move(), None);
        Ok(())
    }

    /// Undoes [`Self::undo`].
    pub(super) fn redo(&mut self) -> Result<(), Refusal> {
        let next = self.variations.next(self.node());
        self.show(next.ok_or_else(|| Refusal::new(409, "no move to replay"))?)?;
        if self.is_opponent_to_move()
            && let Some(next) = self.variations.next(self.node())
        {
            self.show(next)?;
        }
        (self.is_playing, self.paused) = (self.is_person_to_move(), None);
        Ok(())
    }

    /// Whether the engine is to move against a person.
    fn is_opponent_to_move(&self) -> bool {
        self.roles[0] != self.roles[1] && !self.is_person_to_move()
    }

    /// Shows a node. A game in progress waits until its last node is shown again; at other nodes the engine does not
    /// move until requested, or until a person has moved. Clocks stop when the game has ended.
    pub(super) fn show(&mut self, id: NodeId) -> Result<(), Refusal> {
        let (color, before) = (self.session.to_play(), self.node());
        self.variations.go(&mut self.session, id)?;
        self.charge(color);
        if self.is_playing && self.end.is_none() {
            self.paused = Some(before);
        }
        self.is_playing = self.paused.take_if(|node| *node == id).is_some();
        if self.ended.is_some() {
            self.set_time(Time::default());
        }
        self.moved_on();
        Ok(())
    }

    /// Toggles the stones of a finished game that share a region with a chain, between dead and alive.
    pub(super) fn toggle_dead(&mut self, text: &str) -> Result<(), Refusal> {
        let no_game = || Refusal::new(409, "the game is not over");
        let mut end = self.end.clone().filter(|end| end.how == How::Played).ok_or_else(no_game)?;
        let go = self.need_go()?;
        let board = go.position().board();
        let p = Point::of_move(vertex::parse(text, go.size())?);
        if p == Point::NULL || board.color_at(p).is_none() {
            return Err(Refusal::new(409, format!("no stone at {text}")));
        }
        let heads = group(board, p);
        let is_dead = end.dead.iter().any(|&q| board.head(q) == board.head(p));
        end.dead.retain(|&q| !heads.contains(&board.head(q)));
        if !is_dead {
            end.dead.extend(heads);
        }
        end.result = Some(score::text(score::final_score(go.position(), &end.dead)));
        self.end = Some(end);
        self.write_result();
        Ok(())
    }

    /// A query for the estimated score, ownership from 100 for Black to -100 for White, and the dead stones.
    pub(super) fn score(&self) -> Result<Question, Refusal> {
        let go = self.need_go()?;
        let position = go.position().clone();
        // Full strength, whatever the player's level.
        let spec = self.deep_spec(&position);
        Ok(Box::new(move |control| {
            let status = Status::of(&spec, &position, control);
            let board = position.board();
            Ok(json!({
                "score": score::text(final_score(&spec, &position, &status, control)),
                "owners": board.points().map(|p| (100.0 * status.ownership[p]).round() as i32).collect::<Vec<_>>(),
                "dead": status.dead_stones(board).map(|p| p.to_string()).collect::<Vec<_>>(),
            }))
        }))
    }
}

/// The chains of a stone's color that its chain reaches without crossing a stone of the other color: what stands in one
/// region is dead or alive together.
fn group(board: &Board, stone: Point) -> Vec<Point> {
    let color = board.color_at(stone);
    let is_passable = |q| board.color_at(q).is_none_or(|of| Some(of) == color);
    let region = flood(board, stone, &mut Map::new(false), is_passable);
    region.into_iter().filter(|&p| board.color_at(p).is_some() && board.head(p) == p).collect()
}

/// A game's time system; `None` if unsupported.
fn system(time: Time) -> TimeSystem {
    /// Maximum time; keeps sums of times far below the maximum duration.
    const MAX: f64 = 1e9;
    let seconds = |number: f64| Duration::try_from_secs_f64(number.min(MAX)).unwrap_or_default();
    let (main, period, increment) = (seconds(time.main), seconds(time.period), seconds(time.increment));
    match time {
        Time { period: p, .. } if p > 0.0 => {
            TimeSystem::Byoyomi { main, period, periods: time.periods.max(1) }
        }
        Time { increment: i, .. } if i > 0.0 => {
            TimeSystem::Fischer { main: main + increment, increment, limit: None, per_move: None }
        }
        Time { main: m, .. } if m > 0.0 => TimeSystem::Absolute { main },
        _ => TimeSystem::None,
    }
}
