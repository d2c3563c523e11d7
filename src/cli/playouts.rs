//! `brasa playouts`: measures the bias and variance of playout policies.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use serde_json::json;

use super::fault::Fault;
use super::game::BoardOptions;
use super::numbers::{board_size, seconds};
use super::options::assignment;
use super::position::{DIAGRAMS, StartOptions};
use crate::engine::go::policies::Policy;
use crate::engine::playouts::{Drift, Study};
use crate::engine::{AnySession, BoardSize, GoSession, Session, SessionContext, Settings};
use crate::framework::{Color, Grid, column_letter};
use crate::go::board::MAX_SIZE;
use crate::go::playout::PolicyName;
use crate::go::{Komi, Point, Position, score};

/// The size of a Go board unless a position has its own.
const USUAL_SIZE: u8 = 9;

/// Evaluate a position by playouts, and measure their quality.
///
/// A playout plays a position to its end, quickly and partly at random; its outcome is 1 if Black wins, 0 if White
/// wins. A Monte-Carlo program takes the mean of many outcomes as the position's value.
///
/// The mean of n outcomes s is μ = Σs/n. The variance Σ(s-μ)²/n measures their spread: from 0 if all agree, to 0.25.
/// The standard error √(variance/n) measures the accuracy of μ and shrinks as n grows.
///
/// The bias |m-μ| is the distance from the value m under best play by both sides, 1 or 0. It does not shrink as n
/// grows: a policy that fills its own eyes misjudges a group however many playouts there are. That makes bias worse
/// than variance. m is known only if the position is small enough to be solved.
///
/// Bias mostly grows along a playout, because each bad move may change the winner. --drift N follows N playouts and
/// solves the positions they reach: the mean of their values under best play after 0, 1, 2, 4 … moves, and its distance
/// from m.
///
/// Playouts that run too long are broken off, counted, and not used. In Go, playouts and solving count all stones on
/// the final board as alive. The board shows each point's ownership in percent: the share of playouts in which it was
/// Black's (+) minus the share in which it was White's (-).
#[derive(Args)]
#[command(after_help = help())]
pub(super) struct Options {
    #[command(flatten)]
    start: StartOptions,
    #[command(flatten)]
    board: BoardOptions,
    /// Board size (default: that of the position, or 9 in Go).
    #[arg(long, value_name = "N", conflicts_with_all = ["sgf", "diagram"], value_parser = board_size())]
    size: Option<u8>,
    /// Side to move (default: that of the position).
    #[arg(long, value_name = "COLOR")]
    color: Option<Color>,
    /// Go playout policies to compare, separated by commas: those of `brasa bench`, `database:NAME` and `database:FILE`
    /// (default: fuego,random). Other games have one policy.
    #[arg(long, value_name = "P[,P...]", value_delimiter = ',', value_parser = Policy::parse)]
    policy: Vec<Policy>,
    /// Set a policy parameter; repeatable; `brasa help parameters` lists them.
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    set: Vec<(String, String)>,
    /// Playouts per policy.
    #[arg(short = 'n', long = "playouts", value_name = "N", default_value = "10000", value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// Playouts per policy whose positions are solved; 0: none.
    #[arg(long, value_name = "N", default_value = "0", value_parser = clap::value_parser!(u32).range(..=10_000))]
    drift: u32,
    /// Komi (default: that of the game or the rules).
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    komi: Option<Komi>,
    /// Time limit for finding the value under best play, such as 10s or 1m; 0: do not solve. Solving also stops after
    /// five million positions. --drift takes at most a tenth of the limit per position.
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = seconds)]
    solve: Duration,
    /// Random seed.
    #[arg(long, value_name = "N", default_value = "1")]
    srand: u64,
    /// Print a JSON object per policy, one per line, instead.
    #[arg(long)]
    json: bool,
}

fn help() -> String {
    format!(
        "Examples:\n  \
         brasa playouts --diagram tests/data/playouts/seki.txt --komi 0.5 --policy random,fuego\n  \
         brasa playouts --sgf game.sgf --move 40 --policy fuego,database:mogo_classic -n 1000 --json\n  \
         brasa playouts --sgf src/guide/positions/4-larger-move-first.sgf --drift 100\n  \
         brasa playouts --size 9 --policy fuego --set use_patterns_in_playout=0\n  \
         brasa playouts -g clobber --cols 4 --rows 3\n\n\
         {DIAGRAMS}"
    )
}

