//! `brasa genmove`: finds one move in one position.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use serde_json::json;

use super::fault::Fault;
use super::game::GameOptions;
use super::options::EngineOptions;
use super::position::{load, no_records, play_moves};
use crate::engine::GameSession;
use crate::framework::{Color, Control, Decision};
use crate::gtp::{observers, remark};
use crate::util::percent;

/// Find a move in a position.
///
/// Prints the board, the move, its win rate and the expected line. The position is the end of the game in --sgf, or the
/// position before its move --move; --moves are then played. No opening book is used without --book FILE or, for the
/// built-in one, --set use_book=1.
#[derive(Args)]
#[command(after_help = "Examples:\n  brasa genmove --size 9 --moves \"E5 C3 E3\" --time 2\n  \
                        brasa genmove --sgf game.sgf --move 40 --playouts 20000 --json\n  \
                        brasa genmove -g clobber --cols 4 --rows 3 -b search alphabeta --moves \"B2-C2\" --diagram")]
pub(super) struct Options {
    /// SGF file of the game.
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// Start from the position before this move.
    #[arg(long = "move", value_name = "N", allow_negative_numbers = true, requires = "sgf", value_parser = clap::value_parser!(u32).range(1..))]
    before: Option<u32>,
    /// Moves to play first, in alternating colors.
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// Color to find a move for (default: the side to move).
    #[arg(long, value_name = "COLOR")]
    color: Option<Color>,
    /// Print the position after the move as a diagram, instead of the one before it.
    #[arg(long)]
    diagram: bool,
    /// Print a JSON object instead.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    game: GameOptions,
}

pub(super) fn run(options: &Options) -> Result<(), Fault> {
    let mut context = options.engine.seated_context(Arc::new(Control::default()))?;
    if options.sgf.is_some() {
        context.fix_size(options.engine.size);
    }
    // A book move has no win rate.
    if !context.settings().is_set("use_book") {
        context.configure(|settings| settings.set("use_book", "0"))?;
    }
    // Show progress only to a person at a terminal.
    context.set_observers(io::stderr().is_terminal().then(observers));
    let mut session = options.game.open(&options.engine, context)?;
    if let Some(path) = &options.sgf {
        let go = session.go_mut().ok_or_else(|| no_records("--sgf", options.game.entry().name))?;
        load(go, path, options.before)?;
    }
    play_moves(&mut *session, "--moves", &options.moves)?;
    session.context_mut().take_notes().iter().for_each(|note| remark(note));
    let color = options.color.unwrap_or(session.to_play());
    if color != session.to_play() {
        session.set_to_play(color);
    }
    let shown = session.show();
    let decision = session.genmove(color)?;
    let diagram = options.diagram.then(|| session.grid().diagram());
    let text = if options.json {
        as_json(&*session, color, decision, diagram)
    } else {
        as_text(&*session, &diagram.unwrap_or(shown), decision)
    };
    Ok(writeln!(io::stdout(), "{text}")?)
}

/// The win rate and the line that the last search expects from a decision; `None` if a rank's intuition made another
/// one than the search.
fn expected(session: &dyn GameSession, decision: Decision) -> Option<(f64, Vec<String>)> {
    let last = session.last_search().ok()?;
    let line: Vec<_> = last.report.sequence.iter().map(|&mv| session.move_text(mv)).collect();
    let is_own = decision == Decision::Resign || line.first() == Some(&session.decision_text(decision));
    is_own.then_some((last.win_rate(), line))
}

fn as_text(session: &dyn GameSession, shown: &str, decision: Decision) -> String {
    let mut text = format!("{shown}\n\nmove      {}", session.decision_text(decision));
    if let Ok(last) = session.last_search() {
        if let Some((win_rate, line)) = expected(session, decision) {
            text += &format!("\nwin rate  {}\nline      {}", percent(win_rate), line.join(" "));
        }
        text += &format!("\nplayouts  {} in {:.2} s", last.report.count, last.report.time.as_secs_f64());
    }
    text
}

fn as_json(session: &dyn GameSession, color: Color, decision: Decision, diagram: Option<String>) -> String {
    let report = session.last_search().ok().map(|last| &last.report);
    let (win_rate, sequence) = expected(session, decision).unzip();
    let mut object = json!({
        "color": color.to_string(),
        "move": session.decision_text(decision),
        "win_rate": win_rate,
        "sequence": sequence.unwrap_or_default(),
        "playouts": report.map_or(0, |report| report.count),
        "seconds": report.map_or(0.0, |report| report.time.as_secs_f64()),
    });
    if let Some(diagram) = diagram {
        object["diagram"] = diagram.into();
    }
    object.to_string()
}
