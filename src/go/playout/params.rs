//! The parameters of the playout policies, with Fuego's names.

crate::params! {
    /// `uct_param_policy`: the rule-based playout policy.
    pub struct PolicyParams {
        nakade_heuristic: bool = false, in .., "Play the vital point of a small region beside the last move.";
        fillboard_tries: u64 = 0, in 0..=100, "Random points tried for one in empty surroundings, before all rules.";
        use_patterns_in_playout: bool = true, in .., "Play where a MoGo pattern matches near the last moves.";
    }
}
