//! The chapter on handicap stones.

use super::{Command, Gtp, Reply, command, done};
use crate::engine::SessionError;
use crate::go::handicap::HandicapError;
use crate::go::vertex;
use crate::gtp::args::list;
use crate::gtp::{Args, Failure};

pub(super) static COMMANDS: &[Command] = &[
    command("fixed_handicap", "N", "Place handicap stones on the fixed points.", |gtp, args| {
        let stones = number(args)?;
        Ok(list(gtp.session.fixed_handicap(stones)?))
    }),
    command("place_free_handicap", "N", "Place handicap stones where the engine likes.", |gtp, args| {
        let stones = number(args)?;
        Ok(list(gtp.session.free_handicap(stones)?))
    }),
    command("set_free_handicap", "VERTEX...", "Place handicap stones on chosen points.", set_free_handicap),
];

fn number(args: &Args) -> Result<usize, Failure> {
    let text = args.text(0)?;
    text.parse::<i64>().map_err(|_| Failure::Syntax("expected the number of stones".to_owned()))?;
    text.parse().map_err(|_| SessionError::from(HandicapError::InvalidNumber).into())
}

fn set_free_handicap(gtp: &mut Gtp, args: &Args) -> Reply {
    let size = gtp.size();
    let vertices: Result<Vec<_>, _> = args.list.iter().map(|text| vertex::parse(text, size)).collect();
    let vertices = vertices.map_err(|_| SessionError::from(HandicapError::BadVertexList))?;
    gtp.session.chosen_handicap(&vertices)?;
    done()
}
