//! GNU Go options that clients type and that have no meaning here.

use std::ffi::OsString;
use std::path::Path;

use crate::gtp::{Persona, remark};

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

/// The program's arguments without these options, and with a level from 1 to 10, if they are GNU Go's: for its GTP mode, or
/// under its name.
pub(super) fn without_unused(args: Vec<OsString>) -> Vec<OsString> {
    let has = |option: &str, value: &str| args.windows(2).any(|pair| pair[0] == option && pair[1] == value);
    let file = args.first().and_then(|file| Path::new(file).file_stem()?.to_str());
    let is_linked = file.and_then(Persona::of_link).is_some_and(|persona| persona.file == "gnugo");
    if !is_linked && !has("--mode", "gtp") && !has("--as", "gnugo") {
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
