//! `brasa playouts`: measures the bias and the variance of playout policies.

use std::io::{self, Write};
use std::time::Duration;

use clap::Args;
use serde_json::json;

use super::fault::Fault;
use super::numbers::seconds;
use super::policy::Policy;
use super::position::{DIAGRAMS, PositionOptions};
use crate::engine::go::playouts::{Effort, Study};
use crate::engine::go::policies::policy as policy_of;
use crate::engine::minimax;
use crate::framework::{Color, Game, Grid};
use crate::go::{Komi, Point, Position, score};
use crate::util::Rng;

/// Evaluate a position by playouts, and measure the quality of the playouts.
///
/// A playout plays a position to its end, quickly and partly at random; its outcome is 1 if Black wins, 0 if
/// White wins. A Monte-Carlo program uses the mean of many outcomes as the value of the position.
///
/// The mean of n outcomes s is μ = Σs/n. The variance Σ(s-μ)²/n measures their spread: from 0 if all agree to
/// 0.25. The standard error √(variance/n) measures the accuracy of μ, and decreases with n.
///
/// The bias |m-μ| is the distance from the value m under best play by both sides, 1 or 0. It does not
/// decrease with n: a policy that fills its own eyes misjudges a group with any number of playouts. Bias is
/// therefore worse than variance. m is known only if the position is small enough to be read to its end.
///
/// Playouts and the reading count all stones on the final board as alive. The board shows the ownership of
/// each point in percent: the share of playouts in which it was Black's (+) minus the share in which it was
/// White's (-).
#[derive(Args)]
#[command(after_help = help())]
pub(super) struct Options {
    #[command(flatten)]
    position: PositionOptions,
    /// Playout policies to be compared, separated by commas: those of `brasa bench`, `database:NAME` and
    /// `database:FILE`.
    #[arg(long, value_name = "P[,P...]", value_delimiter = ',', default_value = "fuego,random", value_parser = Policy::parse)]
    policy: Vec<Policy>,
    /// Playouts of each policy.
    #[arg(short = 'n', long = "playouts", value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// Komi; by default that of the game or of the rules.
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    komi: Option<Komi>,
    /// Time limit of the reading of the value under best play, such as 10s or 1m; 0 for no reading. The
    /// reading also stops after five million positions.
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = seconds)]
    solve: Duration,
    /// Seed of the random numbers.
    #[arg(long, value_name = "N", default_value_t = 1)]
    srand: u64,
    /// Print a JSON object for each policy, one a line, instead.
    #[arg(long)]
    json: bool,
}

fn help() -> String {
    format!(
        "Examples:\n  \
         brasa playouts --diagram tests/data/playouts/seki.txt --komi 0.5 --policy random,fuego\n  \
         brasa playouts --sgf game.sgf --move 40 --policy fuego,database:mogo_classic -n 1000 --json\n\n\
         {DIAGRAMS}"
    )
}

pub(super) fn run(options: &Options) -> Result<(), Fault> {
    let mut position = options.position.position()?;
    if let Some(komi) = options.komi {
        let mut rules = *position.rules();
        rules.komi = komi;
        position.set_rules(rules);
    }
    let study = |policy: &Policy| {
        let settings = policy.settings(position.board().size());
        (policy_of(policy.name).study)(
            &settings,
            &position,
            Effort::of(options.count),
            &mut Rng::new(options.srand),
        )
    };
    let studies: Vec<(&Policy, Study)> =
        options.policy.iter().map(|policy| (policy, study(policy))).collect();
    let exact = if options.solve.is_zero() { None } else { minimax(&position, options.solve) };
    let mut out = io::stdout().lock();
    if options.json {
        for (policy, study) in &studies {
            writeln!(out, "{}", as_json(policy, study, &position, exact))?;
        }
    } else {
        writeln!(out, "{}", as_text(&studies, &position, exact))?;
    }
    Ok(())
}

