//! The commands at the prompt.

use std::iter;
use std::path::Path;

use super::table::{Table, shown};
use crate::engine::gtp_record::{self, GTP_RECORD};
use crate::framework::{Args, Command, CommandInfo, Failure, Reply};
use crate::sgf::SGF;
use crate::util::replace_file;

pub(super) const QUIT: &str = "quit";

pub(super) const BOARD: &str = "board";

pub(super) const HINT: &str = "hint";

/// All commands. Any other word is a move.
static COMMANDS: [Command<Table>; 9] = [
    Command::new("help [COMMAND]", "List the commands, or explain one.", |table, args| {
        Ok(help(table, args.optional(0)))
    }),
    Command::new(BOARD, "Show the board.", |_, _| Ok(String::new())),
    Command::new("undo", "Take back your last move and the reply to it.", |table, _| done(table.undo())),
    Command::new(HINT, "Show a good move.", |table, _| table.hint().map_err(Failure::Other)),
    Command::new("score", "Print the score, or an estimate.", |table, _| {
        table.score().map(shown).map_err(Failure::Other)
    }),
    Command::new("moves", "List the legal moves.", |table, _| Ok(table.session.legal_moves().join(" "))),
    Command::new("save FILE...", "Save the game: Go as SGF, other games as GTP commands.", save),
    Command::new("resign", "Give up the game.", |table, _| done(table.resign())),
    Command::new(QUIT, "End the program.", |_, _| Ok(String::new())),
];

pub(super) fn find(name: &str) -> Option<&'static Command<Table>> {
    COMMANDS.iter().find(|command| command.info.name.eq_ignore_ascii_case(name))
}

/// The completions: commands and legal moves.
pub(super) fn complete(table: &Table) -> Vec<String> {
    let names = COMMANDS.iter().map(|command| command.info.name.to_owned());
    names.chain(table.session.legal_moves()).collect()
}

fn help(table: &Table, name: Option<&str>) -> String {
    let example = table.session.legal_moves().into_iter().next().unwrap_or_else(|| "D4".to_owned());
    let moves = format!("{:<14} Play a move, such as {example}; `pass` if the game has passes.", "MOVE");
    let line = |command: &Command<Table>| {
        let CommandInfo { name, usage, doc, .. } = command.info;
        format!("{:<14} {doc}", format!("{name} {}", usage.trim_end_matches("...")))
    };
    if let Some(command) = name.and_then(find) {
        return line(command);
    }
    iter::once(moves).chain(COMMANDS.iter().map(line)).collect::<Vec<_>>().join("\n")
}

/// The reply of a command that prints nothing unless it fails.
fn done(result: Result<(), String>) -> Reply {
    result.map(|()| String::new()).map_err(Failure::Other)
}

fn save(table: &mut Table, args: &Args<'_>) -> Reply {
    let name = args.list.join(" ");
    let path = Path::new(&name);
    let result = table.result().unwrap_or_default();
    if let Some(go) = table.session.go_mut() {
        go.set_info("result", &result)?;
    }
    let (kind, text) = match table.session.go() {
        Some(go) => (&SGF, go.sgf().to_string()),
        None => (&GTP_RECORD, gtp_record::write(&*table.session, table.game)),
    };
    replace_file(path, kind, |out| writeln!(out, "{text}"))
        .map_err(|fault| Failure::Other(format!("cannot save {fault}")))?;
    table.note_saved();
    Ok(format!("Saved {name}"))
}
