//! The chapter on gomill, a program that plays matches and records why its players moved.
//!
//! # References
//! - M. Woodcraft, "Gomill", documentation of version 0.8, 2012: the extensions of GTP.

use std::path::Path;

use super::admin::cpu_time;
use super::dispatch::empty;
use super::game::text;
use super::go::command;
use super::servers::colored;
use crate::engine::go::host::rules_name;
use crate::engine::go::search::prior_by_source;
use crate::engine::{GameInfo, GameSession, GoSession, LastDecision};
use crate::framework::{Args, Candidate, Command, Decision, Failure, Game, Move, Reply, Stop};
use crate::go::{Position, score};
use crate::util::Rng;

pub(super) static COMMANDS: &[Command<GoSession>] = &[
    command(
        "gomill-explain_last_move",
        "Explain the last genmove in two lines: its statistics, and the knowledge in its favor.",
        explain,
    )
    .analyze("string/Explain Last Move"),
    command("gomill-describe_engine", "Print the program, its settings and the rules.", describe)
        .analyze("string/Describe Engine"),
    command(
        "gomill-cpu_time",
        "Print the CPU time of all threads in seconds, since the program started.",
        |_, _| Ok(format!("{:.3}", cpu_time()?.as_secs_f64())),
    ),
    command(
        "gomill-genmove_ex [COLOR] [KEYWORD...]",
        "Find a move and play it; with the keyword claim, reply claim if the win is certain. Without arguments, list the keywords.",
        genmove_ex,
    ),
    command(
        "gomill-savesgf FILE [NAME=VALUE...]",
        "Save the game with the properties PB, PW, RE or GN, where \\_ stands for a space.",
        save,
    ),
];

fn explain(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let nothing = || Failure::Other("no move to explain: run genmove first".to_owned());
    let decided = go.last_decision().ok_or_else(nothing)?;
    let name =
        format!("{} {}", decided.game.to_play().letter().to_ascii_uppercase(), text(go, decided.decision));
    Ok(match decided.decision {
        Decision::Resign => format!("{name}: {}\n{}", searched(go, decided, None), resign_rule(go)),
        Decision::Play(Move::PASS) => {
            let why = if decided.has_searched {
                searched(go, decided, Some(Move::PASS))
            } else {
                "without a search, because the game is decided".to_owned()
            };
            format!("{name}: {why}\nestimated result: {}", score::text(go.final_score()))
        }
        Decision::Play(mv) => {
            let why = if decided.has_searched {
                searched(go, decided, Some(mv))
            } else if is_in_book(go, decided) {
                "from the opening book, without a search".to_owned()
            } else {
                "in an empty corner, without a search".to_owned()
            };
            format!("{name}: {why}\n{}", knowledge(go, &decided.game, mv))
        }
    })
}

/// The search statistics of a move; of the best move for `None`.
fn searched(go: &GoSession, decided: &LastDecision<Position>, mv: Option<Move>) -> String {
    let Ok(report) = go.report() else { return "without a search".to_owned() };
    let mv = mv.or(report.best).unwrap_or(Move::PASS);
    let stat = report.moves.iter().find(|stat| stat.mv == mv).copied().unwrap_or_default();
    let line = if report.sequence.first() == Some(&mv) { &report.sequence[..] } else { &[mv] };
    format!(
        "{} of {} playouts, value {:.3}, value of the position {:.3}, expected {}",
        stat.count,
        report.count,
        stat.value,
        report.value,
        colored(go, decided.game.to_play(), line)
    )
}

fn resign_rule(go: &GoSession) -> String {
    let player = &go.settings().limits;
    format!("resigns at values below {} after {} playouts", player.resign_threshold, player.resign_min_games)
}

fn is_in_book(go: &GoSession, decided: &LastDecision<Position>) -> bool {
    let mut rng = Rng::new(1);
    go.settings().go.use_book && go.settings().books.lock().choose(&decided.game, &mut rng).is_some()
}

/// The knowledge sources in favor of a move, each with its prior's value and weight.
fn knowledge(go: &GoSession, game: &Position, mv: Move) -> String {
    let sources = prior_by_source(&go.spec(), game, mv);
    let liked = |(name, prior): &(&str, Candidate)| {
        (prior.weight == 0.0 || prior.value > 0.5).then(|| format!("{name} ({})", prior.text()))
    };
    let liked: Vec<String> = sources.iter().filter_map(liked).collect();
    if liked.is_empty() {
        return "in favor before the search: nothing".to_owned();
    }
    format!("in favor before the search, as value x playouts or probability p: {}", liked.join(", "))
}

fn describe(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let settings = go.settings();
    let level = settings.level().map_or(String::new(), |level| format!(", level {level}"));
    let limits = settings.limits();
    let playouts = limits.playouts.map(|playouts| format!("{playouts} playouts"));
    let time = limits.time.map(|time| format!("{} s without a clock", time.as_secs_f64()));
    let limits: Vec<_> = playouts.into_iter().chain(time).collect();
    Ok(format!(
        "{} {}\npreset {}{level}\nper move: {}, threads {}, book {}\nrules: {}, komi {}",
        env!("CARGO_PKG_NAME"),
        env!("CARGO_PKG_VERSION"),
        settings.preset().name,
        limits.join(" and "),
        settings.params.search.number_threads,
        if settings.go.use_book { "yes" } else { "no" },
        rules_name(go.rules()).unwrap_or("mixed"),
        go.rules().komi,
    ))
}

/// Knows one keyword; others are ignored, as gomill requires.
fn genmove_ex(go: &mut GoSession, args: &Args<'_>) -> Reply {
    if args.list.is_empty() {
        return Ok("claim".to_owned());
    }
    let may_claim = args.list.iter().skip(1).any(|word| word == "claim");
    let decision = go.genmove(args.color(0)?)?;
    if may_claim && decision != Decision::Resign && is_won(go) {
        // A claim ends the game without a move.
        go.undo(1)?;
        return Ok("claim".to_owned());
    }
    Ok(text(go, decision))
}

/// Whether the last move was found in a position as surely won as resigned positions are lost.
fn is_won(go: &GoSession) -> bool {
    let (limits, player) = (&go.settings().limits, &go.settings().params.player);
    let has_searched = go.last_decision().is_some_and(|decided| decided.has_searched);
    has_searched
        && go.last_search().is_ok_and(|last| {
            let report = &last.report;
            let is_searched = report.count >= limits.resign_min_games || report.stop == Stop::Proven;
            is_searched
                && report.value > 1.0 - limits.resign_threshold
                && last.win_rate() >= 1.0 - player.resign_probability
        })
}

fn save(go: &mut GoSession, args: &Args<'_>) -> Reply {
    const PROPERTIES: [&str; 4] = ["PB", "PW", "RE", "GN"];
    let mut facts = GameInfo::new();
    for arg in args.list.iter().skip(1) {
        let known = arg.split_once('=').and_then(|(name, value)| {
            PROPERTIES.into_iter().find(|&known| known == name).map(|known| (known, unescaped(value)))
        });
        facts.extend([
            known.ok_or_else(|| Failure::Syntax(format!("'{arg}': expected PB=, PW=, RE= or GN=")))?
        ]);
    }
    empty(go.save_sgf_with(Path::new(args.text(0)?), facts))
}

/// A text with `\_` replaced by a blank and `\\` by a backslash.
fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        plain.push(match c {
            '\\' => match chars.next() {
                Some('_') => ' ',
                Some(other) => other,
                None => '\\',
            },
            c => c,
        });
    }
    plain
}
