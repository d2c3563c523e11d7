//! What makes searches and players: by name, from parameters that can be changed between makings.
//!
//! # References
//! - C. Hunt, "Fuegito User Manual", 2012 (search factories).

use super::Settings;
use super::settings::{Row, rows};
use crate::util::params::{ParamError, Params};

/// What everything that thinks is made with.
#[derive(Clone, Debug)]
pub struct Tools {
    /// All parameters.
    pub settings: Settings,
    /// What determines all that is random.
    pub seed: u64,
}

/// Makes a `T` from an `I` and from parameters of its own.
pub trait Factory<I, T>: Send {
    /// Returns the parameters with their values.
    fn rows(&self) -> Vec<Row>;

    /// Sets a parameter; what was made already stays as it is.
    ///
    /// # Errors
    /// When there is no such parameter or the value is not acceptable; nothing has changed then.
    fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError>;

    /// Makes one.
    fn make(&self, from: I) -> T;
}

/// A factory whose parameters are one table.
pub(super) struct ByTable<P, F> {
    params: P,
    make: F,
}

impl<P: Params, F> ByTable<P, F> {
    /// Creates it with the defaults.
    pub(super) fn new(make: F) -> Self {
        // Parameters of searches and players do not depend on the size of a board.
        Self { params: P::for_size(0), make }
    }
}

impl<P: Params + Send, I, T, F: Fn(&P, I) -> T + Send> Factory<I, T> for ByTable<P, F> {
    fn rows(&self) -> Vec<Row> {
        rows(&self.params)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        self.params.set(name, value)
    }

    fn make(&self, from: I) -> T {
        (self.make)(&self.params, from)
    }
}

crate::params! {
    /// The parameters of what has none.
    pub struct NoParams {}
}
