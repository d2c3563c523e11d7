//! Rust source cut into tokens, without comments, literals and test code.

/// Returns the names, the `::` and the other characters of a source text, without lifetimes, string and character
/// literals, and items under `#[cfg(test)]`.
pub(super) fn tokens(source: &str) -> Vec<&str> {
    without_tests(&all(source))
}

fn all(source: &str) -> Vec<&str> {
    let (mut tokens, mut rest) = (Vec::new(), source);
    while let Some(c) = rest.chars().next() {
        let name = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(comment) = rest.strip_prefix("/*") {
            2 + comment.find("*/").map_or(comment.len(), |end| end + 2)
        } else if let Some(length) = raw_text(rest) {
            length
        } else if name > 0 {
            tokens.push(&rest[..name]);
            name
        } else if c == '"' {
            text(rest)
        } else if c == '\'' {
            character_or_lifetime(rest)
        } else {
            let length = if rest.starts_with("::") { 2 } else { c.len_utf8() };
            if !c.is_whitespace() {
                tokens.push(&rest[..length]);
            }
            length
        };
        rest = &rest[length..];
    }
    tokens
}

/// Returns the length of the raw string at the start, such as `br#"x"#`; `None` if there is none.
fn raw_text(source: &str) -> Option<usize> {
    let marks = source.strip_prefix('b').unwrap_or(source).strip_prefix('r')?;
    let hashes = marks.len() - marks.trim_start_matches('#').len();
    let content = marks[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let length = content.find(&end).map_or(content.len(), |at| at + end.len());
    Some(source.len() - content.len() + length)
}

/// Returns the length of a quoted literal.
fn text(source: &str) -> usize {
    let mut is_escaped = false;
    for (i, c) in source.char_indices().skip(1) {
        match c {
            '"' if !is_escaped => return i + 1,
            _ => is_escaped = c == '\\' && !is_escaped,
        }
    }
    source.len()
}

fn character_or_lifetime(source: &str) -> usize {
    let mut chars = source.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), Some((at, escaped))) => {
            let after = at + escaped.len_utf8();
            after + source[after..].find('\'').map_or(0, |end| end + 1)
        }
        (Some(_), Some((end, '\''))) => end + 1,
        _ => 1,
    }
}

fn without_tests<'a>(tokens: &[&'a str]) -> Vec<&'a str> {
    let (mut kept, mut i) = (Vec::new(), 0);
    while i < tokens.len() {
        let attribute = &tokens[i..(i + 7).min(tokens.len())];
        if attribute.starts_with(&["#", "[", "cfg", "(", "test"])
            || attribute.starts_with(&["#", "[", "cfg", "(", "all", "(", "test"])
        {
            i = end_of_item(tokens, i);
        } else {
            kept.push(tokens[i]);
            i += 1;
        }
    }
    kept
}

/// Returns the index after an item and its attributes: after its `;` or its closing brace.
fn end_of_item(tokens: &[&str], start: usize) -> usize {
    let mut depth = 0;
    let mut is_use = false;
    for (i, &token) in tokens.iter().enumerate().skip(start) {
        match token {
            "use" => is_use = true,
            "(" | "[" | "{" => depth += 1,
            ")" | "]" => depth -= 1,
            "}" => {
                depth -= 1;
                if depth == 0 && !is_use {
                    return i + 1;
                }
            }
            ";" if depth == 0 => return i + 1,
            _ => {}
        }
    }
    tokens.len()
}

#[test]
fn tokens_are_code() {
    let source = "//! a
        fn f<'a>(x: &'a str) -> crate::b { /* c */ 'd'; '\\''; \"e \\\" e\"; br#\"g\"#; b\"h\" }
        #[cfg(test)]
        #[path = \"i.rs\"]
        mod tests;
        #[cfg(test)]
        use j::{k};
        #[cfg(test)]
        mod l { fn m() {} }
        fn n() {}";
    let names: Vec<_> = tokens(source).into_iter().filter(|t| t.starts_with(char::is_alphabetic)).collect();
    assert_eq!(names, ["fn", "f", "a", "x", "a", "str", "crate", "b", "b", "fn", "n"]);
}
