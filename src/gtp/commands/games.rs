//! The chapter on games other than Go: the board, the moves, and the rules as GoGui asks for them.

use super::{Command, Gtp, Reply, command, done};
use crate::engine::Table;
use crate::framework::Color;
use crate::gtp::{Args, Failure};

pub(super) static COMMANDS: &[Command] = &[
    command("boardsize", "COLS [ROWS]", "Begin the game anew on a board of another size.", boardsize),
    command("clear_board", "", "Begin the game anew.", |gtp, _| {
        table(gtp)?.clear();
        done()
    }),
    command("showboard", "", "Print the board.", |gtp, _| Ok(format!("\n{}", table(gtp)?.show()))).analyze(
        "string",
        "Show Board",
        "",
    ),
    command("play", "COLOR MOVE", "Play a move; it is then the other color's turn.", |gtp, args| {
        table(gtp)?.play(args.color(0)?, args.text(1)?)?;
        done()
    }),
    command("genmove", "COLOR", "Find a move and play it.", |gtp, args| genmove(gtp, args, true)),
    command("reg_genmove", "COLOR", "Find a move and do not play it.", |gtp, args| genmove(gtp, args, false)),
    command("undo", "", "Take the last move back.", |gtp, _| {
        table(gtp)?.undo(1)?;
        done()
    }),
    command("gg-undo", "[N]", "Take the last moves back, one without an argument.", |gtp, args| {
        let count = if args.list.is_empty() { 1 } else { args.number(0, 0..=usize::MAX)? };
        table(gtp)?.undo(count)?;
        done()
    }),
    command("gogui-rules_game_id", "", "Print the name of the game.", |gtp, _| {
        Ok(gtp.table.as_ref().map_or("Go", |(name, _)| name).to_owned())
    }),
    command("gogui-rules_board_size", "", "Print columns and rows of the board.", |gtp, _| {
        let (cols, rows) = table(gtp)?.size();
        Ok(format!("{cols} {rows}"))
    }),
    command("gogui-rules_board", "", "Print the board, the top row first.", board),
    command("gogui-rules_legal_moves", "", "List the legal moves.", |gtp, _| {
        Ok(table(gtp)?.legal_moves().join(" "))
    }),
    command("gogui-rules_side_to_move", "", "Print who is to move.", |gtp, _| {
        Ok(table(gtp)?.to_play().to_string())
    }),
    command(
        "gogui-rules_final_result",
        "",
        "Print who has won, in words; nothing before the end.",
        |gtp, _| {
            let Some(outcome) = table(gtp)?.outcome() else { return done() };
            Ok(match outcome.winner {
                Some(Color::Black) => "Black wins",
                Some(Color::White) => "White wins",
                None => "Draw",
            }
            .to_owned())
        },
    ),
    command(
        "gogui-analyze_commands",
        "",
        "List the commands of GoGui's analyze menu.",
        super::gogui::analyze_commands,
    ),
    command(
        "gogui-interrupt",
        "",
        "Do nothing; that it is listed says that `# interrupt` is understood.",
        |_, _| done(),
    ),
];

fn table(gtp: &mut Gtp) -> Result<&mut Box<dyn Table>, Failure> {
    let none = || Failure::Other("not in Go".to_owned());
    gtp.table.as_mut().map(|(_, table)| table).ok_or_else(none)
}

/// Begins anew; the players stay.
fn boardsize(gtp: &mut Gtp, args: &Args) -> Reply {
    let cols = args.number(0, 0..=u8::MAX)?;
    let rows = if args.list.len() > 1 { args.number(1, 0..=u8::MAX)? } else { cols };
    table(gtp)?.resize(cols, rows)?;
    done()
}

fn genmove(gtp: &mut Gtp, args: &Args, play: bool) -> Reply {
    let (tools, control) = (gtp.session.tools(), gtp.session.control());
    Ok(table(gtp)?.genmove(args.color(0)?, play, tools, &control)?)
}

fn board(gtp: &mut Gtp, _: &Args) -> Reply {
    let table = table(gtp)?;
    let (cols, rows) = table.size();
    let cell = |col, row| match table.stone(col, row) {
        Some(Color::Black) => "X",
        Some(Color::White) => "O",
        None => ".",
    };
    let row = |row| (0..cols).map(|col| cell(col, row)).collect::<Vec<_>>().join(" ");
    Ok((0..rows).rev().map(row).collect::<Vec<_>>().join("\n"))
}
