//! The parameters of the playout policies, with Fuego's names.

use crate::go::pattern::PatternSet;

crate::choices! {
    /// The name of a playout policy.
    pub enum PolicyName {
        /// By rules, in the order of Fuego's manual.
        Fuego = "fuego",
        /// Uniformly random, except for own eyes.
        Random = "random",
        /// The same, found by filtering all moves first.
        Naive = "naive",
        /// MoGo's patterns, and more rules.
        RuleBased = "rulebased",
        /// By the values of a pattern database.
        Database = "database",
        /// By the values of the pattern database that was learned from games.
        Learned = "learned",
    }
}

crate::params! {
    /// `uct_param_policy`: the rule-based playout policy.
    pub struct PolicyParams {
        nakade_heuristic: bool = false, in .., "Play the vital point of a small region beside the last move.";
        fillboard_tries: u64 = 0, in 0..=100, "Random points to try, before any rule, for one whose eight neighbors are all empty.";
        use_patterns_in_playout: bool = true, in .., "Play where a MoGo pattern matches near the last moves.";
    }
}

crate::params! {
    /// `go3_param`: the rules of the course's rule-based policy, and the filters of its players.
    pub struct CourseParams {
        rule_patterns: bool = true, in .., "rulebased: play where a pattern from patterns matches around the last move.";
        patterns: PatternSet = PatternSet::Mogo, in .., "rulebased: set of 3x3 patterns.";
        rule_capture_last: bool = false, in .., "rulebased: capture the stones of the last move.";
        rule_defend: bool = false, in .., "rulebased: save own stones in atari beside the last move.";
        rule_extend: bool = false, in .., "rulebased: extend own two-liberty chains beside the last move, or take liberties of the opponent's.";
        rule_capture_any: bool = false, in .., "rulebased: capture any opponent stones.";
        filter_patterns: bool = true, in .., "rulebased: exclude self-atari from pattern moves.";
        movefilter: bool = false, in .., "Exclude self-atari from the moves a flat search tries, and from the random moves of random, naive and rulebased.";
        keep_playing: bool = false, in .., "Let a flat search pass only when all other moves fill own one-point eyes.";
    }
}
