//! `brasa genmove`: one move for one position.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use serde_json::json;

use super::Fault;
use super::game::GameOptions;
use super::options::EngineOptions;
use super::position::load;
use crate::engine::{Session, Table};
use crate::framework::{Color, Control, Decision, Game, Report};
use crate::go::vertex;
use crate::gtp::commands::Gtp;
use crate::gtp::{audience, remark};

/// Find a move in a position and print the board, the move, its win rate and the line expected.
///
/// The position is the end of the game in --sgf, or the one before --move of it; then --moves are played.
#[derive(Args)]
#[command(after_help = "Examples:\n  brasa genmove --size 9 --moves \"E5 C3 E3\" --time 2\n  \
                        brasa genmove --sgf game.sgf --move 40 --playouts 20000 --json\n  \
                        brasa genmove -g clobber --cols 4 --rows 3 -w search alphabeta --moves B2-C2")]
pub(super) struct Options {
    /// Begin with the game of an SGF file, in Go alone.
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// Take the position before this move of the file.
    #[arg(long = "move", value_name = "N", requires = "sgf", value_parser = clap::value_parser!(u32).range(1..))]
    before: Option<u32>,
    /// Play these moves, the players in turn.
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// Find a move for this color; by default for the player to move.
    #[arg(long, value_name = "COLOR", value_parser = |text: &str| text.parse::<Color>())]
    color: Option<Color>,
    /// Print a JSON object in place of text.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    game: GameOptions,
}

pub(super) fn run(options: &Options) -> Result<(), Fault> {
    let session = options.engine.session(Arc::new(Control::default()))?;
    let mut gtp = Gtp::new(session);
    let files = options.game.seat(&mut gtp, options.engine.size)?;
    if let Some(word) = files.first() {
        return Err(Fault::TakesNoSearch(word.display().to_string()));
    }
    let words = options.moves.split([' ', ',', '\t', '\n']).filter(|word| !word.is_empty());
    let text = match gtp.table.take() {
        None => of_go(options, words, &mut gtp.session)?,
        Some((game, _)) if options.sgf.is_some() => return Err(Fault::SgfOfGo(game)),
        Some((_, mut table)) => of_another_game(options, words, &mut *table, &gtp.session)?,
    };
    writeln!(io::stdout(), "{text}")?;
    Ok(())
}

fn of_go<'a>(
    options: &Options,
    words: impl Iterator<Item = &'a str>,
    session: &mut Session,
) -> Result<String, Fault> {
    if let Some(path) = &options.sgf {
        if options.engine.size.is_some() {
            session.fix_size();
        }
        load(session, path, options.before)?;
    }
    for (number, word) in (1..).zip(words) {
        let mv = vertex::parse(word, session.position().board().size())?;
        let played = session.follow(session.position().to_play(), mv);
        played.map_err(|error| Fault::Move { number, vertex: word.to_owned(), error })?;
    }
    session.take_notes().iter().for_each(|note| remark(note));
    // A person at a terminal gets reports on the search; a program does not.
    session.set_audience(io::stderr().is_terminal().then(audience));
    let color = options.color.unwrap_or(session.position().to_play());
    let shown = session.show();
    let mv = match session.genmove(color)? {
        Decision::Play(mv) => session.position().move_text(mv),
        Decision::Resign => "resign".to_owned(),
    };
    let report = session.report().ok().map(|report| {
        let line = report.sequence.iter().map(|&mv| session.position().move_text(mv)).collect();
        (report, line)
    });
    Ok(answer(options, &shown, color, &mv, report))
}

fn of_another_game<'a>(
    options: &Options,
    words: impl Iterator<Item = &'a str>,
    table: &mut dyn Table,
    session: &Session,
) -> Result<String, Fault> {
    for (number, word) in (1..).zip(words) {
        let played = table.play(table.to_play(), word);
        played.map_err(|error| Fault::Move { number, vertex: word.to_owned(), error })?;
    }
    let color = options.color.unwrap_or(table.to_play());
    let shown = table.show();
    let mv = table.genmove(color, false, session.tools(), &session.control())?;
    Ok(answer(options, &shown, color, &mv, table.report()))
}

/// Returns the move and the last search, with the line it expects, as text or JSON.
fn answer(
    options: &Options,
    shown: &str,
    color: Color,
    mv: &str,
    report: Option<(&Report, Vec<String>)>,
) -> String {
    if options.json {
        let (report, line) = report.unzip();
        return json!({
            "color": color.to_string(),
            "move": mv,
            "win_rate": report.map(|report| report.value),
            "sequence": line.unwrap_or_default(),
            "playouts": report.map_or(0, |report| report.count),
            "seconds": report.map_or(0.0, |report| report.time.as_secs_f64()),
        })
        .to_string();
    }
    let mut text = format!("{shown}\n\nmove      {mv}");
    if let Some((report, line)) = report {
        text += &format!(
            "\nwin rate  {:.1} %\nline      {}\nplayouts  {} in {:.2} s",
            100.0 * report.value,
            line.join(" "),
            report.count,
            report.time.as_secs_f64(),
        );
    }
    text
}
