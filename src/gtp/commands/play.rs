//! The chapters on handicap stones and on moves of Go.

use super::dispatch::empty;
use super::game::text;
use super::go::{command, list, moves, point_of};
use crate::engine::GoSession;
use crate::framework::{Args, Command, Failure, Reply};
use crate::go::handicap::{self, HandicapError};
use crate::go::vertex;

pub(super) static HANDICAP: &[Command<GoSession>] = &[
    command("fixed_handicap N", "Place handicap stones on fixed points.", |go, args| {
        Ok(list(go.fixed_handicap(number(args)?)?))
    }),
    command("place_free_handicap N", "Place handicap stones on points the engine chooses.", |go, args| {
        let points = handicap::free(go.size(), number(args)?)?;
        Ok(list(go.handicap(points)?))
    }),
    command("set_free_handicap VERTEX...", "Place handicap stones on the given points.", set_free_handicap),
];

fn number(args: &Args<'_>) -> Result<usize, Failure> {
    let text = args.text(0)?;
    text.parse::<i64>().map_err(|_| Failure::Syntax("expected the number of stones".to_owned()))?;
    text.parse().map_err(|_| HandicapError::InvalidNumber.into())
}

fn set_free_handicap(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let size = go.size();
    let vertices: Result<Vec<_>, _> = args.list.iter().map(|text| vertex::parse(text, size)).collect();
    let vertices = vertices.map_err(|_| HandicapError::BadVertexList)?;
    empty(go.handicap(handicap::chosen(size, &vertices)?))
}

pub(super) static COMMANDS: &[Command<GoSession>] = &[
    command(
        "kgs-genmove_cleanup COLOR",
        "Find a move and play it; do not pass until the opponent's dead stones are captured.",
        |go, args| {
            let decision = go.genmove_cleanup(args.color(0)?)?;
            Ok(text(go, decision))
        },
    ),
    command(
        "set_position [COLOR VERTEX...]",
        "Start a new game with these stones on the board and Black to move; without stones, from the empty board.",
        |go, args| {
            let stones = moves(go, args)?.into_iter().map(|(color, mv)| Ok((point_of(mv)?, color)));
            empty(go.set_position(&stones.collect::<Result<Vec<_>, Failure>>()?))
        },
    ),
    command(
        "gogui-play_sequence [COLOR VERTEX...]",
        "Play several moves, or none if any is illegal.",
        |go, args| empty(go.follow_all(&moves(go, args)?)),
    ),
];
