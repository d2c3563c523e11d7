//! `brasa net label`: labels game positions with another engine, to learn from.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::{Args, ValueEnum};
use crossbeam_channel::RecvTimeoutError;
use serde_json::{Value, json};

use super::positions::MADE_UP;
use crate::arena::{Group, feed, lines as lines_of};
use crate::cli::fault::Fault;
use crate::cli::learn::{bar, count, lines};
use crate::cli::numbers::timeout;
use crate::framework::Move;
use crate::go::letters;
use crate::go::pattern::learned::games;
use crate::go::{Komi, Point, Position, Rules, vertex};
use crate::gtp::remark;
use crate::sgf::{self, Size};
use crate::util::{self, FileKind, LineLog, counted};

/// Label game positions with any engine that speaks KataGo's analysis JSON, to train a network on.
///
/// Writes the games again in order, one per line. Before each labeled move it puts VV, the win probability of the
/// player to move, VL, that player's lead in points, VC, moves with weights, and VO, the owner of each point. Labels
/// the positions that have a VV: those drawn by `brasa net positions`, and those searched in self-play. In games without
/// any, labels all. The same command resumes a stopped run.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    brasa net positions --size 19 --games games.sgfl --out positions.sgfl\n  \
    brasa net label --engine 'katago analysis -model M -config C' --games positions.sgfl --out labels.sgfl\n  \
    brasa net label --engine 'brasa analysis' --visits 400 --games games.sgfl --out labels.sgfl\n  \
    brasa net train --size 19 --from my.net --games labels.sgfl --out taught.net")]
pub(super) struct Options {
    /// Command of the engine, which speaks KataGo's analysis JSON.
    #[arg(long, value_name = "CMD")]
    engine: String,
    /// Game records: .sgf files, or .sgfl files (one game per line).
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    games: Vec<PathBuf>,
    /// Output file of labeled games.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Visits per position. With 1, VC is the policy of the engine's network; with more, the visits of the moves.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    visits: u32,
    /// Moves to learn: the engine's policy, the games' own moves (writes no VC), or half of each. Moves that `brasa net
    /// positions` made up are not learned: `games` writes an empty VC there, `both` the engine's policy.
    #[arg(long, value_name = "WHOSE", value_enum, default_value_t = Moves::Engine)]
    moves: Moves,
    /// Rules, by a name the engine knows.
    #[arg(long, value_name = "NAME", default_value = "tromp-taylor")]
    rules: String,
    /// Maximum time between two answers of the engine.
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = timeout)]
    timeout: Duration,
}

/// Whose moves a network learns from the labels.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Moves {
    Engine,
    Games,
    Both,
}

/// A game being labeled by the engine.
struct Judged {
    start: Position,
    moves: Vec<Move>,
    /// The record's result, as a property.
    result: String,
    /// The positions to label, by move number; whether the move there is one of the game.
    turns: BTreeMap<usize, bool>,
    /// The moves' labels, as SGF properties.
    labels: Vec<String>,
    missing: usize,
    /// The number of answers and warnings received.
    answers: usize,
}

/// The start of each record; tells the output from the games.
const START: &str = "(;AP[brasa:labels]";

static LABELS: FileKind =
    FileKind { name: "the output of `brasa net label`", is: |text| text.starts_with(START) };

/// Games sent to the engine at once: more positions than it has threads.
const AT_ONCE: usize = 32;
/// Maximum size of an answer, in bytes.
const LONGEST: u64 = 1 << 24;
/// Maximum number of warnings for a game.
const MOST_WARNINGS: usize = 1000;

/// Maximum lead accepted from an engine, in points: more than any board has.
const MOST_LEAD: f64 = 1000.0;

