//! GNU Go options that clients type and that have no meaning here.

use std::ffi::OsString;

use super::gtp::persona;
use crate::gtp::remark;

/// The options, and whether a value follows each.
const UNUSED: [(&str, bool); 20] = [
    ("--allow-suicide", false),
    ("--autolevel", false),
    ("--byo-period", true),
    ("--byo-time", true),
    ("--cache-size", true),
    ("--capture-all-dead", false),
    ("--clock", true),
    ("--forbid-suicide", false),
    ("--gtp-version", true),
    ("--handicap", true),
    ("--infile", true),
    ("--max-level", true),
    ("--mc-games-per-level", true),
    ("--min-level", true),
    ("--no-ko", false),
    ("--outfile", true),
    ("--play-out-aftermath", false),
    ("--simple-ko", false),
    ("-M", true),
    ("-r", true),
];

/// The program's arguments, without these options and with a level from 1 to 10 if they are GNU Go's: with its option
/// `--mode`, or under its name.
pub(super) fn without_unused(args: Vec<OsString>) -> Vec<OsString> {
    let has_mode = args.iter().any(|arg| arg.to_string_lossy().starts_with("--mode"));
    let is_named = args.windows(2).any(|pair| pair[0] == "--as" && pair[1] == "gnugo")
        || args.iter().any(|arg| arg == "--as=gnugo");
    if !has_mode && !is_named && persona(None).is_none_or(|linked| linked.file != "gnugo") {
        return args;
    }
    let (mut kept, mut args) = (Vec::new(), args.into_iter());
    while let Some(arg) = args.next() {
        let text = arg.to_string_lossy();
        let (name, value) = text.split_once('=').map_or((&*text, None), |(name, value)| (name, Some(value)));
        if let Some(&(name, takes_value)) = UNUSED.iter().find(|(known, _)| *known == name) {
            remark(&format!("{name} has no effect; `brasa --help` lists the options"));
            if takes_value && value.is_none() {
                args.next();
            }
        } else if name == "--level" {
            let value = value.map(OsString::from).or_else(|| args.next()).unwrap_or_default();
            kept.extend([name.into(), level(&value.to_string_lossy()).into()]);
        } else {
            kept.push(arg);
        }
    }
    kept
}

/// A level; a number below 1 or above 10 is the nearest one, as GNU Go accepts any.
fn level(text: &str) -> String {
    text.parse().map_or(text.to_owned(), |number: i64| number.clamp(1, 10).to_string())
}
