//! The chapter on parameters: each group has a command that prints its parameters or sets one.

use super::dispatch::{Gtp, command, done};
use crate::engine::levels::{self, Rank};
use crate::engine::{ConfigureError, GROUPS, ParamRow};
use crate::framework::{Args, Command, Failure, Reply};
use crate::util::params::{Kind, ParamError};

const USAGE: &str = "[NAME] [VALUE]";

/// The command of a group, with its label in GoGui.
const fn param(name: &'static str, label: &'static str, about: &'static str) -> Command<Gtp> {
    command(name, USAGE, about, group).analyze("param", label, "")
}

pub(super) static COMMANDS: &[Command<Gtp>] = &[
    param("go_param", "Go Param", "Print or set parameters of the game and its clock."),
    param(
        "go_param_timecontrol",
        "Go Param TimeControl",
        "Print or set how the clock's time is divided among the moves.",
    ),
    param("sg_param", "Sg Param", "Print or set how search time is measured."),
    param("uct_param_search", "Uct Param Search", "Print or set parameters of the tree search."),
    param(
        "uct_param_player",
        "Uct Param Player",
        "Print or set the player's limits, opening, passing, resigning and pondering.",
    ),
    param(
        "uct_param_globalsearch",
        "Uct Param GlobalSearch",
        "Print or set how playouts end and are scored, and priors.",
    ),
    command(
        "uct_param_feature_knowledge",
        USAGE,
        "Print or set the weight of the learned features in the prior; uct_param_globalsearch has it too.",
        feature_knowledge,
    )
    .analyze("param", "Uct Param FeatureKnowledge", ""),
    param("uct_param_rootfilter", "Uct Param RootFilter", "Print or set the moves to leave out at the root."),
    param(
        "uct_param_treefilter",
        "Uct Param TreeFilter",
        "Print or set the moves to leave out of other nodes.",
    ),
    param(
        "uct_param_policy",
        "Uct Param Policy",
        "Print or set parameters of the rule-based playout policy.",
    ),
    param(
        "go3_param",
        "Go3 Param",
        "Print or set how flat Monte Carlo divides its simulations, and the rules and filters of the course.",
    ),
    command(
        "level",
        "[RANK]",
        "Print or set the rank, from 20k for a beginner up, or a level from 1 to 10; none: no limit.",
        level,
    )
    .analyze("none", "Level", "20k|18k|15k|12k|10k|8k|5k|3k|1k|none"),
    command("uct_max_memory", "[BYTES]", "Print or set the memory limit for the tree, in bytes.", max_memory)
        .analyze("none", "Uct Max Memory", "%s"),
    command(
        "deterministic_mode",
        "",
        "Play the same moves every time: one thread, seed 1, no clock, no tree reuse; irreversible.",
        |gtp, _| {
            gtp.session.context_mut().set_deterministic()?;
            done()
        },
    )
    .analyze("none", "Deterministic Mode", ""),
];

pub(super) fn set_level(gtp: &mut Gtp, level: Option<Rank>) -> Reply {
    gtp.session.context_mut().configure(|settings| {
        settings.set_level(level);
        Ok(())
    })?;
    let context = gtp.session.context_mut();
    let kept = context.settings().over_level();
    if let Some(level) = level.filter(|_| !kept.is_empty()) {
        context.note(format!("level {level} leaves what was set by name: {}", kept.join(", ")));
    }
    done()
}

/// Parameters specific to Fuego, and their replacements here; configuration files that set them work.
const FUEGO: [(&str, &str); 21] = [
    ("lock_free", "the tree is always lock-free"),
    ("max_nodes", "uct_max_memory bounds the tree"),
    ("max_knowledge_threads", "the thread that expands a node computes its knowledge"),
    ("additive_predictor_decay", "learned_prior_weight sets the weight of the prior"),
    ("check_float_precision", "counts are whole numbers"),
    ("log_games", "keep_games keeps the games"),
    ("territory_statistics", "uct_stat_territory always has the statistics"),
    ("additive_knowledge_scale", "learned_prior_weight sets the weight of the prior"),
    ("statistics_enabled", "there are no statistics to turn on"),
    ("knowledge_type", "learned_prior_weight sets the weight of the prior"),
    ("combination_type", "playouts take moves from rules only"),
    ("pattern_gamma_threshold", "playouts take moves from rules only"),
    ("use_as_additive_predictor", "learned_prior_weight sets the weight of the prior"),
    ("prior_knowledge_type", "learned_prior_weight sets the weight of the prior"),
    ("prior_weight", "learned_prior_weight sets the weight of the prior"),
    ("top_n", "learned_prior_weight sets the weight of the prior"),
    ("multiplier", "learned_prior_weight sets the weight of the prior"),
    ("sigmoid_factor", "learned_prior_weight sets the weight of the prior"),
    ("debug_to_comment", "savesgf saves the game"),
    ("auto_save", "savesgf saves the game"),
    ("statistics_file", "uct_stat_player prints statistics"),
];

