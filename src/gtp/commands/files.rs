//! The chapter on game records.

use std::path::Path;

use super::{Command, Gtp, Reply, command, done};
use crate::gtp::Args;

pub(super) static COMMANDS: &[Command] = &[
    command(
        "loadsgf",
        "FILE... [MOVE]",
        "Load a game up to the position before the move, or to its end.",
        loadsgf,
    )
    .analyze("none", "Load SGF", "%r"),
    command("savesgf", "FILE...", "Save the game.", |gtp, args| {
        gtp.session.save_sgf(Path::new(&args.joined()))?;
        done()
    })
    .analyze("none", "Save SGF", "%w"),
];

/// The last of several arguments is the move if it is a number; the others are one name with blanks.
fn loadsgf(gtp: &mut Gtp, args: &Args) -> Reply {
    let (file, before) = match args.list {
        [file @ .., last] if !file.is_empty() && last.parse::<usize>().is_ok() => (file, last.parse().ok()),
        file => (file, None),
    };
    gtp.session.load_sgf(Path::new(&file.join(" ")), before)?;
    done()
}
