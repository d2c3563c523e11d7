//! Test files: commands and their expected replies.

use std::fmt;
use std::path::{Path, PathBuf};

use regex_lite::{Regex, RegexBuilder};

use crate::util::{FileFault, MAX_FILE, is_garbled, read_text};

/// A test file cannot be read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum SuiteError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] FileFault),
    /// A line is neither a command nor an expectation.
    #[error("{}:{line}: {reason}", path.display())]
    Syntax { path: PathBuf, line: usize, reason: String },
    /// The file has no test.
    #[error("{}: no tests; expected a command with an id, followed by a line `#? [REGEX]`", .0.display())]
    Empty(PathBuf),
}

/// The commands of a test file.
#[derive(Debug)]
pub struct Suite {
    /// The file.
    pub path: PathBuf,
    /// The commands, in order.
    pub steps: Vec<SuiteStep>,
    /// Whether any line states an expected reply, judged or not.
    has_expectations: bool,
}

/// A command of a test file; a test if it has an expected reply.
#[derive(Debug)]
pub struct SuiteStep {
    /// The line, from 1.
    pub line: usize,
    /// The id; tests have one.
    pub id: Option<u64>,
    /// The command, without the id.
    pub command: String,
    /// The expected reply.
    pub expected: Option<Expected>,
}

impl SuiteStep {
    /// The name of the command.
    pub fn name(&self) -> &str {
        self.command.split(' ').next().unwrap_or("")
    }
}

/// A command's expected reply; as text the same as in the file.
#[derive(Clone, Debug)]
pub struct Expected {
    text: String,
    pattern: Regex,
    negated: bool,
    /// Whether the test is known to fail.
    pub known_failure: bool,
}

impl Expected {
    /// Whether a reply is correct. One longer than 64 KiB never is: matching takes time in proportion to the length.
    pub fn matches(&self, reply: &str) -> bool {
        const MAX_REPLY: usize = 64 << 10;
        reply.len() <= MAX_REPLY && self.pattern.is_match(reply) != self.negated
    }

    /// Parses the text after `#?` for a named command; `None` if the reply is not judged.
    fn parse(text: &str, command: &str) -> Result<Option<Self>, String> {
        const FORM: &str = "expected #? [REGEX] or #? [!REGEX], optionally followed by *";
        let (inside, mark) =
            text.trim().strip_prefix('[').and_then(|text| text.rsplit_once(']')).ok_or(FORM)?;
        let known_failure = match mark.trim() {
            "" => false,
            "*" => true,
            "&" | "*&" => return Ok(None),
            _ => return Err(FORM.to_owned()),
        };
        let inside = inside.trim();
        let (negated, pattern) = match inside.strip_prefix('!') {
            Some(pattern) => (true, pattern.trim_start()),
            None => (false, inside),
        };
        /// Maximum size of a compiled expression, in bytes: judging takes time in proportion.
        const MAX_SIZE: usize = 200_000;
        let whole = format!(r"\A(?:{pattern})\z");
        let pattern = RegexBuilder::new(&whole)
            .dot_matches_new_line(true)
            .size_limit(MAX_SIZE)
            // Moves are case-insensitive, and programs write a pass in either case.
            .case_insensitive(command.ends_with("genmove"))
            .build()
            .map_err(|error| format!("{pattern} is not a regular expression: {error}"))?;
        Ok(Some(Self { text: format!("[{inside}]"), pattern, negated, known_failure }))
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.text, if self.known_failure { "*" } else { "" })
    }
}

impl Suite {
    /// Reads a test file.
    ///
    /// # Errors
    /// When the file cannot be read, a line is neither a command nor an expectation, or the file has no test.
    pub fn read(path: &Path) -> Result<Self, SuiteError> {
        let suite = Self::parse(path, &read_text(path, MAX_FILE)?)?;
        if suite.has_expectations { Ok(suite) } else { Err(SuiteError::Empty(path.to_owned())) }
    }

    /// Reads the text of a test file.
    ///
    /// # Errors
    /// When a line is neither a command nor an expectation.
    pub fn parse(path: &Path, text: &str) -> Result<Self, SuiteError> {
        let (mut steps, mut has_expectations) = (Vec::new(), false);
        for (line, text) in (1..).zip(text.lines()) {
            has_expectations |= read_line(&mut steps, line, text).map_err(|reason| SuiteError::Syntax {
                path: path.to_owned(),
                line,
                reason,
            })?;
        }
        Ok(Self { path: path.to_owned(), steps, has_expectations })
    }

    /// The commands whose replies are judged.
    pub fn tests(&self) -> impl Iterator<Item = (&SuiteStep, &Expected)> {
        self.steps.iter().filter_map(|step| Some((step, step.expected.as_ref()?)))
    }
}

