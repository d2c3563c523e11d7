//! The chapter on the last search's move statistics, and on prior knowledge.
//!
//! The replies are in GoGui's formats: `gfx` draws values as influence, positive for Black, and counts as labels.

use super::go::{command, list, rows};
use crate::engine::GoSession;
use crate::engine::go::search::{ladder_prior, learned_prior, prior};
use crate::framework::{Args, Candidate, Color, Command, Game, Move, MoveStat, Reply};
use crate::go::Point;
use crate::go::board::Map;
use crate::gtp::formats::marks;
use crate::gtp::watch::drawing;

pub(super) static COMMANDS: &[Command<GoSession>] = &[
    command("uct_value_black", "Print the value of the last search for Black, from 0 to 1.", value_black)
        .analyze("string/Uct Value Black"),
    command("uct_score", "Print Black's mean lead in the playouts of the last search.", score)
        .analyze("string/Uct Score"),
    command("uct_gfx", "Show the counts and values of the last search's moves, and the best line.", gfx)
        .analyze("gfx/Uct Gfx"),
    command("uct_moves", "List the moves of the last search, most visited first.", |go, _| {
        Ok(list(go.report()?.moves.iter().map(|stat| Point::of_move(stat.mv))))
    })
    .analyze("plist/Uct Moves"),
    command("uct_bounds", "Show the bounds of the last search's moves.", |go, _| {
        let bounds = go.report()?.moves.iter().map(|stat| (stat.mv, format!("{:.2}", stat.bound)));
        Ok(move_marks("LABEL", bounds))
    })
    .analyze("gfx/Uct Bounds"),
    command(
        "uct_rave_values",
        "Print the RAVE values of the last search's moves; a search with a network has none.",
        rave_values,
    )
    .analyze("sboard/Uct Rave Values"),
    command("all_move_values", "List the points of the last search with their values.", move_values)
        .analyze("pspairs/All Move Values"),
    command("uct_prior_knowledge", "Show the prior values and weights of the moves here.", |go, _| {
        Ok(shown(go, &prior(&go.spec(), go.position())))
    })
    .analyze("gfx/Uct Prior Knowledge"),
    command(
        "uct_ladder_knowledge",
        "Show the prior values and weights that ladders alone give the moves here.",
        |go, _| Ok(shown(go, &ladder_prior(&go.spec(), go.position()))),
    )
    .analyze("gfx/Uct Ladder Knowledge"),
    command(
        "uct_additive_knowledge",
        "Show the weights that learned move prediction adds to the priors of the moves here.",
        additive_knowledge,
    )
    .analyze("gfx/Uct Additive Knowledge"),
];

fn value_black(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let value = go.report()?.value;
    Ok(format!("{:.6}", if go.last_search()?.color == Color::Black { value } else { 1.0 - value }))
}

fn score(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let margin = go.report()?.margin * f64::from(go.last_search()?.color.sign());
    let points = f64::from(go.position().greatest_score()) / 2.0;
    Ok(format!("{:.2}", margin * points))
}

fn gfx(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let (report, color) = (go.report()?, go.last_search()?.color);
    // The best move and its reply suffice beside the counts.
    let line = report.sequence.get(..2).unwrap_or(&report.sequence);
    let drawing = drawing(color, |mv| go.position().move_text(mv), &report.moves, line);
    Ok(format!("{drawing}\nTEXT N={} V={:.2} Nodes={}", report.count, report.value, report.nodes))
}

fn rave_values(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let mut values = Map::new(None);
    for stat in &go.report()?.moves {
        values[Point::of_move(stat.mv)] = stat.rave.map(|rave| rave.value);
    }
    Ok(rows(go, |p| values[p].map(|value| format!("{value:.2}"))))
}

fn move_values(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let visited = go.report()?.moves.iter().filter(|stat| stat.count > 0 && stat.mv != Move::PASS);
    let pair = |stat: &MoveStat| format!("{} {:.3}", go.position().move_text(stat.mv), stat.value);
    Ok(visited.map(pair).collect::<Vec<_>>().join("\n"))
}

fn additive_knowledge(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let mut candidates = learned_prior(&go.spec(), go.position());
    // All values are 1, so show weights relative to the maximum.
    let most = candidates.iter().map(|candidate| candidate.weight).fold(f32::MIN_POSITIVE, f32::max);
    candidates.iter_mut().for_each(|candidate| candidate.value = 0.5 + 0.5 * candidate.weight / most);
    Ok(shown(go, &candidates))
}

/// Prior values of moves as influence, with their weights as labels; probabilities serve as both.
fn shown(go: &GoSession, candidates: &[Candidate]) -> String {
    let known = || candidates.iter().filter(|candidate| candidate.is_known());
    let most = known().map(|known| known.probability).fold(f32::MIN_POSITIVE, f32::max);
    let value = |known: &Candidate| match known.weight {
        weight if weight > 0.0 => known.value,
        _ => 0.5 + 0.5 * known.probability / most,
    };
    let label = |known: &Candidate| match known.weight {
        weight if weight > 0.0 => format!("{weight:.1}"),
        _ => format!("{:.3}", known.probability),
    };
    let sign = f64::from(go.position().to_play().sign());
    let influence = |known: &Candidate| format!("{:.2}", sign * (2.0 * f64::from(value(known)) - 1.0));
    let influences = known().map(|known| (known.mv, influence(known)));
    let weights = known().map(|known| (known.mv, label(known)));
    [move_marks("INFLUENCE", influences), move_marks("LABEL", weights)].join("\n")
}

/// A line of GoGui's `gfx`, without passes.
fn move_marks(kind: &str, texts: impl Iterator<Item = (Move, String)>) -> String {
    let on_board = texts.filter(|(mv, _)| *mv != Move::PASS);
    marks(kind, on_board.map(|(mv, text)| (Point::of_move(mv), text)))
}
