//! The arguments of a command, and why a command fails.

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use crate::engine::{ChoiceError, SessionError};
use crate::framework::{Color, Move, ParseColorError};
use crate::go::pattern::database::DatabaseError;
use crate::go::vertex::{self, VertexError};
use crate::go::{KomiError, Point};
use crate::util::params::ParamError;

/// The reason for a `?` reply, in the standard's words where it has some.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The arguments are too few, too many or not what they should be.
    #[error("syntax error: {0}")]
    Syntax(String),
    /// A color is none.
    #[error("syntax error: {0}")]
    Color(#[from] ParseColorError),
    /// A vertex is none, or off the board.
    #[error(transparent)]
    Vertex(#[from] VertexError),
    /// A komi is none.
    #[error(transparent)]
    Komi(#[from] KomiError),
    /// A parameter was not set.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The session refused.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// A player or search was not chosen.
    #[error(transparent)]
    Choice(#[from] ChoiceError),
    /// A pattern database is not there, or holds an error.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

/// The arguments of a command whose number is already known to fit its usage.
#[derive(Clone, Copy, Debug)]
pub struct Args<'a> {
    /// The name of the command.
    pub command: &'a str,
    /// The arguments.
    pub list: &'a [String],
}

impl<'a> Args<'a> {
    /// Returns the argument at an index.
    ///
    /// # Errors
    /// When there are fewer.
    pub fn text(&self, i: usize) -> Result<&'a str, Failure> {
        self.list
            .get(i)
            .map(String::as_str)
            .ok_or_else(|| Failure::Syntax(format!("missing argument {}", i + 1)))
    }

    /// Returns the argument at an index, if there are so many.
    #[must_use]
    pub fn optional(&self, i: usize) -> Option<&'a str> {
        self.list.get(i).map(String::as_str)
    }

    /// Returns all arguments with a blank between them.
    #[must_use]
    pub fn joined(&self) -> String {
        self.list.join(" ")
    }

    /// Reads a color.
    ///
    /// # Errors
    /// When the argument is none.
    pub fn color(&self, i: usize) -> Result<Color, Failure> {
        Ok(self.text(i)?.parse()?)
    }

    /// Reads a move on a board of a size.
    ///
    /// # Errors
    /// When the argument is neither a vertex of the board nor a pass.
    pub fn vertex(&self, i: usize, size: u8) -> Result<Move, Failure> {
        Ok(vertex::parse(self.text(i)?, size)?)
    }

    /// Reads a number in a range.
    ///
    /// # Errors
    /// When the argument is none, or out of range.
    pub fn number<T>(&self, i: usize, range: RangeInclusive<T>) -> Result<T, Failure>
    where
        T: FromStr + PartialOrd + std::fmt::Display,
    {
        let text = self.text(i)?;
        text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
            let (from, to) = range.into_inner();
            Failure::Syntax(format!("expected a number from {from} to {to}"))
        })
    }

    /// Reads a time in seconds; one below zero is zero.
    ///
    /// # Errors
    /// When the argument is no number, or above 10^8.
    pub fn seconds(&self, i: usize) -> Result<Duration, Failure> {
        let seconds = self.number(i, -1e8..=1e8)?;
        Ok(Duration::from_secs_f64(f64::max(seconds, 0.0)))
    }

    /// Reads a bound in seconds; a number below zero is none.
    ///
    /// # Errors
    /// When the argument is no number, or above 10^8.
    pub fn cap(&self, i: usize) -> Result<Option<Duration>, Failure> {
        let seconds: f64 = self.number(i, -1e8..=1e8)?;
        Ok((seconds >= 0.0).then(|| Duration::from_secs_f64(seconds)))
    }

    /// Reads pairs of a color and a vertex to the end.
    ///
    /// # Errors
    /// When one of them is none, or the last one is alone.
    pub fn moves(&self, size: u8) -> Result<Vec<(Color, Move)>, Failure> {
        let pair = |pair: &[String]| match pair {
            [color, mv] => Ok((color.parse()?, vertex::parse(mv, size)?)),
            _ => Err(Failure::Syntax("expected pairs of a color and a vertex".to_owned())),
        };
        self.list.chunks(2).map(pair).collect()
    }
}

/// Returns points as GTP lists them.
pub(super) fn list(points: impl IntoIterator<Item = Point>) -> String {
    points.into_iter().map(|p| p.to_string()).collect::<Vec<_>>().join(" ")
}
