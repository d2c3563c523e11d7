//! Queries and actions, parsed from lines.

use std::collections::HashSet;
use std::str::FromStr;
use std::time::Duration;

use serde_json::{Map, Number, Value};

use super::fields::{Fault, Fields, flag, integer, list, number, text};
use crate::engine::MAX_MOVES;
use crate::engine::go::analysis::Inquiry;
use crate::engine::go::kata_rules;
use crate::engine::go::search::Restriction;
use crate::engine::levels::{self, Rank};
use crate::framework::{Color, Detail, Game, IllegalMove, Limits, Move};
use crate::go::board::{MAX_SIZE, MIN_SIZE};
use crate::go::{Komi, Point, Position, Rules, vertex};

/// The perspective of an answer's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Perspective {
    /// Black, whoever is to move.
    Black,
    /// White, whoever is to move.
    White,
    /// The player to move.
    SideToMove,
}

/// Parses `black`, `white` or `sidetomove`, case-insensitively.
impl FromStr for Perspective {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Self::Black),
            "w" | "white" => Ok(Self::White),
            "sidetomove" | "side-to-move" | "side_to_move" => Ok(Self::SideToMove),
            _ => Err("Must be BLACK, WHITE or SIDETOMOVE".to_owned()),
        }
    }
}

/// Defaults for missing fields.
#[derive(Clone, Copy, Debug)]
pub(super) struct Defaults {
    pub(super) perspective: Perspective,
    /// The factor applied to visits in queries.
    pub(super) scale_visits: f64,
}

/// The report schedule during a search, from its start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Reports {
    pub(super) first: Duration,
    /// The time between two reports; `None` for only the first.
    pub(super) every: Option<Duration>,
}

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Form {
    pub(super) ownership: bool,
    pub(super) moves_ownership: bool,
    pub(super) policy: bool,
    /// The rank whose human policy is included.
    pub(super) human: Option<Rank>,
    pub(super) pv_visits: bool,
    pub(super) ownership_stdev: bool,
    pub(super) moves_ownership_stdev: bool,
    pub(super) no_result: bool,
    /// The maximum number of moves in a line.
    pub(super) pv_length: usize,
    pub(super) perspective: Perspective,
}

/// A game, and queries about its positions.
#[derive(Clone)]
pub(super) struct Query {
    pub(super) id: String,
    /// The position before the first move.
    start: Position,
    moves: Vec<(Color, Move)>,
    /// The move numbers of positions to analyze, each with its priority.
    pub(super) turns: Vec<(usize, i64)>,
    pub(super) inquiry: Inquiry,
    pub(super) form: Form,
    pub(super) reports: Option<Reports>,
    /// Parameters of the search, and their values.
    pub(super) params: Vec<(&'static str, String)>,
}

/// A request other than an analysis.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Action {
    Version,
    Models,
    ClearCache,
    /// Stops the analyses of the query with an id, or of all queries, at some move numbers, or at all.
    Terminate {
        id: Option<String>,
        turns: Option<HashSet<usize>>,
    },
}

/// A valid request.
pub(super) enum Request {
    /// A query, with its warnings.
    Query(Box<Query>, Vec<Fault>),
    /// An action, with its request fields, which the answer repeats.
    Action(Action, Map<String, Value>),
}

/// Parses a line's request; errors include the request's id if known.
pub(super) fn parse(line: &[u8], defaults: &Defaults) -> Result<Request, (Option<String>, Fault)> {
    let whole = |text: String| (None, Fault::whole(text));
    let value = serde_json::from_slice(line)
        .map_err(|error| whole(format!("Could not parse the line as a JSON object: {error}")))?;
    let Value::Object(object) = value else {
        return Err(whole("Each line must be a JSON object".to_owned()));
    };
    let Some(id) = object.get("id").and_then(Value::as_str).map(str::to_owned) else {
        return Err(whole("Request must have a string \"id\" field".to_owned()));
    };
    let read = if object.contains_key("action") {
        action(object.clone()).map(|action| Request::Action(action, object))
    } else {
        Query::read(object, defaults).map(|(query, warnings)| Request::Query(Box::new(query), warnings))
    };
    read.map_err(|fault| (Some(id), fault))
}

fn action(object: Map<String, Value>) -> Result<Action, Fault> {
    let mut fields = Fields::new(object);
    let name = fields.need("action", text)?;
    Ok(match &*name {
        "query_version" => Action::Version,
        "query_models" => Action::Models,
        "clear_cache" => Action::ClearCache,
        "terminate" | "terminate_all" => {
            let id = if name == "terminate" { Some(fields.need("terminateId", text)?) } else { None };
            let turn = |value: &Value| integer(0..=MAX_MOVES as i64)(value).map(|turn| turn as usize);
            let turns = fields.take("turnNumbers", |value| list(value, turn))?;
            Action::Terminate { id, turns: turns.map(HashSet::from_iter) }
        }
        _ => {
            let names = "query_version, query_models, clear_cache, terminate or terminate_all";
            return Err(Fault::of("action", format!("Must be {names}")));
        }
    })
}