/// The playouts of a policy.
struct Measured {
    policy: String,
    study: Study,
    drift: Vec<Drift>,
}

pub(super) fn run(options: &Options) -> Result<(), Fault> {
    if options.set.iter().any(|(name, _)| name == "playout_policy") {
        return Err(Fault::new("--set playout_policy: use --policy to choose policies"));
    }
    let entry = options.board.entry();
    let side = options.size.or((entry.name == "go").then_some(USUAL_SIZE));
    let mut settings = Settings::new(side.unwrap_or(MAX_SIZE));
    // Nothing is searched, so remarks on parameters without effect are about playouts alone.
    settings.set("net", "none")?;
    if let Some(policy) = options.policy.first() {
        policy.apply(&mut settings)?;
    }
    for (name, value) in &options.set {
        settings.set(name, value)?;
    }
    let context = SessionContext::new(settings, options.srand, Arc::default());
    let mut session = options.board.open(BoardSize { cols: side, rows: side }, context)?;
    options.start.apply(&mut session, entry.name)?;
    if let Some(komi) = options.komi {
        let go: &mut GoSession = session.go_mut().ok_or_else(|| Fault::only_go("--komi"))?;
        go.set_komi(komi);
    }
    if let Some(color) = options.color {
        session.set_to_play(color);
    }
    let measured = measure(options, &mut session)?;
    let exact = if options.solve.is_zero() { None } else { session.minimax(options.solve) };
    let mut out = io::stdout().lock();
    if options.json {
        for measured in &measured {
            writeln!(out, "{}", as_json(measured, &session, exact))?;
        }
    } else {
        writeln!(out, "{}", as_text(&measured, &session, exact))?;
    }
    Ok(())
}

/// Plays the playouts of all policies.
fn measure(options: &Options, session: &mut AnySession) -> Result<Vec<Measured>, Fault> {
    let mut policies: Vec<Option<Policy>> = options.policy.iter().cloned().map(Some).collect();
    if session.go().is_none() {
        if !policies.is_empty() {
            return Err(Fault::only_go("--policy"));
        }
        policies = vec![None];
    } else if policies.is_empty() {
        policies = [PolicyName::Fuego, PolicyName::Random].map(|name| Some(Policy::of(name))).into();
    }
    let mut all = Vec::new();
    for policy in policies {
        if let Some(policy) = &policy {
            session.context_mut().configure(|settings| policy.apply(settings))?;
        }
        let time = options.solve / 10;
        all.push(Measured {
            policy: policy.map_or_else(|| "random".to_owned(), |policy| policy.to_string()),
            study: session.playout_study(options.count, options.srand),
            drift: match options.drift {
                0 => Vec::new(),
                count => session.playout_drift(count, time, options.srand),
            },
        });
    }
    Ok(all)
}

fn as_text(all: &[Measured], session: &AnySession, exact: Option<f64>) -> String {
    /// A row's name, whether it needs playouts, and its text for a study.
    type Row<'a> = (&'static str, bool, &'a dyn Fn(&Study) -> String);
    let to_play = session.to_play();
    let go = session.go();
    let exact_text = exact.map_or("not solved".to_owned(), |value| value.to_string());
    let rows: &[Row<'_>] = &[
        ("playouts", false, &|study| study.playouts().to_string()),
        ("broken off, not counted", false, &|study| study.broken_off.to_string()),
        ("win rate of black (mean)", true, &|study| format!("{:.4}", study.mean(Color::Black))),
        ("  of the side to move", true, &|study| format!("{:.4}", study.mean(to_play))),
        ("variance", true, &|study| format!("{:.4}", study.outcomes.variance())),
        ("standard error", true, &|study| format!("{:.4}", study.error())),
        ("under best play", false, &|_| exact_text.clone()),
        ("bias", true, &|study| exact.map_or("-".to_owned(), |value| format!("{:.4}", study.bias(value)))),
        ("mean score", true, &|study| match go {
            Some(go) => score::text((2.0 * mean_score(study, go)).round() as i32),
            None => format!("{:+.4}", study.margins.mean()),
        }),
        ("mean length", true, &|study| format!("{:.1}", study.lengths.mean())),
    ];
    let mut text = match go.map(Session::position) {
        None => session.show(),
        Some(position) => {
            let last = match position.last() {
                [Point::NULL, _] => String::new(),
                [last, _] => format!(" after {last}"),
            };
            format!("{}\n{to_play} to play{last}, komi {}", position.diagram(), position.rules().komi)
        }
    };
    text += &format!("\n\n{:26}", "");
    let widths: Vec<usize> = all.iter().map(|measured| measured.policy.len().max(10) + 2).collect();
    for (measured, width) in all.iter().zip(&widths) {
        text += &format!("{:>width$}", measured.policy);
    }
    for (name, needs_playouts, value) in rows {
        text += &format!("\n{name:26}");
        for (Measured { study, .. }, width) in all.iter().zip(&widths) {
            let is_known = study.playouts() > 0 || !needs_playouts;
            text += &format!("{:>width$}", if is_known { value(study) } else { "-".to_owned() });
        }
    }
    for Measured { policy, study, drift } in all {
        text += &drift_text(policy, drift, exact);
        if study.playouts() == 0 {
            text += &format!("\n\nno playout of {policy} ended: all were too long");
        } else if let Some(go) = go {
            text += &format!("\n\nownership by {policy}\n{}", ownership(study, go.position()));
        }
    }
    text
}

