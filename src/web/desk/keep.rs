//! Saves the game on the shelf, and resumes it.
//!
//! The variations of a game that is recorded as GTP commands: a comment of the record holds the tree as SGF.

use std::time::Duration;

use serde_json::{Value, json};

use super::edit::STONES;
use super::game::Variations;
use super::markup::POINTS;
use super::moves::MAX_NODES;
use super::state::{Desk, End, File, How, Worth};
use crate::engine::levels::Rank;
use crate::engine::{GameSession, GoSession};
use crate::framework::Color;
use crate::go::{Point, vertex};
use crate::sgf::{self, Visit};
use crate::web::command::{Fields, Refusal, Role, Strength, Time};
use crate::web::shelf::{STATE, Shelf, state_of};

impl Desk {
    /// Saves the game if changed; a note reports failure.
    pub(super) fn keep(&mut self) {
        if self.is_kept {
            return;
        }
        self.is_kept = true;
        let Some(shelf) = self.shelf.clone().filter(|_| self.file.is_some() || self.has_content()) else {
            return;
        };
        let extension = if self.go().is_some() { "sgf" } else { "gtp" };
        let record = format!("{}\n", self.record_with_state());
        // Another board may have gone on with the game.
        let is_lost = self.file.take_if(|file| !shelf.is_unchanged(&file.name, &file.record)).is_some();
        let file =
            self.file.get_or_insert_with(|| File { name: shelf.new_name(extension), record: Vec::new() });
        let note = match shelf.keep(&file.name, &record) {
            Err(error) => Some(format!("cannot save the game: {error}")),
            Ok(()) => {
                file.record = record.into_bytes();
                is_lost.then(|| "the file of this game has changed; the game continues in another".to_owned())
            }
        };
        if let Some(note) = note {
            self.note = note;
            self.publish();
        }
    }

    /// Whether the record has more than the start of a new game.
    fn has_content(&self) -> bool {
        let tree = self.variations.tree();
        let root = &tree[tree.root()];
        let has = |property: &str| root.get(property).is_some();
        let is_set_up = STONES.iter().any(|of| has(of)) && !has("HA");
        tree.size() > 1 || is_set_up || has("C") || has("LB") || POINTS.iter().any(|of| has(of))
    }

    fn record_with_state(&mut self) -> String {
        let state = self.state().to_string();
        if self.go().is_none() {
            return format!("{}\n# {STATE} {state}", self.record());
        }
        let mut tree = self.tree_with_values();
        let root = tree.root();
        tree[root].set(STATE, state);
        tree.to_string()
    }

    /// State without a place in the record, and a summary of the game.
    fn state(&mut self) -> Value {
        let clock = self.session.clock().clone();
        let left = |color| {
            clock.during(color, Duration::ZERO).map(|(left, periods)| json!([left.as_secs_f64(), periods]))
        };
        let role = |color| self.role(color).to_string();
        let settings = self.session.context().settings();
        let Time { main, period, periods, increment } = self.time;
        let worths = self.variations.places().enumerate().filter_map(|(place, id)| {
            let Worth { winrate, lead, visits, best } = self.worths.get(&id)?;
            Some(json!([place, winrate, lead, visits, best, self.deep.contains(&id)]))
        });
        let place = |node| self.variations.places().position(|id| id == node);
        let texts = |points: &[Point]| points.iter().map(ToString::to_string).collect::<Vec<_>>();
        json!({
            "black": role(Color::Black),
            "white": role(Color::White),
            "level": settings.level().map_or("0", Rank::name),
            "isRated": self.rated.is_some_and(|rated| rated.before.is_none()),
            "isUnrated": self.is_unrated,
            "isOwn": self.is_own,
            "end": self.ended.as_ref().map(|end| (place(end.node), texts(&end.dead))),
            "seconds": settings.go.timelimit,
            // A game that waits goes on at its last move.
            "node": place(self.paused.unwrap_or(self.node())),
            "worths": worths.collect::<Value>(),
            "time": [main, period, periods, increment],
            "left": [left(Color::Black), left(Color::White)],
            "about": self.about(),
        })
    }

