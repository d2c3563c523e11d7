//! The chapter on servers: what their clients report about the opponent.

use super::dispatch::done;
use super::go::command;
use crate::engine::GoSession;
use crate::framework::{Args, Command, Reply};

pub(super) static COMMANDS: &[Command<GoSession>] = &[
    command(
        "cgos-opponent_name",
        "NAME...",
        "Note the opponent on CGOS, and play by its rules: dead stones must be captured before the end.",
        play_by_cgos_rules,
    ),
    command(
        "cgos-opponent_rating",
        "RATING...",
        "Note the opponent's rating on CGOS, and play by its rules.",
        play_by_cgos_rules,
    ),
];

/// Only CGOS clients send these commands, and they do not send the rules.
fn play_by_cgos_rules(go: &mut GoSession, _: &Args<'_>) -> Reply {
    go.set_named_rules("cgos")?;
    done()
}
