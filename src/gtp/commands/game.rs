//! The chapter for all games: the board, the moves and the search statistics.

use super::dispatch::{Gtp, command, done, empty};
use super::servers::malkovich;
use crate::engine::{BoardSize, GameSession, LastSearch};
use crate::framework::{Args, Command, Decision, Failure, Move, MoveStat, Outcome, Reply, parse_vertex};
use crate::gtp::formats::win_rates;
use crate::gtp::watch::tell;
use crate::util::columns;

pub(super) static COMMANDS: &[Command<Gtp>] = &[
    command("boardsize COLS [ROWS]", "Start a new game on a board of this size; COLS:ROWS works too.", boardsize),
    command("rectangular_boardsize COLS ROWS", "Start a new game on a board of this size.", boardsize),
    command("clear_board", "Start a new game with the same rules, players and time settings.", clear_board),
    command("showboard", "Print the board.", |gtp, _| Ok(format!("\n{}", gtp.session.show())))
        .analyze("string/Show Board"),
    command(
        "play [COLOR] MOVE",
        "Play a move, by default for the side to move; the other side is then to move.",
        |gtp, args| {
            let (color, mv) = match args.list {
                [mv] => (gtp.session.to_play(), mv.as_str()),
                _ => (args.color(0)?, args.text(1)?),
            };
            empty(gtp.session.play_text(color, mv))
        },
    ),
    command("genmove COLOR", "Find a move and play it.", |gtp, args| {
        let decision = gtp.session.genmove(args.color(0)?)?;
        if let Some(go) = gtp.session.go().filter(|go| go.settings().go.malkovich) {
            malkovich(go).into_iter().for_each(|line| tell(&line));
        }
        Ok(answer(gtp, decision))
    }),
    command(
        "reg_genmove COLOR",
        "Search for a move, without playing it or using the clock.",
        |gtp, args| {
            let decision = gtp.session.reg_genmove(args.color(0)?)?;
            Ok(answer(gtp, decision))
        },
    )
    .analyze("varc/Reg GenMove/%c"),
    command(
        "reg_genmove_toplay",
        "Search for a move for the side to move, without playing it.",
        |gtp, _| {
            let to_play = gtp.session.to_play();
            let decision = gtp.session.reg_genmove(to_play)?;
            Ok(answer(gtp, decision))
        },
    )
    .analyze("varc/Reg GenMove ToPlay"),
    command("undo", "Take back the last move.", |gtp, _| empty(gtp.session.undo(1))),
    command("gg-undo [N]", "Take back the last N moves (default 1).", |gtp, args| {
        let count = if args.list.is_empty() { 1 } else { args.number(0, 0..=usize::MAX)? };
        empty(gtp.session.undo(count))
    }),
    command("redo", "Replay the move last taken back.", |gtp, _| empty(gtp.session.redo())),
    command("getwinner", "Print the winner: black, white, or none.", |gtp, _| {
        let outcome = gtp.session.outcome().map(|outcome| match gtp.session.go() {
            // The outcome counts dead stones as alive.
            Some(go) => Outcome::from_score(go.final_score(), i32::MAX),
            None => outcome,
        });
        let winner = outcome.and_then(|outcome| outcome.winner);
        Ok(winner.map_or("none".to_owned(), |winner| winner.to_string()))
    }),
    command("endofgame", "Print whether the game is over.", |gtp, _| {
        Ok(gtp.session.outcome().is_some().to_string())
    }),
    command("gettoplay", "Print the player to move.", |gtp, _| {
        Ok(gtp.session.to_play().to_string())
    }),
    command(
        "getstate VERTEX",
        "Print the state of a point: black, white, empty, or border if off the board.",
        |gtp, args| {
            let (text, grid) = (args.text(0)?, gtp.session.grid());
            let not_a_point = || Failure::Syntax(format!("'{text}' is not a point"));
            let (col, row) = parse_vertex(text).ok_or_else(not_a_point)?;
            Ok(match (col < grid.cols() && row < grid.rows()).then(|| grid.stone(col, row)) {
                None => "border".to_owned(),
                Some(stone) => stone.map_or("empty".to_owned(), |color| color.to_string()),
            })
        },
    ),
    command("generate_all", "List all moves possible in the game, legal here or not.", |gtp, _| {
        Ok(gtp.session.all_moves().join(" "))
    }),
    command(
        "gogui-setup_player COLOR",
        "Set the player to move.",
        |gtp, args| {
            gtp.session.set_to_play(args.color(0)?);
            done()
        },
    ),
    command(
        "search_report",
        "Print the last search: the value for the side that was to move (0 to 1), the expected line, and statistics.",
        search_report,
    )
    .analyze("string/Search Report"),
    command(
        "win_rates",
        "Print the win rates of the last search's moves, best first, then their playouts in order of choice.",
        |gtp, _| {
            let LastSearch { report, .. } = gtp.session.last_search()?;
            let move_text = |mv| gtp.session.move_text(mv);
            let count = |stat: &MoveStat| format!("{} {}", move_text(stat.mv), stat.count);
            let counts: Vec<_> = report.moves.iter().filter(|stat| stat.count > 0).map(count).collect();
            if counts.is_empty() {
                return Err(Failure::Other("no win rates: the last move was chosen without playouts".to_owned()));
            }
            Ok(format!("{}\nCounts: {}", win_rates(move_text, report), counts.join(", ")))
        },
    )
    .analyze("string/Win Rates"),
    command(
        "uct_value",
        "Print the value of the last search for the side that was to move, from 0 to 1.",
        |gtp, _| Ok(format!("{:.6}", gtp.session.last_search()?.report.value)),
    )
    .analyze("string/Uct Value"),
    command(
        "uct_stat_search [count|games_played|nodes]",
        "Print statistics of the last search, or one of them.",
        stat_search,
    )
    .analyze("hstring/Uct Stat Search"),
    command("uct_node_info", "Print the last search's root and its best moves.", node_info)
        .analyze("hstring/Uct Node Info"),
    command("uct_stat_player", "Print statistics of all searches so far.", |gtp, _| {
        Ok(format!("PlayerStatistics:\n{}", gtp.session.statistics()))
    })
    .analyze("hstring/Uct Stat Player"),
    command(
        "uct_stat_player_clear",
        "Clear the statistics of uct_stat_player.",
        |gtp, _| {
            *gtp.session.statistics() = Default::default();
            done()
        },
    )
    .analyze("none/Uct Stat Player Clear"),
];

