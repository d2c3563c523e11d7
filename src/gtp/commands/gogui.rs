//! The chapters on GoGui's extensions of the standard for every game, and on the commands by which it plays games
//! without knowing their rules.

use super::dispatch::{Gtp, command, done};
use crate::framework::{Args, Command, CommandInfo, Reply, symbol};

pub(super) static COMMANDS: &[Command<Gtp>] = &[
    command("gogui-analyze_commands", "List the commands of GoGui's analyze menu.", analyze_commands),
    command("gogui-title", "Print the title for GoGui's window: the program and the game.", |gtp, _| {
        Ok(format!("{} {}: {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"), gtp.game))
    }),
    command("gogui-version VERSION", "Note the GoGui version.", |_, _| done()),
    command(
        "gogui-interrupt",
        "Do nothing; its presence in the list tells GoGui that `# interrupt` works.",
        |_, _| done(),
    ),
];

/// Lists the entries; alternatives of an argument, separated by `|`, have an entry each.
fn analyze_commands(gtp: &mut Gtp, _: &Args<'_>) -> Reply {
    let entries = |info: CommandInfo| {
        let mut parts = info.analyze?.splitn(3, '/');
        let (kind, label, args) = (parts.next()?, parts.next()?, parts.next().unwrap_or_default());
        let entry = |(label, args): (String, &str)| {
            format!("{kind}/{label}/{} {args}", info.name).trim_end().to_owned()
        };
        let choices = args.split('|').map(|choice| (format!("{label}{}", title(choice)), choice));
        Some(if args.contains('|') {
            choices.map(entry).collect::<Vec<_>>().join("\n")
        } else {
            entry((label.to_owned(), args))
        })
    };
    Ok(gtp.infos().into_iter().filter_map(entries).collect::<Vec<_>>().join("\n"))
}

/// The words of an argument, each after a blank and with a capital.
fn title(argument: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        format!(" {}{rest}", first.to_uppercase())
    };
    argument.split('_').map(word).collect()
}

/// The commands by which GoGui plays games without knowing their rules.
pub(super) static RULES: &[Command<Gtp>] = &[
    command("gogui-rules_game_id", "Print the name of the game.", |gtp, _| Ok(gtp.game.to_owned())),
    command("gogui-rules_board_size", "Print the columns and rows of the board.", |gtp, _| {
        let grid = gtp.session.grid();
        Ok(format!("{} {}", grid.cols(), grid.rows()))
    }),
    command("gogui-rules_board", "Print the board, top row first.", board),
    command("gogui-rules_legal_moves", "List the legal moves.", |gtp, _| {
        Ok(gtp.session.legal_moves().join(" "))
    }),
    command("gogui-rules_side_to_move", "Print the player to move.", |gtp, _| {
        Ok(gtp.session.to_play().to_string())
    }),
    command(
        "gogui-rules_final_result",
        "Print the result in words, or nothing if the game is not over.",
        |gtp, _| {
            Ok(match gtp.session.outcome().map(|outcome| outcome.winner) {
                Some(Some(winner)) => format!("{} wins", winner.title()),
                Some(None) => "Draw".to_owned(),
                None => String::new(),
            })
        },
    ),
];

fn board(gtp: &mut Gtp, _: &Args<'_>) -> Reply {
    let grid = gtp.session.grid();
    let cell = |col, row| symbol(grid.stone(col, row)).to_string();
    let row = |row| (0..grid.cols()).map(|col| cell(col, row)).collect::<Vec<_>>().join(" ");
    Ok((0..grid.rows()).rev().map(row).collect::<Vec<_>>().join("\n"))
}
