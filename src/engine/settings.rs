//! A session's parameters: groups, values set by name, and board size defaults.
//!
//! Precedence, lowest first: board size defaults, preset, level, values set by name. A change of the board size or
//! level reapplies them all.

use std::time::Duration;

use super::clock::TimeParams;
use super::go::book::SharedBooks;
use super::levels::Rank;
use super::presets::{PRESETS, Preset};
use super::spec::{BoardSize, PlayParams, PlayerSpec, playouts_for};
use crate::framework::{Detail, Limits};
use crate::go::Rules;
use crate::go::knowledge::{Weights, built_in_network, rank_network};
use crate::go::pattern::database::Database;
use crate::net::{Evaluator, Network};
use crate::players::SearchMode;
use crate::search::uct::NetChoice;
use crate::util::TimeMode;
use crate::util::params::{Kind, ParamError, Params, nearest};

crate::params! {
    /// `go_param`: the game and its clock.
    pub struct GoParams {
        timelimit: f64 = 10.0, in 0.0..=1e6, "Seconds per move without a clock.";
        overhead: f64 = 0.35, in 0.0..=3600.0, "Seconds reserved for lag on each clocked move; more if more lag was measured.";
        use_book: bool = true, in .., "Play from the opening book.";
        skip_book_faults: bool = false, in .., "Load an opening book without its faulty lines instead of rejecting it.";
        analysis_root_noise: f64 = 0.0, in 0.0..=1.0, "Share of random noise in the root's probabilities of an analysis; moves are found without it.";
        malkovich: bool = false, in .., "After each genmove, print a line on standard error for gtp2ogs to post in the OGS game chat.";
        accept_illegal: bool = false, in .., "Let play accept a stone on any empty point, whatever the rules.";
    }
}

crate::params! {
    /// `sg_param`: all searches.
    pub struct SgParams {
        time_mode: TimeMode = TimeMode::Real, in .., "Time that limits a search: wall-clock time (real), or the CPU time of all its threads (cpu).";
    }
}

crate::params! {
    /// `uct_param_search`: what a search keeps and shows.
    pub struct ShownParams {
        keep_games: bool = false, in .., "Keep the games of the last search, for uct_savegames.";
        live_gfx_interval: u64 = 500, in 1.., "Playouts between updates of live graphics, at most ten per second.";
    }
}

crate::params! {
    /// `uct_param_globalsearch`: the live graphics.
    pub struct GfxParams {
        live_gfx: bool = false, in .., "Show the expected line and move values and counts on GoGui's board during a search.";
    }
}

crate::params! {
    /// `uct_param_player`: limits, resigning and pondering.
    pub struct LimitParams {
        max_games: u64 = u64::MAX, in 1.., "Maximum playouts per move, including those of the reused tree.";
        resign_threshold: f64 = 0.05, 0.05, 0.08, in 0.0..=1.0, "Resign below this share of won playouts.";
        resign_min_games: u64 = 500, in 0.., "Minimum playouts before resigning, and before a search of a won game ends early.";
        auto_param: bool = true, in .., "Switch to the new size's defaults when the board size changes.";
        ponder: bool = false, in .., "Think on the opponent's time, after genmove; needs reuse_subtree on and ignore_clock off.";
        max_ponder_time: f64 = 300.0, in 0.0..=1e6, "Maximum pondering time, in seconds.";
        ignore_clock: bool = false, in .., "Ignore the clock, and with max_games the time limit.";
    }
}

/// The name, kind and value of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct ParamRow {
    /// The name.
    pub name: &'static str,
    /// The kind of its values.
    pub kind: Kind,
    /// The range of a number, for messages.
    pub range: String,
    /// Its meaning.
    pub doc: &'static str,
    /// The value as text.
    pub value: String,
}

/// A group of parameters and the GTP command that shows and sets them.
#[derive(Debug)]
pub struct Group {
    /// The GTP command.
    pub name: &'static str,
    /// The subject of the parameters.
    pub doc: &'static str,
    /// The prefix of parameter names where the group is not given; empty unless another group has the same names.
    pub prefix: &'static str,
    /// The parameters in the order of their table.
    pub rows: fn(&Settings) -> Vec<ParamRow>,
    set: fn(&mut Settings, &str, &str) -> Result<(), ParamError>,
}