impl Query {
    /// Reads a query, with warnings about fields without effect.
    fn read(object: Map<String, Value>, defaults: &Defaults) -> Result<(Self, Vec<Fault>), Fault> {
        let mut warnings = Vec::new();
        let mut fields = Fields::new(object);
        let id = fields.need("id", text)?;
        let size = board_size(&mut fields)?;
        let rules = rules(&mut fields)?;
        let moves = fields.need("moves", |value| list(value, |value| stone(value, size)))?;
        if moves.len() > MAX_MOVES {
            return Err(Fault::of("moves", format!("Must have at most {MAX_MOVES} moves")));
        }
        let start = start(&mut fields, size, rules, &moves)?;
        let turns = turns(&mut fields, moves.len())?;
        let mut inquiry = Inquiry::default();
        for (name, is_allowed) in [("avoidMoves", false), ("allowMoves", true)] {
            let read = |value: &Value| list(value, |value| restriction(value, size, is_allowed));
            inquiry.restrictions.extend(fields.take(name, read)?.unwrap_or_default());
        }
        check_restrictions(&inquiry.restrictions)?;
        let mut form = Form {
            ownership: fields.flag("includeOwnership")?,
            moves_ownership: fields.flag("includeMovesOwnership")?,
            policy: fields.flag("includePolicy")?,
            human: None,
            pv_visits: fields.flag("includePVVisits")?,
            ownership_stdev: fields.flag("includeOwnershipStdev")?,
            moves_ownership_stdev: fields.flag("includeMovesOwnershipStdev")?,
            no_result: fields.flag("includeNoResultValue")?,
            // KataGo does not count the first move.
            pv_length: fields
                .take("analysisPVLen", integer(1..=1000))?
                .map_or(usize::MAX, |n| n as usize + 1),
            perspective: defaults.perspective,
        };
        let reports = reports(&mut fields)?;
        let settings = fields.take("overrideSettings", |value| {
            value.as_object().cloned().ok_or_else(|| "Must be an object".to_owned())
        })?;
        let limits = &mut inquiry.limits;
        let (mut params, mut asked) = (Vec::new(), None);
        if let Some(settings) = settings {
            asked = override_settings(settings, limits, &mut form, &mut params, &mut warnings)?;
        }
        if let Some(visits) = fields.take("maxVisits", integer(1..=i64::MAX))?.or(asked) {
            limits.playouts = Some(((visits as f64 * defaults.scale_visits) as u64).max(1));
        }
        limits.detail = match form {
            Form { moves_ownership: true, .. } | Form { moves_ownership_stdev: true, .. } => {
                Detail::MoveOwners
            }
            Form { ownership: true, .. } | Form { ownership_stdev: true, .. } => Detail::Owners,
            _ => Detail::Leads,
        };
        for (name, _) in fields.rest() {
            warnings.push(Fault::of(&name, "Unexpected or unused field"));
        }
        let query = Self { id, start, moves, turns, inquiry, form, reports, params };
        query.check_moves()?;
        Ok((query, warnings))
    }

    /// The position after a number of moves.
    pub(super) fn position(&self, turn: usize) -> Position {
        let mut position = self.start.clone();
        for &(color, mv) in self.moves.iter().take(turn) {
            // The moves were checked when the query was parsed.
            let _ = play(&mut position, color, mv);
        }
        position
    }

    fn check_moves(&self) -> Result<(), Fault> {
        let mut position = self.start.clone();
        for (i, &(color, mv)) in self.moves.iter().enumerate() {
            play(&mut position, color, mv).map_err(|error| {
                Fault::of("moves", format!("Illegal move {i}: {}: {error}", position.move_text(mv)))
            })?;
        }
        Ok(())
    }
}

/// Plays a move at any empty point, except single-stone suicide against the rules, which no record contains: records
/// contain ko violations and multi-stone suicides, because their rules differ.
fn play(position: &mut Position, color: Color, mv: Move) -> Result<(), IllegalMove> {
    position.set_to_play(color);
    position
        .play(mv)
        .or_else(|error| if position.is_lone_suicide(mv) { Err(error) } else { position.play_unchecked(mv) })
}

fn board_size(fields: &mut Fields) -> Result<u8, Fault> {
    let size = || integer(i64::from(MIN_SIZE)..=i64::from(MAX_SIZE));
    let [cols, rows] = [fields.need("boardXSize", size())?, fields.need("boardYSize", size())?];
    if cols != rows {
        return Err(Fault::of("boardYSize", format!("Must be {cols}, as boardXSize: boards are square")));
    }
    Ok(cols as u8)
}