pub(super) fn run(options: &Options) -> Result<(), Fault> {
    let games: Vec<_> = options.games.iter().map(|path| lines(path)).collect::<Result<_, _>>()?;
    let total = count(&options.games)?;
    let start = |error: io::Error| Fault::of(format!("cannot start the engine '{}'", options.engine))(error);
    let failed = |how: &str| {
        let rest = "the labels written so far are complete, and the same command continues the work";
        Fault::new(format!("the engine {how}; {rest}"))
    };
    let ended = || failed("exited");
    let words = util::words(&options.engine).map_err(|error| start(io::Error::other(error)))?;
    let (program, args) = words.split_first().ok_or_else(|| start(io::ErrorKind::NotFound.into()))?;
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut group = Group::spawn(&mut command).map_err(start)?;
    let (mut file, done, _) = LineLog::resume(&options.out, &LABELS, &options.games, 1)?;
    let bar = bar("games", total);
    bar.set_position(done);
    let (Some(input), Some(output)) = (group.child().stdin.take(), group.child().stdout.take()) else {
        return Err(ended());
    };
    // An engine reads each query before it answers it.
    let queries = feed(input, AT_ONCE).map_err(start)?;
    let answers = lines_of(output, LONGEST).map_err(start)?;
    let mut unread = (0..).zip(games.into_iter().flatten()).skip(done as usize);
    let (mut open, mut ready, mut first, mut judged) = (HashMap::new(), BTreeMap::new(), done, 0);
    let mut unusable = 0;
    loop {
        while open.len() < AT_ONCE
            && let Some((id, line)) = unread.next()
        {
            let Some(game) = Judged::read(&line?) else {
                // A game that cannot be used keeps its line, so that a resumed run finds its place.
                unusable += 1;
                ready.insert(id, format!("{START})"));
                continue;
            };
            let turns: Vec<_> = game.turns.keys().copied().collect();
            let query = format!("{}\n", game.query(options, id, &turns));
            queries.try_send(query).map_err(|_| ended())?;
            open.insert(id, game);
        }
        while let Some(line) = ready.remove(&first) {
            file.append(&(line + "\n"))?;
            first += 1;
            bar.set_position(first);
        }
        if open.is_empty() {
            break;
        }
        let line = answers.recv_timeout(options.timeout).map_err(|error| match error {
            RecvTimeoutError::Disconnected => ended(),
            RecvTimeoutError::Timeout => {
                failed(&format!("did not answer within {} s of --timeout", options.timeout.as_secs_f64()))
            }
        })?;
        let unreadable = || {
            let start: String = line.chars().filter(|c| !c.is_control()).take(200).collect();
            let expected = "expected KataGo's analysis JSON, as from `katago analysis`";
            Fault::new(format!("the engine wrote '{start}': {expected}"))
        };
        let answer: Value = serde_json::from_str(&line).map_err(|_| unreadable())?;
        let id = answer["id"].as_str().and_then(|id| id.parse().ok());
        let (id, game) = id.and_then(|id| Some((id, open.get_mut(&id)?))).ok_or_else(unreadable)?;
        game.answers += 1;
        if game.answers > game.turns.len() + MOST_WARNINGS {
            return Err(unreadable());
        }
        if let Some(error) = answer["error"].as_str() {
            return Err(Fault::new(format!("game {}: the engine refused it: {error}", id + 1)));
        }
        if answer["warning"].is_null() {
            game.label(&answer, options).map_err(|field| {
                Fault::new(format!("game {}: the engine's answer has no {field}", id + 1))
            })?;
            judged += 1;
            let rate = judged as f64 / bar.elapsed().as_secs_f64();
            bar.set_message(format!("{judged} positions, {rate:.0}/s, games"));
            if game.missing == 0 {
                ready.extend(open.remove(&id).map(|game| (id, game.text())));
            }
        }
    }
    if unusable > 0 {
        remark(&format!(
            "{} without a game: expected .sgf files, or others with one game per line, without handicap",
            counted(unusable, "line")
        ));
    }
    let seconds = bar.elapsed().as_secs_f64();
    let (games, judged) = (counted(first as usize, "game"), counted(judged as usize, "position"));
    Ok(writeln!(io::stdout(), "{games}, {judged} judged in {seconds:.0} s")?)
}

impl Judged {
    /// Reads a game; `None` if it cannot be learned from.
    fn read(line: &[u8]) -> Option<Self> {
        let tree = sgf::first_game(line)?;
        let root = &tree[tree.root()];
        let size: Size = root.get("SZ").map_or(Ok(Size::default()), str::parse).ok()?;
        let (mut start, moves) = games::read(line, size.width())?;
        let result = root.get("RE").filter(|result| result.len() < 16 && !result.contains([']', '\\']));
        let result = result.map_or(String::new(), |result| format!("RE[{result}]"));
        let played = tree.main_line().filter(|node| node.played().is_some());
        let marks = played.map(|node| node.get("VV")).enumerate().take(moves.len());
        let mut turns: BTreeMap<_, _> =
            marks.filter_map(|(turn, mark)| Some((turn, mark? != MADE_UP))).collect();
        // A komi of 0 in a record often means unknown; a drawn one is meant.
        let komi = root.get("KM").and_then(|komi| Komi::recorded(komi).ok());
        let komi = komi.filter(|komi| !turns.is_empty() || (8..=20).contains(&komi.half_points()));
        start.set_rules(Rules { komi: komi.unwrap_or(start.rules().komi), ..*start.rules() });
        if turns.is_empty() {
            turns = (0..moves.len()).map(|turn| (turn, true)).collect();
        }
        let (labels, missing) = (vec![String::new(); moves.len()], turns.len());
        Some(Self { start, moves, result, turns, labels, missing, answers: 0 })
    }

