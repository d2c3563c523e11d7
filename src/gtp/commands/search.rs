//! The chapter on the last Go search as a whole: its principal variation, and files with its tree and statistics.

use std::path::Path;

use super::dispatch::{done, empty};
use super::go::command;
use crate::engine::GoSession;
use crate::framework::{Args, Command, Failure, Game, MoveStat, Reply};
use crate::gtp::watch::variation;
use crate::util::{FileKind, replace_file};

pub(super) static COMMANDS: &[Command<GoSession>] = &[
    command("uct_sequence", "Print the expected line of the last search.", sequence)
        .analyze("gfx/Uct Sequence"),
    command(
        "uct_savetree FILE... [DEPTH]",
        "Save the last search's tree as SGF with each move's statistics, at most DEPTH moves deep.",
        save_tree,
    )
    .analyze("none/Uct SaveTree/%w"),
    command(
        "uct_savegames FILE...",
        "Save the games of the last search as SGF; needs uct_param_search keep_games.",
        |go, args| empty(go.save_games(Path::new(&args.joined()))),
    )
    .analyze("none/Uct SaveGames/%w"),
    command(
        "uct_estimator_stat FILE...",
        "Save the counts, values and RAVE values of the last search's moves as a table, for studies of RAVE.",
        estimator_stat,
    )
    .analyze("none/Uct Estimator Stat/%w"),
];

fn sequence(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let last = go.last_search()?;
    Ok(variation(last.color, |mv| go.position().move_text(mv), &last.report.sequence))
}

fn save_tree(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let (file, depth) = args.file_and_number();
    empty(go.save_tree(&file, depth.unwrap_or(usize::MAX)))
}

const COLUMNS: &str = "move\tcount\tvalue\trave_count\trave_value";

static ESTIMATES: FileKind =
    FileKind { name: "a table of uct_estimator_stat", is: |text| text.lines().next() == Some(COLUMNS) };

fn estimator_stat(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let position = go.position();
    let row = |stat: &MoveStat| {
        // A move without RAVE statistics has two empty cells.
        let rave = stat.rave.map_or_else(|| "\t".to_owned(), |r| format!("{:.2}\t{:.6}", r.count, r.value));
        format!("{}\t{}\t{:.6}\t{rave}\n", position.move_text(stat.mv), stat.count, stat.value)
    };
    let rows: String = go.report()?.moves.iter().filter(|stat| stat.count > 0).map(row).collect();
    replace_file(Path::new(&args.joined()), &ESTIMATES, |out| write!(out, "{COLUMNS}\n{rows}"))
        .map_err(|fault| Failure::Other(format!("cannot save file: {fault}")))?;
    done()
}
