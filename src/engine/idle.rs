//! Parameters without effect because of others: a table behind the notes, `--help` and the guide.

use super::settings::Settings;
use crate::go::playout::PolicyName;
use crate::players::SearchMode;
use crate::search::flat::MoveSharing;
use crate::search::uct::{DynamicKomi, SearchParams};

/// Parameters that have no effect under a condition.
struct Idle {
    /// Their names, separated by blanks; a name ending with a period is a group prefix.
    names: &'static str,
    /// The condition in words, following "has no effect".
    when: &'static str,
    is: fn(&Settings) -> bool,
}

const fn idle(names: &'static str, when: &'static str, is: fn(&Settings) -> bool) -> Idle {
    Idle { names, when, is }
}

const RAVE: &str =
    "rave rave_weight_initial rave_weight_final weight_rave_updates rave_check_same randomize_rave_frequency";
const RAVE_DETAILS: &str = RAVE.split_at(5).1;
const BOUND: &str = "bias_term_constant bias_term_frequency bias_term_depth first_play_urgency";

static IDLE: [Idle; 24] = [
    idle(RAVE, WITH_NETWORK, |settings| settings.network().is_some()),
    idle(BOUND, WITH_NETWORK, |settings| {
        // All moves of the tree have probabilities then.
        let SearchParams { puct_constant, knowledge_threshold, .. } = settings.params.search;
        settings.network().is_some() && puct_constant > 0.0 && knowledge_threshold == 0
    }),
    idle(
        "use_default_prior_knowledge use_locality_prior use_opening_prior use_ladder_prior learned_prior_weight \
         default_prior_weight",
        WITH_NETWORK,
        |settings| settings.network().is_some(),
    ),
    idle(
        "number_playouts update_multiple_playouts_as_single mercy_rule score_modification length_modification",
        "in Go with a network while net_value_share and net_late_share are 1",
        needs_no_playouts,
    ),
    idle(
        "playout_policy nakade_heuristic fillboard_tries use_patterns_in_playout rule_patterns rule_capture_last \
         rule_defend rule_extend rule_capture_any filter_patterns patterns",
        "on searches in Go with a network while net_value_share and net_late_share are 1; --preset classic and \
         --monte-carlo search by playouts",
        needs_no_playouts,
    ),
    idle("expand_threshold", "in Go with a network while net_value_share is 1", takes_all_estimates),
    idle(
        "puct_constant puct_reduction correction_weight root_noise net_temperature net_value_share net_late_share \
         net_lead_share net_symmetries net_average_threshold",
        "without a network",
        |settings| settings.network().is_none(),
    ),
    idle("net_average_threshold", "while net_symmetries is 0", |settings| {
        !settings.params.global.net_symmetries
    }),
    idle(RAVE, WITHOUT_TREE, has_no_tree),
    idle(BOUND, WITHOUT_TREE, has_no_tree),
    idle(RAVE_DETAILS, "while rave is 0", |settings| !settings.params.search.rave),
    idle("bias_term_frequency bias_term_depth", "while bias_term_constant is 0", |settings| {
        settings.params.search.bias_term_constant == 0.0
    }),
    idle("widening_factor", "while progressive_widening is 0", |settings| {
        settings.params.search.progressive_widening == 0.0
    }),
    idle("update_multiple_playouts_as_single", "while number_playouts is 1", |settings| {
        settings.params.search.number_playouts == 1
    }),
    idle("dynamic_komi_stone dynamic_komi_moves", "while dynamic_komi is off", |settings| {
        settings.params.global.dynamic_komi == DynamicKomi::Off
    }),
    idle("rootfilter.", "while use_root_filter is 0", |settings| !settings.params.player.use_root_filter),
    idle("treefilter.", "while use_tree_filter is 0", |settings| !settings.params.global.use_tree_filter),
    idle(
        "nakade_heuristic fillboard_tries use_patterns_in_playout",
        "while playout_policy is not fuego",
        |settings| settings.params.playout.playout_policy != PolicyName::Fuego,
    ),
    idle(
        "rule_patterns rule_capture_last rule_defend rule_extend rule_capture_any filter_patterns",
        "while playout_policy is not rulebased",
        |settings| settings.params.playout.playout_policy != PolicyName::RuleBased,
    ),
    idle(
        "movefilter",
        "while search_mode is not one_ply and playout_policy is fuego, database or learned",
        |settings| {
            is_not_one_ply(settings)
                && matches!(
                    settings.params.playout.playout_policy,
                    PolicyName::Fuego | PolicyName::Database | PolicyName::Learned
                )
        },
    ),
    idle(
        "sim moveselect moveselect_constant keep_playing",
        "while search_mode is not one_ply",
        is_not_one_ply,
    ),
    idle("moveselect_constant", "while moveselect is not ucb", |settings| {
        settings.params.flat.moveselect != MoveSharing::Ucb
    }),
    idle("max_ponder_time", "while ponder is 0", |settings| !settings.limits.ponder),
    idle("ponder", "while reuse_subtree is 0 or ignore_clock is 1", |settings| {
        !settings.params.player.reuse_subtree || settings.limits.ignore_clock
    }),
];

