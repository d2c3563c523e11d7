//! The chapter on the last search and the playouts.

use super::{Command, Gtp, Reply, command};
use crate::engine::course::win_rates;
use crate::framework::Report;
use crate::gtp::args::list;
use crate::gtp::watch::variation;
use crate::gtp::{Args, Failure};

pub(super) static COMMANDS: &[Command] = &[
    command(
        "uct_value",
        "",
        "Print the value of the last search for the side to move there, from 0 to 1.",
        |gtp, _| Ok(format!("{:.6}", gtp.session.report()?.value)),
    )
    .analyze("string", "Uct Value", ""),
    command("uct_sequence", "", "Print the line that the last search expects.", sequence).analyze(
        "gfx",
        "Uct Sequence",
        "",
    ),
    command("win_rates", "", "Print the win rate of each move in the last search, best first.", |gtp, _| {
        Ok(win_rates(gtp.session.position(), gtp.session.report()?))
    })
    .analyze("string", "Win Rates", ""),
    command(
        "uct_stat_search",
        "[count|games_played|nodes]",
        "Print statistics of the last search, or one.",
        stat_search,
    )
    .analyze("hstring", "Uct Stat Search", ""),
    command("uct_stat_policy", "", "Print which rules made the moves of the playouts.", stat_policy).analyze(
        "hstring",
        "Uct Stat Policy",
        "",
    ),
    command(
        "uct_policy_moves",
        "",
        "Print the moves the playout policy chooses among, and its rule.",
        policy_moves,
    )
    .analyze("pstring", "Uct Policy Moves", ""),
];

fn sequence(gtp: &mut Gtp, _: &Args) -> Reply {
    let session = &gtp.session;
    Ok(variation(session.searcher()?, session.position(), &session.report()?.sequence))
}

fn stat_search(gtp: &mut Gtp, args: &Args) -> Reply {
    let report = gtp.session.report()?;
    match args.optional(0) {
        None => Ok(statistics(report)),
        Some("count") => Ok(report.count.to_string()),
        Some("games_played") => Ok(report.games.to_string()),
        Some("nodes") => Ok(report.nodes.to_string()),
        Some(_) => Err(Failure::Syntax("expected count, games_played or nodes".to_owned())),
    }
}

fn statistics(report: &Report) -> String {
    let rows = [("Value", format!("{:.4}", report.value)), ("Stop", format!("{:?}", report.stop))];
    let rows = report.details.iter().chain(&rows);
    let lines: Vec<_> = rows.map(|(name, value)| format!("{name:<14}{value}")).collect();
    format!("SearchStatistics:\n{}", lines.join("\n"))
}

fn stat_policy(gtp: &mut Gtp, _: &Args) -> Reply {
    let rules = &gtp.session.report()?.rules;
    let all: u64 = rules.iter().map(|(_, count)| count).sum();
    let line = |(name, count): &(&str, u64)| {
        format!("{name:<16}{count:>14}{:>8.2}%", 100.0 * *count as f64 / all.max(1) as f64)
    };
    Ok(format!("PolicyStatistics:\n{}", rules.iter().map(line).collect::<Vec<_>>().join("\n")))
}

fn policy_moves(gtp: &mut Gtp, _: &Args) -> Reply {
    let (settings, position) = (gtp.session.settings(), gtp.session.position());
    let (rule, points) = (settings.playout.playout_policy.entry().candidates)(settings, position);
    Ok(format!("{} {}", rule.name(), list(points)).trim_end().to_owned())
}