    fn query(&self, options: &Options, game: u64, turns: &[usize]) -> Value {
        let colors = ["B", "W"].into_iter().cycle();
        let moves: Vec<_> =
            colors.zip(&self.moves).map(|(color, &mv)| json!([color, vertex::text(mv)])).collect();
        let size = self.start.board().size();
        let has_policy = options.visits == 1 && options.moves != Moves::Games;
        json!({
            "id": game.to_string(), "moves": moves, "analyzeTurns": turns, "maxVisits": options.visits,
            "rules": options.rules, "komi": self.start.rules().komi.points(),
            "boardXSize": size, "boardYSize": size, "includePolicy": has_policy, "includeOwnership": true,
            "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
        })
    }

    /// Stores the labels of a position; the error is the field that the answer lacks.
    fn label(&mut self, answer: &Value, options: &Options) -> Result<(), &'static str> {
        let turn = answer["turnNumber"].as_u64().ok_or("turnNumber")? as usize;
        let size = usize::from(self.start.board().size());
        let is_played = *self.turns.get(&turn).ok_or("turnNumber of the query")?;
        let label = self.labels.get_mut(turn).ok_or("turnNumber")?;
        let (value, lead) = (&answer["rootInfo"]["winrate"], &answer["rootInfo"]["scoreLead"]);
        let (value, lead) = (value.as_f64().ok_or("winrate")?, lead.as_f64().ok_or("scoreLead")?);
        if !(0.0..=1.0).contains(&value) {
            return Err("winrate from 0 to 1");
        }
        if lead.abs() > MOST_LEAD {
            return Err("scoreLead within 1000 points");
        }
        let is_black = turn.is_multiple_of(2);
        let (value, lead) = if is_black { (value, lead) } else { (1.0 - value, -lead) };
        let mut weights: Vec<(u64, String)> = if options.moves == Moves::Games {
            Vec::new()
        } else if options.visits == 1 {
            let policy = answer["policy"].as_array().ok_or("policy")?;
            let weight = |(i, share): (usize, &Value)| {
                let point =
                    (i < size * size).then(|| Point::at((i % size) as u8, (size - 1 - i / size) as u8));
                let mv = point.map_or(Move::PASS, Point::to_move);
                ((10_000.0 * share.as_f64().unwrap_or(0.0)).round().max(0.0) as u64, name(mv, size as u8))
            };
            policy.iter().enumerate().map(weight).collect()
        } else {
            let weight = |info: &Value| {
                let mv = vertex::parse(info["move"].as_str()?, size as u8).ok()?;
                Some((info["visits"].as_u64()?, name(mv, size as u8)))
            };
            answer["moveInfos"].as_array().ok_or("moveInfos")?.iter().filter_map(weight).collect()
        };
        let sum = weights.iter().fold(0, |sum: u64, &(weight, _)| sum.saturating_add(weight));
        // Readers of VC take weights below 2^32, and half of each doubles the sum.
        if sum >= 1 << 31 {
            return Err("weights of moves below 2^31");
        }
        if options.moves == Moves::Both && is_played {
            let played = self.moves.get(turn).map(|&mv| name(mv, size as u8));
            if let Some((weight, _)) = weights.iter_mut().find(|(_, point)| played.as_ref() == Some(point)) {
                *weight += sum;
            } else {
                weights.extend(played.map(|played| (sum, played)));
            }
        }
        weights.retain(|&(weight, _)| weight > 0);
        weights.sort_unstable_by(|a, b| b.cmp(a));
        let weights: Vec<_> =
            weights.into_iter().map(|(weight, point)| format!("{point} {weight}")).collect();
        let owners =
            answer["ownership"].as_array().filter(|owners| owners.len() == size * size).ok_or("ownership")?;
        let letter = |owner: &Value| {
            char::from((109.0 + 12.0 * owner.as_f64().unwrap_or(0.0).clamp(-1.0, 1.0)).round() as u8)
        };
        let owners: String = owners.iter().map(letter).collect();
        if label.is_empty() {
            self.missing = self.missing.saturating_sub(1);
        }
        let moves = match options.moves == Moves::Games && is_played {
            true => String::new(),
            false => format!("VC[{}]", weights.join(" ")),
        };
        *label = format!("VV[{value:.4}]VL[{lead:.1}]{moves}VO[{owners}]");
        Ok(())
    }

    /// The record with its labels.
    fn text(&self) -> String {
        let size = self.start.board().size();
        let mut text = format!("{START}SZ[{size}]KM[{}]{}", self.start.rules().komi, self.result);
        for ((color, &mv), label) in ["B", "W"].into_iter().cycle().zip(&self.moves).zip(&self.labels) {
            // Writing to a string cannot fail.
            let _ = write!(text, ";{color}[{}]{label}", letters::text(mv, size));
        }
        text + ")"
    }
}

/// A move as written in VC.
fn name(mv: Move, size: u8) -> String {
    if mv == Move::PASS { "pass".to_owned() } else { letters::text(mv, size) }
}
