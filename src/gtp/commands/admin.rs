//! The chapter on the program itself.

use std::path::PathBuf;
use std::time::Duration;

use cpu_time::ProcessTime;

use super::dispatch::{Gtp, command, done, empty, player_params};
use crate::framework::{Args, Command, CommandInfo, Failure, Reply};
use crate::gtp::watch::{observers, tell};

pub(super) static COMMANDS: &[Command<Gtp>] = &[
    command("protocol_version", "Print the version of the protocol.", |_, _| Ok("2".to_owned())),
    command("name", "Print the name of the program.", |gtp, _| Ok(gtp.name.clone())),
    command("version", "Print the version of the program.", |gtp, _| Ok(gtp.version.clone())),
    command("stop", "Do nothing; like any line of input, it ends an analysis.", |_, _| done()),
    command("known_command NAME", "Print whether the command exists.", known_command),
    command("list_commands", "List all commands.", list_commands),
    command("help [COMMAND]", "Print the commands by chapter, or explain one.", help),
    command("quit", "End the program.", |gtp, _| {
        gtp.quit = true;
        done()
    }),
    command("echo [TEXT...]", "Print the text.", |_, args| Ok(args.joined())),
    command("echo_err [TEXT...]", "Print the text, on standard error too.", |_, args| {
        let text = args.joined();
        tell(&text);
        Ok(text)
    }),
    command("pid", "Print the process id.", |_, _| Ok(std::process::id().to_string())),
    command(
        "cputime [TIMER]",
        "Print the CPU time of all threads in seconds, since the timer was reset or the program started.",
        |gtp, args| {
            let begun = gtp.timers.get(args.optional(0).unwrap_or_default()).copied().unwrap_or_default();
            Ok(format!("{:.3}", cpu_time()?.saturating_sub(begun).as_secs_f64()))
        },
    )
    .analyze("string/CPU Time"),
    command("cputime_reset [TIMER]", "Reset a timer of cputime to zero.", reset_timer),
    command("get_random_seed", "Print the random seed.", |gtp, _| {
        Ok(gtp.session.context().seed().to_string())
    })
    .analyze("string/Get Random Seed"),
    command(
        "set_random_seed N",
        "Set the random seed; 0: a new one from the system for each game.",
        set_seed,
    )
    .analyze("none/Set Random Seed/%s"),
    command("quiet 0|1", "Turn progress lines on standard error off (1) or on (0).", quiet),
    command(
        "go_sentinel_file [FILE...]",
        "Make clear_board fail once the file exists, to end a series of games; without FILE, cancel this.",
        |gtp, args| {
            gtp.sentinel = (!args.list.is_empty()).then(|| PathBuf::from(args.joined()));
            done()
        },
    ),
    command("kgs-game_over", "Note that KGS has ended the game.", game_over),
    command("cgos-gameover [RESULT...]", "Note that CGOS has ended the game.", game_over),
];

fn known_command(gtp: &mut Gtp, args: &Args<'_>) -> Reply {
    let name = args.text(0)?;
    let is_param = player_params(&*gtp.session).iter().any(|(known, _)| known == name);
    Ok((is_param || gtp.infos().iter().any(|info| info.name == name)).to_string())
}

fn list_commands(gtp: &mut Gtp, _: &Args<'_>) -> Reply {
    let mut names: Vec<_> = gtp.infos().into_iter().map(|info| info.name.to_owned()).collect();
    names.extend(player_params(&*gtp.session).into_iter().map(|(name, _)| name));
    // LizzieYzy takes a list that does not begin with this name for the reply to another command.
    names.sort_unstable_by_key(|name| (name != "protocol_version", name.clone()));
    Ok(names.join("\n"))
}

fn help(gtp: &mut Gtp, args: &Args<'_>) -> Reply {
    let line = |info: CommandInfo| (format!("{} {}", info.name, info.usage).trim_end().to_owned(), info.doc);
    let of_infos = |(title, infos): (_, Vec<CommandInfo>)| (title, infos.into_iter().map(line).collect());
    let mut chapters: Vec<(_, Vec<_>)> = gtp.chapters().into_iter().map(of_infos).collect();
    let params = player_params(&*gtp.session).into_iter();
    let params = params.map(|(name, row)| (format!("{name} [VALUE]"), row.doc)).collect();
    chapters.push(("Parameters of the players", params));
    if let Some(name) = args.optional(0) {
        let mut lines = chapters.iter().flat_map(|(_, lines)| lines);
        let known = lines.find(|(usage, _)| usage.split(' ').next() == Some(name));
        let (usage, doc) = known.ok_or_else(|| Failure::Other(format!("unknown command: {name}")))?;
        return Ok(format!("{usage}: {doc}"));
    }
    chapters.retain(|(_, lines)| !lines.is_empty());
    let chapter = |(title, lines): (&str, Vec<(String, &str)>)| {
        let lines: Vec<_> = lines.iter().map(|(usage, doc)| format!("  {usage:<34} {doc}")).collect();
        format!("{title}:\n{}", lines.join("\n"))
    };
    Ok(chapters.into_iter().map(chapter).collect::<Vec<_>>().join("\n"))
}

fn quiet(gtp: &mut Gtp, args: &Args<'_>) -> Reply {
    let is_quiet = args.number(0, 0..=1)? == 1;
    gtp.session.context_mut().set_observers((!is_quiet).then(observers));
    done()
}

fn game_over(gtp: &mut Gtp, _: &Args<'_>) -> Reply {
    gtp.session.end_game();
    done()
}

pub(super) fn cpu_time() -> Result<Duration, Failure> {
    let time = ProcessTime::try_now().map_err(|error| Failure::Other(error.to_string()))?;
    Ok(time.as_duration())
}

fn reset_timer(gtp: &mut Gtp, args: &Args<'_>) -> Reply {
    const MAX: usize = 100;
    let timer = args.optional(0).unwrap_or_default();
    if gtp.timers.len() >= MAX && !gtp.timers.contains_key(timer) {
        return Err(Failure::Other(format!("more than {MAX} timers")));
    }
    gtp.timers.insert(timer.to_owned(), cpu_time()?);
    done()
}

fn set_seed(gtp: &mut Gtp, args: &Args<'_>) -> Reply {
    let seed = args.number(0, 0..=u64::MAX)?;
    empty(gtp.session.context_mut().set_seed(Some(seed).filter(|&seed| seed > 0)))
}
