//! A pattern of a database: a figure and lines of values.

use super::context::Contexts;
use super::figure::Figure;

/// A figure and the values of the moves that fit it.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The name, if a line `Pattern NAME` gives one.
    pub name: Option<String>,
    /// The line of the figure's first row, from 1.
    pub line: usize,
    /// The shapes.
    pub figure: Figure,
    /// The lines that begin with a colon, in their order.
    pub entries: Vec<Entry>,
}

/// A value and the contexts in which it applies.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The line, from 1.
    pub line: usize,
    /// The value of the move.
    pub value: u32,
    /// The contexts that have all the properties.
    pub contexts: Contexts,
    /// The properties as written.
    pub properties: Vec<String>,
}
