//! A program in a match: started on demand, and restarted after a failure.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::{Claim, MatchGame, Program, ProgramError, StartError};
use crate::framework::Control;
use crate::util;

/// The placeholder for a seed in a command.
const SEED: &str = "%SRAND";

/// A user's description of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contestant {
    /// The command line; `%SRAND` is replaced by a seed that differs between games.
    pub command: String,
    /// GTP commands to send before each game.
    pub setup: Vec<String>,
    /// The program's label; `None` for its own name.
    pub name: Option<String>,
}

/// A program's stated name and version; empty if not stated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// The reply to `name`.
    pub name: String,
    /// The reply to `version`.
    pub version: String,
}

impl Contestant {
    /// Whether each game needs its own process because the command contains the seed.
    fn is_seeded(&self) -> bool {
        self.command.contains(SEED)
    }

    /// Starts the program once and asks its name and version; the command's file name replaces a missing name.
    ///
    /// # Errors
    /// When the system does not run the command, or the program dies or does not answer.
    pub fn identify(&self, timeout: Duration, control: &Arc<Control>) -> Result<Identity, StartError> {
        let mut seat = MatchProgram::new(self, timeout, Arc::clone(control), None);
        seat.program = Some(seat.start(1)?);
        let greeted = seat.greet();
        seat.leave();
        // An interrupt is not the program's fault.
        if let Err(error) = greeted
            && error != ProgramError::Interrupted
        {
            return Err(StartError::Silent { command: self.command.clone(), error });
        }
        if seat.identity.name.is_empty() {
            let words = util::words(&self.command).unwrap_or_default();
            let program = words.first().map(Path::new).and_then(Path::file_name).unwrap_or_default();
            seat.identity.name = program.to_string_lossy().into_owned();
        }
        Ok(seat.identity)
    }
}

pub(super) struct MatchProgram<'a> {
    contestant: &'a Contestant,
    timeout: Duration,
    control: Arc<Control>,
    program: Option<Program>,
    /// The commands that the program lists.
    commands: Vec<String>,
    identity: Identity,
    /// The CPU time at the start of the game, in seconds.
    cpu: f64,
    /// The program's letter in the log of commands and replies on standard error; `None` for no log.
    log: Option<char>,
    /// The bytes of standard error already logged.
    logged: usize,
    /// The bytes of standard error already returned by [`Self::remarks`].
    remarked: usize,
}

impl<'a> MatchProgram<'a> {
    pub(super) fn new(
        contestant: &'a Contestant,
        timeout: Duration,
        control: Arc<Control>,
        log: Option<char>,
    ) -> Self {
        let (program, commands, identity) = (None, Vec::new(), Identity::default());
        Self {
            contestant,
            timeout,
            control,
            program,
            commands,
            identity,
            cpu: 0.0,
            log,
            logged: 0,
            remarked: 0,
        }
    }

    pub(super) fn command(&self, seed: u32) -> String {
        self.contestant.command.replace(SEED, &seed.to_string())
    }

    fn start(&self, seed: u32) -> Result<Program, StartError> {
        Program::start(&self.command(seed), None, Arc::clone(&self.control))
    }

    fn greet(&mut self) -> Result<(), ProgramError> {
        self.identity = Identity {
            name: self.ask("name")?.unwrap_or_default(),
            version: self.ask("version")?.unwrap_or_default(),
        };
        let commands = self.ask("list_commands")?.unwrap_or_default();
        self.commands = commands.split_whitespace().map(str::to_owned).collect();
        Ok(())
    }

    /// Prepares the program for a new game: starts it if necessary, and sends the game's commands, the time limits, and
    /// last the user's commands.
    pub(super) fn sit_down(&mut self, seed: u32, game: &MatchGame, time: Option<&str>) -> Result<(), String> {
        if self.program.is_none() {
            self.program = Some(self.start(seed).map_err(|error| error.to_string())?);
            (self.logged, self.remarked) = (0, 0);
            self.greet().map_err(|error| error.to_string())?;
        }
        self.prepare(game, time).map_err(|error| error.to_string())
    }

    fn prepare(&mut self, game: &MatchGame, time: Option<&str>) -> Result<(), ProgramError> {
        for (command, must) in game.commands() {
            let name = command.split(' ').next().unwrap_or("");
            if must || self.lists(name) {
                self.send(&command)?;
            } else {
                self.ask(&command)?;
            }
        }
        if let Some(time) = time.filter(|_| self.lists("time_settings")) {
            self.send(&format!("time_settings {time}"))?;
        }
        for command in &self.contestant.setup {
            self.send(command)?;
        }
        self.cpu = self.cpu_clock();
        Ok(())
    }

    /// Sends a command; see [`Program::send`].
    pub(super) fn send(&mut self, command: &str) -> Result<String, ProgramError> {
        let Some(program) = &mut self.program else {
            return Err(ProgramError::Died { status: String::new(), said: Vec::new() });
        };
        let reply = program.send(command, self.timeout);
        if let Some(letter) = self.log {
            let answer = match &reply {
                Ok(text) => format!("= {text}"),
                Err(ProgramError::Refused { reply, .. }) => format!("? {reply}"),
                Err(error) => error.to_string(),
            };
            let (text, size) = program.stderr_since(self.logged);
            self.logged = size;
            let log = format!("{letter}>> {command}\n{text}{letter}<< {answer}\n\n");
            let _ = io::stderr().write_all(log.as_bytes());
        }
        reply
    }

    /// The program's standard error since the last call.
    pub(super) fn remarks(&mut self) -> String {
        let Some(program) = &self.program else { return String::new() };
        let (text, size) = program.stderr_since(self.remarked);
        self.remarked = size;
        text
    }

    /// Sends a command that the program may refuse.
    fn ask(&mut self, command: &str) -> Result<Option<String>, ProgramError> {
        match self.send(command) {
            Ok(reply) => Ok(Some(reply.trim().to_owned())),
            Err(ProgramError::Refused { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn lists(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// Asks for the result of the game; unknown if the program does not state it.
    pub(super) fn claim(&mut self) -> Result<Claim, ProgramError> {
        Ok(self.ask("final_score")?.map_or(Claim::Unknown, |reply| Claim::read(&reply)))
    }

    /// The CPU time of the game in seconds; 0 if the program does not state it.
    pub(super) fn cpu(&mut self) -> f64 {
        (self.cpu_clock() - self.cpu).max(0.0)
    }

    fn cpu_clock(&mut self) -> f64 {
        let known = ["cputime", "gomill-cpu_time"].into_iter().find(|command| self.lists(command));
        let reply = known.and_then(|command| self.ask(command).ok().flatten());
        reply.and_then(|reply| reply.parse().ok()).filter(|time: &f64| time.is_finite()).unwrap_or(0.0)
    }

    /// Ends the game; quits the program if the next game needs another process.
    pub(super) fn get_up(&mut self) {
        if self.contestant.is_seeded() || self.program.as_ref().is_some_and(Program::is_broken) {
            self.leave();
        }
    }

    pub(super) fn leave(&mut self) {
        if let Some(program) = self.program.take() {
            program.quit();
        }
    }
}