fn rules(fields: &mut Fields) -> Result<Rules, Fault> {
    /// Maximum komi.
    const MAX: f64 = 400.0;
    let read = |value: &Value| kata_rules::rules(value).map_err(|error| error.to_string());
    let mut rules = fields.need("rules", read)?;
    let half_points = |value: &Value| {
        let half_points = value.as_f64().map(|komi| 2.0 * komi);
        let is_komi = |half: &f64| half.fract() == 0.0 && half.abs() <= 2.0 * MAX;
        half_points
            .filter(is_komi)
            .ok_or_else(|| format!("Must be an integer or half-integer from -{MAX} to {MAX}"))
    };
    if let Some(half_points) = fields.take("komi", half_points)? {
        rules.komi = Komi::from_half_points(half_points as i32);
    }
    let name = "whiteHandicapBonus";
    let bonus = |value: &Value| {
        let change = Map::from_iter([(name.to_owned(), value.clone())]);
        kata_rules::changed(&rules, &change).map_err(|error| error.to_string())
    };
    Ok(fields.take(name, bonus)?.unwrap_or(rules))
}

/// Parses a player.
fn player(value: &Value) -> Result<Color, String> {
    let color = value.as_str().and_then(|text| text.parse().ok());
    color.ok_or_else(|| "The player must be \"B\" or \"W\"".to_owned())
}

/// Parses a player and a move.
fn stone(value: &Value, size: u8) -> Result<(Color, Move), String> {
    match value.as_array().map(Vec::as_slice) {
        Some([color, mv]) => Ok((player(color)?, location(mv, size)?)),
        _ => Err("Must be a player and a location, such as [\"B\",\"Q4\"]".to_owned()),
    }
}

/// Parses a move: a vertex, `pass`, or `(column,row)` from 0 at the top left.
fn location(value: &Value, size: u8) -> Result<Move, String> {
    let text = value.as_str().ok_or("The location must be a string such as \"Q4\", or \"pass\"")?;
    let numbers = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')?.split_once(','));
    let number = |text: &str| text.trim().parse::<u8>().ok().filter(|&number| number < size);
    if let Some((col, row)) = numbers.and_then(|(col, row)| Some((number(col)?, number(row)?))) {
        return Ok(Point::at(col, size - 1 - row).to_move());
    }
    vertex::parse(text, size).map_err(|error| error.to_string())
}

/// The position before the first move.
fn start(fields: &mut Fields, size: u8, rules: Rules, moves: &[(Color, Move)]) -> Result<Position, Fault> {
    const STONES: &str = "initialStones";
    let stones = fields.take(STONES, |value| list(value, |value| stone(value, size)))?.unwrap_or_default();
    if stones.iter().any(|&(_, mv)| mv == Move::PASS) {
        return Err(Fault::of(STONES, "A stone has no point"));
    }
    let mut start = from_stones(size, rules, &stones);
    let has_handicap = start.board().stones(Color::Black) > 1 && start.board().stones(Color::White) == 0;
    let usual = if has_handicap { Color::White } else { Color::Black };
    let first = moves.first().map_or(usual, |&(color, _)| color);
    start.set_to_play(fields.take("initialPlayer", player)?.unwrap_or(first));
    Ok(start)
}

/// The position with some stones. If a chain would have no liberty, stones are placed one by one, as in KataGo, each
/// capturing chains it leaves without liberty.
fn from_stones(size: u8, rules: Rules, stones: &[(Color, Move)]) -> Position {
    let at_once = stones.iter().map(|&(color, mv)| (Point::of_move(mv), Some(color)));
    Position::from_stones(size, rules, at_once).unwrap_or_else(|_| {
        let mut placed = Position::new(size, rules);
        for &(color, mv) in stones {
            placed.set_to_play(color);
            // Skips a stone on a stone, or one that dies at once.
            let _ = placed.play_unchecked(mv);
        }
        let board = placed.board();
        let left = board.points().map(|p| (p, board.color_at(p)));
        Position::from_stones(size, rules, left).unwrap_or(placed.clone())
    })
}

/// The move numbers to analyze, without duplicates, with their priorities.
fn turns(fields: &mut Fields, moves: usize) -> Result<Vec<(usize, i64)>, Fault> {
    const PRIORITIES: &str = "priorities";
    let range = || -(1 << 62)..=1 << 62;
    let turn = |value: &Value| integer(0..=moves as i64)(value).map(|turn| turn as usize);
    let turns = fields.take("analyzeTurns", |value| list(value, turn))?.unwrap_or_else(|| vec![moves]);
    let priority = fields.take("priority", integer(range()))?.unwrap_or(0);
    let priorities = fields.take(PRIORITIES, |value| list(value, integer(range())))?;
    let priorities = match priorities {
        Some(list) if list.len() != turns.len() => {
            return Err(Fault::of(PRIORITIES, "Must have as many elements as analyzeTurns"));
        }
        Some(list) => list,
        None => vec![priority; turns.len()],
    };
    let mut seen = HashSet::new();
    Ok(turns.into_iter().zip(priorities).filter(|&(turn, _)| seen.insert(turn)).collect())
}

