//! The desk's state for the pages, as JSON.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::markup::markup;
use super::state::{Desk, End, How};
use crate::draw::{Letters, Picture};
use crate::engine::go::host::rules_name;
use crate::engine::levels::Rank;
use crate::engine::{GAMES, GoSession};
use crate::framework::{Color, Game, Grid, Stones, symbol};
use crate::go::{Point, Rules, Scoring, score};
use crate::util::rounded;
use crate::web::command::Role;
use crate::web::hub::Topic;
use crate::web::inbox::Work;

impl Desk {
    /// Publishes the current state.
    pub(in crate::web) fn publish(&mut self) {
        let grid = self.session.grid();
        let drawing = Picture::of(&Stones::without_stones(grid)).svg(Letters::Text);
        let board = json!({ "cols": grid.cols(), "rows": grid.rows(), "svg": drawing });
        self.hub.publish(Topic::Board, &board);
        self.hub.publish(Topic::Values, &self.values());
        self.hub.publish(Topic::Mistakes, &self.mistakes());
        let state = self.view();
        self.hub.publish(Topic::State, &state);
    }

    /// Publishes the game tree.
    pub(in crate::web) fn publish_tree(&mut self) {
        self.hub.publish(Topic::Tree, &self.variations.view());
    }

    /// Everything except the tree, the values and the analysis.
    fn view(&mut self) -> Value {
        let to_play = self.session.to_play();
        let clock = self.clock_view();
        let work = self.work();
        let grid = self.session.grid();
        let settings = self.session.context().settings();
        let node = self.node();
        let comment = self.variations.tree()[node].get("C").unwrap_or("");
        let last = self.variations.mv(node).map(|(_, text)| text);
        let mut view = json!({
            "game": self.game.name,
            "about": self.game.doc,
            "games": GAMES.iter().map(|game| game.name).collect::<Vec<_>>(),
            "toPlay": to_play.to_string(),
            "number": self.variations.tree().path(node).len() - 1,
            "last": last,
            "node": node.number(),
            "comment": comment,
            "players": { "black": self.role(Color::Black).to_string(), "white": self.role(Color::White).to_string() },
            "names": self.names(),
            "record": self.record_number,
            "isStart": self.is_start,
            "level": settings.level().map_or("0", Rank::name),
            "levels": Rank::all().map(|rank| json!([rank.name(), rank.suits()])).collect::<Vec<_>>(),
            "ranks": self.ranks(),
            "newRank": self.new_rank,
            // Whether the game began at the person's own rank.
            "isRated": self.rated.is_some() || self.is_unrated || !self.new_rank.is_null(),
            "seconds": settings.go.timelimit,
            "isPlaying": self.is_playing && self.end.is_none(),
            "paused": self.paused.map(|node| node.number()),
            "isThinking": work == Some(Work::Move),
            "isAnalyzing": self.is_analyzing,
            "isReviewed": self.is_reviewed(),
            "review": self.review.as_ref().map(|review| json!([review.done, review.line.len()])),
            "clock": clock,
            "isOver": self.end.is_some(),
            "isCounting": work == Some(Work::Result),
            "result": self.result(),
            "note": self.notes(),
            // A move of another game need not be a single point.
            "legal": self.go().is_none().then(|| self.session.legal_moves()),
            "cols": grid.cols(),
            "rows": grid.rows(),
            "stones": letters(grid),
        });
        if let (Value::Object(fields), Some(Value::Object(more))) =
            (&mut view, self.go().map(|go| self.go_view(go)))
        {
            fields.extend(more);
        }
        view
    }

    fn names(&self) -> Value {
        let root = &self.variations.tree()[self.variations.tree().root()];
        let text = |property| root.get(property).unwrap_or("");
        json!({
            "black": text("PB"),
            "white": text("PW"),
            "blackRank": text("BR"),
            "whiteRank": text("WR"),
            "event": root.get("EV").or(root.get("GN")).unwrap_or(""),
            "round": text("RO"),
            "place": text("PC"),
            "date": text("DT"),
        })
    }