const WITH_NETWORK: &str = "in Go with a network; --preset classic, fuego and fuego2009 play without one";

const WITHOUT_TREE: &str = "while search_mode is not uct";

/// True if a search evaluates each new leaf with the network.
fn takes_all_estimates(settings: &Settings) -> bool {
    settings.takes_estimates() && settings.params.search.knowledge_threshold == 0
}

/// True if it does so also late in the game.
fn needs_no_playouts(settings: &Settings) -> bool {
    takes_all_estimates(settings) && settings.params.global.net_late_share >= 1.0
}

fn has_no_tree(settings: &Settings) -> bool {
    settings.params.player.search_mode != SearchMode::Uct
}

fn is_not_one_ply(settings: &Settings) -> bool {
    settings.params.player.search_mode != SearchMode::OnePly
}

/// The entries for a parameter, whose name includes its group's prefix.
fn entries(name: &str) -> impl Iterator<Item = &'static Idle> {
    let is_named = move |known: &str| known == name || known.ends_with('.') && name.starts_with(known);
    IDLE.iter().filter(move |idle| idle.names.split(' ').any(is_named))
}

/// Remarks on parameters without effect under the settings, one per reason.
pub(super) fn notes(settings: &Settings, names: impl Iterator<Item = String>) -> Vec<String> {
    let mut reasons: Vec<(&str, Vec<String>)> = Vec::new();
    for name in names {
        let Some(idle) = entries(&name).find(|idle| (idle.is)(settings)) else { continue };
        match reasons.iter_mut().find(|(when, _)| *when == idle.when) {
            Some((_, names)) => names.push(name),
            None => reasons.push((idle.when, vec![name])),
        }
    }
    let text = |(when, names): (&str, Vec<String>)| {
        format!("{} {} no effect {when}", names.join(", "), if names.len() == 1 { "has" } else { "have" })
    };
    reasons.into_iter().map(text).collect()
}

