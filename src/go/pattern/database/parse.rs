//! The parser of the text format, and the patterns that it reads.
//!
//! A line is blank, a comment that begins with `#`, `Pattern NAME`, a row of a figure, or, after a figure, a value line
//! that begins with a colon. Text after a row is a comment if preceded by a blank, text after a value if preceded by
//! `#`.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use super::DatabaseError;
use super::context::{Contexts, PROPERTIES};
use super::cursor::Cursor;
use super::drawing::{self, Cell};
use super::figure::Figure;
use crate::util::params::nearest;

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

/// Maximum text size: 16 MiB.
pub const MAX_BYTES: usize = 16 << 20;

/// Maximum number of patterns, so that building a table takes about a second.
pub const MAX_PATTERNS: usize = 20_000;

/// Maximum number of value lines.
pub const MAX_VALUE_LINES: usize = 100_000;

/// Parses a text's patterns; error messages refer to it as `file`.
pub(super) fn patterns(file: &str, text: &str) -> Result<Vec<Pattern>, DatabaseError> {
    let too_large = |expected| DatabaseError::TooLarge { file: file.to_owned(), expected };
    if text.len() > MAX_BYTES {
        return Err(too_large(format!("{MAX_BYTES} bytes")));
    }
    let mut parser = Parser::default();
    let mut end = 1;
    for line in text.lines() {
        parser.line(Cursor::new(file, end, line.trim_end()))?;
        end += 1;
        if parser.patterns.len() > MAX_PATTERNS {
            return Err(too_large(format!("{MAX_PATTERNS} patterns")));
        }
        if parser.value_lines > MAX_VALUE_LINES {
            return Err(too_large(format!("{MAX_VALUE_LINES} value lines")));
        }
    }
    match parser.missing() {
        Some(expected) => Err(DatabaseError::Unexpected {
            file: file.to_owned(),
            line: end,
            column: 1,
            expected: expected.to_owned(),
            found: "the end of the file".to_owned(),
        }),
        None => Ok(parser.patterns),
    }
}

/// The state of the parser.
#[derive(Default)]
struct Parser {
    patterns: Vec<Pattern>,
    /// The number of value lines of all patterns.
    value_lines: usize,
    /// The name of the next pattern.
    name: Option<String>,
    /// The rows of the incomplete figure.
    rows: Vec<[Cell; 3]>,
}

impl Parser {
    fn line(&mut self, mut cursor: Cursor) -> Result<(), DatabaseError> {
        cursor.skip_blanks();
        match cursor.peek() {
            Some('#') => Ok(()),
            None | Some(':') if !self.rows.is_empty() => {
                Err(cursor.expected("three rows of a figure without a break"))
            }
            None => Ok(()),
            Some(':') => match self.patterns.last_mut() {
                Some(pattern) if self.name.is_none() => {
                    pattern.value_lines.push(value_line(&mut cursor)?);
                    self.value_lines += 1;
                    Ok(())
                }
                _ => Err(cursor.expected("a figure before a value")),
            },
            // Within a figure every line is a row.
            Some('P') if self.rows.is_empty() => self.name(&mut cursor),
            Some(_) => self.row(&mut cursor),
        }
    }

    /// Parses `Pattern NAME`.
    fn name(&mut self, cursor: &mut Cursor) -> Result<(), DatabaseError> {
        let column = cursor.column();
        let word = cursor.word();
        if word != "Pattern" {
            return Err(cursor.expected_at(column, "`Pattern NAME`, a figure or a value", word));
        }
        if let Some(missing) = self.missing() {
            return Err(cursor.expected_at(column, missing, word));
        }
        self.name = Some(cursor.rest().trim().to_owned());
        Ok(())
    }

    fn row(&mut self, cursor: &mut Cursor) -> Result<(), DatabaseError> {
        if self.rows.is_empty()
            && self.name.is_none()
            && let Some(missing) = self.missing()
        {
            return Err(cursor.expected(missing));
        }
        self.rows.push(drawing::row(cursor)?);
        if let [top, center, bottom] = self.rows[..] {
            let figure = drawing::figure(cursor, [top, center, bottom])?;
            let (name, line) = (self.name.take(), top[0].line);
            self.patterns.push(Pattern { name, line, figure, value_lines: Vec::new() });
            self.rows.clear();
        }
        Ok(())
    }

    /// The missing text before the file or pattern may end.
    fn missing(&self) -> Option<&'static str> {
        if !self.rows.is_empty() {
            Some("three rows of a figure")
        } else if self.name.is_some() {
            Some("the figure of the pattern")
        } else if self.patterns.last().is_some_and(|pattern| pattern.value_lines.is_empty()) {
            Some("`:` and a value for the figure above")
        } else {
            None
        }
    }
}

/// Parses a colon, a value, and the properties.
fn value_line(cursor: &mut Cursor) -> Result<ValueLine, DatabaseError> {
    cursor.bump();
    cursor.skip_blanks();
    let column = cursor.column();
    let digits = cursor.word();
    let value = digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()));
    let Some(value) = value else {
        return Err(cursor.expected_at(column, "a value from 0 to 4294967295", digits));
    };
    let mut value_line =
        ValueLine { line: cursor.line(), value, contexts: Contexts::ALL, properties: Vec::new() };
    loop {
        cursor.skip_blanks();
        match cursor.peek() {
            None | Some('#') => return Ok(value_line),
            Some(',') => {
                cursor.bump();
                cursor.skip_blanks();
                let column = cursor.column();
                let word = cursor.word();
                let Some((name, condition)) = PROPERTIES.iter().find(|(name, _)| *name == word) else {
                    return Err(cursor.expected_at(column, property_like(word), word));
                };
                value_line.contexts = value_line.contexts.filter(condition);
                value_line.properties.push((*name).to_owned());
            }
            Some(_) => return Err(cursor.expected("`,` and a property, or `#` and a comment")),
        }
    }
}

/// The expected text for a word that is not a property.
fn property_like(word: &str) -> String {
    let names = || PROPERTIES.iter().map(|(name, _)| *name);
    match nearest(word, names()).first() {
        Some(near) if !word.is_empty() => format!("a property such as `{near}`"),
        _ => format!("a property, one of {}", names().collect::<Vec<_>>().join(", ")),
    }
}
