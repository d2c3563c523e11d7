//! `brasa levels`: the ranks with their measured results.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use clap::Args;
use serde_json::{Map, Value, json};

use super::fault::Fault;
use crate::engine::Settings;
use crate::engine::levels::{MatchResult, MeanLoss, Rank};
use crate::util::{Z95, counted, wilson};

/// Print the engine's ranks, and the matches that measured them.
///
/// A rank fixes the playouts and the share of moves played by intuition, so it plays the same on every machine. On
/// 19x19 one rank is worth one handicap stone; GNU Go 3.8 at level 10 stands for 8k. The numbers 1 to 10 are short
/// names. scripts/levels.sh plays the matches.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    brasa levels\n  \
    brasa --level 12k              play at 12 kyu; GTP: `level 12k`\n  \
    brasa --level 5k --set intuition=0   the same, but each move comes from the search")]
pub(super) struct Options {
    /// Print a JSON object per rank, one per line, instead.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options) -> Result<(), Fault> {
    let text = if options.json { json() } else { table() };
    Ok(io::stdout().write_all(text.as_bytes())?)
}

/// The board sizes the ranks are measured on.
const SIZES: [u8; 3] = [9, 13, 19];

/// A rank's settings on a board size.
fn settings(level: Rank, size: u8) -> Settings {
    let mut settings = Settings::new(size);
    settings.set_level(Some(level));
    settings
}

fn table() -> String {
    let mut text = String::from("rank  level  playouts on 9x9, 13x13, 19x19  intuition            suits\n");
    for level in Rank::all() {
        let of = SIZES.map(|size| settings(level, size));
        let [a, b, c] = of.each_ref().map(|settings| settings.limits.max_games);
        let [x, y, z] = of.each_ref().map(|settings| 100.0 * settings.params.player.intuition);
        let (number, label) = (level.number().map_or(String::new(), |n| n.to_string()), level.suits());
        let (intuition, name) = (format!("{x:.0} {y:.0} {z:.0} %"), level.name());
        let row = format!("{name:<6}{number:<7}{a:>8} {b:>10} {c:>10}  {intuition:<21}{label}");
        text += &format!("{}\n", row.trim_end());
    }
    text.push_str("\nMatches, with the 95 % interval of the share won:\n");
    for result in Rank::all().flat_map(Rank::results) {
        let MatchResult { level, size, opponent, stones, won, games } = &result;
        let (low, high) = wilson(*won, f64::from(*games), Z95);
        let (low, high, level) = (100.0 * low, 100.0 * high, level.name());
        let start = if *stones == 0 { "even".to_owned() } else { counted(usize::from(*stones), "stone") };
        let share = 100.0 * won / f64::from(*games);
        let _ = writeln!(
            text,
            "{size:>2}x{size:<2}  {level:>3} v {opponent:<9} {start:<9} {won:>4} of {games:<4} {share:>3.0} % \
             ({low:.0}-{high:.0} %)"
        );
    }
    text.push_str("\nPoints lost per move, in the same positions for all ranks, with standard errors:\n");
    for MeanLoss { level, size, moves, points, error } in MeanLoss::measured() {
        let rank = level.name();
        let _ = writeln!(text, "{size:>2}x{size:<2}  {rank:>3}  {points:>4.2} ± {error:.2} in {moves} moves");
    }
    text
}

fn json() -> String {
    let result = |result: MatchResult| {
        let MatchResult { size, opponent, stones, won, games, .. } = result;
        json!({"size": size, "opponent": opponent, "stones": stones, "won": won, "games": games})
    };
    let values = |level: Rank, size: u8| -> Value {
        level.values(size).map(|(name, value)| (name.to_owned(), value.into())).collect::<Map<_, _>>().into()
    };
    let line = |level: Rank| {
        let (number, label) = (level.number(), level.number().map(|_| level.suits()));
        let settings: Map<String, Value> =
            SIZES.iter().map(|&size| (size.to_string(), values(level, size))).collect();
        let results: Vec<_> = level.results().map(result).collect();
        let loss = |loss: MeanLoss| {
            let MeanLoss { size, moves, points, error, .. } = loss;
            json!({"size": size, "moves": moves, "points": points, "error": error})
        };
        let losses: Vec<_> = MeanLoss::measured().filter(|loss| loss.level == level).map(loss).collect();
        let line = json!({
            "rank": level.name(), "level": number, "label": label, "settings": settings, "results": results,
            "losses": losses,
        });
        line.to_string() + "\n"
    };
    Rank::all().map(line).collect()
}