/// A sentence, preceded by a blank, on the conditions under which a parameter has no effect; empty if there are none.
pub fn no_effect(name: &str) -> String {
    let whens: Vec<_> = entries(name).map(|idle| idle.when.split(';').next().unwrap_or_default()).collect();
    if whens.is_empty() { String::new() } else { format!(" No effect {}.", whens.join(", or ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::go::search::search;
    use crate::engine::{BoardSize, GROUPS, PRESETS, Preset};
    use crate::framework::{Control, Game, Limits, Move, Search};
    use crate::go::{Position, Rules, vertex};
    use crate::util::params::Kind;

    fn note(settings: &Settings, name: &str) -> Option<String> {
        notes(settings, [name.to_owned()].into_iter()).pop()
    }

    fn names() -> Vec<String> {
        let settings = Settings::new(9);
        GROUPS.iter().flat_map(|group| group.names(&settings)).collect()
    }

    #[test]
    fn the_table_names_parameters_that_exist() {
        let known = names();
        for name in IDLE.iter().flat_map(|idle| idle.names.split(' ')) {
            let exists =
                known.iter().any(|known| known == name || name.ends_with('.') && known.starts_with(name));
            assert!(exists, "{name}");
        }
    }

    /// A search result on a small board after some moves.
    fn result(settings: &Settings) -> (Vec<(Move, u64)>, f64) {
        let mut position = Position::new(8, Rules::default());
        for text in ["D4", "C5", "E5", "D5", "C4"] {
            position.play(vertex::parse(text, 8).unwrap()).unwrap();
        }
        let sure_after = Some(settings.limits.resign_min_games);
        let limits = Limits { playouts: Some(60), sure_after, ..Limits::default() };
        let report =
            search(&settings.spec(BoardSize::square(8), 1)).search(&position, limits, &Control::default());
        (report.moves.iter().map(|stat| (stat.mv, stat.count)).collect(), report.value)
    }

    /// Another valid value of a parameter.
    fn another(settings: &Settings, name: &str) -> String {
        let rows = GROUPS.iter().flat_map(|group| {
            (group.rows)(settings).into_iter().map(|row| (format!("{}{}", group.prefix, row.name), row))
        });
        let (_, row) = rows.into_iter().find(|(known, _)| known == name).unwrap();
        match row.kind {
            Kind::Bool => if row.value == "1" { "0" } else { "1" }.to_owned(),
            Kind::Choice(names) => (*names.iter().find(|name| **name != row.value).unwrap()).to_owned(),
            Kind::Whole | Kind::Number => if row.value == "3" { "4" } else { "3" }.to_owned(),
        }
    }

    #[test]
    fn a_search_is_the_same_whatever_the_value_of_a_parameter_without_effect() {
        let mut found = 0;
        for (preset, net, share) in
            [("default", "scalar", "1"), ("default", "rank", "0.6"), ("classic", "none", "1")]
        {
            let preset: &'static Preset = PRESETS.iter().find(|known| known.name == preset).unwrap();
            let mut settings = Settings::with_preset(8, preset);
            for (name, value) in [
                ("net", net),
                ("net_value_share", share),
                ("number_threads", "1"),
                ("uct_max_memory", "30000000"),
                ("expand_threshold", "1"),
            ] {
                settings.set(name, value).unwrap();
            }
            assert_eq!(settings.network().is_some(), net != "none");
            let expected = result(&settings);
            for name in names().iter().filter(|name| note(&settings, name).is_some()) {
                let value = ["0.5", "0.01", &another(&settings, name)]
                    .into_iter()
                    .find(|value| settings.clone().set(name, value).is_ok())
                    .unwrap()
                    .to_owned();
                let mut changed = settings.clone();
                changed.set(name, &value).unwrap();
                assert_eq!(result(&changed), expected, "{name} {value}, net {net}");
                found += 1;
            }
        }
        assert!(found > 50, "{found}");
    }

    #[test]
    fn a_note_says_why() {
        let mut settings = Settings::new(9);
        settings.set("net", "scalar").unwrap();
        let text = note(&settings, "rave_weight_initial").unwrap();
        assert!(
            text.starts_with("rave_weight_initial has no effect in Go with a network; --preset"),
            "{text}"
        );
        assert_eq!(note(&settings, "puct_constant"), None);
        settings.set("net", "none").unwrap();
        assert_eq!(note(&settings, "rave_weight_initial"), None);
        settings.set("rave", "0").unwrap();
        assert_eq!(note(&settings, "rave"), None);
        assert_eq!(
            note(&settings, "rave_check_same").unwrap(),
            "rave_check_same has no effect while rave is 0"
        );
        assert_eq!(no_effect("widening_factor"), " No effect while progressive_widening is 0.");
        assert_eq!(no_effect("max_games"), "");
    }
}
