//! Shared by the chapters on Go: command constructors, and points in arguments and replies.

use crate::engine::GoSession;
use crate::framework::{Args, Color, Command, Failure, Move, Reply};
use crate::go::{Point, vertex};

pub(super) const fn command(
    usage: &'static str,
    doc: &'static str,
    run: fn(&mut GoSession, &Args<'_>) -> Reply,
) -> Command<GoSession> {
    Command::new(usage, doc, run)
}

/// Parses a move on the session's board.
pub(super) fn vertex(go: &GoSession, args: &Args<'_>, i: usize) -> Result<Move, Failure> {
    Ok(vertex::parse(args.text(i)?, go.size())?)
}

/// Parses a point of the session's board.
pub(super) fn point(go: &GoSession, args: &Args<'_>, i: usize) -> Result<Point, Failure> {
    point_of(vertex(go, args, i)?)
}

pub(super) fn point_of(mv: Move) -> Result<Point, Failure> {
    match mv {
        Move::PASS => Err(Failure::Syntax("a pass is not a point".to_owned())),
        mv => Ok(Point::of_move(mv)),
    }
}

/// Parses pairs of a color and a vertex up to the end of the arguments.
pub(super) fn moves(go: &GoSession, args: &Args<'_>) -> Result<Vec<(Color, Move)>, Failure> {
    if !args.list.len().is_multiple_of(2) {
        return Err(Failure::Syntax("expected pairs of a color and a vertex".to_owned()));
    }
    (0..args.list.len()).step_by(2).map(|i| Ok((args.color(i)?, vertex(go, args, i + 1)?))).collect()
}

/// Points in GTP's list format.
pub(super) fn list(points: impl IntoIterator<Item = Point>) -> String {
    points.into_iter().map(|p| p.to_string()).collect::<Vec<_>>().join(" ")
}

/// A value for each point, on a line for each row from the top, in GoGui's format for whole boards.
pub(super) fn rows<T: ToString>(go: &GoSession, cell: impl Fn(Point) -> Option<T>) -> String {
    let size = go.size();
    let cell = |p| cell(p).map_or("\"\"".to_owned(), |value| value.to_string());
    let row = |row| (0..size).map(|col| cell(Point::at(col, row))).collect::<Vec<_>>().join(" ");
    (0..size).rev().map(|number| format!("\n{}", row(number))).collect()
}
