//! The engine lists in the settings of GoGui and q5Go: numbered lines for each engine.
//!
//! GoGui uses a Java properties file, `net.sf.gogui.gui.program.0.label=brasa`; q5Go has its own format, `ENGINE1a
//! [brasa]`. Numbers have no gaps, and all lines of an engine share its number.

use std::collections::BTreeMap;

/// Adds brasa to GoGui's list of programs, replacing any entry with this label.
pub(super) fn gogui(settings: &str, brasa: &str) -> String {
    const PREFIX: &str = "net.sf.gogui.gui.program.";
    const LABEL: &str = ".label=brasa";
    // GoGui splits a command at spaces outside double quotes. Properties files escape backslashes and all characters
    // beyond Latin-1.
    let quoted = if brasa.contains(' ') { format!("\"{brasa}\"") } else { brasa.to_owned() };
    let command: String = quoted
        .encode_utf16()
        .map(|unit| match u8::try_from(unit) {
            Ok(b'\\') => "\\\\".to_owned(),
            Ok(byte @ b' '..=b'~') => char::from(byte).to_string(),
            _ => format!("\\u{unit:04X}"),
        })
        .collect();
    let more = [
        "name=brasa".to_owned(),
        "version=".to_owned(),
        format!("command={command}"),
        "working-directory=".to_owned(),
    ];
    let lines = [LABEL.to_owned()].into_iter().chain(more.map(|line| format!(".{line}"))).collect();
    let (text, count) = with_engine(settings, PREFIX, 0, LABEL, lines);
    let is_size = |line: &str| line.strip_prefix(PREFIX).is_some_and(|rest| rest.starts_with("size"));
    let lines = text.lines().filter(|line| !is_size(line)).map(|line| format!("{line}\n"));
    lines.collect::<String>() + &format!("{PREFIX}size={count}\n")
}

/// Adds brasa to q5Go's list of engines, replacing any entry with this title, for games and analysis at all sizes.
pub(super) fn q5go(settings: &str, brasa: &str) -> String {
    // Title, path, arguments, komi, whether it analyzes, the size, and whether it is restricted to that size.
    let fields =
        [('a', "brasa"), ('b', brasa), ('c', "--quiet"), ('d', ""), ('e', "1"), ('f', "19"), ('g', "0")];
    let lines = fields.iter().map(|(field, value)| format!("{field} [{value}]")).collect();
    with_engine(settings, "ENGINE", 1, "a [brasa]", lines).0
}

/// Replaces the engine that has the line `ours`, or appends one; returns the text and the number of engines. An
/// engine's lines each consist of `prefix`, its number, and the rest, which for the new one comes from `lines`.
fn with_engine(
    settings: &str,
    prefix: &str,
    first: usize,
    ours: &str,
    lines: Vec<String>,
) -> (String, usize) {
    let mut engines: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let mut text = String::new();
    for line in settings.lines() {
        let rest = line.strip_prefix(prefix).unwrap_or_default();
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        match rest[..end].parse() {
            Ok(number) => engines.entry(number).or_default().push(rest[end..].to_owned()),
            Err(_) => text += &format!("{line}\n"),
        }
    }
    engines.retain(|_, lines| !lines.iter().any(|line| line == ours));
    let all: Vec<Vec<String>> = engines.into_values().chain([lines]).collect();
    for (number, lines) in (first..).zip(&all) {
        for line in lines {
            text += &format!("{prefix}{number}{line}\n");
        }
    }
    (text, all.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_engines_and_settings_stay() {
        let before = "#FilePreferences\n\
            net.sf.gogui.gui.program.1.label=brasa\nnet.sf.gogui.gui.program.0.command=gnugo --mode gtp\n\
            net.sf.gogui.gui.program.size=3\nnet.sf.gogui.gui.program.0.label=GNU Go\n\
            net.sf.gogui.gui.program.1.command=old\nnet.sf.gogui.gui.program.2.label=Pachi\nnet.sf.gogui.gogui.boardsize=9\n";
        let after = gogui(before, "C:\\Go\u{e9} 1\\brasa");
        let expected = "#FilePreferences\nnet.sf.gogui.gogui.boardsize=9\n\
            net.sf.gogui.gui.program.0.command=gnugo --mode gtp\nnet.sf.gogui.gui.program.0.label=GNU Go\n\
            net.sf.gogui.gui.program.1.label=Pachi\nnet.sf.gogui.gui.program.2.label=brasa\n\
            net.sf.gogui.gui.program.2.name=brasa\nnet.sf.gogui.gui.program.2.version=\n\
            net.sf.gogui.gui.program.2.command=\"C:\\\\Go\\u00E9 1\\\\brasa\"\n\
            net.sf.gogui.gui.program.2.working-directory=\nnet.sf.gogui.gui.program.size=3\n";
        assert_eq!(after, expected);
        let before = "ENGINE2b [/old]\nENGINE2a [brasa]\nENGINE1a [Leela]\nENGINE1e [1]\nENGINES_SHOWN [1]\nVERSION [1]\n";
        let after = q5go(before, "/usr/bin/brasa");
        assert_eq!(
            after,
            "ENGINES_SHOWN [1]\nVERSION [1]\nENGINE1a [Leela]\nENGINE1e [1]\nENGINE2a [brasa]\nENGINE2b [/usr/bin/brasa]\n\
             ENGINE2c [--quiet]\nENGINE2d []\nENGINE2e [1]\nENGINE2f [19]\nENGINE2g [0]\n"
        );
        assert_eq!(q5go(&after, "/usr/bin/brasa"), after, "a second time changes nothing");
    }
}
