//! The chapter on parameters: each group has a command that prints its parameters or sets one.

use super::dispatch::{Gtp, command, done, empty};
use crate::engine::levels::{self, Rank};
use crate::engine::{ConfigureError, GROUPS, ParamRow};
use crate::framework::{Args, Command, Failure, Reply};
use crate::util::params::{Kind, ParamError};

/// The command of a group, with its entry in GoGui.
const fn param(usage: &'static str, entry: &'static str, about: &'static str) -> Command<Gtp> {
    command(usage, about, group).analyze(entry)
}

pub(super) static COMMANDS: &[Command<Gtp>] = &[
    param("go_param [NAME] [VALUE]", "param/Go Param", "Print or set parameters of the game and its clock."),
    param(
        "go_param_timecontrol [NAME] [VALUE]",
        "param/Go Param TimeControl",
        "Print or set how the clock's time is divided among the moves.",
    ),
    param("sg_param [NAME] [VALUE]", "param/Sg Param", "Print or set how search time is measured."),
    param(
        "uct_param_search [NAME] [VALUE]",
        "param/Uct Param Search",
        "Print or set parameters of the tree search.",
    ),
    param(
        "uct_param_player [NAME] [VALUE]",
        "param/Uct Param Player",
        "Print or set the player's limits, opening, passing, resigning and pondering.",
    ),
    param(
        "uct_param_globalsearch [NAME] [VALUE]",
        "param/Uct Param GlobalSearch",
        "Print or set how playouts end and are scored, and priors.",
    ),
    command(
        "uct_param_feature_knowledge [NAME] [VALUE]",
        "Print or set the weight of the learned features in the prior; uct_param_globalsearch has it too.",
        feature_knowledge,
    )
    .analyze("param/Uct Param FeatureKnowledge"),
    param(
        "uct_param_rootfilter [NAME] [VALUE]",
        "param/Uct Param RootFilter",
        "Print or set the moves to leave out at the root.",
    ),
    param(
        "uct_param_treefilter [NAME] [VALUE]",
        "param/Uct Param TreeFilter",
        "Print or set the moves to leave out of other nodes.",
    ),
    param(
        "uct_param_policy [NAME] [VALUE]",
        "param/Uct Param Policy",
        "Print or set parameters of the rule-based playout policy.",
    ),
    param(
        "go3_param [NAME] [VALUE]",
        "param/Go3 Param",
        "Print or set how flat Monte Carlo divides its simulations, and the rules and filters of the course.",
    ),
    command(
        "level [RANK]",
        "Print or set the rank, from 20k for a beginner up, or a level from 1 to 10; none: no limit.",
        level,
    )
    .analyze("none/Level/20k|18k|15k|12k|10k|8k|5k|3k|1k|none"),
    command("uct_max_memory [BYTES]", "Print or set the memory limit for the tree, in bytes.", max_memory)
        .analyze("none/Uct Max Memory/%s"),
    command(
        "deterministic_mode",
        "Play the same moves every time: one thread, seed 1, no clock, no tree reuse; irreversible.",
        |gtp, _| empty(gtp.session.context_mut().set_deterministic()),
    )
    .analyze("none/Deterministic Mode"),
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

/// Parameters specific to Fuego, separated by blanks, and their replacements here; configuration files that set them
/// work.
const FUEGO: [(&str, &str); 11] = [
    ("lock_free", "the tree is always lock-free"),
    ("max_nodes", "uct_max_memory bounds the tree"),
    ("max_knowledge_threads", "the thread that expands a node computes its knowledge"),
    ("check_float_precision", "counts are whole numbers"),
    ("log_games", "keep_games keeps the games"),
    ("territory_statistics", "uct_stat_territory always has the statistics"),
    ("statistics_enabled", "there are no statistics to turn on"),
    ("combination_type pattern_gamma_threshold", "playouts take moves from rules only"),
    ("debug_to_comment auto_save", "savesgf saves the game"),
    ("statistics_file", "uct_stat_player prints statistics"),
    (
        "additive_predictor_decay additive_knowledge_scale knowledge_type use_as_additive_predictor \
         prior_knowledge_type prior_weight top_n multiplier sigmoid_factor",
        "learned_prior_weight sets the weight of the prior",
    ),
];

/// Notes a Fuego-specific parameter; returns whether there is one of that name.
fn is_of_fuego(gtp: &mut Gtp, args: &Args<'_>) -> bool {
    let [name, _] = args.list else { return false };
    let known = FUEGO.iter().find(|(names, _)| names.split(' ').any(|known| known == name));
    let Some((_, why)) = known else { return false };
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
            empty(gtp.session.context_mut().configure(|settings| settings.set("uct_max_memory", bytes)))
        }
    }
}