/// The text of a decision, as the program that clients take this one for writes it.
fn answer(gtp: &Gtp, decision: Decision) -> String {
    // LizzieYzy looks for KataGo's pass in small letters.
    match gtp.persona.file {
        "katago" => gtp.session.decision_text(decision),
        _ => text(&*gtp.session, decision),
    }
}

pub(super) fn text(session: &dyn GameSession, decision: Decision) -> String {
    match decision {
        // Fuego and GNU Go write PASS in capitals, and test files compare the text.
        Decision::Play(Move::PASS) => "PASS".to_owned(),
        decision => session.decision_text(decision),
    }
}

fn boardsize(gtp: &mut Gtp, args: &Args<'_>) -> Reply {
    let side = |text: &str| {
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(Failure::Syntax("the board size must be a number".to_owned()));
        }
        // No game has a board of size 0.
        Ok(text.parse::<u8>().unwrap_or(0))
    };
    let first = args.text(0)?;
    let (cols, rows) = match (first.split_once(':'), args.optional(1)) {
        (Some((cols, rows)), None) => (cols, rows),
        (_, rows) => (first, rows.unwrap_or(first)),
    };
    empty(gtp.session.restart(BoardSize { cols: Some(side(cols)?), rows: Some(side(rows)?) }))
}

fn clear_board(gtp: &mut Gtp, _: &Args<'_>) -> Reply {
    if let Some(file) = gtp.sentinel.as_ref().filter(|file| file.exists()) {
        return Err(Failure::Other(format!("no more games: {} exists", file.display())));
    }
    if let Some(left) = &mut gtp.games_left {
        *left =
            left.checked_sub(1).ok_or_else(|| Failure::Other("no more games: see --maxgames".to_owned()))?;
    }
    empty(gtp.session.restart(BoardSize::default()))
}

fn search_report(gtp: &mut Gtp, _: &Args<'_>) -> Reply {
    let report = &gtp.session.last_search()?.report;
    let line: Vec<_> = report.sequence.iter().map(|&mv| gtp.session.move_text(mv)).collect();
    let rows = [("Value", format!("{:.4}", report.value)), ("Line", line.join(" "))];
    Ok(columns(rows.iter().chain(&report.details), 14))
}

fn stat_search(gtp: &mut Gtp, args: &Args<'_>) -> Reply {
    let report = &gtp.session.last_search()?.report;
    let rows = [("Value", format!("{:.4}", report.value)), ("Stop", format!("{:?}", report.stop))];
    match args.optional(0) {
        None => Ok(format!("SearchStatistics:\n{}", columns(report.details.iter().chain(&rows), 14))),
        Some("count") => Ok(report.count.to_string()),
        Some("games_played") => Ok(report.games.to_string()),
        Some("nodes") => Ok(report.nodes.to_string()),
        Some(_) => Err(Failure::Syntax("expected count, games_played or nodes".to_owned())),
    }
}

fn node_info(gtp: &mut Gtp, _: &Args<'_>) -> Reply {
    const TOP: usize = 6;
    let LastSearch { report, color, .. } = gtp.session.last_search()?;
    let line = |stat: &MoveStat| {
        format!(
            "{:<5} count {:>9} value {:<6} rave {:<18} prior {:<10} bound {:.4}",
            gtp.session.move_text(stat.mv),
            stat.count,
            stat.known_value().map_or_else(|| "-".to_owned(), |value| format!("{value:.4}")),
            stat.rave_text(),
            stat.prior().text(),
            stat.bound
        )
    };
    let head = format!(
        "{color} to play, count {}, value {:.4}, moves {}",
        report.count,
        report.value,
        report.moves.len()
    );
    let lines = report.moves.iter().take(TOP).map(line);
    Ok(std::iter::once(head).chain(lines).collect::<Vec<_>>().join("\n"))
}