impl Group {
    /// The parameter names, each with the prefix.
    pub(super) fn names(&self, settings: &Settings) -> impl Iterator<Item = String> {
        (self.rows)(settings).into_iter().map(|row| format!("{}{}", self.prefix, row.name))
    }
}

/// A group of one or two parameter tables held in fields of the settings.
macro_rules! group {
    ($name:literal, $doc:literal, $prefix:literal, $($first:ident).+ $(, $($second:ident).+)?) => {
        Group {
            name: $name,
            doc: $doc,
            prefix: $prefix,
            rows: |settings| [rows(&settings.$($first).+) $(, rows(&settings.$($second).+))?].concat(),
            set: |settings, name, value| match settings.$($first).+.set(name, value) {
                $(Err(ParamError::Unknown { nearest: of_first, .. }) => {
                    settings.$($second).+.set(name, value).map_err(|error| also_near(error, of_first))
                })?
                set => set,
            },
        }
    };
}

/// Adds similar names to an unknown-name error.
fn also_near(error: ParamError, names: Vec<String>) -> ParamError {
    match error {
        ParamError::Unknown { name, nearest: near } => {
            let nearest = nearest(&name, near.into_iter().chain(names));
            ParamError::Unknown { name, nearest }
        }
        error => error,
    }
}

/// All groups.
pub static GROUPS: [Group; 10] = [
    group!("uct_param_search", "the tree search", "", params.search, shown),
    group!("uct_param_globalsearch", "how playouts end and are scored, and priors", "", params.global, gfx),
    group!("uct_param_rootfilter", "moves to leave out at the root", "rootfilter.", params.root_filter),
    group!("uct_param_treefilter", "moves to leave out of other nodes", "treefilter.", params.tree_filter),
    group!(
        "uct_param_policy",
        "the playout policy, and the parameters of the rule-based one",
        "",
        params.playout,
        params.policy
    ),
    group!(
        "go3_param",
        "flat Monte Carlo, and the rules and filters of the course",
        "",
        params.flat,
        params.course
    ),
    group!(
        "uct_param_player",
        "the player: limits, opening, passing, resigning and pondering",
        "",
        limits,
        params.player
    ),
    group!("go_param", "the game and its clock", "", go),
    group!("sg_param", "all searches", "", sg),
    group!("go_param_timecontrol", "how the clock's time is divided among the moves", "", time),
];

/// A table's parameters with their values.
pub fn rows<P: Params>(group: &P) -> Vec<ParamRow> {
    P::TABLE
        .iter()
        .map(|param| ParamRow {
            name: param.name,
            kind: param.kind,
            range: (param.range)(),
            doc: param.doc,
            value: (param.get)(group),
        })
        .collect()
}

/// The rules and the board sizes of new games of Go.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChosenRules {
    /// The rules and the komi.
    pub rules: Rules,
    /// Whether the komi was set explicitly; named rules then do not change it.
    pub is_komi_set: bool,
    /// The only accepted board size; `None` to accept all.
    pub fixed_size: Option<u8>,
}

/// All parameters.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The parameters that affect play.
    pub params: PlayParams,
    /// The opening book.
    pub books: SharedBooks,
    /// The learned weights of the prior; `None` for the built-in ones.
    pub weights: Option<Weights>,
    /// The network; `None` to play without one.
    pub net: Option<Network>,
    /// Limits, resigning and pondering.
    pub limits: LimitParams,
    /// What a search keeps and shows.
    pub shown: ShownParams,
    /// The live graphics.
    pub gfx: GfxParams,
    /// The game and its clock.
    pub go: GoParams,
    /// How clock time is divided among moves.
    pub time: TimeParams,
    /// All searches.
    pub sg: SgParams,
    /// The rules and the board sizes of new games of Go.
    pub rules: ChosenRules,
    preset: &'static Preset,
    level: Option<Rank>,
    /// The board size of the current defaults.
    size: u8,
    /// The parameters set by name: group, name and value.
    chosen: Vec<(&'static Group, String, String)>,
}

impl Settings {
    /// The settings of the default preset for a board size.
    pub fn new(size: u8) -> Self {
        Self::with_preset(size, &PRESETS[0])
    }

