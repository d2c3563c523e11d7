//! The chapter on the program itself.

use cpu_time::ProcessTime;

use super::framework::side_params;
use super::{Command, Gtp, Reply, command, done};
use crate::engine::Row;
use crate::gtp::{Args, Failure, audience};
use crate::util::Rng;

pub(super) static COMMANDS: &[Command] = &[
    command("protocol_version", "", "Print the version of the protocol.", |_, _| Ok("2".to_owned())),
    command("name", "", "Print the name of the program.", |_, _| Ok(env!("CARGO_PKG_NAME").to_owned())),
    command("version", "", "Print the version of the program.", |_, _| {
        Ok(env!("CARGO_PKG_VERSION").to_owned())
    }),
    command("known_command", "NAME", "Print whether there is a command of the name.", known_command),
    command("list_commands", "", "List all commands.", list_commands),
    command("help", "[COMMAND]", "Print the commands by chapters, or what a command does.", help),
    command("quit", "", "End the program.", |gtp, _| {
        gtp.quit = true;
        done()
    }),
    command("echo", "[TEXT...]", "Print the text.", |_, args| Ok(args.joined())),
    command("pid", "", "Print the id of the process.", |_, _| Ok(std::process::id().to_string())),
    command("cputime", "", "Print the processor time used so far in seconds, of all threads.", cputime)
        .analyze("string", "CPU Time", ""),
    command("get_random_seed", "", "Print the seed of all that is random.", |gtp, _| {
        Ok(gtp.session.seed().to_string())
    })
    .analyze("string", "Get Random Seed", ""),
    command(
        "set_random_seed",
        "N",
        "Set the seed of all that is random; 0 takes one from the system.",
        set_seed,
    )
    .analyze("none", "Set Random Seed", "%s"),
    command("quiet", "0|1", "Tell on standard error how long searches are going, or do not.", quiet),
    command("kgs-game_over", "", "Take note that KGS has ended the game.", game_over),
    command("cgos-gameover", "[RESULT...]", "Take note that CGOS has ended the game.", game_over),
];

fn known_command(gtp: &mut Gtp, args: &Args) -> Reply {
    let name = args.text(0)?;
    Ok((gtp.find(name).is_some() || side_params(gtp).iter().any(|(known, _)| known == name)).to_string())
}

fn list_commands(gtp: &mut Gtp, _: &Args) -> Reply {
    let mut names: Vec<_> = gtp.commands().map(|command| command.name.to_owned()).collect();
    names.extend(side_params(gtp).into_iter().map(|(name, _)| name));
    names.sort_unstable();
    Ok(names.join("\n"))
}

fn help(gtp: &mut Gtp, args: &Args) -> Reply {
    let line = |command: &Command| format!("{} {}", command.name, command.usage).trim_end().to_owned();
    let params = side_params(gtp);
    let param = |(name, row): &(String, Row)| format!("{name} [VALUE]: {}", row.doc);
    if let Some(name) = args.optional(0) {
        if let Some(known) = params.iter().find(|(known, _)| known == name) {
            return Ok(param(known));
        }
        let command = gtp.find(name).ok_or_else(|| Failure::Other(format!("unknown command: {name}")))?;
        return Ok(format!("{}: {}", line(command), command.doc));
    }
    let chapter = |chapter: &super::Chapter| {
        let lines: Vec<_> = chapter
            .commands
            .iter()
            .map(|command| format!("  {:<34} {}", line(command), command.doc))
            .collect();
        format!("{}:\n{}", chapter.title, lines.join("\n"))
    };
    let mut text: Vec<_> = gtp.chapters().map(chapter).collect();
    if !params.is_empty() {
        text.push(format!(
            "Parameters of the players:\n  {}",
            params.iter().map(param).collect::<Vec<_>>().join("\n  ")
        ));
    }
    Ok(text.join("\n"))
}

fn quiet(gtp: &mut Gtp, args: &Args) -> Reply {
    let is_quiet = args.number(0, 0..=1)? == 1;
    gtp.session.set_audience((!is_quiet).then(audience));
    done()
}

fn game_over(gtp: &mut Gtp, _: &Args) -> Reply {
    gtp.session.end_game();
    done()
}

fn cputime(_: &mut Gtp, _: &Args) -> Reply {
    let time = ProcessTime::try_now().map_err(|error| Failure::Other(error.to_string()))?;
    Ok(format!("{:.3}", time.as_duration().as_secs_f64()))
}

fn set_seed(gtp: &mut Gtp, args: &Args) -> Reply {
    gtp.session.set_seed(match args.number(0, 0..=u64::MAX)? {
        0 => Rng::from_entropy().next_u64(),
        seed => seed,
    });
    done()
}
