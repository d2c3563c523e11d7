//! The chapter on what is read from the board alone: ladders, unconditional life, moves not worth a search.

use super::{Command, Gtp, Reply, command};
use crate::framework::{Candidate, Color, Game, Knowledge};
use crate::go::Point;
use crate::go::knowledge::MoveFilter;
use crate::go::tactics::ladder::Reader;
use crate::go::tactics::safety::benson;
use crate::gtp::args::list;
use crate::gtp::{Args, Failure};
use crate::util::Rng;

pub(super) static COMMANDS: &[Command] = &[
    command(
        "go_ladder",
        "VERTEX",
        "Print whether a chain is captured, escaped or unsettled in a ladder.",
        ladder,
    )
    .analyze("string", "Go Ladder", "%p"),
    command("go_safe", "benson [COLOR]", "Count and list the points that are safe without defending.", safe)
        .analyze("string", "Go Safe Benson", "benson"),
    command("uct_root_filter", "", "List the moves that the root filter leaves out.", root_filter).analyze(
        "plist",
        "Uct Root Filter",
        "",
    ),
];

fn ladder(gtp: &mut Gtp, args: &Args) -> Reply {
    let prey = Point::of_move(args.vertex(0, gtp.size())?);
    let board = gtp.session.position().board();
    if board.color_at(prey).is_none() {
        return Err(Failure::Other(format!("no stone at {prey}")));
    }
    Ok(Reader::default().status(board, prey).to_string())
}

fn safe(gtp: &mut Gtp, args: &Args) -> Reply {
    if args.text(0)? != "benson" {
        return Err(Failure::Syntax("expected benson".to_owned()));
    }
    let colors = match args.optional(1) {
        Some(_) => vec![args.color(1)?],
        None => Color::ALL.to_vec(),
    };
    let position = gtp.session.position();
    let points = |color| benson(position.board(), color, position.rules().suicide).points(position.board());
    let points: Vec<Point> = colors.into_iter().flat_map(points).collect();
    Ok(format!("{} {}", points.len(), list(points)).trim_end().to_owned())
}

fn root_filter(gtp: &mut Gtp, _: &Args) -> Reply {
    let position = gtp.session.position();
    let mut moves = Vec::new();
    position.candidates(&mut moves);
    let mut kept: Vec<Candidate> = moves.iter().map(|&mv| Candidate::new(mv)).collect();
    let mut filter = MoveFilter::new(gtp.session.settings().root_filter.clone());
    filter.edit(position, &mut kept, &mut Rng::new(0));
    moves.retain(|&mv| kept.iter().all(|candidate| candidate.mv != mv));
    moves.sort_unstable();
    Ok(list(moves.into_iter().map(Point::of_move)))
}
