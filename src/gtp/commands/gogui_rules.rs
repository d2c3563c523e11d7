//! The chapter on the commands by which GoGui plays games without knowing their rules.

use super::dispatch::{Gtp, command};
use crate::framework::{Args, Color, Command, Failure, Grid, Reply};

pub(super) static COMMANDS: &[Command<Gtp>] = &[
    command("gogui-rules_game_id", "", "Print the name of the game.", |gtp, _| Ok(gtp.game.to_owned())),
    command("gogui-rules_board_size", "", "Print the columns and rows of the board.", |gtp, _| {
        let grid = grid(gtp)?;
        Ok(format!("{} {}", grid.cols(), grid.rows()))
    }),
    command("gogui-rules_board", "", "Print the board, the top row first.", board),
    command("gogui-rules_legal_moves", "", "List the legal moves.", |gtp, _| {
        Ok(gtp.session.legal_moves().join(" "))
    }),
    command("gogui-rules_side_to_move", "", "Print the player to move.", |gtp, _| {
        Ok(gtp.session.to_play().to_string())
    }),
    command(
        "gogui-rules_final_result",
        "",
        "Print the result in words, or nothing if the game is not over.",
        |gtp, _| {
            let winner = gtp.session.outcome().map(|outcome| outcome.winner);
            Ok(match winner {
                Some(Some(Color::Black)) => "Black wins",
                Some(Some(Color::White)) => "White wins",
                Some(None) => "Draw",
                None => "",
            }
            .to_owned())
        },
    ),
];

fn grid(gtp: &Gtp) -> Result<&dyn Grid, Failure> {
    gtp.session.grid().ok_or_else(|| Failure::Other(format!("{} has no board of points", gtp.game)))
}

fn board(gtp: &mut Gtp, _: &Args<'_>) -> Reply {
    let grid = grid(gtp)?;
    let cell = |col, row| match grid.stone(col, row) {
        Some(Color::Black) => "X",
        Some(Color::White) => "O",
        None => ".",
    };
    let row = |row| (0..grid.cols()).map(|col| cell(col, row)).collect::<Vec<_>>().join(" ");
    Ok((0..grid.rows()).rev().map(row).collect::<Vec<_>>().join("\n"))
}