    /// A summary line for the list of games.
    fn about(&self) -> Value {
        let tree = self.variations.tree();
        let root = &tree[tree.root()];
        let text = |property| root.get(property).unwrap_or("");
        let grid = self.session.grid();
        json!({
            "game": self.game.name,
            "size": if grid.cols() == grid.rows() { grid.cols().to_string() } else { format!("{}x{}", grid.cols(), grid.rows()) },
            "black": text("PB"),
            "white": text("PW"),
            "result": text("RE"),
            "date": text("DT"),
            "moves": tree.main_line().count() - 1,
            "isLive": text("RE").is_empty() && self.roles.contains(&Role::Engine),
        })
    }

    /// The record's file name: players and date.
    pub(super) fn file_name(&self) -> String {
        let about = self.about();
        let text = |name: &str| about[name].as_str().unwrap_or_default();
        let words = match (text("black"), text("white")) {
            ("", "") => self.game.name.to_owned(),
            (black, white) => format!("{black}-{white}"),
        };
        let stem = format!("{words}-{}", text("date"));
        let is_kept = |c: char| c.is_alphanumeric() || c == '-';
        let stem: String = stem.chars().map(|c| if is_kept(c) { c } else { '_' }).take(80).collect();
        let extension = if self.go().is_some() { "sgf" } else { "gtp" };
        format!("{}.{extension}", stem.trim_matches(['-', '_']))
    }

    fn shelf(&self) -> Result<&Shelf, Refusal> {
        self.shelf.as_ref().ok_or_else(|| Refusal::new(409, "no folder for saved games"))
    }

    /// Removes a game from the shelf; the one on the board stays there.
    pub(super) fn forget(&mut self, name: &str) -> Result<(), Refusal> {
        let gone = self.shelf()?.forget(name);
        gone.map_err(|error| Refusal::new(409, format!("cannot delete the game: {error}")))?;
        self.file.take_if(|file| file.name == name);
        Ok(())
    }

    /// Resumes a game from the shelf: a finished one at its start, any other where it was left.
    pub(super) fn take_up(&mut self, name: &str) -> Result<(), Refusal> {
        let record = self.shelf()?.read(name);
        let record = record.map_err(|error| Refusal::new(409, format!("cannot open the game: {error}")))?;
        let is_whole = self.load(&record)?;
        // What a record holds beyond the game shown stays in its file; the game continues in another.
        let state = state_of(&record);
        self.file = (is_whole && Shelf::is_own(&record)).then(|| File { name: name.to_owned(), record });
        self.restore_worths(&state["worths"]);
        if state["about"]["isLive"] == true {
            self.restore(&state)?;
        } else {
            self.restore_end(&state["end"]);
        }
        Ok(())
    }

    /// Restores the end of a game: its node, and the dead stones.
    fn restore_end(&mut self, end: &Value) {
        let tree = self.variations.tree();
        let Some(result) = tree[tree.root()].get("RE").map(str::to_owned) else { return };
        // Earlier versions wrote only the place, and no end by the rules.
        let place = end.get(0).unwrap_or(end).as_u64();
        let node = place.and_then(|place| self.variations.find(place.try_into().ok()?).ok());
        let Some(node) = node else { return };
        let how = match result.split_once('+').map(|(winner, how)| (winner.parse::<Color>(), how)) {
            Some((Ok(winner), "R")) => How::Resigned(!winner),
            Some((Ok(winner), "T")) => How::Late(!winner),
            _ if end[1].is_array() => How::Played,
            _ => return,
        };
        let size = self.go().map_or(0, GoSession::size);
        let point = |text: &Value| vertex::parse(text.as_str()?, size).ok().map(Point::of_move);
        let texts = end[1].as_array().into_iter().flatten();
        let dead = texts.filter_map(point).filter(|&p| p != Point::NULL).collect();
        self.ended = Some(End { node, how, dead, result: Some(result) });
        self.find_end();
    }

