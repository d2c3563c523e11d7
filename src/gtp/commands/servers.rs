//! Two chapters of commands for servers: reports about the opponent, and chat: replies to users on KGS, and the line
//! that gtp2ogs posts in the chat of a game on OGS.

use super::dispatch::empty;
use super::go::command;
use crate::engine::go::analysis::Analyst;
use crate::engine::{GoSession, LastSearch, SessionError};
use crate::framework::{Args, Color, Command, Decision, Failure, Game, Move, Reply};

pub(super) static COMMANDS: &[Command<GoSession>] = &[
    command(
        "cgos-opponent_name [NAME...]",
        "Note the opponent on CGOS, and play by its rules: dead stones must be captured before the end.",
        play_by_cgos_rules,
    ),
    command(
        "cgos-opponent_rating [RATING...]",
        "Note the opponent's rating on CGOS, and play by its rules.",
        play_by_cgos_rules,
    ),
];

/// Only CGOS clients send these commands, and they do not send the rules.
fn play_by_cgos_rules(go: &mut GoSession, _: &Args<'_>) -> Reply {
    empty(go.set_named_rules("cgos"))
}

pub(super) static CHAT: &[Command<GoSession>] = &[command(
    "kgs-chat game|private NAME [MESSAGE...]",
    "Answer a KGS message: winrate, score or pv; any other gets a list of these.",
    chat,
)];

/// Replies are single ASCII lines, because kgsGtp passes them on unchanged.
fn chat(go: &mut GoSession, args: &Args<'_>) -> Reply {
    if !["game", "private"].contains(&args.text(0)?) {
        return Err(Failure::Syntax("expected game or private, a name, and a message".to_owned()));
    }
    let word = args.optional(2).unwrap_or_default().trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let answer: fn(&GoSession) -> Result<String, SessionError> = match &*word.to_ascii_lowercase() {
        "winrate" => win_rate,
        "score" => score,
        "pv" => line,
        _ => return Ok("Ask me for: winrate, score, pv (the line I expect).".to_owned()),
    };
    answer(go).or_else(|_| Ok("I have not thought about this game yet.".to_owned()))
}

fn win_rate(go: &GoSession) -> Result<String, SessionError> {
    let last = go.last_search()?;
    Ok(format!(
        "{} wins with {:.1} % ({} simulated games).",
        last.color,
        100.0 * last.win_rate(),
        last.report.count
    ))
}

fn score(go: &GoSession) -> Result<String, SessionError> {
    go.last_search()?;
    let lead = go.expected_lead();
    let leader = if lead < 0.0 { Color::White } else { Color::Black };
    Ok(format!("I expect {leader} to lead by {:.1} points.", lead.abs()))
}

fn line(go: &GoSession) -> Result<String, SessionError> {
    let LastSearch { report, color, .. } = go.last_search()?;
    Ok(format!("I expect: {}", colored(go, *color, &report.sequence)))
}

/// Moves, each with its color's letter.
pub(super) fn colored(go: &GoSession, mut color: Color, moves: &[Move]) -> String {
    let mut words = Vec::new();
    for &mv in moves {
        words.push(format!("{}:{}", color.letter(), go.position().move_text(mv)));
        color = !color;
    }
    words.join(" ")
}

/// The line about the last decision for an OGS game's chat, if there is anything to say. A line with search statistics
/// has KataGo's format, which gtp2ogs parses; a move without a search gets plain text.
pub(super) fn malkovich(go: &GoSession) -> Option<String> {
    let decided = go.last_decision()?;
    let Decision::Play(mv) = decided.decision else { return None };
    let text = |mv| go.position().move_text(mv);
    if !decided.has_searched {
        return Some(format!("MALKOVICH:{} without a search", text(mv)));
    }
    let report = go.report().ok().filter(|report| report.detail.is_some())?;
    let root = Analyst::new(&decided.game, &go.spec()).analysis(report).root;
    let line: Vec<_> = report.sequence.iter().map(|&mv| text(mv)).collect();
    Some(format!(
        "MALKOVICH:Visits {} Winrate {:.2}% ScoreLead {:.1} ScoreStdev {:.1} PV {}",
        root.visits,
        100.0 * root.winrate,
        root.lead,
        root.stdev,
        line.join(" ")
    ))
}
