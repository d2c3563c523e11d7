//! `brasa picture`: draws a position.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::fault::Fault;
use super::game::GameOptions;
use super::options::EngineOptions;
use super::position::{StartOptions, play_moves, words};
use crate::draw::{Letters, Mark, PNG, Picture, SVG, Shade, png, svg_file};
use crate::engine::GoSession;
use crate::engine::go::search::{prior, prior_shares};
use crate::framework::Control;
use crate::go::Point;
use crate::util::{FileFault, Output};

/// Draw a position as SVG or PNG.
///
/// The position is the end of the game in --sgf or the position before its move --move, or the diagram in --diagram, or
/// the empty board; --moves are then played. A ring marks the last move.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  brasa picture --size 9 --moves \"E5 C3 E3\" --numbers -o opening.svg\n  \
                        brasa picture --sgf game.sgf --move 40 --ownership -o move40.png --width 800\n  \
                        brasa picture --sgf game.sgf --move 40 --line \"F3 G3 G2\" -o line.svg\n  \
                        brasa picture -g clobber --cols 4 --rows 3 --moves \"B2-C2\" -o clobber.svg"
)]
pub(super) struct Options {
    #[command(flatten)]
    start: StartOptions,
    /// Output file, named .svg or .png.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Number the moves, starting at this one.
    #[arg(long, value_name = "FROM", num_args = 0..=1, default_missing_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    numbers: Option<u32>,
    /// Draw each point's playout ownership as a square (Go).
    #[arg(long, conflicts_with = "prior")]
    ownership: bool,
    /// Draw the weight the engine gives each move before searching, in percent (Go).
    #[arg(long)]
    prior: bool,
    /// Draw these moves as an expected line.
    #[arg(long, value_name = "MOVES", conflicts_with = "numbers")]
    line: Option<String>,
    /// Mark these points with triangles.
    #[arg(long, value_name = "POINTS", default_value = "")]
    mark: String,
    /// Title, read by screen readers.
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Width of a PNG in pixels, 1 to 4000.
    #[arg(long, value_name = "N", default_value = "800")]
    width: u32,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    game: GameOptions,
}

pub(super) fn run(options: &Options) -> Result<(), Fault> {
    let is_png = match options.output.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => false,
        Some("png") => true,
        _ => {
            let reason = "expected a file name ending in .svg or .png";
            return Err(FileFault::new(&options.output, reason).into());
        }
    };
    let format = if is_png { &PNG } else { &SVG };
    let mut target = Output::claim(&options.output, format, options.start.files())?;
    let mut context = options.engine.seated_context(Arc::new(Control::default()))?;
    options.start.fix_size(options.engine.size, &mut context)?;
    let mut session = options.game.open(&options.engine, context)?;
    let game = options.game.entry().name;
    options.start.apply(&mut session, game)?;
    let mut picture = Picture::of(session.grid());
    picture.set_title(options.title.as_deref().unwrap_or(game));
    let moves: Vec<String> = session.moves().iter().map(|&(_, mv)| session.move_text(mv)).collect();
    if let Some(first) = options.numbers {
        let first = first as usize;
        picture.number(moves.iter().skip(first - 1).map(String::as_str), first);
    } else if let Some((col, row)) = moves.last().and_then(|last| picture.point(last)) {
        picture.mark(col, row, Mark::Ring);
    }
    if options.ownership || options.prior {
        let go: &GoSession = session.go().ok_or_else(|| Fault::only_go("--ownership and --prior"))?;
        if options.ownership { shade_owners(&mut picture, go) } else { shade_prior(&mut picture, go) }
    }
    if let Some(line) = &options.line {
        let to_play = session.to_play();
        play_moves(&mut *session, "--line", line)?;
        picture.line(words(line), to_play);
    }
    for point in words(&options.mark) {
        let (col, row) = picture
            .point(point)
            .ok_or_else(|| Fault::new(format!("--mark: '{point}' is not a point of the board")))?;
        picture.mark(col, row, Mark::Triangle);
    }
    let bytes = if is_png {
        png(&picture, options.width)?
    } else {
        svg_file(&picture.svg(Letters::Text)).into_bytes()
    };
    Ok(target.write(bytes)?)
}

fn shade_owners(picture: &mut Picture, go: &GoSession) {
    let status = go.status();
    for p in go.position().board().points() {
        picture.shade(p.col(), p.row(), Shade::Owner(f64::from(status.ownership[p])));
    }
}

fn shade_prior(picture: &mut Picture, go: &GoSession) {
    /// Smallest weight drawn.
    const MIN: f64 = 0.02;
    let candidates = prior(&go.spec(), go.position());
    for (candidate, weight) in candidates.iter().zip(prior_shares(&candidates)) {
        let p = Point::of_move(candidate.mv);
        if weight >= MIN && p != Point::NULL {
            picture.shade(p.col(), p.row(), Shade::Weight(weight));
            picture.write(p.col(), p.row(), &format!("{:.0}", 100.0 * weight));
        }
    }
}
