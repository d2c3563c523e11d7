//! Rated games at the person's own rank, which follows their results.

use serde_json::{Map, Value, json};

use super::state::{Desk, Rated};
use crate::engine::GoSession;
use crate::engine::levels::{self, Rank};
use crate::engine::rating::Rating;
use crate::framework::Color;
use crate::web::command::{Command, Refusal, Role, Setup, Strength};

/// The level name for a game at the person's own rank.
pub(super) const AUTO: &str = "auto";
/// The board sizes whose ranks the start screen shows.
const SIZES: [u8; 3] = [9, 13, 19];

impl Desk {
    /// The engine's rank in a game at the person's own rank; `None` for other games.
    pub(super) fn pair(&self, setup: &Setup, size: u8) -> Result<Option<Rank>, Refusal> {
        if setup.strength.level.as_deref() != Some(AUTO) {
            return Ok(None);
        }
        let guessed = || Rating::guess(setup.guess.as_deref()?);
        let known = self.ratings.as_ref().and_then(|ratings| ratings.get(size)).or_else(guessed);
        let unknown = || Refusal::new(409, "your rank is not known yet: choose an estimate, such as 15k");
        Ok(Some(known.ok_or_else(unknown)?.pairing(size).rank))
    }

    /// Starts rating the game for a person who plays alone against the engine.
    pub(super) fn begin_rated(&mut self, rank: Rank, guess: Option<&str>) {
        let Some(size) = self.go().map(GoSession::size) else { return };
        let person = Color::ALL.into_iter().find(|color| self.roles[color.index()] == Role::Person);
        let is_alone = self.roles[0] != self.roles[1];
        self.rated = person.filter(|_| is_alone).map(|person| Rated { rank, person, before: None });
        let Some(ratings) = self.ratings.as_mut().filter(|ratings| ratings.get(size).is_none()) else {
            return;
        };
        if let Some(Err(error)) = guess.and_then(Rating::guess).map(|rating| ratings.set(size, rating)) {
            self.note = format!("cannot save your rank: {error}");
        }
    }

    /// Whether a command helps the person, which makes the game unrated.
    pub(super) fn is_help(&self, command: &Command) -> bool {
        use Command::{Analyze, Branch, Edit, Hurry, Judge, Move, Playout, Review, Score};
        match command {
            Analyze(true) | Branch(_) | Edit(_) | Hurry | Judge(..) | Move | Playout | Review(_) => true,
            Score => self.end.is_none(),
            _ => false,
        }
    }

    /// Ends the rating of an unfinished game; a note says so from then on.
    pub(super) fn leave_rating(&mut self) {
        if self.rated.take().is_some_and(|rated| rated.before.is_none()) {
            (self.is_unrated, self.is_kept) = (true, false);
        }
    }

    /// Rates the finished game; a second time if its result was corrected.
    pub(super) fn rate(&mut self) {
        self.unrate();
        let Some(result) = self.end.as_ref().and_then(|end| end.result.as_deref()) else { return };
        let winner = result.split_once('+').and_then(|(letter, _)| letter.parse::<Color>().ok());
        let (Some(winner), Some(rated)) = (winner, self.rated) else { return };
        if self.session.moves().is_empty() {
            // Nobody has played.
            return;
        }
        let Some((size, stones)) = self.go().map(|go| (go.size(), go.position().handicap() as i8)) else {
            return;
        };
        let Some(ratings) = &mut self.ratings else { return };
        let Some(before) = ratings.get(size) else { return };
        let stones = if rated.person == Color::Black { stones } else { -stones };
        let now = before.after(size, rated.rank, stones, winner == rated.person);
        if let Err(error) = ratings.set(size, now) {
            self.note = format!("cannot save your rank: {error}");
        }
        self.rated = Some(Rated { before: Some(before), ..rated });
        self.new_rank = json!({"size": size, "before": before.to_string(), "now": now.to_string()});
    }

    /// Takes back the effect of the game on the person's rank, if it has counted.
    pub(super) fn unrate(&mut self) {
        let Some(size) = self.go().map(GoSession::size) else { return };
        let Some(before) = self.rated.as_mut().and_then(|rated| rated.before.take()) else { return };
        if let Some(Err(error)) = self.ratings.as_mut().map(|ratings| ratings.set(size, before)) {
            self.note = format!("cannot save your rank: {error}");
        }
        self.new_rank = Value::Null;
    }

    /// The person's rank by board size, with the engine's handicap.
    pub(super) fn ranks(&self) -> Value {
        let of = |size: u8| {
            let rating = self.ratings.as_ref()?.get(size)?;
            let value = json!({"rank": rating.to_string(), "stones": rating.pairing(size).stones});
            Some((size.to_string(), value))
        };
        SIZES.into_iter().filter_map(of).collect::<Map<_, _>>().into()
    }
}

/// The level to set: `None` for no change, `Some(None)` for full strength.
pub(super) fn read_level(strength: &Strength) -> Result<Option<Option<Rank>>, Refusal> {
    Ok(match strength.level.as_deref() {
        None => None,
        Some("0") => Some(None),
        Some(text) => Some(Some(levels::find(text)?)),
    })
}
