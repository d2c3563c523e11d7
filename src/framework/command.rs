//! Commands: named queries and settings that a component offers to its user.
//!
//! A command is data: name, arguments, a line of help, an entry in GoGui's analyze menu, and a function that runs it on
//! its target, the program or the session of a game.

use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use super::Color;

/// The reply to a command.
pub type Reply = Result<String, Failure>;

/// Why a command failed, in the GTP standard's words where it has any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Too few, too many or invalid arguments.
    Syntax(String),
    /// Anything else.
    Other(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(text) => write!(f, "syntax error: {text}"),
            Self::Other(text) => f.write_str(text),
        }
    }
}

impl<E: Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Other(error.to_string())
    }
}

/// The description of a command.
#[derive(Clone, Copy, Debug)]
pub struct CommandInfo {
    /// The name.
    pub name: &'static str,
    /// The arguments: `[X]` is optional, `X...` means one or more, `[X...]` any number.
    pub usage: &'static str,
    /// A line of help.
    pub doc: &'static str,
    /// The entry in GoGui's analyze menu, if any: the type of the reply, the label, and the arguments if there are any,
    /// separated by `/`. Arguments are GoGui's wildcards, or alternatives of one argument: `x|y` makes two entries.
    pub analyze: Option<&'static str>,
}

impl CommandInfo {
    /// Checks the number of arguments.
    ///
    /// # Errors
    /// When the command does not take that number; the message is the usage.
    pub fn check(&self, count: usize) -> Result<(), Failure> {
        if self.accepts(count) {
            return Ok(());
        }
        Err(Failure::Syntax(format!("usage: {} {}", self.name, self.usage).trim_end().to_owned()))
    }

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

/// A command with target `T`.
pub struct Command<T: ?Sized> {
    /// The description.
    pub info: CommandInfo,
    run: fn(&mut T, &Args<'_>) -> Reply,
}

impl<T: ?Sized> Command<T> {
    /// Creates a command without an entry in GoGui's analyze menu; `usage` is the name, followed by the arguments.
    pub const fn new(usage: &'static str, doc: &'static str, run: fn(&mut T, &Args<'_>) -> Reply) -> Self {
        let mut end = 0;
        while end < usage.len() && usage.as_bytes()[end] != b' ' {
            end += 1;
        }
        let (name, usage) = usage.split_at(end);
        let usage = usage.trim_ascii_start();
        Self { info: CommandInfo { name, usage, doc, analyze: None }, run }
    }

    /// Adds an entry in GoGui's analyze menu, in the form of [`CommandInfo::analyze`].
    pub const fn analyze(mut self, entry: &'static str) -> Self {
        self.info.analyze = Some(entry);
        self
    }

    /// Runs the command.
    ///
    /// # Errors
    /// When the number of arguments does not fit the usage, or the command fails.
    pub fn run(&self, target: &mut T, args: &[String]) -> Reply {
        self.info.check(args.len())?;
        (self.run)(target, &Args { command: self.info.name, list: args })
    }
}

/// A command's arguments; their number fits the usage.
#[derive(Clone, Copy, Debug)]
pub struct Args<'a> {
    /// The name of the command.
    pub command: &'a str,
    /// The arguments.
    pub list: &'a [String],
}

impl<'a> Args<'a> {
    /// The argument at an index.
    ///
    /// # Errors
    /// When there are fewer arguments.
    pub fn text(&self, i: usize) -> Result<&'a str, Failure> {
        let missing = || Failure::Syntax(format!("missing argument {}", i + 1));
        self.optional(i).ok_or_else(missing)
    }

    /// The argument at an index; `None` when there are fewer.
    pub fn optional(&self, i: usize) -> Option<&'a str> {
        self.list.get(i).map(String::as_str)
    }

    /// All arguments, joined by blanks.
    pub fn joined(&self) -> String {
        self.list.join(" ")
    }

    /// A file name, which may contain blanks, and an optional number after it.
    pub fn file_and_number(&self) -> (PathBuf, Option<usize>) {
        match self.list {
            [file @ .., last] if !file.is_empty() && last.parse::<usize>().is_ok() => {
                (file.join(" ").into(), last.parse().ok())
            }
            file => (file.join(" ").into(), None),
        }
    }

    /// Reads a color.
    ///
    /// # Errors
    /// When the argument is not a color.
    pub fn color(&self, i: usize) -> Result<Color, Failure> {
        self.text(i)?.parse().map_err(|error| Failure::Syntax(format!("{error}")))
    }

    /// Reads a number in a range.
    ///
    /// # Errors
    /// When the argument is not a number, or out of range.
    pub fn number<T>(&self, i: usize, range: RangeInclusive<T>) -> Result<T, Failure>
    where
        T: FromStr + PartialOrd + fmt::Display,
    {
        let text = self.text(i)?;
        text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
            let (from, to) = (range.start().to_string(), range.end().to_string());
            // The bounds of integer types mean nothing to a user.
            let is_bound = |text: &str| text.len() < 11;
            Failure::Syntax(match (is_bound(&from), is_bound(&to)) {
                (true, true) => format!("expected a number from {from} to {to}"),
                (true, false) => format!("expected a number of {from} or more"),
                _ => "expected a whole number".to_owned(),
            })
        })
    }

    /// Reads a time in seconds; a negative number is read as zero.
    ///
    /// # Errors
    /// When the argument is not a number, or above 10^10.
    pub fn seconds(&self, i: usize) -> Result<Duration, Failure> {
        Ok(self.cap(i)?.unwrap_or_default())
    }

    /// Reads a bound in seconds; a negative number means no bound.
    ///
    /// # Errors
    /// When the argument is not a number, or above 10^10.
    pub fn cap(&self, i: usize) -> Result<Option<Duration>, Failure> {
        let expected = || Failure::Syntax("expected a time in seconds".to_owned());
        let seconds: f64 = self.text(i)?.parse().map_err(|_| expected())?;
        if !(-1e10..=1e10).contains(&seconds) {
            return Err(expected());
        }
        Ok((seconds >= 0.0).then(|| Duration::from_secs_f64(seconds)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_decides_the_number_of_arguments() {
        let accepts =
            |usage, count| Command::<()>::new(usage, "X.", |_, _| Ok(String::new())).info.accepts(count);
        assert!(accepts("x", 0) && !accepts("x", 1));
        assert!(!accepts("x A B", 1) && accepts("x A B", 2) && !accepts("x A B", 3));
        assert!(accepts("x [A]", 0) && accepts("x [A]", 1) && !accepts("x [A]", 2));
        assert!(!accepts("x A...", 0) && accepts("x A...", 1) && accepts("x A...", 9));
        assert!(accepts("x [A...]", 0) && accepts("x [A...]", 9));
        assert!(accepts("x [A B...]", 0) && !accepts("x A [B C] D", 1) && accepts("x A [B C] D", 2));
    }

    #[test]
    fn a_command_runs_on_its_target() {
        let add = Command::new("add N", "Add a number.", |sum: &mut u32, args| {
            *sum += args.number(0, 0..=10)?;
            Ok(sum.to_string())
        });
        assert_eq!(add.run(&mut 1, &["2".to_owned()]), Ok("3".to_owned()));
        assert_eq!(add.run(&mut 1, &[]), Err(Failure::Syntax("usage: add N".to_owned())));
    }
}