fn restriction(value: &Value, size: u8, is_allowed: bool) -> Result<Restriction, String> {
    let object = value.as_object().ok_or("Must be an object with player, moves and untilDepth")?;
    let mut fields = Fields::new(object.clone());
    let described = |fault: Fault| match fault.field {
        Some(field) => format!("{field}: {}", fault.text),
        None => fault.text,
    };
    let mut read = || {
        let color = fields.need("player", player)?;
        let moves = fields.need("moves", |value| list(value, |value| location(value, size)))?;
        let depth = fields.need("untilDepth", integer(1..=i64::from(u32::MAX)))? as usize;
        Ok(Restriction { color, is_allowed, moves, depth })
    };
    read().map_err(described)
}

/// Refuses what KataGo refuses: both allowed and avoided moves, or two allow lists for one player.
fn check_restrictions(restrictions: &[Restriction]) -> Result<(), Fault> {
    let allowed: Vec<_> = restrictions.iter().filter(|restriction| restriction.is_allowed).collect();
    let fault = |text| Err(Fault::of("allowMoves", text));
    if !allowed.is_empty() && allowed.len() < restrictions.len() {
        return fault("Cannot specify both allowMoves and avoidMoves");
    }
    match allowed.as_slice() {
        [first, others @ ..] if others.iter().any(|other| other.color == first.color) || others.len() > 1 => {
            fault("Must have at most one element for each player")
        }
        _ => Ok(()),
    }
}

fn reports(fields: &mut Fields) -> Result<Option<Reports>, Fault> {
    let read = |value: &Value| number(0.001..=1e6)(value).map(Duration::from_secs_f64);
    let every = fields.take("reportDuringSearchEvery", read)?;
    let first = fields.take("firstReportDuringSearchAfter", read)?;
    Ok(first.or(every).map(|first| Reports { first, every }))
}

/// Applies a query's setting overrides, except visits, which are returned; warns of those without meaning here.
fn override_settings(
    settings: Map<String, Value>,
    limits: &mut Limits,
    form: &mut Form,
    params: &mut Vec<(&'static str, String)>,
    warnings: &mut Vec<Fault>,
) -> Result<Option<i64>, Fault> {
    /// More seconds than that mean no limit.
    const LONGEST: f64 = 1e9;
    // As in KataGo, a string may hold a number.
    let number_in = |text: &str| text.parse::<Number>().ok().map(Value::Number);
    let plain = |value: Value| value.as_str().and_then(number_in).unwrap_or(value);
    let mut fields = Fields::new(settings.into_iter().map(|(name, value)| (name, plain(value))).collect());
    let perspective = |value: &Value| text(value)?.parse::<Perspective>();
    let within = |fault: Fault| match fault.field {
        Some(name) => Fault::of("overrideSettings", format!("{name}: {}", fault.text)),
        None => fault,
    };
    let mut read = || {
        if let Some(perspective) = fields.take("reportAnalysisWinratesAs", perspective)? {
            form.perspective = perspective;
        }
        let visits = fields.take("maxVisits", integer(1..=i64::MAX))?;
        let playouts = fields.take("maxPlayouts", integer(1..=i64::MAX))?;
        if let Some(noise) = fields.take("wideRootNoise", number(0.0..=5.0))? {
            params.push(("root_noise", noise.min(1.0).to_string()));
        }
        if let Some(profile) = fields.take("humanSLProfile", text)? {
            let unknown = |error| Fault::of("humanSLProfile", format!("{error}, as in rank_5k"));
            form.human = levels::of_profile(&profile).map_err(unknown)?;
        }
        if let Some(seconds) = fields.take("maxTime", number(0.0..=1e20))? {
            limits.time = Some(Duration::from_secs_f64(seconds.min(LONGEST)));
        }
        Ok(visits.into_iter().chain(playouts).min())
    };
    let asked = read().map_err(within)?;
    for (name, value) in fields.rest() {
        // A disabled feature counts as absent.
        if value.as_f64() != Some(0.0) && flag(&value) != Ok(false) {
            const LONGEST: usize = 80;
            let name: String = name.chars().take(LONGEST).collect();
            let text = format!(
                "{name} has no effect; the settings are maxVisits, maxPlayouts, maxTime, wideRootNoise, humanSLProfile, \
                 reportAnalysisWinratesAs"
            );
            warnings.push(Fault::of("overrideSettings", text));
        }
    }
    Ok(asked)
}