/// Notes a Fuego-specific parameter; returns whether there is one of that name.
fn is_of_fuego(gtp: &mut Gtp, args: &Args<'_>) -> bool {
    let [name, _] = args.list else { return false };
    let Some((name, why)) = FUEGO.iter().find(|(known, _)| known == name) else { return false };
    gtp.session.context_mut().note(format!("{} {name} has no effect: {why}", args.command));
    true
}

/// Prints the parameters of the command's group, or sets one.
fn group(gtp: &mut Gtp, args: &Args<'_>) -> Reply {
    if is_of_fuego(gtp, args) {
        return done();
    }
    let group = GROUPS
        .iter()
        .find(|group| group.name == args.command)
        .ok_or_else(|| Failure::Other("no such group".to_owned()))?;
    match args.list {
        [] => {
            gtp.session.context_mut().note_idle(group);
            Ok(listing(&(group.rows)(gtp.session.context().settings())))
        }
        [name, value] => {
            gtp.session.context_mut().configure(|settings| settings.set_in(group, name, value)).map_err(
                |error| match error {
                    ConfigureError::Param(error @ ParamError::Unknown { .. }) => {
                        Failure::Other(format!("{error} ({} lists the valid ones)", args.command))
                    }
                    error => error.into(),
                },
            )?;
            done()
        }
        _ => Err(Failure::Syntax("expected a name and a value".to_owned())),
    }
}

/// Prints or sets the parameters of `uct_param_globalsearch` for learned features, under Fuego's command name.
fn feature_knowledge(gtp: &mut Gtp, args: &Args<'_>) -> Reply {
    const NAME: &str = "learned_prior_weight";
    if is_of_fuego(gtp, args) {
        return done();
    }
    let is_other = args.optional(0).is_some_and(|name| name != NAME);
    let group = GROUPS.iter().find(|group| group.name == "uct_param_globalsearch");
    let group =
        group.filter(|_| !is_other).ok_or_else(|| Failure::Other(format!("the only parameter is {NAME}")))?;
    if !args.list.is_empty() {
        let value = args.text(1)?;
        gtp.session.context_mut().configure(|settings| settings.set_in(group, NAME, value))?;
        return done();
    }
    let mut rows = (group.rows)(gtp.session.context().settings());
    rows.retain(|row| row.name == NAME);
    Ok(listing(&rows))
}

/// Parameters in GoGui's format `param`.
pub(super) fn listing(rows: &[ParamRow]) -> String {
    let line = |row: &ParamRow| {
        let kind = match row.kind {
            Kind::Bool => "bool".to_owned(),
            Kind::Choice(names) => format!("list/{}", names.join("/")),
            Kind::Whole | Kind::Number => "string".to_owned(),
        };
        format!("[{kind}] {} {}", row.name, row.value)
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn level(gtp: &mut Gtp, args: &Args<'_>) -> Reply {
    let Some(text) = args.optional(0) else {
        let level = gtp.session.context().settings().level();
        return Ok(level.map_or("none".to_owned(), |level| level.to_string()));
    };
    // GNU Go's command takes any number.
    let number = text.parse().ok().filter(|_| gtp.persona.file == "gnugo");
    let number = number.map(|number: i64| number.clamp(1, 10).to_string());
    let level = if text == "none" { None } else { Some(levels::find(number.as_deref().unwrap_or(text))?) };
    set_level(gtp, level)
}

fn max_memory(gtp: &mut Gtp, args: &Args<'_>) -> Reply {
    match args.optional(0) {
        None => Ok(gtp.session.context().settings().params.search.uct_max_memory.to_string()),
        Some(bytes) => {
            gtp.session.context_mut().configure(|settings| settings.set("uct_max_memory", bytes))?;
            done()
        }
    }
}