fn as_text(studies: &[(&Policy, Study)], position: &Position, exact: Option<f64>) -> String {
    /// The name of a row, and its text for a study.
    type Row<'a> = (&'static str, &'a dyn Fn(&Study) -> String);
    let to_play = position.to_play();
    let exact_text = exact.map_or("not solved".to_owned(), |value| value.to_string());
    let rows: &[Row<'_>] = &[
        ("playouts", &|study| study.playouts().to_string()),
        ("win rate of black (mean)", &|study| format!("{:.4}", study.mean(Color::Black))),
        ("  of the side to move", &|study| format!("{:.4}", study.mean(to_play))),
        ("variance", &|study| format!("{:.4}", study.outcomes.variance())),
        ("standard error", &|study| format!("{:.4}", study.error())),
        ("under best play", &|_| exact_text.clone()),
        ("bias", &|study| exact.map_or("-".to_owned(), |value| format!("{:.4}", study.bias(value)))),
        ("mean score", &|study| score::text((2.0 * study.scores.mean()).round() as i32)),
        ("mean length", &|study| format!("{:.1}", study.lengths.mean())),
    ];
    let last = match position.last() {
        [Point::NULL, _] => String::new(),
        [last, _] => format!(" after {last}"),
    };
    let mut text = format!(
        "{}\n{to_play} to play{last}, komi {}\n\n{:26}",
        position.diagram(),
        position.rules().komi,
        ""
    );
    let widths: Vec<usize> = studies.iter().map(|(policy, _)| policy.to_string().len().max(10) + 2).collect();
    for ((policy, _), width) in studies.iter().zip(&widths) {
        text += &format!("{policy:>width$}");
    }
    for (name, value) in rows {
        text += &format!("\n{name:26}");
        for ((_, study), width) in studies.iter().zip(&widths) {
            let is_known = study.playouts() > 0 || ["playouts", "under best play"].contains(name);
            text += &format!("{:>width$}", if is_known { value(study) } else { "-".to_owned() });
        }
    }
    for (policy, study) in studies {
        if study.playouts() == 0 {
            let limit = position.length_limit();
            text += &format!("\n\nno playout of {policy} came to its end within {limit} moves");
            continue;
        }
        text += &format!("\n\nownership by {policy}\n{}", ownership(study, position));
    }
    text
}

/// Returns the board with the ownership of each point in percent.
fn ownership(study: &Study, position: &Position) -> String {
    let size = position.board().size();
    let row = |row: u8| {
        let percent = |col| format!("{:+5.0}", 100.0 * study.ownership(Point::at(col, row)));
        format!("{:2}{}", row + 1, (0..size).map(percent).collect::<String>())
    };
    let letters: String = (0..size).map(|col| format!("{:>5}", letter(col))).collect();
    let rows: Vec<String> = (0..size).rev().map(row).collect();
    format!("  {letters}\n{}", rows.join("\n"))
}

fn letter(col: u8) -> String {
    Point::at(col, 0).to_string().trim_end_matches('1').to_owned()
}

fn as_json(policy: &Policy, study: &Study, position: &Position, exact: Option<f64>) -> String {
    let board = position.board();
    let ownership = || -> serde_json::Map<String, serde_json::Value> {
        board.points().map(|p| (p.to_string(), json!(study.ownership(p)))).collect()
    };
    // Values are null when no playout reached the end.
    let known = (study.playouts() > 0).then_some(study);
    json!({
        "policy": policy.to_string(),
        "playouts": study.playouts(),
        "to_play": position.to_play().to_string(),
        "win_rate_black": known.map(|study| study.mean(Color::Black)),
        "win_rate": known.map(|study| study.mean(position.to_play())),
        "variance": known.map(|study| study.outcomes.variance()),
        "standard_error": known.map(|study| study.error()),
        "minimax_black": exact,
        "bias": known.zip(exact).map(|(study, value)| study.bias(value)),
        "score": known.map(|study| study.scores.mean()),
        "length": known.map(|study| study.lengths.mean()),
        "ownership": known.map(|_| ownership()),
    })
    .to_string()
}
