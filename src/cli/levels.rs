//! `brasa levels`: the levels with their measured results.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use clap::Args;
use serde_json::{Map, Value, json};

use super::fault::Fault;
use crate::engine::Settings;
use crate::engine::levels::{LEVELS, Level, MatchResult};

/// Print the levels of strength for people, one per line.
///
/// A level fixes the playouts and the knowledge, so that it plays the same on every machine. Each percentage is the
/// share of games that the level won against GNU Go 3.8 at level 0, 5 or 10, or against the levels below and above
/// it; `brasa levels --json` prints the numbers of games. scripts/levels.sh plays the matches.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    brasa levels\n  \
    brasa --level 3                play at level 3; GTP: `level 3`\n  \
    brasa --level 3 --set temperature=0   the same, but always the best move of the search")]
pub(super) struct Options {
    /// Print a JSON object for each level, one a line, instead.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options) -> Result<(), Fault> {
    let text = if options.json { json() } else { table() };
    io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

/// The columns of measured results: board size, heading, and opponent.
const COLUMNS: [(u8, &str, Opponent); 7] = [
    (9, "GNU Go 0", Opponent::GnuGo(0)),
    (9, "GNU Go 5", Opponent::GnuGo(5)),
    (9, "GNU Go 10", Opponent::GnuGo(10)),
    (9, "level below", Opponent::Below),
    (9, "level above", Opponent::Above),
    (19, "19x19: GNU Go 0", Opponent::GnuGo(0)),
    (19, "19x19: level below", Opponent::Below),
];

/// Minimum width of a column.
const WIDTH: usize = 5;

#[derive(Clone, Copy)]
enum Opponent {
    GnuGo(u8),
    Below,
    Above,
}

/// The share of games that a level won; `None` for a match that was not played.
fn share(level: &Level, size: u8, opponent: Opponent) -> Option<f64> {
    let find = |number: u8, opponent: String| {
        let level = LEVELS.iter().find(|level| level.number == number)?;
        let is_it = |result: &MatchResult| result.size == size && result.opponent == opponent;
        level.results().into_iter().find(is_it).map(|result| result.won / f64::from(result.games))
    };
    match opponent {
        Opponent::GnuGo(other) => find(level.number, format!("gnugo-{other}")),
        Opponent::Below => find(level.number, format!("level-{}", level.number - 1)),
        Opponent::Above => find(level.number + 1, format!("level-{}", level.number)).map(|share| 1.0 - share),
    }
}

fn playouts(level: &'static Level) -> u64 {
    let mut settings = Settings::new(9);
    settings.set_level(Some(level));
    settings.limits.max_games
}

fn table() -> String {
    let mut text = format!("{:<6}{:>9}  {:<31}", "level", "playouts", "label");
    // Matches not yet played have no column.
    let is_known = |(size, _, opponent): &(u8, &str, Opponent)| {
        LEVELS.iter().any(|level| share(level, *size, *opponent).is_some())
    };
    let columns: Vec<_> = COLUMNS.into_iter().filter(is_known).collect();
    for (_, heading, _) in &columns {
        let _ = write!(text, "{heading:>width$}", width = heading.len().max(WIDTH) + 2);
    }
    for level in &LEVELS {
        let _ = write!(text, "\n{:<6}{:>9}  {:<31}", level.number, playouts(level), level.label);
        for &(size, heading, opponent) in &columns {
            let cell =
                share(level, size, opponent).map_or("-".to_owned(), |share| format!("{:.0}%", 100.0 * share));
            let _ = write!(text, "{cell:>width$}", width = heading.len().max(WIDTH) + 2);
        }
    }
    text + "\n"
}

fn json() -> String {
    let result = |result: &MatchResult| {
        let MatchResult { size, opponent, won, games, .. } = result;
        json!({"size": size, "opponent": opponent, "won": won, "games": games})
    };
    let line = |level: &'static Level| {
        let values: Map<String, Value> =
            level.values().map(|(name, value)| (name.to_owned(), value.into())).collect();
        let results: Vec<_> = level.results().iter().map(result).collect();
        json!({"level": level.number, "label": level.label, "settings": values, "results": results})
            .to_string()
            + "\n"
    };
    LEVELS.iter().map(line).collect()
}
