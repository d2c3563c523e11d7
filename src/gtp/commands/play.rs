//! The chapter on moves of Go.

use super::dispatch::done;
use super::game::text;
use super::go::{command, moves};
use crate::engine::GoSession;
use crate::framework::Command;

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
        "gogui-play_sequence",
        "[COLOR VERTEX...]",
        "Play several moves, or none of them.",
        |go, args| {
            go.follow_all(&moves(go, args)?)?;
            done()
        },
    ),
];
