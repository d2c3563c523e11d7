//! The chapter on moves.

use super::{Command, Gtp, Reply, command, done};
use crate::engine::SessionError;
use crate::framework::{Decision, Game, IllegalMove, Move};
use crate::go::vertex::VertexError;
use crate::gtp::{Args, Failure};

pub(super) static COMMANDS: &[Command] = &[
    command("play", "COLOR VERTEX", "Play a move; it is then the other color's turn.", play),
    command("genmove", "COLOR", "Find a move and play it.", genmove),
    command("reg_genmove", "COLOR", "Find a move and do not play it; the clock does not count.", reg_genmove)
        .analyze("varc", "Reg GenMove", "%c"),
    command(
        "kgs-genmove_cleanup",
        "COLOR",
        "Find a move and play it; no pass before the opponent's dead stones are off the board.",
        |gtp, args| {
            let decision = gtp.session.genmove_cleanup(args.color(0)?)?;
            Ok(text(gtp, decision))
        },
    ),
    command("reg_genmove_toplay", "", "Find a move for the player to move and do not play it.", |gtp, _| {
        let decision = gtp.session.reg_genmove(gtp.session.position().to_play());
        Ok(text(gtp, decision))
    })
    .analyze("varc", "Reg GenMove ToPlay", ""),
    command("undo", "", "Take the last move back.", |gtp, _| {
        gtp.session.undo(1)?;
        done()
    }),
    command("gg-undo", "[N]", "Take the last moves back, one without an argument.", gg_undo),
];

fn play(gtp: &mut Gtp, args: &Args) -> Reply {
    let color = args.color(0)?;
    let mv = args.vertex(1, gtp.size()).map_err(|failure| match failure {
        // Controllers tell an illegal move from a defect by this very text.
        Failure::Vertex(VertexError::OffBoard(..)) => SessionError::Illegal(IllegalMove::NoSuchMove).into(),
        failure => failure,
    })?;
    gtp.session.follow(color, mv)?;
    done()
}

fn genmove(gtp: &mut Gtp, args: &Args) -> Reply {
    let decision = gtp.session.genmove(args.color(0)?)?;
    Ok(text(gtp, decision))
}

fn reg_genmove(gtp: &mut Gtp, args: &Args) -> Reply {
    let decision = gtp.session.reg_genmove(args.color(0)?);
    Ok(text(gtp, decision))
}

fn text(gtp: &Gtp, decision: Decision) -> String {
    match decision {
        // In capitals like the vertices, as Fuego and GNU Go answer: test files compare it to the letter.
        Decision::Play(Move::PASS) => "PASS".to_owned(),
        Decision::Play(mv) => gtp.session.position().move_text(mv),
        Decision::Resign => "resign".to_owned(),
    }
}

fn gg_undo(gtp: &mut Gtp, args: &Args) -> Reply {
    let count = if args.list.is_empty() { 1 } else { args.number(0, 0..=usize::MAX)? };
    gtp.session.undo(count)?;
    done()
}
