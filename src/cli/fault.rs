//! Faults that end the program with status 2.

use std::any::Any;
use std::error::Error;
use std::fmt;
use std::io;

use crate::engine::levels::UnknownLevel;
use crate::gtp::ServeError;
use crate::util::params::ParamError;

/// A usage, input or output fault.
#[derive(Debug)]
pub(super) struct Fault {
    message: String,
    /// Whether a program such as `head` closed the pipe from standard output.
    pub(super) is_closed_output: bool,
}

impl Fault {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), is_closed_output: false }
    }

    /// Adds to errors what they are about.
    pub(super) fn of<E: fmt::Display>(what: impl fmt::Display) -> impl FnOnce(E) -> Self {
        move |error| Self::new(format!("{what}: {error}"))
    }

    /// An option or command that only Go has.
    pub(super) fn only_go(what: &str) -> Self {
        Self::new(format!("{what}: only for Go"))
    }
}

/// Any error is a fault with its message, and a hint where there is help.
impl<E: Error + 'static> From<E> for Fault {
    fn from(error: E) -> Self {
        let any: &dyn Any = &error;
        let message = if any.is::<UnknownLevel>() {
            format!("{error}; `brasa levels` describes them")
        } else if any.is::<ParamError>() {
            format!("{error}; `brasa help parameters` lists all parameters")
        } else if any.is::<io::Error>() {
            format!("cannot write: {error}")
        } else {
            error.to_string()
        };
        let output = match any.downcast_ref() {
            Some(ServeError::Output(error)) => Some(error),
            _ => any.downcast_ref::<io::Error>(),
        };
        let is_closed_output = output.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
        Self { message, is_closed_output }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
