//! Named combinations of parameters.

/// A name for a combination of parameters.
#[derive(Debug)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// One line of help.
    pub doc: &'static str,
    /// The parameters that differ from the defaults, as `name=value` between blanks.
    values: &'static str,
}

impl Preset {
    /// The parameters that differ from the defaults, with their values.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.values.split(' ').filter_map(|word| word.split_once('='))
    }
}

/// An unknown preset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown preset '{0}': expected one of {list}", list = names().join(", "))]
pub struct UnknownPreset(String);

/// All presets, the default first.
pub static PRESETS: [Preset; 9] = [
    Preset {
        name: "default",
        doc: "a network, as in AlphaGo Zero; on large boards also playouts late in the game",
        values: "",
    },
    Preset {
        name: "alphago",
        doc: "a network and playouts, as in AlphaGo",
        values: "net_value_share=0.7 net_late_share=0.7 net_lead_share=0 puct_constant=1.1 \
                 correction_weight=0 resign_min_games=5000",
    },
    Preset {
        name: "classic",
        doc: "the strongest parameters known without a network",
        values: "net=none resign_min_games=5000",
    },
    Preset {
        name: "fuego",
        doc: "Fuego's last defaults",
        values: "net=none resign_min_games=5000 expand_threshold=3 bias_term_constant=0 \
                 rave_weight_final=5000 first_play_urgency=1 default_prior_weight=0.15 use_tree_filter=1 \
                 learned_prior_weight=0 remaining_constant=0.5 unsettled_factor=1",
    },
    Preset {
        name: "fuego2009",
        doc: "the parameters of Fuego's 2009 manual",
        values: "net=none resign_min_games=5000 expand_threshold=1 bias_term_constant=0.7 \
                 rave_weight_initial=0.9 rave_weight_final=20000 first_play_urgency=10000 \
                 default_prior_weight=0.15 nakade_heuristic=1 learned_prior_weight=0 \
                 remaining_constant=0.5 unsettled_factor=1",
    },
    Preset {
        name: "gnugo-mc",
        doc: "GNU Go's Monte Carlo: plain UCT, with playouts from a pattern database",
        values: "net=none resign_min_games=5000 expand_threshold=1 playout_policy=database rave=0 \
                 bias_term_constant=0.45 use_default_prior_knowledge=0 use_locality_prior=0 \
                 use_opening_prior=0 use_ladder_prior=0 learned_prior_weight=0 use_root_filter=0 \
                 forced_opening_moves=0 use_book=0 mercy_rule=0",
    },
    Preset {
        name: "go1",
        doc: "the course's random player: filters all moves, then picks one",
        values: "search_mode=playout_policy playout_policy=naive early_pass=0 answer_pass=0 \
                 resign_threshold=0 forced_opening_moves=0 use_book=0",
    },
    Preset {
        name: "go2",
        doc: "the same random player, but picks a move first, then filters it",
        values: "search_mode=playout_policy playout_policy=random early_pass=0 answer_pass=0 \
                 resign_threshold=0 forced_opening_moves=0 use_book=0",
    },
    Preset {
        name: "go3",
        doc: "the course's flat Monte Carlo; see --sim, --moveselect, --simrule and --movefilter",
        values: "search_mode=one_ply playout_policy=random sim=10 keep_playing=1 ignore_clock=1 \
                 mercy_rule=0 score_modification=0 use_root_filter=0 early_pass=0 answer_pass=0 \
                 resign_threshold=0 forced_opening_moves=0 use_book=0",
    },
];

/// The names of all presets.
pub fn names() -> Vec<&'static str> {
    PRESETS.iter().map(|preset| preset.name).collect()
}

/// The preset with a name.
///
/// # Errors
/// When no preset has the name; the error lists all names.
pub fn find(name: &str) -> Result<&'static Preset, UnknownPreset> {
    PRESETS.iter().find(|preset| preset.name == name).ok_or_else(|| UnknownPreset(name.to_owned()))
}
