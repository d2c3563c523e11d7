//! Text: decoding and escaping it, lines of an input in bounded memory, and the frame of self-contained HTML pages.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The byte order mark, which some editors put before UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Decodes a file without its byte order mark; invalid UTF-8 becomes U+FFFD.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes))
}

/// Whether a text has characters that occur only in binary files.
pub fn is_garbled(text: &str) -> bool {
    text.contains(|c: char| c == char::REPLACEMENT_CHARACTER || c.is_control() && !c.is_whitespace())
}

/// The start of a text, for a message of one line: 20 characters, special ones escaped.
pub fn excerpt(text: &str) -> String {
    text.chars().take(20).flat_map(char::escape_debug).collect()
}

/// Escapes a text for XML or HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The words of a command line, with quotes and backslashes as in a shell. On Windows, where backslashes separate
/// folders, they are ordinary characters.
///
/// # Errors
/// When a quote has no end.
pub fn words(line: &str) -> Result<Vec<String>, shell_words::ParseError> {
    /// A character for private use, in place of a backslash.
    const PRIVATE: &str = "\u{e000}";
    if cfg!(unix) {
        return shell_words::split(line);
    }
    let words = shell_words::split(&line.replace('\\', PRIVATE))?;
    Ok(words.into_iter().map(|word| word.replace(PRIVATE, "\\")).collect())
}

/// A number with a noun in the singular or the plural: `1 move`, `2 moves`.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// A page with its title and CSS.
pub fn document(title: &str, style: &str, body: &Markup) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content="brasa";
                title { (title) }
                style { (PreEscaped(style)) }
            }
            body { main { (body) } }
        }
    }
    .into_string()
}

/// Length of the longest line in bytes: far more than a whole game, as a move takes at most ten.
pub const MAX_LINE: usize = 1 << 20;

/// A line of an input, with its line end.
pub enum Received {
    /// A complete line.
    Line(Vec<u8>),
    /// The start of a line longer than [`MAX_LINE`].
    TooLong(Vec<u8>),
}

/// Reads the next line; `None` at the end of the input.
///
/// # Errors
/// When the input cannot be read.
pub fn next_line(input: &mut impl BufRead) -> io::Result<Option<Received>> {
    let line = start_of_line(input)?;
    if let Some(Received::TooLong(_)) = line {
        input.skip_until(b'\n')?;
    }
    Ok(line)
}

fn start_of_line(input: &mut impl BufRead) -> io::Result<Option<Received>> {
    let mut line = Vec::new();
    let length = input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line)?;
    Ok(match length {
        0 => None,
        _ if length > MAX_LINE && !line.ends_with(b"\n") => Some(Received::TooLong(line)),
        _ => Some(Received::Line(line)),
    })
}

/// Reads the next line of an input that may have no end; `None` at its end.
///
/// # Errors
/// When the input cannot be read, or the line is longer than [`MAX_LINE`].
pub fn bounded_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    match start_of_line(input)? {
        None => Ok(None),
        Some(Received::Line(line)) => Ok(Some(line)),
        Some(Received::TooLong(_)) => Err(io::Error::other(format!("a line longer than {MAX_LINE} bytes"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        assert_eq!([0, 1, 2].map(|n| counted(n, "move")), ["0 moves", "1 move", "2 moves"]);
    }

    #[test]
    fn a_command_may_name_folders_of_windows() {
        let line = if cfg!(windows) { r#""C:\a b\c" 'd e' \f"# } else { r#""C:\\a b\\c" 'd e' \\f"# };
        assert_eq!(words(line).unwrap(), [r"C:\a b\c", "d e", r"\f"]);
        assert!(words("'d").is_err());
    }

    #[test]
    fn a_byte_order_mark_is_no_text() {
        assert_eq!(decode("\u{feff}a\u{feff}".as_bytes()), "a\u{feff}");
        assert_eq!(decode(b"\xff\xfe"), "\u{fffd}\u{fffd}");
    }

    #[test]
    fn what_is_no_text_is_garbled() {
        assert!(
            is_garbled(&decode(b"\x7fELF")) && is_garbled(&decode(b"a\0")) && is_garbled(&decode(b"\x89PNG"))
        );
        assert!(!is_garbled("caf\u{e9}\t\r\u{c}") && !is_garbled(""));
    }
}
