//! The chapter on GNU Go commands that its clients, such as Kigo and qGo, send to any program.

use super::files::loadsgf;
use super::go::{command, list, point};
use super::tactics::liberties;
use crate::engine::{GameSession, GoSession};
use crate::framework::{Args, Color, Command, Failure, Game, MoveStat, Reply};
use crate::go::vertex;

pub(super) static COMMANDS: &[Command<GoSession>] = &[
    command("captures COLOR", "Print the number of stones a color has captured.", |go, args| {
        Ok(go.position().board().captured(!args.color(0)?).to_string())
    }),
    command("query_boardsize", "Print the size of the board.", |go, _| Ok(go.size().to_string())),
    command("get_handicap", "Print the number of handicap stones.", |go, _| {
        Ok(go.position().handicap().to_string())
    }),
    command("move_history", "List the moves with their colors, last move first.", |go, _| {
        let line = |&(color, mv): &(Color, _)| format!("{color} {}", vertex::text(mv));
        Ok(go.record().moves().iter().rev().map(line).collect::<Vec<_>>().join("\n"))
    }),
    command("findlib VERTEX", "List the liberties of a chain.", |go, args| {
        let (p, board) = (point(go, args, 0)?, go.position().board());
        board.color_at(p).ok_or(Failure::Other("vertex must not be empty".to_owned()))?;
        Ok(list(liberties(board, board.head(p))))
    }),
    command(
        "gg_loadsgf FILE... [MOVE]",
        "Load a game like loadsgf, and print the color to move, like GNU Go's loadsgf.",
        |go, args| {
            loadsgf(go, args)?;
            Ok(go.position().to_play().to_string())
        },
    ),
    command(
        "estimate_score",
        "Print the score of final_score, and White's at one standard deviation above and below.",
        |go, _| {
            let (score, stdev) = go.estimate_score();
            let white = -f64::from(score) / 2.0;
            let (winner, points) = (if white < 0.0 { 'B' } else { 'W' }, white.abs());
            let (upper, lower) = (white + stdev, white - stdev);
            Ok(format!("{winner}+{points:.1} (upper bound: {upper:.1}, lower: {lower:.1})"))
        },
    ),
    command(
        "top_moves",
        "List the best moves of the last search, with their shares of it in percent.",
        top_moves,
    ),
    command("top_moves_black", "The same of a search for Black.", top_moves),
    command("top_moves_white", "The same of a search for White.", top_moves),
];

fn top_moves(go: &mut GoSession, args: &Args<'_>) -> Reply {
    /// Maximum number of moves listed by GNU Go.
    const MAX: usize = 10;
    match args.command {
        "top_moves_black" => Some(go.reg_genmove(Color::Black)?),
        "top_moves_white" => Some(go.reg_genmove(Color::White)?),
        _ if go.report().is_err() => Some(go.reg_genmove(go.position().to_play())?),
        _ => None,
    };
    let mut moves = go.report()?.moves.clone();
    let all: u64 = moves.iter().map(|stat| stat.count).sum();
    moves.retain(|stat| stat.count > 0);
    moves.sort_by_key(|stat| std::cmp::Reverse(stat.count));
    moves.truncate(MAX);
    let text =
        |stat: &MoveStat| format!("{} {:.2}", vertex::text(stat.mv), 100.0 * stat.count as f64 / all as f64);
    Ok(moves.iter().map(text).collect::<Vec<_>>().join(" "))
}
