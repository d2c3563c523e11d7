//! The chapter on the Go board: its stones and the legal moves.

use super::dispatch::empty;
use super::go::{command, list, moves, point, rows, vertex};
use crate::engine::{GameSession, GoSession, Hosted};
use crate::framework::{Args, Command, Failure, Game, Grid, Reply};
use crate::go::Point;
use crate::go::tactics::distance::{self, nearest_stone};

pub(super) static COMMANDS: &[Command<GoSession>] = &[
    command("go_board", "Print the board, its hash code, and the chains in atari.", go_board)
        .analyze("hpstring/Go Board"),
    command("go_point_numbers", "Print the engine's internal point numbers.", |go, _| {
        Ok(rows(go, |p| Some(p.number())))
    })
    .analyze("sboard/Go Point Numbers"),
    command("go_player_board", "Print the position that a search here starts from.", player_board)
        .analyze("hpstring/Go Player Board"),
    command(
        "go_distance COLOR",
        "Print each point's distance to the nearest stone of a color, in columns plus rows.",
        distance,
    )
    .analyze("sboard/Go Distance/%c"),
    command(
        "go_cfg_distance VERTEX [MAX]",
        "Print each point's distance from a point, up to MAX; a step into a chain reaches all its stones.",
        cfg_distance,
    )
    .analyze("sboard/Go CFG Distance/%p"),
    command("list_stones COLOR", "List the stones of a color.", list_stones).analyze("plist/List Stones/%c"),
    command("is_legal COLOR VERTEX", "Print 1 if the rules in force allow the move, else 0.", is_legal)
        .analyze("string/Is Legal/%c %p"),
    command("all_legal COLOR", "List all points where the rules in force allow a move.", all_legal)
        .analyze("plist/All Legal/%c"),
    command("gogui-setup [COLOR VERTEX...]", "Place stones on the empty board, not as a handicap.", setup),
];

fn go_board(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let board = go.position().board();
    let in_atari: Vec<_> = board
        .points()
        .filter(|&p| board.color_at(p).is_some() && board.head(p) == p && board.in_atari(p))
        .collect();
    Ok(format!(
        "\n{}\nhash: {:016x}\nempty points: {}\nchains in atari: {}",
        GameSession::show(go),
        go.position().key(),
        board.empty_count(),
        if in_atari.is_empty() { "none".to_owned() } else { list(in_atari) },
    ))
}

fn player_board(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let position = go.position().search_position(go.position().to_play());
    let last: Vec<_> = position.last().into_iter().filter(|&p| p != Point::NULL).collect();
    Ok(format!(
        "\n{}\n{} to play\nhash: {:016x}\nlast moves: {}",
        position.diagram(),
        position.to_play(),
        position.key(),
        if last.is_empty() { "none".to_owned() } else { list(last) },
    ))
}

fn distance(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let (board, color) = (go.position().board(), args.color(0)?);
    Ok(rows(go, |p| nearest_stone(board, p, color)))
}

fn cfg_distance(go: &mut GoSession, args: &Args<'_>) -> Reply {
    /// More than the maximum distance on a board.
    const MAX: u8 = 254;
    let start = point(go, args, 0)?;
    let most = if args.list.len() > 1 { args.number(1, 0..=MAX)? } else { MAX };
    let distances = distance::cfg_distance(go.position().board(), start, most);
    Ok(rows(go, |p| Some(distances[p]).filter(|&distance| distance <= most)))
}

fn list_stones(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let (board, color) = (go.position().board(), args.color(0)?);
    Ok(list(board.points().filter(|&p| board.color_at(p) == Some(color))))
}

fn is_legal(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let mut position = go.position().clone();
    position.set_to_play(args.color(0)?);
    let legal = position.check(vertex(go, args, 1)?).is_ok();
    Ok(u8::from(legal).to_string())
}

fn all_legal(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let mut position = go.position().clone();
    position.set_to_play(args.color(0)?);
    Ok(list(position.board().points().filter(|p| position.check(p.to_move()).is_ok())))
}

fn setup(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let stones = moves(go, args)?.into_iter().map(|(color, mv)| (Point::of_move(mv), Some(color)));
    let stones: Vec<_> = stones.collect();
    if stones.iter().any(|&(p, _)| p == Point::NULL) {
        return Err(Failure::Syntax("a pass is not a stone".to_owned()));
    }
    empty(go.set_up(&stones))
}
