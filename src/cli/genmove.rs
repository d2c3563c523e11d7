//! `brasa genmove`: one move for one position.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use serde_json::json;

use super::Fault;
use super::options::EngineOptions;
use super::position::load;
use crate::engine::Session;
use crate::framework::{Color, Control, Decision, Game};
use crate::go::vertex;
use crate::gtp::{audience, remark};

/// Find a move in a position and print the board, the move, its win rate and the line expected.
///
/// The position is the end of the game in --sgf, or the one before --move of it; then --moves are played.
#[derive(Args)]
#[command(after_help = "Examples:\n  brasa genmove --size 9 --moves \"E5 C3 E3\" --time 2\n  \
                        brasa genmove --sgf game.sgf --move 40 --playouts 20000 --json")]
pub(super) struct Options {
    /// Begin with the game of an SGF file.
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// Take the position before this move of the file.
    #[arg(long = "move", value_name = "N", requires = "sgf", value_parser = clap::value_parser!(u32).range(1..))]
    before: Option<u32>,
    /// Play these moves, the players in turn.
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// Find a move for this color; without it for the one whose turn it is.
    #[arg(long, value_name = "COLOR", value_parser = |text: &str| text.parse::<Color>())]
    color: Option<Color>,
    /// Print a JSON object instead.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    engine: EngineOptions,
}

pub(super) fn run(options: &Options) -> Result<(), Fault> {
    let mut session = options.engine.session(Arc::new(Control::default()))?;
    if let Some(path) = &options.sgf {
        if options.engine.size.is_some() {
            session.fix_size();
        }
        load(&mut session, path, options.before)?;
    }
    let words = options.moves.split([' ', ',', '\t', '\n']).filter(|word| !word.is_empty());
    for (number, word) in (1..).zip(words) {
        let mv = vertex::parse(word, session.position().board().size())?;
        session.follow(session.position().to_play(), mv).map_err(|error| Fault::Move {
            number,
            vertex: word.to_owned(),
            error,
        })?;
    }
    session.take_notes().iter().for_each(|note| remark(note));
    // Who waits at a terminal wants to see something; a program does not.
    session.set_audience(io::stderr().is_terminal().then(audience));
    let color = options.color.unwrap_or(session.position().to_play());
    let shown = session.show();
    let decision = session.genmove(color)?;
    let text =
        if options.json { as_json(&session, color, decision) } else { as_text(&session, &shown, decision) };
    writeln!(io::stdout(), "{text}")?;
    Ok(())
}

fn move_text(session: &Session, decision: Decision) -> String {
    match decision {
        Decision::Play(mv) => session.position().move_text(mv),
        Decision::Resign => "resign".to_owned(),
    }
}

fn sequence(session: &Session) -> Vec<String> {
    let moves = session.report().map_or(&[][..], |report| &report.sequence);
    moves.iter().map(|&mv| session.position().move_text(mv)).collect()
}

fn as_text(session: &Session, shown: &str, decision: Decision) -> String {
    let mut text = format!("{shown}\n\nmove      {}", move_text(session, decision));
    if let Ok(report) = session.report() {
        text += &format!(
            "\nwin rate  {:.1} %\nline      {}\nplayouts  {} in {:.2} s",
            100.0 * report.value,
            sequence(session).join(" "),
            report.count,
            report.time.as_secs_f64(),
        );
    }
    text
}

fn as_json(session: &Session, color: Color, decision: Decision) -> String {
    let report = session.report().ok();
    json!({
        "color": color.to_string(),
        "move": move_text(session, decision),
        "win_rate": report.map(|report| report.value),
        "sequence": sequence(session),
        "playouts": report.map_or(0, |report| report.count),
        "seconds": report.map_or(0.0, |report| report.time.as_secs_f64()),
    })
    .to_string()
}