    /// Restores the values of the positions, so that a review need not be repeated.
    fn restore_worths(&mut self, worths: &Value) {
        for saved in worths.as_array().into_iter().flatten() {
            let id = saved[0].as_u64().and_then(|place| self.variations.find(place.try_into().ok()?).ok());
            let (Some(id), Some(winrate), Some(visits)) = (id, saved[1].as_f64(), saved[3].as_u64()) else {
                continue;
            };
            let best = saved[4].as_str().map(str::to_owned);
            self.worths.insert(
                id,
                Worth { winrate: winrate.clamp(0.0, 1.0), lead: saved[2].as_f64(), visits, best },
            );
            if saved[5] == true {
                self.deep.insert(id);
            }
        }
    }

    /// Restores the state of an unfinished game. Missing parts stay unchanged.
    fn restore(&mut self, state: &Value) -> Result<(), Refusal> {
        if let Some(node) = state["node"].as_u64().and_then(|number| u32::try_from(number).ok()) {
            let node = self.variations.find(node)?;
            self.show(node)?;
        }
        let roles = ["black", "white"].map(|color| match state[color].as_str() {
            Some("engine") => Some(Role::Engine),
            _ => Some(Role::Person),
        });
        let level = state["level"].as_str().map(str::to_owned);
        self.set_players(roles, &Strength { level, seconds: state["seconds"].as_f64() })?;
        if let Some(rank) = self.session.context().settings().level().filter(|_| state["isRated"] == true) {
            self.begin_rated(rank, None);
            // As in a new game.
            self.is_analyzing = false;
        }
        (self.is_own, self.is_unrated) = (state["isOwn"] == true, state["isUnrated"] == true);
        let number = |i: usize| Fields::seconds(&state["time"][i]).unwrap_or(0.0);
        let time =
            Time { main: number(0), period: number(1), periods: number(2) as u32, increment: number(3) };
        self.set_time(time);
        for color in Color::ALL {
            let left = &state["left"][color.index()];
            if let Some(seconds) = Fields::seconds(&left[0]).filter(|_| time != Time::default()) {
                let periods = left[1].as_u64().unwrap_or(0) as u32;
                self.session.clock().set_left(color, Duration::from_secs_f64(seconds), periods);
            }
        }
        Ok(())
    }
}

/// The start of the comment; a string of JSON follows.
const MARK: &str = "# VARIATIONS ";

impl Variations {
    /// The comment; `None` when the moves that lead to the node shown are the whole record.
    pub(super) fn comment(&self) -> Option<String> {
        let tree = self.tree();
        let path = tree.path(self.node());
        let is_plain = path.len() == tree.size() && path.iter().all(|&id| tree[id].get("C").is_none());
        (!is_plain).then(|| format!("{MARK}{}", Value::from(tree.to_string())))
    }

    /// Whether a record has the comment.
    pub(super) fn are_in(record: &str) -> bool {
        record.lines().any(|line| line.starts_with(MARK))
    }

    /// The tree of a record, which shows the node at the end of its moves; `None` if it has none that fits. The session
    /// is at the end of these moves, and stays anywhere.
    pub(super) fn of_record(record: &str, session: &mut dyn GameSession) -> Option<Self> {
        let json = record.lines().find_map(|line| line.strip_prefix(MARK))?;
        let text: String = serde_json::from_str(json).ok()?;
        let tree = sgf::first_game(text.as_bytes())?;
        if tree.size() > MAX_NODES {
            return None;
        }
        let mut variations = Self::of_other(tree);
        let mut node = variations.tree().root();
        for &(color, mv) in session.moves() {
            let played = (color, session.move_text(mv));
            node = variations
                .tree()
                .children(node)
                .find(|&child| variations.mv(child).as_ref() == Some(&played))?;
        }
        session.undo(session.moves().len()).ok()?;
        for visit in variations.tree().walk() {
            let (Visit::Enter(id) | Visit::Leave(id)) = visit;
            match (visit, variations.mv(id)) {
                (_, None) => {}
                (Visit::Enter(_), Some((color, text))) => session.play_text(color, &text).ok()?,
                (Visit::Leave(_), Some(_)) => session.undo(1).ok()?,
            }
        }
        variations.show(node);
        Some(variations)
    }
}
