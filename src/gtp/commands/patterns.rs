//! The chapter on pattern databases for playouts.

use std::path::Path;

use super::dispatch::done;
use super::go::{command, rows, vertex};
use crate::engine::GoSession;
use crate::framework::{Args, Command, Failure, Game, Move, Reply};
use crate::go::Point;
use crate::go::board::Map;
use crate::go::pattern::database::{BUILT_IN, Database, Explanation};
use crate::go::playout::PolicyName;
use crate::gtp::formats::marks;
use crate::util::counted;

pub(super) static COMMANDS: &[Command<GoSession>] = &[
    command(
        "mc_patterns [NAME]",
        "Print the pattern database used in playouts (none with other policies), or use a built-in one.",
        mc_patterns,
    )
    .analyze("none/MC Patterns/%s"),
    command("mc_load_patterns FILE...", "Use the pattern database in a file for playouts.", |go, args| {
        take(go, Database::read(Path::new(&args.joined()))?)
    })
    .analyze("none/MC Load Patterns/%r"),
    command("mc_list_patterns", "List the built-in pattern databases.", |_, _| {
        Ok(BUILT_IN.each_ref().map(|database| database.name).join("\n"))
    })
    .analyze("string/MC List Patterns"),
    command("mc_pattern_values", "Print the value of each move here in the pattern database.", values)
        .analyze("sboard/MC Pattern Values"),
    command(
        "mc_pattern_gfx",
        "Show each move's probability here in a playout with the pattern database.",
        gfx,
    )
    .analyze("gfx/MC Pattern Gfx"),
    command("mc_pattern_info VERTEX", "Print the value of a move here and the pattern it comes from.", info)
        .analyze("string/MC Pattern Info/%p"),
];

fn mc_patterns(go: &mut GoSession, args: &Args<'_>) -> Reply {
    match args.optional(0) {
        None if go.settings().params.playout.playout_policy != PolicyName::Database => Ok("none".to_owned()),
        None => Ok(go.settings().params.patterns.name().to_owned()),
        Some(name) => take(go, Database::built_in(name)?),
    }
}

fn take(go: &mut GoSession, patterns: Database) -> Reply {
    go.configure(|settings| {
        settings.set_patterns(patterns);
        Ok(())
    })?;
    done()
}

/// The legal moves here, by decreasing value.
fn explain(go: &GoSession) -> Vec<Explanation<'_>> {
    let position = go.position();
    let database = &go.settings().params.patterns;
    database.explain(position.board(), position.to_play(), position.last()[0])
}

fn values(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let mut values = Map::new(None);
    explain(go).iter().for_each(|explanation| values[explanation.point] = Some(explanation.value()));
    Ok(rows(go, |p| values[p]))
}

/// Shows probabilities in percent as labels, and relative to the maximum in color.
fn gfx(go: &mut GoSession, _: &Args<'_>) -> Reply {
    /// Minimum shown probability: smaller ones would read 0.0 %.
    const MIN: f64 = 0.0005;
    let moves = explain(go);
    let value = |explanation: &Explanation| f64::from(explanation.value());
    let total: f64 = moves.iter().map(value).sum();
    let greatest = moves.first().map_or(1.0, value).max(1.0);
    let chance = |explanation: &Explanation| value(explanation) / total.max(1.0);
    let shown = || moves.iter().filter(|explanation| chance(explanation) >= MIN);
    let influence = marks("INFLUENCE", shown().map(|of| (of.point, format!("{:.2}", value(of) / greatest))));
    let labels = marks("LABEL", shown().map(|of| (of.point, format!("{:.1}", 100.0 * chance(of)))));
    Ok(format!("{influence}\n{labels}\nTEXT {}, values in all {total}", counted(moves.len(), "move")))
}

fn info(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let mv = vertex(go, args, 0)?;
    let moves = explain(go);
    let explanation = moves
        .iter()
        .find(|explanation| mv != Move::PASS && explanation.point == Point::of_move(mv))
        .ok_or_else(|| Failure::Other("illegal move".to_owned()))?;
    let database = &go.settings().params.patterns;
    Ok(format!("{} {}\n{}", explanation.value(), explanation.context, database.source(explanation)))
}
