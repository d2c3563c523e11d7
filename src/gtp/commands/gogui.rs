//! The chapter on GoGui's extensions of the standard for every game.

use super::dispatch::{Gtp, command, done};
use crate::framework::{Analyze, Args, Command, CommandInfo, Reply};

pub(super) static COMMANDS: &[Command<Gtp>] = &[
    command("gogui-analyze_commands", "", "List the commands of GoGui's analyze menu.", analyze_commands),
    command("gogui-title", "", "Print the title for GoGui's window: the program and the game.", |gtp, _| {
        Ok(format!("{} {}: {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"), gtp.game))
    }),
    command("gogui-version", "VERSION", "Take note of the version of GoGui.", |_, _| done()),
    command(
        "gogui-interrupt",
        "",
        "Do nothing; its presence in the list tells GoGui that `# interrupt` works.",
        |_, _| done(),
    ),
];

/// Lists the entries; alternatives of an argument, separated by `|`, have an entry each.
fn analyze_commands(gtp: &mut Gtp, _: &Args<'_>) -> Reply {
    let entries = |info: CommandInfo| {
        let Analyze { kind, label, args } = info.analyze?;
        let entry = |(label, args): (String, &str)| {
            format!("{kind}/{label}/{} {args}", info.name).trim_end().to_owned()
        };
        let choices = args.split('|').map(|choice| (format!("{label}{}", title(choice)), choice));
        Some(if args.contains('|') {
            choices.map(entry).collect::<Vec<_>>().join("\n")
        } else {
            entry((label.to_owned(), args))
        })
    };
    Ok(gtp.infos().into_iter().filter_map(entries).collect::<Vec<_>>().join("\n"))
}

/// The words of an argument, each after a blank and with a capital.
fn title(argument: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        format!(" {}{rest}", first.to_uppercase())
    };
    argument.split('_').map(word).collect()
}
