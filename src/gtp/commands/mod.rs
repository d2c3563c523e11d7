//! The commands: a table by chapters, and what runs a line of it.
//!
//! A command is one entry of its chapter's slice: name, usage, description, function, and how GoGui's
//! analyze menu shows it. `list_commands`, `help`, `gogui-analyze_commands` and the number of arguments are
//! read from there.

mod admin;
mod board;
mod explain;
mod files;
mod framework;
mod games;
mod gogui;
mod handicap;
mod params;
mod patterns;
mod play;
mod rules;
mod score;
mod search;
mod tactics;
mod time;

use super::args::{Args, Failure};
use super::{protocol, remark};
use crate::engine::{Players, Session, Table};
use crate::framework::{Color, Game};
use crate::go::Point;
use crate::util::params::nearest;

/// What a command answers.
pub type Reply = Result<String, Failure>;

/// A command.
pub struct Command {
    /// The name.
    pub name: &'static str,
    /// The arguments: `[X]` is optional, `X...` stands for one or more, `[X...]` for any number.
    pub usage: &'static str,
    /// What it does, in a line.
    pub doc: &'static str,
    /// The entry in GoGui's analyze menu.
    pub analyze: Option<Analyze>,
    run: fn(&mut Gtp, &Args) -> Reply,
}

/// An entry in GoGui's analyze menu.
pub struct Analyze {
    /// The type: how the reply is shown.
    pub kind: &'static str,
    /// The text of the entry.
    pub label: &'static str,
    /// The arguments, with GoGui's wildcards.
    pub args: &'static str,
}

/// Commands that belong together.
pub struct Chapter {
    /// What they are about.
    pub title: &'static str,
    /// In which games they are there.
    pub scope: Scope,
    /// The commands.
    pub commands: &'static [Command],
}

/// In which games commands are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// In all.
    Any,
    /// In Go.
    Go,
    /// In all but Go.
    Others,
}

/// All commands.
pub static CHAPTERS: [Chapter; 16] = [
    Chapter { title: "The program", scope: Scope::Any, commands: admin::COMMANDS },
    Chapter { title: "The board", scope: Scope::Go, commands: board::COMMANDS },
    Chapter { title: HANDICAP, scope: Scope::Go, commands: handicap::COMMANDS },
    Chapter { title: "Moves", scope: Scope::Go, commands: play::COMMANDS },
    Chapter { title: "The clock", scope: Scope::Any, commands: time::COMMANDS },
    Chapter { title: "The result", scope: Scope::Go, commands: score::COMMANDS },
    Chapter { title: "Game records", scope: Scope::Go, commands: files::COMMANDS },
    Chapter { title: "Rules", scope: Scope::Go, commands: rules::COMMANDS },
    Chapter { title: "Parameters", scope: Scope::Any, commands: params::COMMANDS },
    Chapter { title: "The search", scope: Scope::Go, commands: search::COMMANDS },
    Chapter { title: "The search explained", scope: Scope::Go, commands: explain::COMMANDS },
    Chapter { title: "Playout patterns", scope: Scope::Go, commands: patterns::COMMANDS },
    Chapter { title: "Tactics", scope: Scope::Go, commands: tactics::COMMANDS },
    Chapter { title: "GoGui", scope: Scope::Go, commands: gogui::COMMANDS },
    Chapter { title: "The game", scope: Scope::Others, commands: games::COMMANDS },
    Chapter { title: "Games, players and searches", scope: Scope::Any, commands: framework::COMMANDS },
];

const HANDICAP: &str = "Handicap";

const fn command(
    name: &'static str,
    usage: &'static str,
    doc: &'static str,
    run: fn(&mut Gtp, &Args) -> Reply,
) -> Command {
    Command { name, usage, doc, analyze: None, run }
}

impl Command {
    const fn analyze(self, kind: &'static str, label: &'static str, args: &'static str) -> Self {
        Self { analyze: Some(Analyze { kind, label, args }), ..self }
    }

    /// Returns whether the command takes so many arguments.
    fn accepts(&self, count: usize) -> bool {
        let (mut required, mut most, mut optional) = (0, 0, false);
        for word in self.usage.split(' ').filter(|word| !word.is_empty()) {
            optional |= word.starts_with('[');
            required += usize::from(!optional);
            most += 1;
            optional &= !word.ends_with(']');
        }
        count >= required && (count <= most || self.usage.contains("..."))
    }
}

/// A session that understands GTP.
pub struct Gtp {
    /// The session of Go.
    pub session: Session,
    /// The name and the table of another game, while that is played.
    pub table: Option<(&'static str, Box<dyn Table>)>,
    /// Whether the handicap commands are there.
    pub handicap: bool,
    /// How many more games may be begun.
    pub games_left: Option<u64>,
    quit: bool,
}

impl Gtp {
    /// Creates it with all commands and no bound on the games.
    #[must_use]
    pub fn new(session: Session) -> Self {
        Self { session, table: None, handicap: true, games_left: None, quit: false }
    }

    /// Returns whether `quit` was run.
    #[must_use]
    pub fn has_quit(&self) -> bool {
        self.quit
    }

