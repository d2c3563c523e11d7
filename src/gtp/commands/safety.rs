//! The chapter on safety: chains and points that a player cannot lose, and the resulting outcome.

use super::go::{command, list};
use crate::engine::GoSession;
use crate::framework::{Args, Color, Command, Failure, Reply};
use crate::go::tactics::safety::benson;
use crate::go::tactics::secure::{dame, secure};
use crate::go::{Point, Scoring, score};

pub(super) static COMMANDS: &[Command<GoSession>] = &[
    command(
        "go_safe benson|static [COLOR]",
        "Count and list points that are safe unconditionally (benson) or if their owner replies (static).",
        safe,
    )
    .analyze("string/Go Safe/benson|static"),
    command(
        "go_safe_gfx benson|static",
        "Show each color's points that are safe unconditionally (benson) or if the owner replies (static).",
        safe_gfx,
    )
    .analyze("gfx/Go Safe Gfx/benson|static"),
    command(
        "go_safe_dame_static",
        "List the dame: empty points next to chains of both colors that are safe if their owners reply.",
        safe_dame,
    )
    .analyze("plist/Go Safe Dame Static"),
    command(
        "go_safe_winner",
        "Print the color whose safe points win the game under area scoring, or unknown.",
        safe_winner,
    )
    .analyze("string/Go Safe Winner"),
    command(
        "static_score tromp_taylor_score|japanese_score",
        "Print the score with all stones alive, by area (Tromp-Taylor) or by territory and prisoners (Japanese).",
        static_score,
    )
    .analyze("string/Static Score/tromp_taylor_score|japanese_score"),
];

/// The safe points of a color; `kind` is `benson` or `static`.
fn points(go: &GoSession, kind: &str, color: Color) -> Result<Vec<Point>, Failure> {
    let (board, suicide) = (go.position().board(), go.position().rules().suicide);
    match kind {
        "benson" => Ok(benson(board, color, suicide).points(board)),
        "static" => Ok(secure(board, color, suicide).points(board)),
        _ => Err(Failure::Syntax("expected benson or static".to_owned())),
    }
}

fn safe(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let colors = match args.optional(1) {
        Some(_) => vec![args.color(1)?],
        None => Color::ALL.to_vec(),
    };
    let safe = colors.into_iter().map(|color| points(go, args.text(0)?, color));
    let safe = safe.collect::<Result<Vec<_>, _>>()?.concat();
    Ok(format!("{} {}", safe.len(), list(safe)).trim_end().to_owned())
}

fn safe_gfx(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let [black, white] = Color::ALL.map(|color| points(go, args.text(0)?, color));
    let (black, white) = (black?, white?);
    let total = black.len() + white.len();
    let lines = [("BLACK", black), ("WHITE", white)];
    let lines = lines.into_iter().filter(|(_, points)| !points.is_empty());
    let text = lines.map(|(name, points)| format!("{name} {}\n", list(points))).collect::<String>();
    Ok(format!("{text}TEXT {total} safe points"))
}

fn safe_dame(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let (board, suicide) = (go.position().board(), go.position().rules().suicide);
    Ok(list(dame(board, &Color::ALL.map(|color| secure(board, color, suicide)))))
}

fn safe_winner(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let (board, rules) = (go.position().board(), go.position().rules());
    if rules.scoring != Scoring::Area {
        return Ok("unknown".to_owned());
    }
    let total = board.points().count() as i32;
    let [black, white] =
        Color::ALL.map(|color| secure(board, color, rules.suicide).points(board).len() as i32);
    // The minimum and maximum score in half points, with each point that is not safe going to the opponent.
    let compensation = go.position().compensation();
    let least = 2 * (2 * black - total) - compensation;
    let greatest = 2 * (total - 2 * white) - compensation;
    Ok(if least > 0 {
        Color::Black.to_string()
    } else if greatest < 0 {
        Color::White.to_string()
    } else {
        "unknown".to_owned()
    })
}

fn static_score(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let board = go.position().board();
    let points = match args.text(0)? {
        "tromp_taylor_score" => score::area(board, &[]),
        "japanese_score" => score::territory(board, &[]),
        _ => return Err(Failure::Syntax("expected tromp_taylor_score or japanese_score".to_owned())),
    };
    Ok(score::text(2 * points - go.position().compensation()))
}
