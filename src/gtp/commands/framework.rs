//! The chapter on games, players and searches, with Fuegito's commands.
//!
//! # References
//! - C. Hunt, "Fuegito User Manual", 2012 (its custom commands, and parameter commands by color).

use std::iter;

use super::dispatch::{Gtp, command, done, empty};
use crate::engine::{BoardSize, GAMES, GameEntry};
use crate::framework::{Args, Color, Command, Failure, Reply};
use crate::util::params::nearest;

pub(super) static COMMANDS: &[Command<Gtp>] = &[
    command("list_games", "List the games.", |_, _| Ok(GAMES.each_ref().map(|game| game.name).join("\n"))),
    command("list_players", "List the players available in this game.", |gtp, _| {
        Ok(names(gtp.session.players().players()))
    }),
    command("list_searches", "List the searches available to the player search.", |gtp, _| {
        Ok(names(gtp.session.players().searches()))
    }),
    command("setgame GAME", "Switch to another game, with its usual board and players.", set_game),
    command(
        "setplayer COLOR PLAYER [SEARCH]",
        "Choose a side's player, and its search if it uses one.",
        |gtp, args| {
            let color = args.color(0)?;
            gtp.session.players_mut().choose(color, args.text(1)?, args.optional(2))?;
            gtp.player_names.remove(&color);
            done()
        },
    ),
    command(
        "setname COLOR NAME...",
        "Name a side's player; getblack and getwhite print the name until another player is chosen.",
        |gtp, args| {
            let name = args.list.get(1..).unwrap_or_default().join(" ");
            gtp.player_names.insert(args.color(0)?, name);
            done()
        },
    ),
    command("setsearch COLOR SEARCH", "Choose the search of a side's player.", |gtp, args| {
        empty(gtp.session.players_mut().choose_search(args.color(0)?, args.text(1)?))
    }),
    command("settings", "Print the game, the players and the values of their parameters.", settings),
    command("getblack", "Print the name of Black's player.", |gtp, _| Ok(name(gtp, Color::Black))),
    command("getwhite", "Print the name of White's player.", |gtp, _| Ok(name(gtp, Color::White))),
    command(
        "hash_statistics [COLOR]",
        "Print hash table statistics of a side's searches; by default of the side that moved last, if it has a hash table.",
        |gtp, args| {
            let mover = gtp.session.to_play();
            let (first, second) = match args.list {
                [] => (!mover, Some(mover)),
                _ => (args.color(0)?, None),
            };
            let players = gtp.session.players();
            // A player's table is empty before its first search.
            let has_table =
                |color| players.rows(color).iter().any(|row| row.name == "hash_entries" && row.value != "0");
            let statistics = |color: Color| players.hash(color).or(has_table(color).then(Default::default));
            let none = || Failure::Other(format!("the search of {first} has no hash table"));
            let found = statistics(first).or_else(|| second.and_then(statistics));
            found.map(|statistics| statistics.to_string()).ok_or_else(none)
        },
    ),
    command(
        "fuegotest_param [NAME] [VALUE]",
        "Print or choose the simple Go player of both sides, without the prefix sp-; <none>: the usual player.",
        simple_player,
    )
    .analyze("param/FuegoTest Param"),
];

fn names(list: Vec<(&str, &str)>) -> String {
    list.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("\n")
}

/// Starts another game; keeps only the context: settings, seed and observers.
fn set_game(gtp: &mut Gtp, args: &Args<'_>) -> Reply {
    let name = args.text(0)?;
    let unknown = || {
        let names: Vec<_> = GAMES.iter().map(|game| game.name).collect();
        Failure::Other(format!("unknown game '{name}': expected one of {}", names.join(", ")))
    };
    let game = GameEntry::find(name).ok_or_else(unknown)?;
    empty(gtp.begin(game, BoardSize::default(), Color::Black))
}

/// The name given to a side's player, or else its own.
fn name(gtp: &Gtp, color: Color) -> String {
    let own = || gtp.session.players().chosen(color).0.to_owned();
    gtp.player_names.get(&color).cloned().unwrap_or_else(own)
}

fn settings(gtp: &mut Gtp, _: &Args<'_>) -> Reply {
    let mut lines = vec![format!("game {}", gtp.game)];
    for color in Color::ALL {
        let (player, search) = gtp.session.players().chosen(color);
        let search = search.map_or(String::new(), |search| format!(" {search}"));
        lines.push(format!("{color} {player}{search}"));
        let rows = gtp.session.players().rows(color);
        lines.extend(rows.iter().map(|row| format!("{color}_{} {}", row.name, row.value)));
    }
    Ok(lines.join("\n"))
}

fn simple_player(gtp: &mut Gtp, args: &Args<'_>) -> Reply {
    const NONE: &str = "<none>";
    const PREFIX: &str = "sp-";
    let players = gtp.session.players().players();
    let simple: Vec<_> = players.iter().filter_map(|(name, _)| name.strip_prefix(PREFIX)).collect();
    match args.list {
        [] => {
            let (name, _) = gtp.session.players().chosen(Color::Black);
            let name = name.strip_prefix(PREFIX).unwrap_or(NONE);
            let choices: Vec<_> = iter::once(NONE).chain(simple).collect();
            Ok(format!("[list/{}] player {name}", choices.join("/")))
        }
        [name, value] if name == "player" => {
            if value == NONE {
                gtp.session.players_mut().choose_default();
            } else if !simple.contains(&value.as_str()) {
                let hint = match nearest(value, simple.iter().copied()).first() {
                    Some(near) => format!("did you mean {near}?"),
                    None => format!("expected {NONE}, {}", simple.join(", ")),
                };
                return Err(Failure::Other(format!("unknown player '{value}': {hint}")));
            } else {
                for color in Color::ALL {
                    gtp.session.players_mut().choose(color, &format!("{PREFIX}{value}"), None)?;
                }
            }
            gtp.player_names.clear();
            done()
        }
        _ => Err(Failure::Syntax("expected no argument, or player and a name".to_owned())),
    }
}
