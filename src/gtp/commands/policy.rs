//! The chapter on the playout policy: its candidate moves here, and the moves it made in searches.

use super::dispatch::done;
use super::go::{command, list};
use crate::engine::GoSession;
use crate::engine::go::policies::policy;
use crate::framework::{Args, Command, Failure, Game, Move, Reply};
use crate::go::Position;
use crate::go::board::{Board, Point};
use crate::go::knowledge::sets_atari;
use crate::go::pattern::Mogo;
use crate::go::playout::{Rule, Turn};

pub(super) static COMMANDS: &[Command<GoSession>] = &[
    command(
        "uct_policy_moves",
        "Print which rule of the playout policy moves here, and its moves.",
        |go, _| {
            let (rule, points) = moves(go, go.position());
            Ok(format!("{} {}", rule.name(), list(points)).trim_end().to_owned())
        },
    )
    .analyze("pstring/Uct Policy Moves"),
    command(
        "uct_policy_moves_simple",
        "Print the moves that the playout policy chooses among here.",
        |go, _| Ok(list(moves(go, go.position()).1)),
    )
    .analyze("pstring/Uct Policy Moves Simple"),
    command(
        "uct_policy_corrected_moves",
        "Print each move here that the playout policy would correct, and its replacement.",
        corrected_moves,
    )
    .analyze("pstring/Uct Policy Corrected Moves"),
    command(
        "is_policy_move",
        "Print 1 if the playout policy could have chosen the last move, else 0.",
        |go, _| {
            let (position, last) = before_last(go)?;
            // All random tries of fillboard may fail.
            let (spec, mut without) = (go.spec(), go.spec());
            without.params.policy.fillboard_tries = 0;
            let is_choice = [spec, without].into_iter().any(|spec| {
                let (rule, points) = policy(&spec).candidates(&position);
                match last {
                    Move::PASS => rule == Rule::Pass,
                    last => points.contains(&Point::of_move(last)),
                }
            });
            Ok(u8::from(is_choice).to_string())
        },
    )
    .analyze("string/Is Policy Move"),
    command(
        "is_policy_corrected_move",
        "Print 1 if the playout policy would have corrected the last move, else 0.",
        |go, _| {
            let (position, last) = before_last(go)?;
            if last == Move::PASS {
                return Ok("0".to_owned());
            }
            let (rule, points) = moves(go, &position);
            let p = Point::of_move(last);
            let rule = if points.contains(&p) { rule } else { Rule::Random };
            let corrected = policy(&go.spec()).corrected(&position, rule, &[p]);
            Ok(u8::from(corrected != [p]).to_string())
        },
    )
    .analyze("string/Is Policy Corrected Move"),
    command("uct_patterns", "List the legal moves here where a 3x3 pattern matches.", |go, _| {
        Ok(list(legal(go, |board, p, turn| Mogo::table().matches(board.neighborhood3x3(p), turn.color))))
    })
    .analyze("plist/Uct Patterns"),
    command(
        "uct_default_policy",
        "List the legal moves here that get prior credit for an atari.",
        |go, _| Ok(list(legal(go, sets_atari))),
    )
    .analyze("plist/Uct Default Policy"),
    command("uct_stat_policy", "Print how many playout moves each rule made.", stat_policy)
        .analyze("hstring/Uct Stat Policy"),
    command("uct_stat_policy_clear", "Clear the statistics of uct_stat_policy.", |go, _| {
        go.rule_counts().clear();
        done()
    })
    .analyze("none/Uct Stat Policy Clear"),
];

/// The rule that applies in a position, and its candidate moves.
fn moves(go: &GoSession, position: &Position) -> (Rule, Vec<Point>) {
    policy(&go.spec()).candidates(position)
}

/// The position before the last move, and the move.
fn before_last(go: &GoSession) -> Result<(Position, Move), Failure> {
    let mut record = go.record().clone();
    let &(_, last) =
        record.moves().last().ok_or_else(|| Failure::Other("no move has been played".to_owned()))?;
    record.undo(1)?;
    Ok((record.position().clone(), last))
}

/// The legal moves here that satisfy a condition.
fn legal(go: &GoSession, is: impl Fn(&Board, Point, &Turn) -> bool) -> Vec<Point> {
    let position = go.position();
    let turn = Turn { color: position.to_play(), last: position.last() };
    let is_legal = |p: &Point| position.check(p.to_move()).is_ok();
    position.board().points().filter(is_legal).filter(|&p| is(position.board(), p, &turn)).collect()
}

fn corrected_moves(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let (rule, points) = moves(go, go.position());
    let corrected = policy(&go.spec()).corrected(go.position(), rule, &points);
    let replaced = points.iter().zip(corrected).filter(|&(&p, q)| p != q);
    Ok(replaced.map(|(p, q)| format!("{p} {q}")).collect::<Vec<_>>().join("\n"))
}

fn stat_policy(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let rules = go.rule_counts();
    let all: u64 = rules.iter().map(|(_, count)| count).sum();
    let line = |(name, count): &(&str, u64)| {
        format!("{name:<16}{count:>14}{:>8.2}%", 100.0 * *count as f64 / all.max(1) as f64)
    };
    Ok(format!("PolicyStatistics:\n{}", rules.iter().map(line).collect::<Vec<_>>().join("\n")))
}
