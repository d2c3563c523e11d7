//! The chapter on the clock.

use super::dispatch::{Gtp, command, done};
use crate::engine::TimeSystem;
use crate::framework::{Args, Color, Command, Failure, Reply};

pub(super) static COMMANDS: &[Command<Gtp>] = &[
    command("main_time [SECONDS]", "Print each player's time left, or set the main time of both.", main_time),
    command(
        "time_settings MAIN BYO_YOMI STONES",
        "Set the main time and the length of an overtime period, in seconds, and the moves per period.",
        settings,
    ),
    command(
        "kgs-time_settings SYSTEM [MAIN] [PERIOD] [COUNT]",
        "Set the time system: none, absolute, byoyomi or canadian.",
        named_settings,
    ),
    command(
        "kata-time_settings SYSTEM [MAIN] [PERIOD] [COUNT] [PER_MOVE]",
        "Set the time system: fischer, fischer-capped, or one of kgs-time_settings.",
        named_settings,
    ),
    command("kata-list_time_settings", "List the time systems of kata-time_settings.", |_, _| {
        Ok(SYSTEMS.map(|(name, _)| name).join(" "))
    }),
    command(
        "time_left COLOR SECONDS STONES",
        "Set a player's time and moves left; STONES is 0 in main time.",
        left,
    ),
    command("go_clock", "Print the time system, and each player's time and moves left.", clock)
        .analyze("string/Go Clock"),
    command("time_lastmove", "Print how many seconds the engine took for its last move.", |gtp, _| {
        Ok(format!("{:.2}", gtp.session.move_time().as_secs_f64()))
    })
    .analyze("string/Time of Last Move"),
];

/// Limit of stones or periods.
const MAX: u32 = 1_000_000;

fn settings(gtp: &mut Gtp, args: &Args<'_>) -> Reply {
    let system = TimeSystem::from_gtp(args.seconds(0)?, args.seconds(1)?, args.number(2, 0..=MAX)?);
    set_system(gtp, system)
}

fn set_system(gtp: &mut Gtp, system: TimeSystem) -> Reply {
    gtp.session.clock().set_system(system);
    done()
}

/// The time systems and their arguments; KGS knows the first four.
const SYSTEMS: [(&str, &str); 6] = [
    ("none", ""),
    ("absolute", " MAIN"),
    ("byoyomi", " MAIN PERIOD PERIODS"),
    ("canadian", " MAIN PERIOD STONES"),
    ("fischer", " MAIN INCREMENT"),
    ("fischer-capped", " MAIN INCREMENT LIMIT PER_MOVE"),
];

fn named_settings(gtp: &mut Gtp, args: &Args<'_>) -> Reply {
    let known = if args.command.starts_with("kgs-") { &SYSTEMS[..4] } else { &SYSTEMS };
    let usage = |list: &[(&str, &str)]| {
        let list: Vec<_> = list.iter().map(|(name, rest)| format!("{name}{rest}")).collect();
        Failure::Syntax(format!("expected {}", list.join(" or ")))
    };
    let name = args.text(0)?;
    let &(name, rest) = known.iter().find(|(known, _)| *known == name).ok_or_else(|| usage(known))?;
    if args.list.len() != 1 + rest.split_whitespace().count() {
        return Err(usage(&[(name, rest)]));
    }
    check_times(args.list.iter().skip(1).take(2))?;
    let system = match name {
        "none" => TimeSystem::None,
        "absolute" => TimeSystem::Absolute { main: args.seconds(1)? },
        // No periods mean absolute time, as in KataGo.
        "byoyomi" => match args.number(3, 0..=MAX)? {
            0 => TimeSystem::Absolute { main: args.seconds(1)? },
            periods => TimeSystem::Byoyomi { main: args.seconds(1)?, period: args.seconds(2)?, periods },
        },
        "canadian" => TimeSystem::from_gtp(args.seconds(1)?, args.seconds(2)?, args.number(3, 0..=MAX)?),
        _ => {
            let is_capped = rest.ends_with("PER_MOVE");
            let cap = |i| if is_capped { args.cap(i) } else { Ok(None) };
            let (main, limit) = (args.seconds(1)?, cap(3)?);
            if limit.is_some_and(|limit| limit < main) {
                return Err(Failure::Syntax("LIMIT is less than MAIN".to_owned()));
            }
            TimeSystem::Fischer { main, increment: args.seconds(2)?, limit, per_move: cap(4)? }
        }
    };
    set_system(gtp, system)
}

/// Refuses negative times, which arguments read as 0.
fn check_times<'a>(mut times: impl Iterator<Item = &'a String>) -> Result<(), Failure> {
    match times.find(|time| time.starts_with('-')) {
        Some(time) => Err(Failure::Syntax(format!("expected a time of 0 or more, not {time}"))),
        None => Ok(()),
    }
}

fn left(gtp: &mut Gtp, args: &Args<'_>) -> Reply {
    let (color, time, stones) = (args.color(0)?, args.seconds(1)?, args.number(2, 0..=MAX)?);
    gtp.session.clock().set_left(color, time, stones);
    done()
}

fn clock(gtp: &mut Gtp, _: &Args<'_>) -> Reply {
    Ok(format!("\n{}", gtp.session.clock()))
}

fn main_time(gtp: &mut Gtp, args: &Args<'_>) -> Reply {
    if args.list.is_empty() {
        let clock = gtp.session.clock();
        let [black, white] = Color::ALL.map(|color| match clock.left(color) {
            Some(left) => format!("{:.1}", left.as_secs_f64()),
            None => "none".to_owned(),
        });
        return Ok(format!("black {black}\nwhite {white}"));
    }
    check_times(args.list.iter())?;
    set_system(gtp, TimeSystem::Absolute { main: args.seconds(0)? })
}