/// Adds a line's command, or its expected reply to the preceding command; returns whether it is a reply.
fn read_line(steps: &mut Vec<SuiteStep>, line: usize, text: &str) -> Result<bool, String> {
    const GARBLED: &str = "not text; expected GTP commands and #? [REGEX]";
    let text = text.replace('\t', " ");
    if let Some(expected) = text.trim().strip_prefix("#?") {
        if is_garbled(expected) {
            return Err(GARBLED.to_owned());
        }
        let step =
            steps.last_mut().filter(|step| step.id.is_some()).ok_or("#? must follow a command with an id")?;
        if step.expected.is_some() {
            return Err("a second #? for the same command".to_owned());
        }
        step.expected = Expected::parse(expected, step.name())?;
        return Ok(true);
    }
    // Comments may be in any encoding.
    let text = text.split('#').next().unwrap_or("").trim();
    if text.is_empty() {
        return Ok(false);
    }
    if is_garbled(text) {
        return Err(GARBLED.to_owned());
    }
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    let numeric = first.bytes().all(|b| b.is_ascii_digit());
    let (id, command) = if numeric {
        (Some(first.parse().map_err(|_| format!("the id {first} is too large"))?), rest.trim_start())
    } else {
        (None, text)
    };
    if command.is_empty() {
        return Err("an id without a command".to_owned());
    }
    steps.push(SuiteStep { line, id, command: command.to_owned(), expected: None });
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(text: &str) -> Expected {
        Expected::parse(text, "echo").unwrap().unwrap()
    }

    fn fault(text: &str) -> String {
        Suite::parse(Path::new("x.tst"), text).unwrap_err().to_string()
    }

    #[test]
    fn commands_have_ids_comments_and_expectations() {
        let text = "# A suite\n\n\tboardsize\t9\nloadsgf a.sgf 3 # why\n 10  reg_genmove black\n\n# right\n#? [A1|B2]*\n20 name\r\n";
        let suite = Suite::parse(Path::new("x.tst"), text).unwrap();
        let steps = suite.steps.iter().map(|step| (step.line, step.id, step.command.as_str()));
        let (first, second) = ((3, None, "boardsize 9"), (4, None, "loadsgf a.sgf 3"));
        assert!(steps.eq([first, second, (5, Some(10), "reg_genmove black"), (9, Some(20), "name")]));
        let tests = suite.tests().map(|(step, expected)| (step.name(), expected.to_string()));
        assert!(tests.eq([("reg_genmove", "[A1|B2]*".to_owned())]));
    }

    #[test]
    fn the_whole_reply_must_match() {
        let either = expected(" [A1|B2]");
        assert!(["A1", "B2"].into_iter().all(|reply| either.matches(reply)));
        assert!(!["A11", "B2 C3", "a1", ""].into_iter().any(|reply| either.matches(reply)));
        assert!(expected("[]").matches("") && !expected("[]").matches("A1"));
        assert!(expected("[1 (D4|E5)]").matches("1 E5") && !expected("[1 (D4|E5)]").matches("1"));
        assert!(expected("[[A-C]1]").matches("B1") && !expected("[[A-C]1]").matches("[A-C]1"));
        assert!(expected("[.*second.*]").matches("first\nsecond\nthird"));
    }

    #[test]
    fn judging_takes_little_time() {
        assert!(fault("1 name\n#? [(x{1000}){1000}]\n").contains("size limit"));
        let long = "x".repeat(1 << 17);
        assert!(!expected("[x*]").matches(&long) && !expected("[!y]").matches(&long));
        assert!(expected(r"[\w+ \w+, \w+ \w+ .*]").matches("a b, c d e"));
    }

    #[test]
    fn moves_have_no_case() {
        let pass = Expected::parse("[PASS|D4]", "reg_genmove").unwrap().unwrap();
        assert!(pass.matches("pass") && pass.matches("PASS") && pass.matches("d4"));
    }

    #[test]
    fn an_exclamation_mark_negates_all_of_it() {
        for text in ["[!A1|B2]", "[ ! A1|B2 ]", "[!(A1|B2)]*"] {
            let neither = expected(text);
            assert!(!neither.matches("A1") && !neither.matches("B2"));
            assert!(neither.matches("C3") && neither.matches("A11"));
            assert_eq!(neither.known_failure, text.ends_with('*'));
        }
    }

    #[test]
    fn faults_are_told_with_their_line() {
        assert_eq!(fault("name\n12 # why\n"), "x.tst:2: an id without a command");
        assert_eq!(fault("name\n#? [x]\n"), "x.tst:2: #? must follow a command with an id");
        assert_eq!(fault("#? [x]\n"), "x.tst:1: #? must follow a command with an id");
        for form in ["x", "[x", "[x] y"] {
            assert!(fault(&format!("1 name\n#? {form}\n")).starts_with("x.tst:2: expected #? [REGEX]"));
        }
        assert_eq!(
            fault("1 name\n#? [(x]\n"),
            "x.tst:2: (x is not a regular expression: found open group without closing ')'"
        );
        assert_eq!(fault("1 name\n#? [x]\n#? [y]\n"), "x.tst:3: a second #? for the same command");
        assert!(fault("99999999999999999999999 name\n").contains("too large"));
        assert!(fault("1 name\n#? [\u{fffd}]\n").starts_with("x.tst:2: not text"));
        assert!(Suite::parse(Path::new("x.tst"), "name # caf\u{fffd}\n").is_ok(), "in a comment");
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "(?s).{0,200}") {
            let _ = Suite::parse(Path::new("x.tst"), &text);
        }
    }
}
