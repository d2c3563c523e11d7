//! The chapter on the result of the game.

use super::go::{command, list, point, rows};
use crate::engine::GoSession;
use crate::engine::go::status::Status;
use crate::framework::{Args, Color, Command, Failure, Reply};
use crate::go::{Point, score};

pub(super) static COMMANDS: &[Command<GoSession>] = &[
    command("final_score", "Print the score, without dead stones if the rules allow it; while borders are open, the expected score.", |go, _| {
        Ok(score::text(go.final_score()))
    })
    .analyze("string/Final Score"),
    command(
        "final_status_list STATUS",
        "List the chains that are alive, dead or seki, or the points that are white_territory, black_territory or dame.",
        final_status_list,
    )
    .analyze("plist/Final Status List Dead/dead"),
    command("final_status VERTEX", "Print which of these a chain or point is.", |go, args| {
        let (p, status) = (point(go, args, 0)?, go.status());
        Ok(status_of(go, &status, p).to_owned())
    }),
    command(
        "approximate_territory",
        "Print each point's mean owner in playouts, from -1 (always White) to 1 (always Black).",
        territory,
    )
    .analyze("dboard/Approximate Territory"),
    command("uct_stat_territory", "Same as approximate_territory.", territory).analyze("dboard/Uct Stat Territory"),
];

fn territory(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let ownership = go.status().ownership;
    Ok(rows(go, |p| Some(format!("{:.2}", ownership[p]))))
}

fn final_status_list(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let status = go.status();
    let heads = match args.text(0)? {
        "alive" => status.alive,
        "dead" => status.dead,
        "seki" => status.seki,
        name @ ("white_territory" | "black_territory" | "dame") => {
            let points = go.position().board().points();
            return Ok(list(points.filter(|&p| status_of(go, &status, p) == name)));
        }
        _ => {
            let names = "expected alive, dead, seki, white_territory, black_territory or dame";
            return Err(Failure::Syntax(names.to_owned()));
        }
    };
    let board = go.position().board();
    let mut chains: Vec<Vec<_>> = heads.into_iter().map(|head| board.stones_of(head).collect()).collect();
    chains.iter_mut().for_each(|chain| chain.sort_unstable());
    chains.sort_unstable();
    Ok(chains.into_iter().map(list).collect::<Vec<_>>().join("\n"))
}

/// GNU Go's status word for a chain or an empty point.
fn status_of(go: &GoSession, status: &Status, p: Point) -> &'static str {
    let board = go.position().board();
    let is_in = |heads: &[Point]| heads.iter().any(|&head| board.head(head) == board.head(p));
    match board.color_at(p) {
        Some(_) if is_in(&status.dead) => "dead",
        Some(_) if is_in(&status.seki) => "seki",
        Some(_) => "alive",
        None => match status.owners[p] {
            Some(Color::Black) => "black_territory",
            Some(Color::White) => "white_territory",
            None => "dame",
        },
    }
}
