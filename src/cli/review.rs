//! `brasa review`: what happened in a game, as a page and as SGF.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::fault::Fault;
use super::interrupt::stop_by_signal;
use super::learn::bar;
use super::options::EngineOptions;
use super::position::load;
use crate::analysis::review::{
    DEEPER, ESTIMATES, ReviewedGame, Turn, annotated, doubtful, losses, page, turn, turns,
};
use crate::engine::go::analysis::Inquiry;
use crate::engine::go::status::Status;
use crate::engine::{BoardSize, GameSession, GoSession, PlayerSpec};
use crate::framework::{Color, Control, Limits};
use crate::go::Komi;
use crate::gtp::remark;
use crate::sgf::{self, SGF, Tree};
use crate::util::{FileFault, MAX_FILE, Output, PAGE, read_file};

/// Review a game: search each position and show where the game turned.
///
/// The result is a single HTML page with a graph of win rate and lead, the worst moves, better lines, and both players'
/// average losses. The positions before and after moves that may be mistakes are searched again, ten times longer.
/// --sgf also writes it as SGF, move by move: comments, win rates that Sabaki draws, and better lines as variations;
/// with it, the same command resumes an interrupted review.
#[derive(Args)]
#[command(after_help = "Examples:\n  brasa review game.sgf\n  \
                        brasa review game.sgf --time 2 --threads 2 -o review.html --sgf reviewed.sgf")]
pub(super) struct Options {
    /// Game to review: the main line of the first game in an SGF file.
    #[arg(value_name = "GAME.sgf")]
    game: PathBuf,
    /// HTML page to write; by default the game's name with .html, in the current directory.
    #[arg(short, long, value_name = "PAGE.html")]
    output: Option<PathBuf>,
    /// SGF file to write and to resume from.
    #[arg(long, value_name = "OUT.sgf")]
    sgf: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Reviews the game; returns whether it finished.
pub(super) fn run(options: &Options) -> Result<bool, Fault> {
    let control = Arc::new(Control::default());
    let mut context = options.engine.context(control.clone())?;
    context.fix_size(options.engine.size);
    let seed = context.seed();
    let mut session = GoSession::new(BoardSize::default(), Color::Black, context)?;
    load(&mut session, &options.game, None)?;
    let settings = session.context().settings().clone();
    let limits = settings.analysis_limits(ESTIMATES);
    let tree = read_tree(&options.game)?;
    let (start, moves) = (session.record().start().clone(), session.record().moves().to_vec());
    let game = ReviewedGame { start, moves };
    if game.moves.is_empty() {
        return Err(FileFault::new(&options.game, "no moves to review").into());
    }
    let output = options
        .output
        .clone()
        .unwrap_or_else(|| Path::new(options.game.file_name().unwrap_or_default()).with_extension("html"));
    let mut output = Output::claim(&output, &PAGE, [&options.game])?;
    let sgf = options.sgf.as_deref().map(|path| Output::claim(path, &SGF, [&options.game]));
    let mut sgf = sgf.transpose()?;
    let mut done = match options.sgf.as_deref().filter(|path| path.exists()) {
        Some(path) => earlier(path, &game)?,
        None => Vec::new(),
    };
    stop_by_signal(&control);
    let control = session.context().control();
    let spec = settings.spec(BoardSize::square(game.start.board().size()), seed);
    let count = game.moves.len() + 1;
    let bar = bar("positions", count);
    for (i, position) in game.positions().iter().enumerate() {
        bar.set_position(i as u64);
        if i < done.len() {
            continue;
        }
        let Some(turn) = turn(&spec, position, Inquiry { limits, ..Inquiry::default() }, &control) else {
            break;
        };
        done.push(turn);
        if let Some(sgf) = &mut sgf {
            sgf.write(format!("{}\n", annotated(&tree, &game, &done)))?;
        }
    }
    bar.finish_and_clear();
    if done.is_empty() {
        remark(&format!("stopped after 0 of {count} positions"));
        return Ok(false);
    }
    check_turning_points(&spec, &game, &mut done, limits, &control);
    if let Some(sgf) = &mut sgf {
        sgf.write(format!("{}\n", annotated(&tree, &game, &done)))?;
    }
    let status = Status::of(&spec, session.position(), &Control::default());
    output
        .write(format!("{}\n", page(&title(&tree, &options.game), &about(&tree), &game, &done, &status)))?;
    if done.len() < count {
        remark(&format!("stopped after {} of {count} positions", done.len()));
    } else if control.stopped() {
        remark("stopped before the longer searches were done");
    }
    writeln!(io::stdout(), "{}", output.path().display())?;
    Ok(!control.stopped())
}

/// Searches again, for longer, the positions before and after the moves that lost most.
fn check_turning_points(
    spec: &PlayerSpec,
    game: &ReviewedGame,
    turns: &mut [Turn],
    limits: Limits,
    control: &Control,
) {
    let limits = Limits {
        playouts: limits.playouts.map(|playouts| playouts.saturating_mul(DEEPER.into())),
        time: limits.time.map(|time| time.saturating_mul(DEEPER)),
        ..limits
    };
    let (positions, bar) = (game.positions(), bar("longer searches", 0));
    let mut is_deep = vec![false; positions.len()];
    while let Some(i) = doubtful(&losses(game, turns), &is_deep) {
        bar.inc_length(1);
        let Some(turn) = turn(spec, &positions[i], Inquiry { limits, ..Inquiry::default() }, control) else {
            break;
        };
        turns[i] = turn;
        is_deep[i] = true;
        bar.inc(1);
    }
    bar.finish_and_clear();
}

/// Reads the positions analyzed by an earlier run.
fn earlier(path: &Path, game: &ReviewedGame) -> Result<Vec<Turn>, Fault> {
    let error = "the file has a different game; choose another name, or remove the file";
    turns(&read_tree(path)?, game).ok_or_else(|| FileFault::new(path, error).into())
}

fn read_tree(path: &Path) -> Result<Tree, Fault> {
    let games = sgf::parse(&read_file(path, MAX_FILE)?).map_err(|error| FileFault::new(path, error))?;
    Ok(games.games.into_iter().next().unwrap_or_default())
}

/// What the record says about the game, as names and values.
fn about(tree: &Tree) -> Vec<(&'static str, String)> {
    const FACTS: [(&str, &str); 9] = [
        ("Event", "EV"),
        ("Round", "RO"),
        ("Place", "PC"),
        ("Date", "DT"),
        ("Rank of Black", "BR"),
        ("Rank of White", "WR"),
        ("Rules", "RU"),
        ("Komi", "KM"),
        ("Result", "RE"),
    ];
    let root = &tree[tree.root()];
    let value = |property| match property {
        "RE" => result(tree),
        "KM" => root
            .get(property)
            .map(|value| Komi::recorded(value).map_or(value.to_owned(), |komi| komi.to_string())),
        _ => root.get(property).map(str::to_owned),
    };
    FACTS.into_iter().filter_map(|(name, property)| Some((name, value(property)?))).collect()
}

fn result(tree: &Tree) -> Option<String> {
    let result = tree[tree.root()].get("RE")?;
    Some(if result == "0" { "draw" } else { result }.to_owned())
}

/// The players' names with the result, or the name of the file.
fn title(tree: &Tree, path: &Path) -> String {
    let info = &tree[tree.root()];
    let result = result(tree).map_or(String::new(), |result| format!(", {result}"));
    match (info.get("PB"), info.get("PW")) {
        (Some(black), Some(white)) => format!("{black} (Black) against {white} (White){result}"),
        _ => path.file_name().unwrap_or_default().to_string_lossy().into_owned() + &result,
    }
}