    /// The settings of a preset for a board size.
    pub fn with_preset(size: u8, preset: &'static Preset) -> Self {
        let mut settings = Self {
            params: PlayParams::for_size(size),
            books: SharedBooks::default(),
            weights: None,
            net: None,
            limits: LimitParams::for_size(size),
            shown: ShownParams::for_size(size),
            gfx: GfxParams::for_size(size),
            go: GoParams::for_size(size),
            time: TimeParams::for_size(size),
            sg: SgParams::for_size(size),
            rules: ChosenRules::default(),
            preset,
            level: None,
            size,
            chosen: Vec::new(),
        };
        settings.apply(preset.values());
        settings
    }

    /// Sets valid parameters without marking them as set by name.
    fn apply(&mut self, values: impl Iterator<Item = (&'static str, impl AsRef<str>)>) {
        for (name, value) in values {
            let set = self.find(name).and_then(|(group, name)| (group.set)(self, name, value.as_ref()));
            check!(set.is_ok(), "{name}: {set:?}");
        }
    }

    /// The chosen preset.
    pub fn preset(&self) -> &'static Preset {
        self.preset
    }

    /// The network for searches on the current board size, if any.
    pub fn network(&self) -> Option<Network> {
        self.network_for(self.size)
    }

    /// True if the machine evaluates the built-in network too slowly, so that searches leave it out.
    pub fn leaves_out_network(&self) -> bool {
        self.params.global.net == NetChoice::Auto && self.net.is_none() && !Evaluator::is_fast()
    }

    fn network_for(&self, size: u8) -> Option<Network> {
        match self.params.global.net {
            NetChoice::None => None,
            NetChoice::Auto if self.leaves_out_network() => None,
            NetChoice::Auto | NetChoice::Scalar => self.net.clone().or_else(|| built_in_network(size)),
            NetChoice::Rank => self.net.clone().or_else(|| rank_network(size)),
        }
    }

    /// The specification of a player on a board with these settings and a seed; parameters not set by name have the
    /// board size's defaults.
    pub fn spec(&self, board: BoardSize, seed: u64) -> PlayerSpec {
        let side = board.cols.max(board.rows).unwrap_or(self.size);
        if self.limits.auto_param && side != self.size {
            let mut settings = self.clone();
            settings.resize(side);
            return settings.spec(board, seed);
        }
        PlayerSpec {
            board,
            seed,
            params: self.params.clone(),
            books: self.go.use_book.then(|| self.books.clone()),
            weights: self.weights.as_ref().unwrap_or_else(|| Weights::built_in(side)).clone(),
            net: self.network_for(side),
        }
    }

    /// Applies a board size's defaults to all parameters not set by name; no-op without `auto_param`.
    pub fn resize(&mut self, size: u8) {
        if self.limits.auto_param {
            self.size = size;
            self.reset();
        }
    }

    /// The level; `None` for full strength within the limits.
    pub fn level(&self) -> Option<Rank> {
        self.level
    }

    /// Sets the level; parameters set by name stay.
    pub fn set_level(&mut self, level: Option<Rank>) {
        self.level = level;
        self.reset();
    }

    /// The parameters set by name that replace values of the level, with theirs.
    pub fn over_level(&self) -> Vec<String> {
        let values: Vec<_> = self.level.into_iter().flat_map(|level| level.values(self.size)).collect();
        let replaces = |name: &str, value: &str| values.iter().any(|(of, own)| *of == name && own != value);
        let chosen = self.chosen.iter().filter(|(_, name, value)| replaces(name, value));
        chosen.map(|(_, name, value)| format!("{name} {value}")).collect()
    }

    /// Reapplies board size, preset and level to all parameters not set by name.
    fn reset(&mut self) {
        let chosen = std::mem::take(&mut self.chosen);
        let (patterns, books, weights) =
            (self.params.patterns.clone(), self.books.clone(), self.weights.take());
        let net = self.net.take();
        let new = Self::with_preset(self.size, self.preset);
        *self = Self { books, weights, net, rules: self.rules, level: self.level, ..new };
        self.params.patterns = patterns;
        if let Some(level) = self.level {
            self.apply(level.values(self.size));
        }
        for (group, name, value) in &chosen {
            // Each value stays valid, because ranges do not depend on the board size.
            let set = (group.set)(self, name, value);
            check!(set.is_ok(), "{set:?}");
        }
        self.chosen = chosen;
    }

