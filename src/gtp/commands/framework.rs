//! The chapter on what is played and who plays, as Fuegito has it, and the parameters of the players.
//!
//! # References
//! - C. Hunt, "Fuegito User Manual", 2012 (its custom commands, and parameter commands by color).

use super::{Command, Gtp, Reply, command, done};
use crate::engine::{GAMES, Row, SessionError, Shape};
use crate::framework::{Color, Game, Move, Outcome};
use crate::gtp::{Args, Failure};
use crate::util::params::nearest;

pub(super) static COMMANDS: &[Command] = &[
    command("list_games", "", "List the games.", |_, _| Ok(GAMES.each_ref().map(|game| game.name).join("\n"))),
    command("list_players", "", "List the players that can be chosen in this game.", |gtp, _| {
        Ok(names(gtp.players().players()))
    }),
    command("list_searches", "", "List the searches that can be chosen for the player search.", |gtp, _| {
        Ok(names(gtp.players().searches()))
    }),
    command("setgame", "GAME", "Begin another game, with its usual board and players.", set_game),
    command(
        "setplayer",
        "COLOR PLAYER [SEARCH]",
        "Choose who plays a side, and its search if it takes one.",
        |gtp, args| {
            gtp.players().choose(args.color(0)?, args.text(1)?, args.optional(2))?;
            done()
        },
    ),
    command("setsearch", "COLOR SEARCH", "Choose the search of a side's player.", |gtp, args| {
        gtp.players().choose_search(args.color(0)?, args.text(1)?)?;
        done()
    }),
    command("settings", "", "Print the game, the players and the values of their parameters.", settings),
    command("redo", "", "Play the last move again that was taken back.", |gtp, _| {
        match &mut gtp.table {
            Some((_, table)) => table.redo()?,
            None => gtp.session.redo()?,
        }
        done()
    }),
    command("getwinner", "", "Print who has won: black, white, or none.", |gtp, _| {
        let winner = outcome(gtp).and_then(|outcome| outcome.winner);
        Ok(winner.map_or("none".to_owned(), |winner| winner.to_string()))
    }),
    command("endofgame", "", "Print whether the game is over.", |gtp, _| Ok(outcome(gtp).is_some().to_string())),
    command("gettoplay", "", "Print who is to move.", |gtp, _| Ok(gtp.to_play().to_string())),
    command("getblack", "", "Print who plays Black.", |gtp, _| Ok(player(gtp, Color::Black))),
    command("getwhite", "", "Print who plays White.", |gtp, _| Ok(player(gtp, Color::White))),
    command(
        "search_report",
        "",
        "Print the last search: the value for the side that was to move, from 0 to 1, the line it expects, and statistics.",
        |gtp, _| {
            let (report, sequence) = match &gtp.table {
                Some((_, table)) => table.report().ok_or(SessionError::NoSearch)?,
                None => {
                    let report = gtp.session.report()?;
                    let text = |&mv: &Move| gtp.session.position().move_text(mv);
                    (report, report.sequence.iter().map(text).collect())
                }
            };
            let rows = [("Value", format!("{:.4}", report.value)), ("Line", sequence.join(" "))];
            let lines: Vec<_> =
                rows.iter().chain(&report.details).map(|(name, text)| format!("{name:<14}{text}")).collect();
            Ok(lines.join("\n"))
        },
    )
    .analyze("string", "Search Report", ""),
    command(
        "hash_statistics",
        "[COLOR]",
        "Print how the last search of a side, of the last to move without a color, used its hash table.",
        |gtp, args| {
            let color = if args.list.is_empty() { gtp.to_play().opponent() } else { args.color(0)? };
            let statistics = gtp.players().hash(color);
            let none = || Failure::Other(format!("no search with a hash table by {color}"));
            statistics.map(|statistics| statistics.to_string()).ok_or_else(none)
        },
    ),
    command(
        "fuegotest_param",
        "[NAME] [VALUE]",
        "Print or choose the simple player of both sides of Go, without its sp-; <none> for the usual player.",
        simple_player,
    )
    .analyze("param", "FuegoTest Param", ""),
];

