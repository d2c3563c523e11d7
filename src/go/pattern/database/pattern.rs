//! A pattern of a database: a figure and lines of values.

use super::context::Contexts;
use super::figure::Figure;

/// A figure and the values of the moves that match it.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The name, if a line `Pattern NAME` gives one.
    pub name: Option<String>,
    /// The line of the figure's first row, from 1.
    pub line: usize,
    /// The figure.
    pub figure: Figure,
    /// The lines that begin with a colon, in their order.
    pub value_lines: Vec<ValueLine>,
}

/// A line `:VALUE,PROPERTY...` of a pattern.
#[derive(Clone, Debug)]
pub struct ValueLine {
    /// The line, from 1.
    pub line: usize,
    /// The value of the move.
    pub value: u32,
    /// The contexts that have all properties of the line.
    pub contexts: Contexts,
    /// The properties as written.
    pub properties: Vec<String>,
}
