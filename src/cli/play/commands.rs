//! The commands at the prompt.

use std::fmt::Write as _;
use std::path::Path;

use super::table::Table;
use crate::go::Position;
use crate::util::replace_file;

/// A command: its name, its arguments, a line of description, and its function, which returns the text to print.
pub(super) struct Command {
    pub(super) name: &'static str,
    usage: &'static str,
    doc: &'static str,
    pub(super) run: fn(&mut Table, &[&str]) -> Result<String, String>,
}

/// All commands. Any other word is a move.
const COMMANDS: [Command; 8] = [
    Command { name: "help", usage: "", doc: "List the commands.", run: |table, _| Ok(help(table)) },
    Command { name: "undo", usage: "", doc: "Take back your last move and the answer to it.", run: undo },
    Command { name: "hint", usage: "", doc: "Show a good move.", run: |table, _| table.hint() },
    Command {
        name: "score",
        usage: "",
        doc: "Print the score, or an estimate of it.",
        run: |table, _| table.score(),
    },
    Command {
        name: "moves",
        usage: "",
        doc: "List the legal moves.",
        run: |table, _| Ok(table.session.legal_moves().join(" ")),
    },
    Command {
        name: "save",
        usage: " FILE",
        doc: "Save the game: Go as SGF, another game as GTP commands.",
        run: save,
    },
    Command { name: "resign", usage: "", doc: "Give up the game.", run: resign },
    Command { name: "quit", usage: "", doc: "End the program.", run: |_, _| Ok(String::new()) },
];

/// Returns the command of a name.
pub(super) fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name.eq_ignore_ascii_case(name))
}

/// Returns the words that complete a line: commands and legal moves.
pub(super) fn complete(table: &Table) -> Vec<String> {
    let names = COMMANDS.iter().map(|command| command.name.to_owned());
    names.chain(table.session.legal_moves()).collect()
}

fn help(table: &Table) -> String {
    let example = table.session.legal_moves().into_iter().next().unwrap_or_else(|| "D4".to_owned());
    let mut text = format!("{:<14} Play a move, such as {example}; `pass` if the game has passes.", "MOVE");
    for Command { name, usage, doc, .. } in &COMMANDS {
        let _ = write!(text, "\n{:<14} {doc}", format!("{name}{usage}"));
    }
    text
}

fn undo(table: &mut Table, _: &[&str]) -> Result<String, String> {
    table.undo().map(|()| String::new())
}

fn resign(table: &mut Table, _: &[&str]) -> Result<String, String> {
    table.resign().map(|()| String::new())
}

fn save(table: &mut Table, args: &[&str]) -> Result<String, String> {
    let name = args.join(" ");
    if name.is_empty() {
        return Err("expected the name of a file: save FILE".to_owned());
    }
    let path = Path::new(&name);
    let result = table.result().unwrap_or_default();
    if let Some(go) = table.session.of_mut::<Position>() {
        go.set_info("result", &result).map_err(|error| error.to_string())?;
    }
    let text = match table.go() {
        Some(go) => go.sgf().to_string(),
        None => table.session.gtp_record(table.game),
    };
    replace_file(path, |out| writeln!(out, "{text}"))
        .map_err(|error| format!("cannot save {name}: {error}"))?;
    Ok(format!("Saved {name}"))
}
