//! The chapter on what GoGui asks for beyond the standard.

use super::{Command, Gtp, Reply, command, done};
use crate::go::Point;
use crate::gtp::{Args, Failure};

pub(super) static COMMANDS: &[Command] = &[
    command("gogui-analyze_commands", "", "List the commands of GoGui's analyze menu.", analyze_commands),
    command(
        "gogui-interrupt",
        "",
        "Do nothing; that it is listed says that `# interrupt` is understood.",
        |_, _| done(),
    ),
    command(
        "gogui-play_sequence",
        "[COLOR VERTEX...]",
        "Play several moves, or none of them.",
        |gtp, args| {
            gtp.session.follow_all(&args.moves(gtp.size())?)?;
            done()
        },
    ),
    command("gogui-setup", "[COLOR VERTEX...]", "Put stones on the empty board.", setup),
    command("gogui-setup_player", "COLOR", "Make it a player's turn.", |gtp, args| {
        gtp.session.set_to_play(args.color(0)?);
        done()
    }),
];

pub(super) fn analyze_commands(gtp: &mut Gtp, _: &Args) -> Reply {
    let line = |command: &Command| {
        let analyze = command.analyze.as_ref()?;
        Some(
            format!("{}/{}/{} {}", analyze.kind, analyze.label, command.name, analyze.args)
                .trim_end()
                .to_owned(),
        )
    };
    Ok(gtp.commands().filter_map(line).collect::<Vec<_>>().join("\n"))
}

fn setup(gtp: &mut Gtp, args: &Args) -> Reply {
    let stones = args.moves(gtp.size())?.into_iter().map(|(color, mv)| (Point::of_move(mv), Some(color)));
    let stones: Vec<_> = stones.collect();
    if stones.iter().any(|&(p, _)| p == Point::NULL) {
        return Err(Failure::Syntax("a pass is no stone".to_owned()));
    }
    gtp.session.set_up(&stones)?;
    done()
}
