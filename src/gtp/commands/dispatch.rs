//! The dispatch of a line to a command of the program, of the game in use, or of a player: the parameters of players
//! and searches are commands with a color, such as `black_depth`.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::time::Duration;

use crate::engine::{AnySession, BoardSize, GameEntry, GameSession, GoSession, ParamRow, UnacceptableSize};
use crate::framework::{Args, Color, Command, CommandInfo, Failure, Reply};
use crate::gtp::live::{Client, LiveReply};
use crate::gtp::persona::{BRASA, Persona};
use crate::gtp::protocol::{self, too_long};
use crate::gtp::watch::remark;
use crate::util::Received;
use crate::util::params::nearest;

/// A group of related commands.
pub struct Chapter {
    /// The title.
    pub title: &'static str,
    table: Table,
    is_here: fn(&Gtp) -> bool,
}

/// Commands of the program, and commands that need a game of Go.
enum Table {
    Program(&'static [Command<Gtp>]),
    Go(&'static [Command<GoSession>]),
}

impl Chapter {
    pub(super) const fn program(title: &'static str, commands: &'static [Command<Gtp>]) -> Self {
        Self { title, table: Table::Program(commands), is_here: |_| true }
    }

    pub(super) const fn go(title: &'static str, commands: &'static [Command<GoSession>]) -> Self {
        Self { title, table: Table::Go(commands), is_here: |gtp| gtp.session.go().is_some() }
    }

    /// Makes the chapter's commands available only under a condition.
    pub(super) const fn when(self, is_here: fn(&Gtp) -> bool) -> Self {
        Self { is_here, ..self }
    }

    /// The descriptions of the commands.
    pub fn infos(&self) -> Vec<CommandInfo> {
        match self.table {
            Table::Program(commands) => commands.iter().map(|command| command.info).collect(),
            Table::Go(commands) => commands.iter().map(|command| command.info).collect(),
        }
    }

    /// Runs a command by name; `None` if the chapter has no such command, or needs another game.
    fn run(&self, gtp: &mut Gtp, name: &str, args: &[String]) -> Option<Reply> {
        match self.table {
            Table::Program(commands) => commands
                .iter()
                .find(|command| command.info.name == name)
                .map(|command| command.run(gtp, args)),
            Table::Go(commands) => {
                let command = commands.iter().find(|command| command.info.name == name)?;
                Some(command.run(gtp.session.go_mut()?, args))
            }
        }
    }
}

/// A GTP session.
pub struct Gtp {
    chapters: &'static [Chapter],
    /// The session.
    pub session: AnySession,
    /// The name of the game.
    pub game: &'static str,
    /// Whether the handicap commands are available.
    pub handicap: bool,
    /// The number of games that may still start; `None` for unlimited.
    pub games_left: Option<u64>,
    /// The file whose existence prevents further games.
    pub(super) sentinel: Option<PathBuf>,
    /// The CPU time at the last reset of each timer.
    pub(super) timers: BTreeMap<String, Duration>,
    /// The command files being run.
    pub(super) scripts: Vec<PathBuf>,
    /// The nesting depth of running commands.
    pub(super) nested: usize,
    /// The reply visible to a client while the command runs; `None` if it sees only the final reply.
    pub(super) live: Option<LiveReply>,
    /// The program that clients take this one for.
    pub(super) persona: &'static Persona,
    /// The reply to `name`.
    pub name: String,
    /// The reply to `version`.
    pub version: String,
    /// The factor applied to visits requested by KataGo clients.
    pub scale_visits: f64,
    /// The numbers of visits and of playouts, if set under KataGo's names; the smaller applies.
    pub(super) kata_limits: (Option<u64>, Option<u64>),
    /// The players' names given by the controller.
    pub(super) player_names: HashMap<Color, String>,
    pub(super) quit: bool,
}

impl Gtp {
    pub(super) fn with_chapters(
        chapters: &'static [Chapter],
        game: &'static str,
        session: AnySession,
    ) -> Self {
        Self {
            chapters,
            session,
            game,
            handicap: true,
            games_left: None,
            sentinel: None,
            timers: BTreeMap::new(),
            scripts: Vec::new(),
            nested: 0,
            live: None,
            persona: &BRASA,
            name: BRASA.name.to_owned(),
            version: BRASA.version.to_owned(),
            scale_visits: 1.0,
            kata_limits: (None, None),
            player_names: HashMap::new(),
            quit: false,
        }
    }

    /// Answers as another program would.
    pub fn speak_as(&mut self, persona: &'static Persona) {
        self.persona = persona;
        (self.name, self.version) = (persona.name.to_owned(), persona.version.to_owned());
    }

    /// Replaces the session by one of another game with the same settings; `first` moves first.
    ///
    /// # Errors
    /// When the game has no board of the size; the old session continues then.
    pub fn begin(&mut self, game: &GameEntry, size: BoardSize, first: Color) -> Result<(), UnacceptableSize> {
        self.session.end_game();
        self.session = (game.open)(size, first, self.session.context().clone())?;
        self.game = game.name;
        self.player_names.clear();
        Ok(())
    }

    /// Whether `quit` was run.
    pub fn has_quit(&self) -> bool {
        self.quit
    }

    /// Runs a line and returns the reply; `None` when the line is empty or a comment.
    pub fn answer(&mut self, line: &[u8]) -> Option<String> {
        self.answer_to(line, None)
    }

    /// Same as [`Self::answer`] for a client that may already see the start of the reply; returns the rest.
    fn answer_to(&mut self, line: &[u8], client: Option<&Client>) -> Option<String> {
        match protocol::parse(line) {
            Ok(None) => None,
            Ok(Some(line)) => {
                let live = client.cloned().map(|client| LiveReply { client, id: line.id, has_begun: false });
                let outer = std::mem::replace(&mut self.live, live);
                let result = self.run(&line.name, &line.args).map_err(|failure| failure.to_string());
                let live = std::mem::replace(&mut self.live, outer);
                Some(match result {
                    Ok(text) if live.is_some_and(|live| live.has_begun) => protocol::tail(&text),
                    result => protocol::reply(line.id, result),
                })
            }
            Err(error) => Some(protocol::reply(error.id(), Err(error.to_string()))),
        }
    }

    /// Runs an input line and returns the reply, or the part that the client has not seen; `None` if the line is empty
    /// or a comment.
    pub(in crate::gtp) fn answer_received(
        &mut self,
        received: &Received,
        client: Option<&Client>,
    ) -> Option<String> {
        match received {
            Received::Line(line) => self.answer_to(line, client),
            Received::TooLong(start) => too_long(start),
        }
    }

    /// Runs a command.
    ///
    /// # Errors
    /// When the command does not exist, its arguments are wrong, or it fails; nothing changes then, but for what the
    /// commands did that it ran itself.
    pub fn run(&mut self, name: &str, args: &[String]) -> Reply {
        let reply = self.dispatch(name, args);
        let context = self.session.context_mut();
        let notes = context.take_notes();
        if context.has_observers() {
            notes.iter().for_each(|note| remark(note));
        }
        reply
    }

    fn dispatch(&mut self, name: &str, args: &[String]) -> Reply {
        let name = self.persona.command(name);
        if let Some(reply) = player_param(&mut *self.session, name, args) {
            return reply;
        }
        for chapter in self.chapters {
            if (chapter.is_here)(self)
                && let Some(reply) = chapter.run(self, name, args)
            {
                return reply;
            }
        }
        let name = name.to_ascii_lowercase();
        let of_players = player_params(&*self.session).into_iter().map(|(name, _)| name);
        let commands = self.infos().into_iter().map(|info| info.name.to_owned());
        let near = nearest(&name, commands.chain(of_players));
        let hint = near.first().map_or(String::new(), |near| format!(": did you mean {near}?"));
        Err(Failure::Other(format!("unknown command{hint}")))
    }

    pub(super) fn chapters(&self) -> Vec<(&'static str, Vec<CommandInfo>)> {
        let here = self.chapters.iter().filter(|chapter| (chapter.is_here)(self));
        here.map(|chapter| (chapter.title, chapter.infos())).collect()
    }

    /// All available commands.
    pub(super) fn infos(&self) -> Vec<CommandInfo> {
        self.chapters().into_iter().flat_map(|(_, infos)| infos).collect()
    }
}

pub(super) const fn command(
    usage: &'static str,
    doc: &'static str,
    run: fn(&mut Gtp, &Args<'_>) -> Reply,
) -> Command<Gtp> {
    Command::new(usage, doc, run)
}

pub(super) fn done() -> Reply {
    Ok(String::new())
}

/// The empty reply if all went well.
pub(super) fn empty<T>(result: Result<T, impl Into<Failure>>) -> Reply {
    result.map(|_| String::new()).map_err(Into::into)
}

/// The parameters of the players in use, with the commands for them.
pub(super) fn player_params(session: &dyn GameSession) -> Vec<(String, ParamRow)> {
    let of = |color: Color| {
        session.players().rows(color).into_iter().map(move |row| (format!("{color}_{}", row.name), row))
    };
    Color::ALL.into_iter().flat_map(of).collect()
}

/// Prints or sets a parameter of a player; `None` if the command is another one.
fn player_param(session: &mut dyn GameSession, name: &str, args: &[String]) -> Option<Reply> {
    let (color, param) = Color::of_param(name)?;
    let rows = session.players().rows(color);
    let row = rows.iter().find(|row| row.name == param)?;
    Some(match args {
        [] => Ok(row.value.clone()),
        [value] => {
            session.players_mut().set(color, param, value).map_err(Failure::from).map(|()| String::new())
        }
        _ => Err(Failure::Syntax(format!("usage: {name} [VALUE]"))),
    })
}
