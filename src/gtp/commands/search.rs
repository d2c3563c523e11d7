//! The chapter on the playouts of the last search of Go.

use super::go::{command, list};
use crate::engine::GoSession;
use crate::engine::go::policies::policy;
use crate::framework::{Args, Command, Game, Reply};
use crate::gtp::watch::variation;

pub(super) static COMMANDS: &[Command<GoSession>] = &[
    command("uct_sequence", "", "Print the line that the last search expects.", sequence).analyze(
        "gfx",
        "Uct Sequence",
        "",
    ),
    command("uct_stat_policy", "", "Print how many moves of the playouts each rule made.", stat_policy)
        .analyze("hstring", "Uct Stat Policy", ""),
    command(
        "uct_policy_moves",
        "",
        "Print the moves the playout policy chooses among, and its rule.",
        policy_moves,
    )
    .analyze("pstring", "Uct Policy Moves", ""),
];

fn sequence(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let last = go.last_search()?;
    Ok(variation(last.color, |mv| go.position().move_text(mv), &last.report.sequence))
}

fn stat_policy(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let rules = &go.report()?.rules;
    let all: u64 = rules.iter().map(|(_, count)| count).sum();
    let line = |(name, count): &(&str, u64)| {
        format!("{name:<16}{count:>14}{:>8.2}%", 100.0 * *count as f64 / all.max(1) as f64)
    };
    Ok(format!("PolicyStatistics:\n{}", rules.iter().map(line).collect::<Vec<_>>().join("\n")))
}

fn policy_moves(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let (settings, position) = (go.settings(), go.position());
    let (rule, points) = (policy(settings.playout.playout_policy).candidates)(settings, position);
    Ok(format!("{} {}", rule.name(), list(points)).trim_end().to_owned())
}