fn names(list: Vec<(&'static str, &'static str)>) -> String {
    list.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("\n")
}

fn set_game(gtp: &mut Gtp, args: &Args) -> Reply {
    let name = args.text(0)?;
    let Some(game) = GAMES.iter().find(|game| game.name == name) else {
        let names: Vec<_> = GAMES.iter().map(|game| game.name).collect();
        return Err(Failure::Other(format!("unknown game '{name}': expected one of {}", names.join(", "))));
    };
    gtp.table = game.open.map(|open| open(Shape::default())).transpose()?.map(|table| (game.name, table));
    // The game of Go on the board, if there was one, is over: nobody needs what its player thinks about.
    gtp.session.end_game();
    if gtp.table.is_none() {
        gtp.session.clear_board();
        gtp.session.players().dismiss();
    }
    done()
}

fn outcome(gtp: &Gtp) -> Option<Outcome> {
    match &gtp.table {
        Some((_, table)) => table.outcome(),
        None => gtp.session.position().outcome(),
    }
}

/// Returns the names of a side's player and its search.
fn player(gtp: &mut Gtp, color: Color) -> String {
    let (player, search) = gtp.players().chosen(color);
    [Some(player), search].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn settings(gtp: &mut Gtp, _: &Args) -> Reply {
    let game = gtp.table.as_ref().map_or(GAMES[0].name, |(name, _)| name);
    let mut lines = vec![format!("game {game}")];
    for color in Color::ALL {
        lines.push(format!("{color} {}", player(gtp, color)));
        lines.extend(
            gtp.players().rows(color).iter().map(|row| format!("{color}_{} {}", row.name, row.value)),
        );
    }
    Ok(lines.join("\n"))
}

/// Splits the name of a command such as `black_depth`.
fn split(name: &str) -> Option<(Color, &str)> {
    let (color, param) = name.split_once('_')?;
    let color = Color::ALL.into_iter().find(|known| known.to_string() == color)?;
    Some((color, param))
}

/// Returns the commands for the parameters of the players that are there, with what they do.
pub(super) fn side_params(gtp: &mut Gtp) -> Vec<(String, Row)> {
    let mut list = Vec::new();
    for color in Color::ALL {
        list.extend(gtp.players().rows(color).into_iter().map(|row| (format!("{color}_{}", row.name), row)));
    }
    list
}

/// Runs a command for a parameter of a player: prints the value, or sets it. `None` when it is no such command.
pub(super) fn side_param(gtp: &mut Gtp, name: &str, args: &[String]) -> Option<Reply> {
    let (color, param) = split(name)?;
    let rows = gtp.players().rows(color);
    let row = rows.iter().find(|row| row.name == param)?;
    Some(match args {
        [] => Ok(row.value.clone()),
        [value] => gtp.players().set(color, param, value).map_err(Failure::from).and_then(|()| done()),
        _ => Err(Failure::Syntax(format!("usage: {name} [VALUE]"))),
    })
}

fn simple_player(gtp: &mut Gtp, args: &Args) -> Reply {
    const NONE: &str = "<none>";
    const PREFIX: &str = "sp-";
    let players = gtp.players().players();
    let simple: Vec<_> = players.iter().filter_map(|(name, _)| name.strip_prefix(PREFIX)).collect();
    match args.list {
        [] => {
            let (name, _) = gtp.players().chosen(Color::Black);
            let name = name.strip_prefix(PREFIX).unwrap_or(NONE);
            Ok(format!("[list/{NONE}/{}] player {name}", simple.join("/")))
        }
        [name, value] if name == "player" => {
            if value == NONE {
                gtp.players().dismiss();
                return done();
            }
            if !simple.contains(&value.as_str()) {
                let near = nearest(value, simple.iter().copied());
                let hint = near.first().map_or(String::new(), |near| format!(": did you mean {near}?"));
                return Err(Failure::Other(format!("unknown player '{value}'{hint}")));
            }
            for color in Color::ALL {
                gtp.players().choose(color, &format!("{PREFIX}{value}"), None)?;
            }
            done()
        }
        _ => Err(Failure::Syntax("expected nothing, or player and a name".to_owned())),
    }
}
