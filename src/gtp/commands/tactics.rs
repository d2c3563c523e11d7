//! The chapter on board analysis without search: ladders and filtered moves.

use super::go::{command, list, point};
use crate::engine::GoSession;
use crate::framework::{Args, Candidate, Color, Command, Failure, Game, Knowledge, Reply};
use crate::go::Point;
use crate::go::board::{Board, Tracking};
use crate::go::knowledge::MoveFilter;
use crate::go::pattern::Mogo;
use crate::go::tactics::atari::{captures, is_self_atari};
use crate::go::tactics::eyes::is_eye_shape;
use crate::go::tactics::ladder::LadderReader;
use crate::go::tactics::static_ladder::static_status;
use crate::util::{Rng, columns};

pub(super) static COMMANDS: &[Command<GoSession>] = &[
    command(
        "go_ladder VERTEX",
        "Print whether a chain is captured, escaped or unsettled in a ladder.",
        ladder,
    )
    .analyze("string/Go Ladder/%p"),
    command(
        "go_static_ladder VERTEX",
        "Same, judged only by the stones in the ladder's path, without playing it out.",
        |go, args| {
            let prey = point(go, args, 0)?;
            let no_stone = || Failure::Other(format!("no stone at {prey}"));
            let status = static_status(go.position().board(), prey).ok_or_else(no_stone)?;
            Ok(status.name().to_owned())
        },
    )
    .analyze("string/Go Static Ladder/%p"),
    command("go_point_info VERTEX", "Print the features of a point.", point_info)
        .analyze("hpstring/Go Point Info/%p"),
    command("uct_root_filter", "List the moves that the root filter leaves out.", root_filter)
        .analyze("plist/Uct Root Filter"),
];

fn ladder(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let prey = point(go, args, 0)?;
    let board = go.position().board();
    if board.color_at(prey).is_none() {
        return Err(Failure::Other(format!("no stone at {prey}")));
    }
    Ok(LadderReader::default().status(board, prey).name().to_owned())
}

/// The liberties of a chain, row by row.
pub(super) fn liberties<F: Tracking>(board: &Board<F>, head: Point) -> Vec<Point> {
    let is_stone = |&p: &Point| board.color_at(p).is_some() && board.head(p) == head;
    let is_liberty = |p: &Point| p.neighbors().iter().any(is_stone);
    board.points().filter(|&p| board.color_at(p).is_none()).filter(is_liberty).collect()
}

fn point_info(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let p = point(go, args, 0)?;
    let (position, board) = (go.position(), go.position().board());
    let mut rows = vec![("Point", p.to_string()), ("Number", p.number().to_string())];
    match board.color_at(p) {
        Some(color) => {
            let head = board.head(p);
            let stones = list(board.stones_of(head));
            let liberties = liberties(board, head);
            rows.push(("Color", color.to_string()));
            rows.push(("Chain", head.to_string()));
            rows.push(("Stones", format!("{} {stones}", board.chain_size(head))));
            rows.push(("Liberties", format!("{} {}", liberties.len(), list(liberties))));
            rows.push(("InAtari", board.in_atari(head).to_string()));
            rows.push(("Ladder", LadderReader::default().status(board, p).name().to_owned()));
        }
        None => {
            let whose = |test: &dyn Fn(Color) -> bool| {
                let colors: Vec<_> = Color::ALL
                    .into_iter()
                    .filter(|&color| test(color))
                    .map(|color| color.to_string())
                    .collect();
                if colors.is_empty() { "none".to_owned() } else { colors.join(" ") }
            };
            let legal = |color| {
                let mut position = position.clone();
                position.set_to_play(color);
                position.check(p.to_move()).is_ok()
            };
            let code = board.neighborhood3x3(p);
            rows.push(("Color", "empty".to_owned()));
            rows.push(("Legal", whose(&legal)));
            rows.push(("EyeOf", whose(&|color| is_eye_shape(code, color))));
            rows.push(("SelfAtari", whose(&|color| legal(color) && is_self_atari(board, p, color))));
            rows.push(("Captures", whose(&|color| captures(board, p, color))));
            rows.push(("Pattern", whose(&|color| Mogo::table().matches(code, color))));
            rows.push(("Code", format!("{code:04x}")));
        }
    }
    Ok(format!("\n{}", columns(&rows, 10)))
}

fn root_filter(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let position = go.position();
    let mut moves = position.moves();
    let mut kept: Vec<Candidate> = moves.iter().map(|&mv| Candidate::new(mv)).collect();
    let mut filter = MoveFilter::new(go.settings().params.root_filter.clone());
    filter.edit(position, &mut kept, &mut Rng::new(0));
    moves.retain(|&mv| kept.iter().all(|candidate| candidate.mv != mv));
    moves.sort_unstable();
    Ok(list(moves.into_iter().map(Point::of_move)))
}
