//! The chapter on the result of the game.

use super::go::{command, list, rows};
use crate::engine::GoSession;
use crate::framework::{Args, Command, Failure, Reply};
use crate::go::score;

pub(super) static COMMANDS: &[Command<GoSession>] = &[
    command("final_score", "", "Print the score; dead stones are removed if the rules allow it.", |go, _| {
        Ok(score::text(go.status().score))
    })
    .analyze("string", "Final Score", ""),
    command(
        "final_status_list",
        "STATUS",
        "List the chains that are alive, dead or in seki.",
        final_status_list,
    )
    .analyze("plist", "Final Status List Dead", "dead"),
    command(
        "approximate_territory",
        "",
        "Print each point's mean owner in playouts, from -1 (always White) to 1 (always Black).",
        territory,
    )
    .analyze("dboard", "Approximate Territory", ""),
    command("uct_stat_territory", "", "Print the same as approximate_territory.", territory).analyze(
        "dboard",
        "Uct Stat Territory",
        "",
    ),
];

fn territory(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let ownership = go.status().ownership;
    Ok(format!("\n{}", rows(go, |p| format!("{:.2}", ownership[p]))))
}

fn final_status_list(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let status = go.status();
    let heads = match args.text(0)? {
        "alive" => status.alive,
        "dead" => status.dead,
        "seki" => status.seki,
        _ => return Err(Failure::Syntax("expected alive, dead or seki".to_owned())),
    };
    let board = go.position().board();
    let mut chains: Vec<Vec<_>> = heads.into_iter().map(|head| board.stones_of(head).collect()).collect();
    chains.iter_mut().for_each(|chain| chain.sort_unstable());
    chains.sort_unstable();
    Ok(chains.into_iter().map(list).collect::<Vec<_>>().join("\n"))
}
