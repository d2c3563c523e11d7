//! The chapter on the result of the game.

use super::{Command, Gtp, Reply, command};
use crate::go::score;
use crate::gtp::args::list;
use crate::gtp::{Args, Failure};

pub(super) static COMMANDS: &[Command] = &[
    command("final_score", "", "Print the score, dead stones taken off as far as the rules do.", |gtp, _| {
        Ok(score::text(gtp.session.status().score))
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
        "Print for each point by how much oftener Black owns it than White, from -1 to 1.",
        territory,
    )
    .analyze("dboard", "Approximate Territory", ""),
    command("uct_stat_territory", "", "Print the same as approximate_territory.", territory).analyze(
        "dboard",
        "Uct Stat Territory",
        "",
    ),
];

fn territory(gtp: &mut Gtp, _: &Args) -> Reply {
    let ownership = gtp.session.status().ownership;
    Ok(format!("\n{}", gtp.rows(|p| format!("{:.2}", ownership[p]))))
}

fn final_status_list(gtp: &mut Gtp, args: &Args) -> Reply {
    let status = gtp.session.status();
    let heads = match args.text(0)? {
        "alive" => status.alive,
        "dead" => status.dead,
        "seki" => status.seki,
        _ => return Err(Failure::Syntax("expected alive, dead or seki".to_owned())),
    };
    let board = gtp.session.position().board();
    let mut chains: Vec<Vec<_>> = heads.into_iter().map(|head| board.stones_of(head).collect()).collect();
    chains.iter_mut().for_each(|chain| chain.sort_unstable());
    chains.sort_unstable();
    Ok(chains.into_iter().map(list).collect::<Vec<_>>().join("\n"))
}
