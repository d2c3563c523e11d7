//! The chapter on game records.

use std::path::Path;

use super::dispatch::empty;
use super::go::command;
use crate::engine::GoSession;
use crate::framework::{Args, Command, Reply};

pub(super) static COMMANDS: &[Command<GoSession>] = &[
    command(
        "loadsgf FILE... [MOVE]",
        "Load a game up to the position before the move, or to its end.",
        loadsgf,
    )
    .analyze("none/Load SGF/%r"),
    command("savesgf FILE...", "Save the game.", |go, args| empty(go.save_sgf(Path::new(&args.joined()))))
        .analyze("none/Save SGF/%w"),
    command("printsgf [FILE...]", "Print the game; with FILE other than -, save it there.", |go, args| {
        match args.joined().as_str() {
            "" | "-" => Ok(go.sgf().to_string()),
            file => empty(go.save_sgf(Path::new(file))),
        }
    })
    .analyze("none/Print SGF to File/%w"),
    command(
        "go_set_info NAME [TEXT...]",
        "Set game_name, player_black, player_white or result, for savesgf.",
        |go, args| empty(go.set_info(args.text(0)?, &args.list.get(1..).unwrap_or_default().join(" "))),
    ),
];

pub(super) fn loadsgf(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let (file, before) = args.file_and_number();
    empty(go.load_sgf(&file, before))
}
