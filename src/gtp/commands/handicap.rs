//! The chapter on handicap stones.

use super::dispatch::done;
use super::go::{command, list};
use crate::engine::GoSession;
use crate::framework::{Args, Command, Failure, Reply};
use crate::go::handicap::HandicapError;
use crate::go::vertex;

pub(super) static COMMANDS: &[Command<GoSession>] = &[
    command("fixed_handicap", "N", "Place handicap stones on the fixed points.", |go, args| {
        let stones = number(args)?;
        Ok(list(go.fixed_handicap(stones)?))
    }),
    command(
        "place_free_handicap",
        "N",
        "Place handicap stones on points that the engine chooses.",
        |go, args| {
            let stones = number(args)?;
            Ok(list(go.free_handicap(stones)?))
        },
    ),
    command("set_free_handicap", "VERTEX...", "Place handicap stones on chosen points.", set_free_handicap),
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
    go.chosen_handicap(&vertices)?;
    done()
}
