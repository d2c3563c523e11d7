//! The chapter on the clock.

use super::{Command, Gtp, Reply, command, done};
use crate::engine::TimeSystem;
use crate::gtp::{Args, Failure};

pub(super) static COMMANDS: &[Command] = &[
    command(
        "time_settings",
        "MAIN BYO_YOMI STONES",
        "Set main time, overtime, and the moves in overtime.",
        settings,
    ),
    command(
        "kgs-time_settings",
        "SYSTEM [MAIN] [PERIOD] [COUNT]",
        "Set the time system: none, absolute, byoyomi or canadian.",
        kgs_settings,
    ),
    command(
        "time_left",
        "COLOR SECONDS STONES",
        "Set what is left to a player; STONES is 0 in main time.",
        left,
    ),
    command("time_lastmove", "", "Print the seconds that the last move took to find.", |gtp, _| {
        Ok(format!("{:.2}", gtp.session.move_time().as_secs_f64()))
    })
    .analyze("string", "Time of Last Move", ""),
];

/// More stones or periods than anybody counts.
const MOST: u32 = 1_000_000;

fn settings(gtp: &mut Gtp, args: &Args) -> Reply {
    let system = TimeSystem::from_gtp(args.seconds(0)?, args.seconds(1)?, args.number(2, 0..=MOST)?);
    gtp.session.clock().set_system(system);
    done()
}

fn kgs_settings(gtp: &mut Gtp, args: &Args) -> Reply {
    let system = match (args.text(0)?, args.list.len()) {
        ("none", 1) => TimeSystem::None,
        ("absolute", 2) => TimeSystem::Absolute { main: args.seconds(1)? },
        ("byoyomi", 4) => TimeSystem::Byoyomi {
            main: args.seconds(1)?,
            period: args.seconds(2)?,
            periods: args.number(3, 1..=MOST)?,
        },
        ("canadian", 4) => TimeSystem::Canadian {
            main: args.seconds(1)?,
            period: args.seconds(2)?,
            stones: args.number(3, 1..=MOST)?,
        },
        _ => {
            let usage =
                "expected none, absolute MAIN, byoyomi MAIN PERIOD COUNT or canadian MAIN PERIOD COUNT";
            return Err(Failure::Syntax(usage.to_owned()));
        }
    };
    gtp.session.clock().set_system(system);
    done()
}

fn left(gtp: &mut Gtp, args: &Args) -> Reply {
    let (color, time, stones) = (args.color(0)?, args.seconds(1)?, args.number(2, 0..=MOST)?);
    gtp.session.clock().set_left(color, time, stones);
    done()
}
