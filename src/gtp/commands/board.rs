//! The chapter on the board: its size, its stones and what may be played on it.

use super::{Command, Gtp, Reply, command, done};
use crate::engine::SessionError;
use crate::framework::Game;
use crate::gtp::args::list;
use crate::gtp::{Args, Failure};

pub(super) static COMMANDS: &[Command] = &[
    command("boardsize", "SIZE", "Empty the board and change its size.", boardsize),
    command("clear_board", "", "Empty the board; komi, rules and time settings stay.", clear_board),
    command("showboard", "", "Print the board.", |gtp, _| Ok(format!("\n{}", gtp.session.show()))).analyze(
        "string",
        "Show Board",
        "",
    ),
    command("go_board", "", "Print the board, its hash code, and the chains in atari.", go_board)
        .analyze("hpstring", "Go Board", ""),
    command("go_point_numbers", "", "Print the numbers of the points in the engine.", point_numbers).analyze(
        "sboard",
        "Go Point Numbers",
        "",
    ),
    command("list_stones", "COLOR", "List the stones of a color.", list_stones).analyze(
        "plist",
        "List Stones",
        "%c",
    ),
    command("is_legal", "COLOR VERTEX", "Print 1 if the rules in force allow the move, else 0.", is_legal)
        .analyze("string", "Is Legal", "%c %p"),
    command("all_legal", "COLOR", "List all points where the rules in force allow a move.", all_legal)
        .analyze("plist", "All Legal", "%c"),
];

fn boardsize(gtp: &mut Gtp, args: &Args) -> Reply {
    let text = args.text(0)?;
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(Failure::Syntax("the board size must be a number".to_owned()));
    }
    gtp.session.set_size(text.parse().map_err(|_| SessionError::Size)?)?;
    done()
}

fn clear_board(gtp: &mut Gtp, _: &Args) -> Reply {
    if let Some(left) = &mut gtp.games_left {
        *left =
            left.checked_sub(1).ok_or_else(|| Failure::Other("no more games: see --maxgames".to_owned()))?;
    }
    gtp.session.clear_board();
    done()
}

fn go_board(gtp: &mut Gtp, _: &Args) -> Reply {
    let board = gtp.session.position().board();
    let in_atari: Vec<_> = board
        .points()
        .filter(|&p| board.color_at(p).is_some() && board.head(p) == p && board.in_atari(p))
        .collect();
    Ok(format!(
        "\n{}\nhash: {:016x}\nempty points: {}\nchains in atari: {}",
        gtp.session.show(),
        gtp.session.position().key(),
        board.empty_count(),
        if in_atari.is_empty() { "none".to_owned() } else { list(in_atari) },
    ))
}

fn point_numbers(gtp: &mut Gtp, _: &Args) -> Reply {
    Ok(format!("\n{}", gtp.rows(|p| p.number().to_string())))
}

fn list_stones(gtp: &mut Gtp, args: &Args) -> Reply {
    let (board, color) = (gtp.session.position().board(), args.color(0)?);
    Ok(list(board.points().filter(|&p| board.color_at(p) == Some(color))))
}

fn is_legal(gtp: &mut Gtp, args: &Args) -> Reply {
    let mut position = gtp.session.position().clone();
    position.set_to_play(args.color(0)?);
    let legal = position.check(args.vertex(1, gtp.size())?).is_ok();
    Ok(u8::from(legal).to_string())
}

fn all_legal(gtp: &mut Gtp, args: &Args) -> Reply {
    let mut position = gtp.session.position().clone();
    position.set_to_play(args.color(0)?);
    Ok(list(position.board().points().filter(|p| position.check(p.to_move()).is_ok())))
}