    /// Runs a line and returns the reply; `None` when the line is empty or a comment.
    pub fn answer(&mut self, line: &[u8]) -> Option<String> {
        match protocol::parse(line) {
            Ok(None) => None,
            Ok(Some(line)) => {
                let result = self.run(&line.name, &line.args).map_err(|failure| failure.to_string());
                Some(protocol::reply(line.id, result))
            }
            Err(error) => Some(protocol::reply(error.id(), Err::<&str, _>(error.to_string()))),
        }
    }

    /// Runs a command.
    ///
    /// # Errors
    /// When there is no such command, its arguments are wrong, or it fails; then nothing has changed.
    pub fn run(&mut self, name: &str, args: &[String]) -> Reply {
        if let Some(reply) = framework::side_param(self, name, args) {
            return reply;
        }
        let Some(command) = self.find(name) else {
            let name = name.to_ascii_lowercase();
            let near = match self.find(&name) {
                Some(command) => vec![command.name],
                None => nearest(&name, self.commands().map(|command| command.name)),
            };
            let hint = near.first().map_or(String::new(), |near| format!(": did you mean {near}?"));
            return Err(Failure::Other(format!("unknown command{hint}")));
        };
        if !command.accepts(args.len()) {
            return Err(Failure::Syntax(
                format!("usage: {} {}", command.name, command.usage).trim_end().to_owned(),
            ));
        }
        let reply = (command.run)(self, &Args { command: command.name, list: args });
        let notes = self.session.take_notes();
        if self.session.has_audience() {
            notes.iter().for_each(|note| remark(note));
        }
        reply
    }

    fn chapters(&self) -> impl Iterator<Item = &'static Chapter> + use<> {
        let handicap = self.handicap;
        let here = if self.table.is_some() { Scope::Others } else { Scope::Go };
        CHAPTERS
            .iter()
            .filter(move |chapter| chapter.scope == here || chapter.scope == Scope::Any)
            .filter(move |chapter| handicap || chapter.title != HANDICAP)
    }

    fn commands(&self) -> impl Iterator<Item = &'static Command> + use<> {
        self.chapters().flat_map(|chapter| chapter.commands)
    }

    fn find(&self, name: &str) -> Option<&'static Command> {
        self.commands().find(|command| command.name == name)
    }

    /// Returns who plays the game.
    #[must_use]
    pub fn players(&mut self) -> &mut dyn Players {
        match &mut self.table {
            Some((_, table)) => table.players(),
            None => self.session.players(),
        }
    }

    fn to_play(&self) -> Color {
        self.table.as_ref().map_or(self.session.position().to_play(), |(_, table)| table.to_play())
    }

    fn size(&self) -> u8 {
        self.session.position().board().size()
    }

    /// Returns a text for each point, the top row first, as GoGui's types for whole boards have it.
    fn rows(&self, cell: impl Fn(Point) -> String) -> String {
        let size = self.size();
        let row = |row| (0..size).map(|col| cell(Point::at(col, row))).collect::<Vec<_>>().join(" ");
        (0..size).rev().map(row).collect::<Vec<_>>().join("\n")
    }
}

/// The reply that says nothing.
fn done() -> Reply {
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the commands that are there in Go, or in the other games.
    fn of(scope: Scope) -> impl Iterator<Item = &'static Command> {
        CHAPTERS
            .iter()
            .filter(move |chapter| [scope, Scope::Any].contains(&chapter.scope))
            .flat_map(|chapter| chapter.commands)
    }

    fn all() -> impl Iterator<Item = &'static Command> {
        CHAPTERS.iter().flat_map(|chapter| chapter.commands)
    }

    #[test]
    fn names_are_unique_and_documented() {
        for scope in [Scope::Go, Scope::Others] {
            let mut names: Vec<_> = of(scope).map(|command| command.name).collect();
            names.sort_unstable();
            let count = names.len();
            names.dedup();
            assert_eq!(names.len(), count);
        }
        for command in all() {
            assert!(
                command
                    .name
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-_".contains(&b)),
                "{}",
                command.name
            );
            assert!(!command.doc.is_empty() && command.doc.ends_with('.'), "{}", command.name);
            assert!(!command.doc.contains('\n'), "{}", command.name);
        }
    }

    #[test]
    fn analyze_entries_have_the_form_that_gogui_wants() {
        let mut labels: Vec<_> =
            of(Scope::Go).filter_map(|command| command.analyze.as_ref()).map(|a| a.label).collect();
        labels.sort_unstable();
        let count = labels.len();
        labels.dedup();
        assert_eq!(labels.len(), count);
        for analyze in all().filter_map(|command| command.analyze.as_ref()) {
            assert!(!analyze.label.contains('/') && !analyze.args.contains('/'));
        }
    }

    #[test]
    fn usage_decides_the_number_of_arguments() {
        let accepts = |usage, count| command("x", usage, "X.", |_, _| done()).accepts(count);
        assert!(accepts("", 0) && !accepts("", 1));
        assert!(!accepts("A B", 1) && accepts("A B", 2) && !accepts("A B", 3));
        assert!(accepts("[A]", 0) && accepts("[A]", 1) && !accepts("[A]", 2));
        assert!(!accepts("A...", 0) && accepts("A...", 1) && accepts("A...", 9));
        assert!(accepts("[A...]", 0) && accepts("[A...]", 9));
        assert!(accepts("[A B...]", 0) && !accepts("A [B C] D", 1) && accepts("A [B C] D", 2));
    }
}