    fn go_view(&self, go: &GoSession) -> Value {
        let position = go.position();
        let board = position.board();
        let ko = board.ko_for(position.to_play());
        let dead = self.end.iter().flat_map(|end| &end.dead).filter(|&&p| board.color_at(p).is_some());
        let dead: Vec<String> =
            dead.flat_map(|&p| board.stones_of(board.head(p))).map(|p| p.to_string()).collect();
        let played = self.end.as_ref().filter(|end| end.how == How::Played);
        json!({
            "ko": (ko != Point::NULL).then(|| ko.to_string()),
            "komi": position.rules().komi.to_string(),
            "rules": rules_name(position.rules()).unwrap_or("mixed"),
            "ruleNames": Rules::NAMES,
            "handicap": position.handicap(),
            "prisoners": { "black": board.captured(Color::White), "white": board.captured(Color::Black) },
            "dead": dead,
            "count": played.map(|end| count(go, end)),
            "territory": played.map(|end| owners(go, end)),
            "markup": markup(self.variations.tree(), self.node(), go.size()),
        })
    }

    /// The remarks for the user.
    fn notes(&self) -> String {
        let unrated = self.is_unrated.then_some("the game no longer counts for your rank");
        let note = Some(&*self.note).filter(|note| !note.is_empty());
        unrated.into_iter().chain(note).collect::<Vec<_>>().join("\n")
    }

    /// The result of the game, or else of its record.
    fn result(&self) -> String {
        let root = &self.variations.tree()[self.variations.tree().root()];
        let stated = || root.get("RE").unwrap_or("").to_owned();
        self.end.as_ref().map_or_else(stated, |end| end.result.clone().unwrap_or_default())
    }

    /// The clocks and whose clock is running, at a time in milliseconds since 1970; `None` without clocks. A player has
    /// seconds, and in byo-yomi a number of periods, else 0.
    fn clock_view(&mut self) -> Option<Value> {
        let runs = self.has_running_clock();
        let to_play = self.session.to_play();
        let spent = if runs { self.turn_began.elapsed() } else { Duration::ZERO };
        let clock = self.session.clock();
        let side = |color| {
            let spent = if color == to_play { spent } else { Duration::ZERO };
            let (left, periods) = clock.during(color, spent)?;
            Some(json!({ "seconds": left.as_secs_f64(), "periods": periods }))
        };
        let (period, periods) = clock.overtime().unwrap_or_default();
        let at = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Some(json!({
            "black": side(Color::Black)?,
            "white": side(Color::White)?,
            "running": runs.then(|| to_play.to_string()),
            "at": if runs { at.as_millis() as u64 } else { 0 },
            "period": period.as_secs_f64(),
            "periods": periods,
        }))
    }

    /// The values of the positions on the line shown.
    fn values(&self) -> Value {
        let line = self.variations.line();
        let values = line.iter().map(|id| {
            let worth = self.worths.get(id);
            json!([
                id.number(),
                worth.map(|worth| rounded(worth.winrate, 3)),
                worth.and_then(|worth| worth.lead).map(|lead| rounded(lead, 3)),
                worth.map(|worth| worth.visits),
                worth.and_then(|worth| worth.best.as_deref())
            ])
        });
        Value::Array(values.collect())
    }

    pub(super) fn is_person_to_move(&self) -> bool {
        self.role(self.session.to_play()) == Role::Person
    }
}

/// One letter per point, from the bottom row up: `X`, `O`, or a dot for an empty point.
pub(super) fn letters(grid: &dyn Grid) -> String {
    let points = (0..grid.rows()).flat_map(|row| (0..grid.cols()).map(move |col| (col, row)));
    points.map(|(col, row)| symbol(grid.stone(col, row))).collect()
}

/// Each player's counts at the end, and White's compensation in points.
fn count(go: &GoSession, end: &End) -> Value {
    let position = go.position();
    let rules = position.rules();
    let dead: &[Point] = if rules.capture_dead { &[] } else { &end.dead };
    let [black, white] = score::counts(position.board(), dead).map(
        |count| json!({ "stones": count.stones, "territory": count.territory, "prisoners": count.prisoners }),
    );
    json!({
        "isArea": rules.scoring == Scoring::Area,
        "black": black,
        "white": white,
        "komi": f64::from(position.compensation()) / 2.0,
    })
}

/// The owner of each point of a finished game as a letter, from the bottom row up.
fn owners(go: &GoSession, end: &End) -> String {
    let board = go.position().board();
    let owners = score::owners(board, &end.dead);
    board.points().map(|p| symbol(owners[p])).collect()
}