    /// Sets a parameter of any group; the name begins with the group's prefix.
    ///
    /// # Errors
    /// When no parameter has the name or the value is not acceptable; nothing has changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        let (group, name) = self.find(name)?;
        self.set_in(group, name, value)
    }

    /// Sets a parameter of a group.
    ///
    /// # Errors
    /// When the group has no such parameter or the value is not acceptable; nothing has changed then.
    pub fn set_in(&mut self, group: &'static Group, name: &str, value: &str) -> Result<(), ParamError> {
        (group.set)(self, name, value)?;
        self.chosen.retain(|(of, known, _)| of.name != group.name || known != name);
        self.chosen.push((group, name.to_owned(), value.to_owned()));
        Ok(())
    }

    /// Sets the pattern database and selects the policy `database`, which uses it.
    pub fn set_patterns(&mut self, patterns: Database) {
        self.params.patterns = patterns;
        let set = self.set("playout_policy", "database");
        check!(set.is_ok(), "{set:?}");
    }

    /// A parameter's value as text, by its name with the group's prefix; `None` if unknown.
    pub fn value(&self, name: &str) -> Option<String> {
        let (group, name) = self.find(name).ok()?;
        (group.rows)(self).into_iter().find(|row| row.name == name).map(|row| row.value)
    }

    /// The parameters set by name since `before`, with their groups' prefixes.
    pub(super) fn set_since(&self, before: &Self) -> impl Iterator<Item = String> {
        let new = self.chosen.iter().filter(|&(group, name, value)| {
            !before
                .chosen
                .iter()
                .any(|(of, known, old)| of.name == group.name && (known, old) == (name, value))
        });
        new.map(|(group, name, _)| format!("{}{name}", group.prefix))
    }

    /// Whether a parameter was set by name.
    pub fn is_set(&self, name: &str) -> bool {
        self.chosen.iter().any(|(_, known, _)| known == name)
    }

    /// The limits of a move without a clock: only `max_games` if it was set and `timelimit` was not, else both. A flat
    /// search with a number of simulations needs neither.
    pub fn limits(&self) -> Limits {
        let limits = &self.limits;
        let playouts = (limits.max_games < u64::MAX).then_some(limits.max_games);
        let is_counted = self.params.player.search_mode == SearchMode::OnePly && self.params.flat.sim > 0;
        let timed = (playouts.is_none() && !is_counted) || (self.is_set("timelimit") && !limits.ignore_clock);
        Limits {
            playouts,
            time: timed.then(|| Duration::from_secs_f64(self.go.timelimit)),
            time_mode: self.sg.time_mode,
            sure_after: Some(limits.resign_min_games),
            resign_below: limits.resign_threshold,
            keep_games: self.shown.keep_games,
            detail: if self.go.malkovich { Detail::Leads } else { Detail::None },
            ..Limits::default()
        }
    }

    /// True if the network evaluates each new leaf of a search, alone or, late in the game, with a playout.
    pub fn takes_estimates(&self) -> bool {
        self.network().is_some() && self.params.global.takes_estimates()
    }

    /// As [`PlayerSpec::playouts_for`], before there is a specification.
    pub fn playouts_for(&self, estimates: u64) -> u64 {
        playouts_for(estimates, self.takes_estimates())
    }

    /// The limits of an analysis: the configured playouts or time, or else `estimates` evaluations by the network, or
    /// the playouts made in their time.
    pub fn analysis_limits(&self, estimates: u64) -> Limits {
        let set = self.limits();
        // A move that ignores the time ends by its playouts, or by itself; an analysis needs a limit.
        let is_timed = self.is_set("timelimit") && (set.playouts.is_none() || !self.limits.ignore_clock);
        let time = is_timed.then(|| Duration::from_secs_f64(self.go.timelimit));
        let playouts = set.playouts.or_else(|| time.is_none().then(|| self.playouts_for(estimates)));
        Limits { playouts, time, time_mode: set.time_mode, keep_games: set.keep_games, ..Limits::default() }
    }

    /// A parameter's group, and its name without the group's prefix.
    fn find<'a>(&self, name: &'a str) -> Result<(&'static Group, &'a str), ParamError> {
        let within = |group: &'static Group| {
            let name = name.strip_prefix(group.prefix)?;
            (group.rows)(self).iter().any(|row| row.name == name).then_some((group, name))
        };
        GROUPS.iter().find_map(within).ok_or_else(|| {
            let names = GROUPS.iter().flat_map(|group| group.names(self));
            ParamError::Unknown { name: name.to_owned(), nearest: nearest(name, names) }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::engine::presets;
    use crate::go::knowledge::FilterParams;
    use crate::search::uct::SearchParams;

    #[test]
    fn parameter_names_are_unique() {
        let settings = Settings::new(9);
        let mut names = HashSet::new();
        assert!(GROUPS.iter().flat_map(|group| group.names(&settings)).all(|name| names.insert(name)));
    }

    #[test]
    fn every_preset_can_be_applied() {
        for preset in &PRESETS {
            for size in [9, 13, 19] {
                let mut settings = Settings::with_preset(size, preset);
                for (name, value) in preset.values() {
                    settings.set(name, value).unwrap();
                }
            }
        }
    }

    #[test]
    fn resizing_keeps_what_was_set() {
        let mut settings = Settings::new(9);
        settings.set("resign_threshold", "0.2").unwrap();
        settings.resize(19);
        assert_eq!(settings.limits.resign_threshold, 0.2);
        assert_eq!(
            settings.params.search.rave_weight_initial,
            SearchParams::for_size(19).rave_weight_initial
        );
        assert!(settings.is_set("resign_threshold") && !settings.is_set("timelimit"));
        settings.set("auto_param", "0").unwrap();
        settings.resize(9);
        assert_eq!(
            settings.params.search.rave_weight_initial,
            SearchParams::for_size(19).rave_weight_initial
        );
    }

    #[test]
    fn unknown_names_are_answered_with_known_ones() {
        let mut settings = Settings::new(9);
        let error = settings.set("resign_treshold", "0.1").unwrap_err();
        assert!(error.to_string().contains("resign_threshold"), "{error}");
        let error = settings.set("timelimit", "-1").unwrap_err();
        assert!(error.to_string().contains("from 0 to 1000000"), "{error}");
        assert!(!settings.is_set("timelimit"));
        let error = settings.set("check_ladders", "0").unwrap_err();
        assert!(error.to_string().contains("treefilter.check_ladders"), "{error}");
    }

    #[test]
    fn groups_with_the_same_names_are_told_apart() {
        let mut settings = Settings::new(9);
        settings.set("rootfilter.min_ladder_length", "8").unwrap();
        settings.set("treefilter.min_ladder_length", "10").unwrap();
        settings.resize(19);
        let length = |filter: &FilterParams| filter.min_ladder_length;
        assert_eq!([length(&settings.params.root_filter), length(&settings.params.tree_filter)], [8, 10]);
        assert!(settings.params.root_filter.check_safety && !settings.params.tree_filter.check_safety);
    }

    #[test]
    fn playouts_bound_a_move_alone_unless_a_time_is_asked_for() {
        let mut settings = Settings::new(9);
        let bounds = |settings: &Settings| (settings.limits().playouts, settings.limits().time);
        assert_eq!(bounds(&settings), (None, Some(Duration::from_secs(10))));
        settings.set("max_games", "500").unwrap();
        assert_eq!(bounds(&settings), (Some(500), None));
        settings.set("timelimit", "0.5").unwrap();
        assert_eq!(bounds(&settings), (Some(500), Some(Duration::from_millis(500))));
        // Flat Monte Carlo ends without limits, an analysis would not.
        let mut flat = Settings::with_preset(9, presets::find("go3").unwrap());
        flat.set("timelimit", "1").unwrap();
        assert_eq!(bounds(&flat), (None, None));
        let limits = |flat: &Settings| (flat.analysis_limits(100).playouts, flat.analysis_limits(100).time);
        assert_eq!(limits(&flat), (None, Some(Duration::from_secs(1))));
        flat.set("max_games", "500").unwrap();
        assert_eq!(limits(&flat), (Some(500), None), "it ignores the clock");
        let flat = Settings::with_preset(9, presets::find("go3").unwrap());
        assert!(limits(&flat).0.is_some() && limits(&flat).1.is_none());
    }
}