/// Black's mean lead in points, komi included.
fn mean_score(study: &Study, go: &GoSession) -> f64 {
    study.margins.mean() * f64::from(go.position().greatest_score()) / 2.0
}

/// A table of the values under best play along the playouts; empty if there are none.
fn drift_text(policy: &str, drift: &[Drift], exact: Option<f64>) -> String {
    if drift.is_empty() {
        return String::new();
    }
    let mut text = format!("\n\nvalue under best play along the playouts of {policy}");
    text += &format!("\n{:>8}{:>10}{:>10}{:>10}", "moves", "black", "bias", "unsolved");
    for Drift { moves, values, unsolved } in drift {
        let moves = moves.map_or("end".to_owned(), |moves| moves.to_string());
        let is_known = values.count() > 0;
        let mean = if is_known { format!("{:.4}", values.mean()) } else { "-".to_owned() };
        let bias = exact.filter(|_| is_known).map(|exact| format!("{:.4}", (exact - values.mean()).abs()));
        text += &format!("\n{moves:>8}{mean:>10}{:>10}{unsolved:>10}", bias.unwrap_or("-".to_owned()));
    }
    text
}

/// The board with each point's ownership in percent.
fn ownership(study: &Study, position: &Position) -> String {
    let size = position.board().size();
    let row = |row: u8| {
        let percent = |col| format!("{:+5.0}", 100.0 * study.ownership(Point::at(col, row).index()));
        format!("{:2}{}", row + 1, (0..size).map(percent).collect::<String>())
    };
    let letters: String = (0..size).map(|col| format!("{:>5}", column_letter(col))).collect();
    let rows: Vec<String> = (0..size).rev().map(row).collect();
    format!("  {letters}\n{}", rows.join("\n"))
}

fn as_json(measured: &Measured, session: &AnySession, exact: Option<f64>) -> String {
    let Measured { policy, study, drift } = measured;
    let go = session.go();
    let ownership = |go: &GoSession| -> serde_json::Map<String, serde_json::Value> {
        let board = go.position().board();
        board.points().map(|p| (p.to_string(), json!(study.ownership(p.index())))).collect()
    };
    let along = |drift: &Drift| {
        let mean = Some(drift.values.mean()).filter(|_| drift.values.count() > 0);
        json!({
            "moves": drift.moves,
            "value_black": mean,
            "bias": mean.zip(exact).map(|(mean, value)| (value - mean).abs()),
            "unsolved": drift.unsolved,
        })
    };
    // Values are null if no playout reached the end.
    let known = (study.playouts() > 0).then_some(study);
    json!({
        "policy": policy,
        "playouts": study.playouts(),
        "broken_off": study.broken_off,
        "to_play": session.to_play().to_string(),
        "win_rate_black": known.map(|study| study.mean(Color::Black)),
        "win_rate": known.map(|study| study.mean(session.to_play())),
        "variance": known.map(|study| study.outcomes.variance()),
        "standard_error": known.map(|study| study.error()),
        "minimax_black": exact,
        "bias": known.zip(exact).map(|(study, value)| study.bias(value)),
        "score": known.zip(go).map(|(study, go)| mean_score(study, go)),
        "margin": known.map(|study| study.margins.mean()),
        "length": known.map(|study| study.lengths.mean()),
        "ownership": known.and(go).map(ownership),
        "drift": drift.iter().map(along).collect::<Vec<_>>(),
    })
    .to_string()
}
