//! The chapter on moves of Go.

use super::dispatch::done;
use super::game::text;
use super::go::{command, moves};
use crate::engine::GoSession;
use crate::framework::{Command, Failure, Move};
use crate::go::Point;

pub(super) static COMMANDS: &[Command<GoSession>] = &[
    command(
        "kgs-genmove_cleanup",
        "COLOR",
        "Find a move and play it; do not pass before the opponent's dead stones are captured.",
        |go, args| {
            let decision = go.genmove_cleanup(args.color(0)?)?;
            Ok(text(go, decision))
        },
    ),
    command(
        "set_position",
        "[COLOR VERTEX...]",
        "Start a new game from a position with these stones, Black to move; without stones, from the empty board.",
        |go, args| {
            let stones = moves(go, args)?.into_iter().map(|(color, mv)| match mv {
                Move::PASS => Err(Failure::Syntax("a pass is not a point".to_owned())),
                mv => Ok((Point::of_move(mv), color)),
            });
            go.set_position(&stones.collect::<Result<Vec<_>, _>>()?)?;
            done()
        },
    ),
    command(
        "gogui-play_sequence",
        "[COLOR VERTEX...]",
        "Play several moves, or none of them.",
        |go, args| {
            go.follow_all(&moves(go, args)?)?;
            done()
        },
    ),
];
