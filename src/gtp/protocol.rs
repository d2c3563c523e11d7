//! GTP lines: command parser and reply writer.
//!
//! Per the standard, the parser removes control characters, treats tabs as blanks and `#` as the start of a comment,
//! and ignores lines that are then empty. An argument in double quotes may contain blanks.

use crate::util::MAX_LINE;

/// The largest id of a command.
pub const MAX_ID: u32 = i32::MAX as u32;

/// A command line, parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The id, repeated in the reply.
    pub id: Option<u32>,
    /// The name of the command.
    pub name: String,
    /// The arguments, without their quotes.
    pub args: Vec<String>,
}

/// A line that is not a command but needs a reply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum IdError {
    /// The line has an id only.
    #[error("syntax error: an id without a command")]
    NoCommand { id: u32 },
    #[error("syntax error: an id must not exceed {MAX_ID}")]
    IdTooLarge,
}

impl IdError {
    /// The id, repeated in the reply.
    pub const fn id(&self) -> Option<u32> {
        match self {
            Self::NoCommand { id } => Some(*id),
            Self::IdTooLarge => None,
        }
    }
}

/// Parses a line, with or without its line end; `None` if it needs no reply.
///
/// # Errors
/// When the line is not a command.
pub fn parse(bytes: &[u8]) -> Result<Option<Line>, IdError> {
    let text: String = String::from_utf8_lossy(bytes)
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        // Editors may start a file with a byte order mark.
        .filter(|&c| !c.is_control() && c != '\u{feff}')
        .take_while(|&c| c != '#')
        .collect();
    let mut words = words(&text);
    let Some(first) = words.next() else {
        return Ok(None);
    };
    if first.is_empty() || !first.bytes().all(|b| b.is_ascii_digit()) {
        return Ok(Some(Line { id: None, name: first.to_owned(), args: words.map(str::to_owned).collect() }));
    }
    let id = first.parse().ok().filter(|&id| id <= MAX_ID).ok_or(IdError::IdTooLarge)?;
    let name = words.next().ok_or(IdError::NoCommand { id })?.to_owned();
    Ok(Some(Line { id: Some(id), name, args: words.map(str::to_owned).collect() }))
}

/// Splits a line at blanks outside quotes.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(' ');
        let (word, after) = quoted(rest).or_else(|| {
            let end = rest.find(' ').unwrap_or(rest.len());
            (end > 0).then(|| rest.split_at(end))
        })?;
        rest = after;
        Some(word)
    })
}

/// Splits off the leading quoted word. A quote inside a word is an ordinary character, so free text needs no escapes.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let (word, after) = text.strip_prefix('"')?.split_once('"')?;
    (after.is_empty() || after.starts_with(' ')).then_some((word, after))
}

/// A reply: `=` or `?`, the id, a blank, the text without empty lines, which would end the reply, and the empty line
/// that ends it.
pub fn reply(id: Option<u32>, result: Result<String, String>) -> String {
    let (mark, text) = match result {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    let mut out = String::with_capacity(text.len() + 16);
    out.push(mark);
    if let Some(id) = id {
        out += &id.to_string();
    }
    out.push(' ');
    push_lines(&mut out, &text);
    out
}

/// The first line of a success whose text follows while the command runs, without line end.
pub fn head(id: Option<u32>) -> String {
    id.map_or("=".to_owned(), |id| format!("={id}"))
}

/// The end of a success that began with [`head`]: the text, and the empty line that ends the reply.
pub fn tail(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    if text.is_empty() {
        return "\n".to_owned();
    }
    push_lines(&mut out, text);
    out
}

/// Appends text without empty lines, which would end the reply, and the empty line that ends it.
fn push_lines(out: &mut String, text: &str) {
    for (i, line) in text.trim_end().split('\n').enumerate() {
        let line: String = line.chars().filter(|c| !c.is_control() || *c == '\t').collect();
        if i > 0 && !line.is_empty() {
            out.push('\n');
        }
        *out += &line;
    }
    *out += "\n\n";
}

/// The reply to an overlong line, given its start; `None` for a comment.
pub(super) fn too_long(start: &[u8]) -> Option<String> {
    let id = match parse(start) {
        Ok(None) => return None,
        Ok(Some(line)) => line.id,
        Err(error) => error.id(),
    };
    Some(reply(id, Err(format!("syntax error: a line longer than {MAX_LINE} bytes"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(Option<u32>, String, Vec<String>)> {
        parse(text.as_bytes()).unwrap().map(|line| (line.id, line.name, line.args))
    }

    fn line(id: Option<u32>, name: &str, args: &[&str]) -> Option<(Option<u32>, String, Vec<String>)> {
        Some((id, name.to_owned(), args.iter().map(|&arg| arg.to_owned()).collect()))
    }

    #[test]
    fn lines_are_cleaned_as_the_standard_says() {
        assert_eq!(read("name\r\n"), line(None, "name", &[]));
        assert_eq!(read("  7   play\tb  D4 # why\n"), line(Some(7), "play", &["b", "D4"]));
        assert_eq!(read("\u{1}na\u{7f}me\u{0}"), line(None, "name", &[]));
        assert_eq!(read("\u{feff}7 name\n"), line(Some(7), "name", &[]), "a byte order mark");
        assert_eq!(read("\u{1}\u{2}\r\n"), None);
    }

    #[test]
    fn quoted_arguments_keep_their_blanks() {
        assert_eq!(read("loadsgf \"my game.sgf\" 5"), line(None, "loadsgf", &["my game.sgf", "5"]));
        assert_eq!(read("echo \"\" x"), line(None, "echo", &["", "x"]));
        assert_eq!(read("echo \"a b"), line(None, "echo", &["\"a", "b"]));
        assert_eq!(read("echo a\"b c\"d"), line(None, "echo", &["a\"b", "c\"d"]));
    }

    #[test]
    fn bytes_that_are_no_text_are_kept_as_they_can_be() {
        let line = parse(b"echo \xff\xfe \xc3\xa9").unwrap().unwrap();
        assert_eq!(line.args, ["\u{fffd}\u{fffd}", "é"]);
    }

    #[test]
    fn replies_end_with_the_only_empty_line() {
        let ok = |text: &str| reply(None, Ok(text.to_owned()));
        assert_eq!(ok(""), "= \n\n");
        assert_eq!(ok("A1"), "= A1\n\n");
        assert_eq!(ok("\n A\n\n\nB\r\n\n"), "= \n A\nB\n\n");
        assert_eq!(reply(Some(3), Err("illegal move".to_owned())), "?3 illegal move\n\n");
    }
}
