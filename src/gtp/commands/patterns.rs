//! The chapter on the pattern databases of playouts.

use super::{Command, command};
use crate::go::pattern::database::BUILT_IN;

pub(super) static COMMANDS: &[Command] =
    &[command("mc_list_patterns", "", "List the built-in pattern databases.", |_, _| {
        Ok(BUILT_IN.each_ref().map(|database| database.name).join("\n"))
    })
    .analyze("string", "MC List Patterns", "")];
