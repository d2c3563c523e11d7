//! The state of the desk.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;

use super::aside::Aside;
use super::game::Variations;
use crate::engine::levels::Rank;
use crate::engine::rating::{Rating, Ratings};
use crate::engine::{AnySession, ChosenRules, GameEntry, GoSession};
use crate::framework::Color;
use crate::go::Point;
use crate::sgf::NodeId;
use crate::web::command::{Refusal, Role, Time};
use crate::web::hub::Hub;
use crate::web::inbox::Inbox;
use crate::web::shelf::Shelf;

/// The value of a position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Worth {
    /// Black's win rate, in [0, 1].
    pub(super) winrate: f64,
    /// Black's lead in points; `None` when the search knows none.
    pub(super) lead: Option<f64>,
    /// The number of playouts.
    pub(super) visits: u64,
    /// The best move in the game's notation, if any.
    pub(super) best: Option<String>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// The player resigned.
    Resigned(Color),
    /// The player lost on time.
    Late(Color),
    /// By the rules.
    Played,
}

/// The final position of a game.
#[derive(Clone, Debug)]
pub(super) struct End {
    /// The node at which the game ended.
    pub(super) node: NodeId,
    pub(super) how: How,
    /// One stone of each dead chain.
    pub(super) dead: Vec<Point>,
    /// The result as in SGF; `None` while it is being found.
    pub(super) result: Option<String>,
}

/// A rated game.
#[derive(Clone, Copy)]
pub(super) struct Rated {
    /// The rank of the engine.
    pub(super) rank: Rank,
    pub(super) person: Color,
    /// The person's rank before the game, once the game has counted.
    pub(super) before: Option<Rating>,
}

/// A review of the whole game.
pub(super) struct Review {
    /// Playouts per position.
    pub(super) playouts: u64,
    /// The nodes of the line, with their numbers in its record.
    pub(super) line: Vec<NodeId>,
    /// The number of finished nodes.
    pub(super) done: usize,
    /// The searching session, for games other than Go.
    pub(super) session: Option<AnySession>,
}

/// A game's file on the shelf.
pub(super) struct File {
    pub(super) name: String,
    /// Its content when last read or written.
    pub(super) record: Vec<u8>,
}

/// The desk.
pub(in crate::web) struct Desk {
    pub(super) session: AnySession,
    pub(super) game: &'static GameEntry,
    pub(super) variations: Variations,
    pub(super) roles: [Role; 2],
    /// Whether the game is in progress: clocks run and the engine takes its turns.
    pub(super) is_playing: bool,
    /// The node at which the game in progress waits while another position is shown.
    pub(super) paused: Option<NodeId>,
    /// Whether a single engine move was requested.
    pub(super) is_asked: bool,
    pub(super) is_analyzing: bool,
    /// The node whose analysis is finished.
    pub(super) analyzed: Option<NodeId>,
    /// The root node of the last search.
    pub(super) searched: Option<NodeId>,
    pub(super) review: Option<Review>,
    /// The values of the positions.
    pub(super) worths: BTreeMap<NodeId, Worth>,
    /// The nodes searched deeply to confirm a mistake.
    pub(super) deep: BTreeSet<NodeId>,
    pub(super) end: Option<End>,
    /// The end that gave the record its result, if the game ended here.
    pub(super) ended: Option<End>,
    /// The last remark for the user.
    pub(super) note: String,
    pub(super) time: Time,
    /// The start time of the current turn.
    pub(super) turn_began: Instant,
    /// The number of shown playouts, which seeds the next one.
    pub(super) playouts: u64,
    /// The default rules and komi for records without any.
    pub(super) rules: ChosenRules,
    /// The number of the record shown; the next one gets the next number.
    pub(in crate::web) record_number: u32,
    /// Game storage.
    pub(in crate::web) shelf: Option<Shelf>,
    /// The person's ranks.
    pub(in crate::web) ratings: Option<Ratings>,
    /// True if the game was rated, but no longer counts.
    pub(super) is_unrated: bool,
    /// True if the game was started here: its main line is the line played. In other records, moves are variations.
    pub(super) is_own: bool,
    /// Set while the game counts for the person's rank.
    pub(super) rated: Option<Rated>,
    /// The person's rank before and after the last rated game; null before it.
    pub(super) new_rank: Value,
    /// The game's file; `None` until saved.
    pub(super) file: Option<File>,
    /// Whether the shelf has the current state of the game.
    pub(super) is_kept: bool,
    /// Whether the page shows the start screen, because no game has started.
    pub(in crate::web) is_start: bool,
    pub(super) aside: Aside,
    pub(super) hub: Arc<Hub>,
    pub(super) inbox: Arc<Inbox>,
}

impl Desk {
    /// Creates the desk of a session.
    pub(in crate::web) fn new(
        session: AnySession,
        game: &'static GameEntry,
        hub: Arc<Hub>,
        inbox: Arc<Inbox>,
    ) -> Self {
        let rules = session.context().settings().rules;
        Self {
            variations: Variations::of(&session),
            session,
            game,
            roles: [Role::Person, Role::Engine],
            is_playing: true,
            paused: None,
            is_asked: false,
            is_analyzing: false,
            analyzed: None,
            searched: None,
            review: None,
            worths: BTreeMap::new(),
            deep: BTreeSet::new(),
            end: None,
            ended: None,
            note: String::new(),
            time: Time::default(),
            turn_began: Instant::now(),
            playouts: 0,
            rules,
            record_number: 0,
            shelf: None,
            ratings: None,
            is_unrated: false,
            is_own: true,
            rated: None,
            new_rank: Value::Null,
            file: None,
            is_kept: true,
            is_start: false,
            aside: Aside::default(),
            hub,
            inbox,
        }
    }

    /// The session, if the game is Go.
    pub(super) fn go(&self) -> Option<&GoSession> {
        self.session.go()
    }

    /// The session of a game of Go, for what other games do not have.
    pub(super) fn need_go(&self) -> Result<&GoSession, Refusal> {
        self.go().ok_or_else(|| Refusal::new(409, "available only for Go"))
    }

    /// The mutable session, if the game is Go.
    pub(super) fn go_mut(&mut self) -> Option<&mut GoSession> {
        self.session.go_mut()
    }

    pub(super) fn node(&self) -> NodeId {
        self.variations.node()
    }

    /// The player of a color.
    pub(super) fn role(&self, color: Color) -> Role {
        self.roles[color.index()]
    }

    /// Whether the clock of the player to move runs.
    pub(super) fn has_running_clock(&self) -> bool {
        self.is_playing && self.end.is_none() && self.time != Time::default()
    }
}
