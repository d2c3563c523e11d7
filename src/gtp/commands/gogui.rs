//! The chapter on GoGui's extensions of the standard for every game.

use super::dispatch::{Gtp, command, done};
use crate::framework::{Args, Command, CommandInfo, Reply};

pub(super) static COMMANDS: &[Command<Gtp>] = &[
    command("gogui-analyze_commands", "", "List the commands of GoGui's analyze menu.", analyze_commands),
    command("gogui-title", "", "Print the title for GoGui's window: the program and the game.", |gtp, _| {
        Ok(format!("{} {}: {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"), gtp.game))
    }),
    command(
        "gogui-interrupt",
        "",
        "Do nothing; its presence in the list tells GoGui that `# interrupt` works.",
        |_, _| done(),
    ),
];

fn analyze_commands(gtp: &mut Gtp, _: &Args<'_>) -> Reply {
    let line = |info: CommandInfo| {
        let analyze = info.analyze?;
        let text = format!("{}/{}/{} {}", analyze.kind, analyze.label, info.name, analyze.args);
        Some(text.trim_end().to_owned())
    };
    Ok(gtp.infos().into_iter().filter_map(line).collect::<Vec<_>>().join("\n"))
}
